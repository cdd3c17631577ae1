import { nfc } from '../../../core/text/normal-form.js';
import type { Clock } from '../../../ports/host.js';
import type { Service, SourceFile } from '../../../ports/service.js';

/** Milliseconds for which all sets of a run that look for a new source file share one list. */
const SHARED_MS = 500;
/** An older list than this is read again while it is used, so that no upload waits for it. */
const RENEWED_MS = 400;

interface ListRead {
  readonly files: readonly SourceFile[];
  /** When it had been read. */
  readonly at: number;
}

/** A list that many ask for; `at`: when it was read, `Infinity` until then. */
interface SharedList {
  readonly read: Promise<ListRead>;
  at: number;
}

/**
 * The service's list of source files as it is now: a set without a source file may have got one,
 * from this run or from another machine.
 */
export class SourceList {
  /** The ids of the source files that uploads of this run have made. */
  readonly #made = new Set<string>();
  readonly #madeByName = new Map<string, SourceFile>();
  #last: SharedList | undefined;
  /** The list that takes its place once it is read. */
  #next: SharedList | undefined;

  constructor(
    private readonly service: Service,
    private readonly clock: Clock,
  ) {}

  /** An upload of this run has made this source file. */
  add({ id, name }: Pick<SourceFile, 'id' | 'name'>): void {
    this.#made.add(id);
    // How many keys it has by now is unknown.
    this.#madeByName.set(nfc(name), { id, name, keys: 0 });
  }

  hasMade(id: string): boolean {
    return this.#made.has(id);
  }

  /** The source file that this run has made under one of these names. */
  madeAs(names: Iterable<string>): SourceFile | undefined {
    for (const name of names) {
      const source = this.#madeByName.get(name);
      if (source) return source;
    }
    return undefined;
  }

  read(): Promise<ListRead> {
    const age = this.#last ? this.clock.now() - this.#last.at : Infinity;
    if (this.#last && age <= SHARED_MS) {
      if (age > RENEWED_MS && !this.#next) this.#renew();
      return this.#last.read;
    }
    this.#last = this.#next ?? this.#begin();
    this.#next = undefined;
    return this.#last.read;
  }

  /** After an upload that may have made a source file: the next who asks reads the list anew. */
  forget(): void {
    this.#last = undefined;
    this.#next = undefined;
  }

  /** As long as it is under way it is shared, however long it takes. */
  #begin(): SharedList {
    const list: SharedList = {
      at: Infinity,
      read: this.#fetch().finally(() => (list.at = this.clock.now())),
    };
    list.read.catch(() => {
      if (list === this.#last || list === this.#next) this.forget();
    });
    return list;
  }

  #renew(): void {
    const next = this.#begin();
    this.#next = next;
    void next.read.then(
      () => {
        if (this.#next !== next) return;
        this.#last = next;
        this.#next = undefined;
      },
      () => undefined,
    );
  }

  async #fetch(): Promise<ListRead> {
    const files = await this.service.sourceFiles();
    return { files, at: this.clock.now() };
  }
}
