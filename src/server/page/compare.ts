import { createHash } from 'node:crypto';
import { EMPTY, integer, text } from '../store/columns.js';
import type { ProjectContext } from '../project-context.js';
import type { Statements } from '../store/statements.js';
import type { ReadUpload } from '../import/read-upload.js';
import type { Pause } from '../import/stepwise.js';

/** How many names one query looks up, and how many texts one counts. */
const NAMES = 500;
const COUNTED = 5_000;

/** A text that an import would write. Names and texts are JSON string literals. */
export interface TextChange {
  readonly locale: number;
  readonly name: string;
  /** Undefined if there is none, or an empty one. */
  readonly before: string | undefined;
  readonly after: string;
  /** The version that last changed the text; 0 for none. */
  readonly version: number;
  /** The version that last replaced another text by it. */
  readonly replaced: number;
}

/** An upload beside the texts of now. */
export interface UploadComparison {
  readonly changes: readonly TextChange[];
  readonly unchanged: number;
  /** Texts that the service has in these languages, and the upload lacks. */
  readonly lacking: number;
  /** Differs if the import would write something else, or over another version of a text. */
  readonly seen: string;
}

/** Compares an upload with the texts of now, in pieces. */
export async function compareUpload(
  { store, behaviour }: ProjectContext,
  { file, filename, texts }: ReadUpload,
  pause: Pause,
): Promise<UploadComparison> {
  const { statements } = store;
  const hash = createHash('sha256');
  const addToHash = (...fact: readonly (string | number)[]): unknown =>
    hash.update(`${JSON.stringify(fact)}\n`);
  addToHash(file?.id ?? filename);
  const changes: TextChange[] = [];
  let unchanged = 0;
  let lacking = 0;
  for (const [locale, list] of texts) {
    // If a file has a name twice, the last one is stored.
    const wanted = new Map(list);
    let held = 0;
    for (const names of chunks([...wanted.keys()])) {
      const found = file === undefined ? NOTHING : textsOf(statements, file.id, locale, names);
      for (const name of names) {
        const current = found.get(name);
        const after = wanted.get(name) ?? EMPTY;
        if (current !== undefined && current.text !== EMPTY) held++;
        if (current?.text === after) unchanged++;
        else {
          const { version = 0, replaced = 0 } = current ?? {};
          const before = current === undefined || current.text === EMPTY ? undefined : current.text;
          changes.push({ locale, name, before, after, version, replaced });
          addToHash(locale, name, version, after);
        }
      }
      await pause();
    }
    if (file === undefined) continue;
    lacking += (await countTexts(statements, file.id, locale, pause)) - held;
    if (behaviour.imports.isReplacing)
      for (const { name, version } of othersOf(statements, file.id, locale, wanted))
        addToHash(locale, name, version);
  }
  return { changes, unchanged, lacking, seen: hash.digest('base64url') };
}

interface CurrentText {
  readonly text: string;
  readonly version: number;
  readonly replaced: number;
}

const NOTHING: ReadonlyMap<string, CurrentText> = new Map();

function* chunks(names: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < names.length; at += NAMES) yield names.slice(at, at + NAMES);
}

function textsOf(
  statements: Statements,
  file: number,
  locale: number,
  names: readonly string[],
): ReadonlyMap<string, CurrentText> {
  const rows = statements.all(
    `SELECT k.name AS name, t.text AS text, t.version AS version, t.replaced AS replaced
     FROM json_each(?) j CROSS JOIN key k ON k.file = ? AND k.name = j.value
     JOIN translation t ON t.key = k.id AND t.locale = ?`,
    [JSON.stringify(names), file, locale],
  );
  return new Map(
    rows.map((row) => [
      text(row, 'name'),
      { text: text(row, 'text'), version: integer(row, 'version'), replaced: integer(row, 'replaced') },
    ]),
  );
}

/** The texts of one language that are not empty. */
async function countTexts(
  statements: Statements,
  file: number,
  locale: number,
  pause: Pause,
): Promise<number> {
  let found = 0;
  for (let after: number | undefined = 0; after !== undefined;) {
    const row = statements.row(
      `SELECT count(*) AS keys, max(id) AS last, coalesce(sum(text <> '${EMPTY}'), 0) AS texts FROM
         (SELECT k.id AS id, t.text AS text FROM key k
          LEFT JOIN translation t ON t.key = k.id AND t.locale = ?
          WHERE k.file = ? AND k.gone = 0 AND k.id > ? ORDER BY k.id LIMIT ${COUNTED})`,
      [locale, file, after],
    );
    found += integer(row, 'texts');
    after = integer(row, 'keys') < COUNTED ? undefined : integer(row, 'last');
    await pause();
  }
  return found;
}

/** What an upload that replaces would remove. */
function othersOf(
  statements: Statements,
  file: number,
  locale: number,
  wanted: ReadonlyMap<string, string>,
): readonly { readonly name: string; readonly version: number }[] {
  return statements
    .all(
      `SELECT k.name AS name, t.version AS version FROM key k JOIN translation t ON t.key = k.id
       WHERE k.file = ? AND t.locale = ? ORDER BY k.id`,
      [file, locale],
    )
    .map((row) => ({ name: text(row, 'name'), version: integer(row, 'version') }))
    .filter(({ name }) => !wanted.has(name));
}
