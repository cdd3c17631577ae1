import { EMPTY, integer, text, type Row } from './columns.js';
import type { Statements } from './statements.js';

const isPresent = (literal: unknown): boolean => typeof literal === 'string' && literal !== EMPTY;

const FIND = `SELECT k.id AS id, k.gone AS gone, t.text AS text, s.text AS source FROM key k
  LEFT JOIN translation t ON t.key = k.id AND t.locale = ?
  LEFT JOIN translation s ON s.key = k.id AND s.locale = ?
  WHERE k.file = ? AND k.name = ?`;

/**
 * Writes the texts of one version of a source file with their history: what each text was before,
 * and how many texts each language has. Inside one transaction; {@link finish} comes last.
 */
export class TextWriter {
  readonly #source: number;
  /** By how many translated texts each language has changed. */
  readonly translated = new Map<number, number>();
  readonly #changed = new Set<number>();
  #hasOtherKeys = false;
  #keys = 0;
  #changes = 0;

  constructor(
    private readonly statements: Statements,
    readonly file: number,
    readonly version: number,
  ) {
    const row = statements.row(
      `SELECT min(l.id) AS id FROM locale l JOIN source_file f ON f.project = l.project WHERE f.id = ?`,
      [file],
    );
    this.#source = integer(row, 'id');
  }

  /** Whether keys came, went, were filled or emptied: the source's, or a language's own. */
  get hasOtherKeys(): boolean {
    return this.#hasOtherKeys;
  }

  /** Both are JSON string literals. */
  put(locale: number, name: string, value: string): void {
    const [found] = this.statements.all(FIND, [locale, this.#source, this.file, name]);
    if (found?.['text'] === value) return;
    const key = found === undefined ? this.#newKey(name) : this.#livingKey(found);
    const before = found?.['text'];
    if (typeof before === 'string') {
      this.statements.run(
        `UPDATE translation SET text = ?, version = ?, replaced = CASE WHEN text = ? THEN replaced ELSE ? END
         WHERE key = ? AND locale = ?`,
        [value, this.version, EMPTY, this.version, key, locale],
      );
    } else {
      this.statements.run('INSERT INTO translation (key, locale, text, version) VALUES (?, ?, ?, ?)', [
        key,
        locale,
        value,
        this.version,
      ]);
    }
    this.#record(key, locale, before, value, found?.['source']);
  }

  /** The translation still fits: nothing changes but the version that it was last seen in. */
  confirm(locale: number, name: string): void {
    const found = this.#held(locale, name);
    if (found === undefined) return;
    const { key, before, source } = found;
    this.statements.run('UPDATE translation SET version = ? WHERE key = ? AND locale = ?', [
      this.version,
      key,
      locale,
    ]);
    this.#record(key, locale, before, before, source);
  }

  /** Removes a text; a key without any text is gone, its history stays. */
  remove(locale: number, name: string): void {
    const found = this.#held(locale, name);
    if (found === undefined) return;
    const { key, before, source } = found;
    this.statements.run('DELETE FROM translation WHERE key = ? AND locale = ?', [key, locale]);
    this.#record(key, locale, before, undefined, source);
    this.#bury(key);
  }

  /** Removes the texts of a language that are not among these names. */
  removeOthers(locale: number, names: ReadonlySet<string>): void {
    const rows = this.statements.all(
      'SELECT k.name AS name FROM key k JOIN translation t ON t.key = k.id WHERE k.file = ? AND t.locale = ?',
      [this.file, locale],
    );
    for (const row of rows) if (!names.has(text(row, 'name'))) this.remove(locale, text(row, 'name'));
  }

  /** Writes the counts, and returns how many texts this version has changed. */
  finish(): number {
    for (const [locale, difference] of this.translated) {
      this.statements.run(
        `INSERT INTO tally (file, locale, translated) VALUES (?, ?, ?)
         ON CONFLICT (file, locale) DO UPDATE SET translated = translated + excluded.translated`,
        [this.file, locale, difference],
      );
    }
    this.statements.run('UPDATE source_file SET keys = keys + ? WHERE id = ?', [this.#keys, this.file]);
    this.statements.run('UPDATE version SET changes = coalesce(changes, 0) + ?, locales = ? WHERE id = ?', [
      this.#changes,
      JSON.stringify([...new Set([...this.#changedBefore(), ...this.#changed])]),
      this.version,
    ]);
    return this.#changes;
  }

  /** The languages that earlier writes of this version have changed. */
  #changedBefore(): readonly number[] {
    const [row] = this.statements.all('SELECT locales FROM version WHERE id = ?', [this.version]);
    const locales: unknown = row === undefined ? [] : JSON.parse(text(row, 'locales'));
    return Array.isArray(locales) ? locales.map(Number) : [];
  }

  /** The text that a language has of a key, with the key's row and its source text. */
  #held(locale: number, name: string) {
    const [row] = this.statements.all(FIND, [locale, this.#source, this.file, name]);
    if (row === undefined || typeof row['text'] !== 'string') return undefined;
    return { key: integer(row, 'id'), before: row['text'], source: row['source'] };
  }

  #newKey(name: string): number {
    this.#keys++;
    return this.statements.insert('INSERT INTO key (file, name) VALUES (?, ?)', [this.file, name]);
  }

  #livingKey(found: Row): number {
    const key = integer(found, 'id');
    if (integer(found, 'gone') !== 0) {
      this.#keys++;
      this.statements.run('UPDATE key SET gone = 0 WHERE id = ?', [key]);
    }
    return key;
  }

  #bury(key: number): void {
    if (this.statements.all('SELECT 1 FROM translation WHERE key = ? LIMIT 1', [key]).length > 0) return;
    this.#keys--;
    this.statements.run('UPDATE key SET gone = 1 WHERE id = ?', [key]);
  }

  /** `before` is no text if there was none. What comes after is the next change's `before`. */
  #record(key: number, locale: number, before: unknown, after: string | undefined, source: unknown): void {
    this.#changes++;
    this.#changed.add(locale);
    this.statements.run(
      'INSERT INTO change (key, locale, version, before) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
      [key, locale, this.version, typeof before === 'string' ? before : null],
    );
    const difference = Number(isPresent(after)) - Number(isPresent(before));
    const isOwn = locale === this.#source || typeof source !== 'string';
    if (isOwn && (difference !== 0 || typeof before !== typeof after)) this.#hasOtherKeys = true;
    if (difference === 0) return;
    if (locale !== this.#source) {
      if (isPresent(source)) this.#count(locale, difference);
      return;
    }
    // A key counts once its source text is there: for every language that has a text for it.
    this.#count(locale, difference);
    const others = this.statements.all(
      'SELECT locale FROM translation WHERE key = ? AND locale <> ? AND text <> ?',
      [key, locale, EMPTY],
    );
    for (const row of others) this.#count(integer(row, 'locale'), difference);
  }

  #count(locale: number, difference: number): void {
    this.translated.set(locale, (this.translated.get(locale) ?? 0) + difference);
  }
}
