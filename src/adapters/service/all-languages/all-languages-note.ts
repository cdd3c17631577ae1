import type { Clock } from '../../../ports/host.js';
import type { ResponseCache } from '../response-cache.js';

const NAME = 'all languages';
/** Milliseconds after which a service that gave no such answers is tried again. */
const TRIED_AGAIN_MS = 24 * 60 * 60 * 1000;

interface StoredNote {
  readonly works?: boolean;
  readonly checkedKeys?: number;
  readonly tooLarge?: number;
  /** When it did not work. */
  readonly at?: number;
}

/**
 * Whether the service answers requests for all languages, as far as runs have found out. Noted for
 * later runs beside the cached responses, so for one origin, project and token.
 */
export class AllLanguagesNote {
  #works: boolean | undefined;
  #checkedKeys = 0;
  #tooLarge = Infinity;
  #isRead = false;

  constructor(
    private readonly clock: Clock,
    private readonly cache: ResponseCache | undefined,
  ) {}

  /** Undefined if it is not known yet. */
  get works(): boolean | undefined {
    this.#readIfUnread();
    return this.#works;
  }

  /** The keys of the largest source file whose answer was compared with those for one language. */
  get checkedKeys(): number {
    this.#readIfUnread();
    return this.#checkedKeys;
  }

  /** Answers about source files with this many keys are too large. */
  get tooLarge(): number {
    this.#readIfUnread();
    return this.#tooLarge;
  }

  worksUpTo(keys: number): void {
    this.#works = true;
    this.#checkedKeys = Math.max(this.#checkedKeys, keys);
    this.#save();
  }

  isTooLargeFrom(keys: number): void {
    if (keys === 0) return;
    this.#tooLarge = Math.min(this.#tooLarge, keys);
    this.#save();
  }

  worksNot(): void {
    this.#works = false;
    this.#checkedKeys = 0;
    this.#save({ at: this.clock.date() });
  }

  /** Later runs go on from what was noted before. */
  worksNotInThisRun(): void {
    this.#works = false;
  }

  /** What was noted is wrong: the next run finds out anew. */
  doubt(): void {
    this.#works = undefined;
    this.#checkedKeys = 0;
    this.#save();
    this.#works = false;
  }

  #readIfUnread(): void {
    if (this.#isRead) return;
    this.#isRead = true;
    const text = this.cache?.note(NAME);
    if (text === undefined) return;
    // Written by this class, and authenticated by the cache.
    const { works, checkedKeys = 0, tooLarge = Infinity, at = 0 } = JSON.parse(text) as StoredNote;
    const age = this.clock.date() - at;
    if (works !== false || (age >= 0 && age < TRIED_AGAIN_MS)) this.#works = works;
    this.#checkedKeys = checkedKeys;
    this.#tooLarge = tooLarge;
  }

  #save(more: Pick<StoredNote, 'at'> = {}): void {
    const noted: StoredNote = {
      ...(this.#works === undefined ? {} : { works: this.#works }),
      checkedKeys: this.#checkedKeys,
      ...(this.#tooLarge === Infinity ? {} : { tooLarge: this.#tooLarge }),
      ...more,
    };
    this.cache?.setNote(NAME, JSON.stringify(noted));
  }
}
