import { unusedForms, type PluralForm } from '../../core/check/plural-forms.js';
import { pluralKey, typeOf } from '../../core/check/plural-keys.js';
import { integer, text } from '../columns.js';
import { fromLiteral } from '../literals.js';
import type { Store } from '../store.js';
import { undisturbed, type Pause } from './pieces.js';
import { idOf, PluralForms, type LanguagePair } from './plurals.js';

/** How many keys one query looks at. */
const KEYS = 5_000;
const EMPTY = '""';

interface FormKey {
  readonly id: number;
  readonly form: PluralForm;
  readonly type: 'cardinal' | 'ordinal';
}

/** The keys that a language has and the source language has not. */
interface OwnKeys {
  readonly keys: number;
  readonly texts: number;
}

interface SpecialKeys {
  readonly forms: readonly FormKey[];
  /** By language. */
  readonly own: ReadonlyMap<number, OwnKeys>;
}

interface CountedFile {
  /** The counts of the store at which they were read. */
  readonly keys: number;
  readonly writes: number;
  readonly special: Promise<SpecialKeys>;
  readonly unused: Map<number, Promise<number>>;
}

/** What makes a language differ from the source language in its number of keys. */
export interface KeyDifference {
  /** Plural forms that the language does not use and has no text for: they need no translation. */
  readonly unused: number;
  readonly own: OwnKeys;
}

/**
 * In what the languages of each source file differ from the source language, so that the page
 * counts as `locsync status` does. Read once, and again after the file has changed.
 */
export class KeyDifferences {
  static readonly #known = new WeakMap<Store, KeyDifferences>();
  readonly #files = new Map<number, CountedFile>();

  private constructor(private readonly store: Store) {}

  static of(store: Store): KeyDifferences {
    const counts = KeyDifferences.#known.get(store) ?? new KeyDifferences(store);
    KeyDifferences.#known.set(store, counts);
    return counts;
  }

  async count(file: number, pair: LanguagePair): Promise<KeyDifference> {
    const known = this.#file(file, pair.source);
    const unused = known.unused.get(pair.locale) ?? this.#unused(file, known.special, pair);
    known.unused.set(pair.locale, unused);
    const { own } = await known.special;
    return { unused: await unused, own: own.get(pair.locale) ?? NO_KEYS };
  }

  #file(file: number, source: number): CountedFile {
    const found = this.#files.get(file);
    const keys = this.store.keyWritesTo(file);
    const writes = this.store.writesTo(file);
    if (found?.keys === keys && found.writes === writes) return found;
    const special = found?.keys === keys ? found.special : this.#read(file, source);
    const read = { keys, writes, special, unused: new Map<number, Promise<number>>() };
    this.#files.set(file, read);
    // What failed is tried again by the next question.
    special.catch(() => this.#files.delete(file));
    return read;
  }

  async #read(file: number, source: number): Promise<SpecialKeys> {
    return undisturbed(
      this.store,
      file,
      (pause) => specialKeys(this.store, file, source, pause),
      (found) => found,
    );
  }

  async #unused(file: number, special: Promise<SpecialKeys>, pair: LanguagePair): Promise<number> {
    const { forms } = await special;
    const ids = forms.filter(({ form, type }) => unusedForms(pair.code, type).has(form)).map(({ id }) => id);
    if (ids.length === 0) return 0;
    return undisturbed(
      this.store,
      file,
      async (pause) => {
        let withText = 0;
        for (let at = 0; at < ids.length; at += KEYS) {
          const [row] = this.store.statements.all(
            `SELECT count(*) AS n FROM json_each(?) j JOIN translation t ON t.key = j.value AND t.locale = ?
             WHERE t.text <> '${EMPTY}'`,
            [JSON.stringify(ids.slice(at, at + KEYS)), pair.locale],
          );
          withText += row === undefined ? 0 : integer(row, 'n');
          await pause();
        }
        return ids.length - withText;
      },
      (count) => count,
    );
  }
}

async function specialKeys(
  { statements }: Store,
  file: number,
  source: number,
  pause: Pause,
): Promise<SpecialKeys> {
  const groups = new PluralForms(statements, { source, locale: source, code: '' });
  const forms: FormKey[] = [];
  const own = new Map<number, OwnKeys>();
  for (let after: number | undefined = 0; after !== undefined;) {
    const [bound] = statements.all(
      `SELECT count(*) AS n, coalesce(max(id), 0) AS last FROM
         (SELECT id FROM key WHERE file = ? AND gone = 0 AND id > ? ORDER BY id LIMIT ${KEYS})`,
      [file, after],
    );
    if (bound === undefined) break;
    const last = integer(bound, 'last');
    // `zero` and `other` are used everywhere.
    const candidates = statements.all(
      `SELECT k.id AS id, k.name AS name FROM key k
       JOIN translation s ON s.key = k.id AND s.locale = ? AND s.text <> '${EMPTY}'
       WHERE k.file = ? AND k.gone = 0 AND k.id > ? AND k.id <= ?
         AND (substr(k.name, -4) IN ('one"', 'two"', 'few"') OR substr(k.name, -5) = 'many"')`,
      [source, file, after, last],
    );
    for (const row of candidates) {
      const name = fromLiteral(text(row, 'name'));
      const key = pluralKey(idOf(name));
      if (key !== undefined && groups.isForm(file, name))
        forms.push({ id: integer(row, 'id'), form: key.form, type: typeOf(key.group) });
      await pause();
    }
    const others = statements.all(
      `SELECT t.locale AS locale, count(*) AS keys, sum(t.text <> '${EMPTY}') AS texts FROM key k
       LEFT JOIN translation s ON s.key = k.id AND s.locale = ?
       CROSS JOIN translation t ON t.key = k.id
       WHERE k.file = ? AND k.gone = 0 AND k.id > ? AND k.id <= ? AND s.key IS NULL GROUP BY t.locale`,
      [source, file, after, last],
    );
    for (const row of others) {
      const before = own.get(integer(row, 'locale')) ?? NO_KEYS;
      own.set(integer(row, 'locale'), {
        keys: before.keys + integer(row, 'keys'),
        texts: before.texts + integer(row, 'texts'),
      });
    }
    after = integer(bound, 'n') < KEYS ? undefined : last;
    await pause();
  }
  return { forms, own };
}

const NO_KEYS: OwnKeys = { keys: 0, texts: 0 };
