import { integer } from './columns.js';
import type { Statements } from './statements.js';
import type { Import, ImportResult } from './stored-types.js';
import { TextWriter } from './text-writer.js';
import { WriteLog } from './write-log.js';

/** The texts that one write stores, removes and confirms. */
export type WrittenTexts = Pick<Import, 'texts' | 'isReplacing' | 'removed' | 'confirmed'>;

/** Writes versions with their texts, inside transactions, and forgets what was kept of a file. */
export class VersionWriter {
  readonly contents = new ContentCache();
  readonly writes = new WriteLog();
  #translated: Map<number, number> | undefined;
  /** Files with unfinished writes, and whether these changed keys that only some languages have. */
  readonly #unfinished = new Map<number, boolean>();

  constructor(private readonly statements: Statements) {}

  /** Makes a version without texts, and its event and source file if they are missing. */
  create({ project, by, file: knownFile, filename, event: given }: Import): ImportResult {
    const { statements } = this;
    const event = typeof given === 'number' ? given : given();
    const file =
      knownFile ??
      statements.insert('INSERT INTO source_file (project, name) VALUES (?, ?)', [project, filename]);
    const last = statements.row('SELECT coalesce(max(number), 0) AS number FROM version WHERE file = ?', [
      file,
    ]);
    const number = integer(last, 'number') + 1;
    const version = statements.insert(
      'INSERT INTO version (file, number, upload, who, event, filename, created) VALUES (?, ?, ?, ?, ?, ?, ?)',
      [file, number, by.upload, by.who, event, filename, Date.now()],
    );
    return { file, version, number, changes: 0 };
  }

  /** Writes texts of a version. `isLast`: nothing else of this version follows. */
  write(stored: ImportResult, texts: WrittenTexts, isLast = true): ImportResult {
    this.contents.drop(stored.file);
    const writer = new TextWriter(this.statements, stored.file, stored.version);
    for (const [locale, list] of texts.texts) {
      if (texts.isReplacing === true) writer.removeOthers(locale, new Set(list.map(([name]) => name)));
      for (const [name, value] of list) writer.put(locale, name, value);
    }
    for (const [locale, names] of texts.removed ?? []) for (const name of names) writer.remove(locale, name);
    for (const [locale, names] of texts.confirmed ?? [])
      for (const name of names) writer.confirm(locale, name);
    const changes = stored.changes + writer.finish();
    for (const [locale, difference] of writer.translated)
      this.#translated?.set(locale, (this.#translated.get(locale) ?? 0) + difference);
    this.#log(stored.file, writer.hasOtherKeys, isLast);
    return { ...stored, changes };
  }

  /** How many texts each language has for keys with a source text, over all source files. */
  translated(): ReadonlyMap<number, number> {
    return (this.#translated ??= new Map(
      this.statements
        .all('SELECT locale, sum(translated) AS n FROM tally GROUP BY locale')
        .map((row) => [integer(row, 'locale'), integer(row, 'n')]),
    ));
  }

  /** After a transaction that was rolled back. */
  resetCounts(): void {
    this.#translated = undefined;
  }

  /** Who counts what was written need not count anew after each part of an import. */
  #log(file: number, hasOtherKeys: boolean, isLast: boolean): void {
    const has = hasOtherKeys || this.#unfinished.get(file) === true;
    if (isLast) {
      this.writes.add(file, has);
      this.#unfinished.delete(file);
    } else {
      this.writes.touch(file);
      this.#unfinished.set(file, has);
    }
  }
}

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
