import { nfc } from '../../../core/text/normal-form.js';
import type { Clock } from '../../../ports/host.js';
import type { Service, SourceFile } from '../../../ports/service.js';

/** Milliseconds for which all sets of a run that look for a new source file share one list. */
const SHARED_MS = 500;

interface ListRead {
  readonly files: readonly SourceFile[];
  /** When it had been read. */
  readonly at: number;
}

/**
 * The service's list of source files as it is now: a set without a source file may have got one,
 * from this run or from another machine.
 */
export class SourceList {
  /** The source files that uploads of this run have made, by id and by name. */
  readonly #made = new Map<string, SourceFile>();
  readonly #madeByName = new Map<string, SourceFile>();
  #last: { readonly read: Promise<ListRead>; at: number } | undefined;

  constructor(
    private readonly service: Service,
    private readonly clock: Clock,
  ) {}

  /** An upload of this run has made this source file. */
  add({ id, name }: Pick<SourceFile, 'id' | 'name'>): void {
    // How many keys it has by now is unknown.
    const source = { id, name, keys: 0 };
    this.#made.set(id, source);
    this.#madeByName.set(nfc(name), source);
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
    const { clock } = this;
    if (this.#last && clock.now() - this.#last.at <= SHARED_MS) return this.#last.read;
    // As long as it is under way it is shared, however long it takes.
    const last = { at: Infinity, read: this.#fetch().finally(() => (last.at = clock.now())) };
    last.read.catch(() => this.forget());
    this.#last = last;
    return last.read;
  }

  /** After an upload that may have made a source file: the next who asks reads the list anew. */
  forget(): void {
    this.#last = undefined;
  }

  async #fetch(): Promise<ListRead> {
    const files = await this.service.sourceFiles();
    return { files, at: this.clock.now() };
  }
}
