import type { UploadEntry } from './upload-entry.js';
import { fittingLine, newestLines, wholeLine } from './upload-lines.js';

/** Characters of a record in all. Over it, unchanged texts are left out, then the longest. */
export const RECORD_MOST = 8 * 1024 * 1024;
/** The least characters for which lines that later ones have replaced are taken out. */
const COMPACT_AT = RECORD_MOST / 4;

/** How much room the lines of one run have left in the record of uploads. */
export class RecordRoom {
  #size = 0;
  #compactAt = COMPACT_AT;
  #isCut = false;

  /** Some texts were too long to be remembered. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** Texts without a change are left out from now on. */
  get isHalfFull(): boolean {
    return this.#size >= RECORD_MOST / 2;
  }

  /** There are so many lines that some may be taken out. */
  get isLarge(): boolean {
    return this.#size >= this.#compactAt;
  }

  /** The line of an entry; its longest texts are left out if not all of them fit. */
  fit(entry: UploadEntry): string {
    const room = RECORD_MOST - this.#size;
    const line = wholeLine(entry, room);
    if (line !== undefined) return this.add(line);
    this.#isCut = true;
    return this.add(fittingLine(entry, room));
  }

  /** Counts lines that are needed in any case, and returns them. */
  add(lines: string): string {
    this.#size += lines.length;
    return lines;
  }

  /** The whole record without lines that later ones have replaced, those of this run first. */
  compact(own: readonly UploadEntry[], earlier: readonly UploadEntry[]): string {
    const lines = newestLines(own, RECORD_MOST);
    this.#size = lines.length;
    this.#compactAt = Math.max(COMPACT_AT, 2 * lines.length);
    return lines + newestLines(earlier, RECORD_MOST - lines.length);
  }
}
