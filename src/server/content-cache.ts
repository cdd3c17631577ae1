/** The most characters that are kept, some 64 MB. */
const MOST_CHARACTERS = 32_000_000;

/** The texts of source files by language as they are answered, until a file changes. */
export class ContentCache {
  readonly #files = new Map<number, Map<number, string>>();
  #characters = 0;

  constructor(private readonly most = MOST_CHARACTERS) {}

  /** The JSON object of a language's texts: kept, or from `read`. */
  of(file: number, locale: number, read: () => string): string {
    const languages = this.#files.get(file) ?? new Map<number, string>();
    // The last file of the map is the one that was used last.
    this.#files.delete(file);
    this.#files.set(file, languages);
    const kept = languages.get(locale);
    if (kept !== undefined) return kept;
    const object = read();
    languages.set(locale, object);
    this.#characters += object.length;
    for (const oldest of this.#files.keys()) {
      if (this.#characters <= this.most) break;
      this.drop(oldest);
    }
    return object;
  }

  /** Forgets a file that changes. */
  drop(file: number): void {
    for (const { length } of this.#files.get(file)?.values() ?? []) this.#characters -= length;
    this.#files.delete(file);
  }
}
