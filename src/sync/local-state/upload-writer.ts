import { RECORD_FULL } from '../../core/errors/uploads.js';
import { append } from '../../core/util/collections.js';
import type { UploadRecord } from '../../core/records/upload-record.js';
import type { MemoryFile } from '../../ports/memory-file.js';

/** Writes the record of uploads in the order of the calls. {@link close} reports a failed write. */
export class UploadWriter {
  readonly #queue: string[] = [];
  #writing: Promise<void> = Promise.resolve();
  #isBegun = false;
  #unsaved: string | undefined;

  constructor(
    private readonly file: MemoryFile,
    private readonly record: UploadRecord,
  ) {}

  /** Keeps lines for the next {@link flush}. */
  add(lines: readonly string[]): void {
    append(this.#queue, lines);
  }

  /** Several uploads at once are noted in one write. The first one makes a file of its own. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const lines = this.#queue.splice(0).join('');
      if (lines === '') return;
      const failed = this.#isBegun
        ? await this.file.append(lines)
        : await this.file.write(this.record.render() + lines);
      this.#isBegun ||= failed === undefined;
      this.#unsaved ??= failed;
    });
    return this.#writing;
  }

  /** Writes the record anew without what has arrived, if it has become long. */
  async compact(): Promise<void> {
    const compacted = this.record.compacted();
    if (compacted === undefined) return;
    const failed = await this.file.write(compacted);
    this.#unsaved ??= failed;
  }

  /** Why something could not be written so far; undefined if all could. */
  async unsaved(): Promise<string | undefined> {
    await this.#writing;
    if (this.record.isCut) this.#unsaved ??= RECORD_FULL;
    return this.#unsaved;
  }

  /** Writes what later runs need. Returns why that failed; undefined if it did not. */
  async close(): Promise<string | undefined> {
    await this.unsaved();
    const before = this.file.read() ?? '';
    const now = this.record.render();
    if (before !== now) this.#unsaved = (await this.file.write(now)) ?? this.#unsaved;
    return this.#unsaved;
  }
}
