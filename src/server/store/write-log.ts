/** Counts writes per file, so that caches know when to reread. */
export class WriteLog {
  readonly #files: number[] = [];
  readonly #hasOtherKeys: boolean[] = [];
  readonly #counts = new Map<number, number>();

  /** How many writes there were so far. */
  get length(): number {
    return this.#files.length;
  }

  /** `hasOtherKeys`: whether languages may by now differ in other keys of this file. */
  add(file: number, hasOtherKeys: boolean): void {
    this.#files.push(file);
    this.#hasOtherKeys.push(hasOtherKeys);
    this.touch(file);
  }

  /** A write that is one of several: the last one is added. */
  touch(file: number): void {
    this.#counts.set(file, this.countOf(file) + 1);
  }

  /** How often a file was written to: whether it changed between two reads. */
  countOf(file: number): number {
    return this.#counts.get(file) ?? 0;
  }

  /** The files that were written to since there were `length` writes, and those with other keys. */
  since(length: number): { readonly files: ReadonlySet<number>; readonly otherKeys: ReadonlySet<number> } {
    const files = this.#files.slice(length);
    const otherKeys = files.filter((_, at) => this.#hasOtherKeys[length + at] === true);
    return { files: new Set(files), otherKeys: new Set(otherKeys) };
  }
}
