import type { Clock } from '../../ports/host.js';
import type { Service, SourceFile } from '../../ports/service.js';

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
  /** The ids of source files that uploads of this run have made. */
  readonly made = new Set<string>();
  #last: { readonly read: Promise<ListRead>; at: number } | undefined;

  constructor(
    private readonly service: Service,
    private readonly clock: Clock,
  ) {}

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
