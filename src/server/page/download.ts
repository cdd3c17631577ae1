import type { FormatName } from '../../core/formats.js';
import { formatOf } from '../../formats/index.js';
import { isList, putNested, type Branch } from '../behave/content.js';
import { integer, text } from '../store/columns.js';
import type { ProjectContext } from '../project-context.js';
import type { Statements } from '../store/statements.js';
import type { StoredFile, StoredLocale } from '../store/stored-types.js';
import { filenameFor } from './files.js';
import { runUndisturbed, type Pause } from '../import/stepwise.js';

/** How many keys one query reads. */
const KEYS = 2_000;

export interface Download {
  readonly filename: string;
  /** The content; nothing is read from the database any more. */
  readonly pieces: Iterable<string>;
}

/** The texts of a source file in one language, as a file that can be uploaded again. */
export async function download(
  { store, locales }: ProjectContext,
  file: StoredFile,
  locale: StoredLocale,
): Promise<Download> {
  const filename = filenameFor(store, locales, file, locale.id);
  return runUndisturbed(
    store,
    file.id,
    (pause) => readTree(store.statements, file.id, locale.id, pause),
    (tree) => {
      const write = WRITERS[formatOf(filename)?.name ?? 'json'];
      return { filename, pieces: write(tree, locale.code) };
    },
  );
}

/** The content of a file of each format, in one language. */
const WRITERS: Readonly<Record<FormatName, (tree: Branch, code: string) => Iterable<string>>> = {
  json: (tree) => jsonOf(tree, ''),
  // A file of Rails has its language on top.
  yaml: (tree, code) => yamlOf(new Map([[code, tree]]), ''),
};

async function readTree(statements: Statements, file: number, locale: number, pause: Pause): Promise<Branch> {
  const root: Branch = new Map();
  for (let after: number | undefined = 0; after !== undefined;) {
    // One row for many keys: reading takes about two thirds of the time of a row for each.
    const row = statements.row(
      `SELECT count(*) AS keys, max(id) AS last,
         coalesce(group_concat(name || ',' || text, ',' ORDER BY id), '') AS pairs FROM
         (SELECT k.id AS id, k.name AS name, t.text AS text FROM key k
          LEFT JOIN translation t ON t.key = k.id AND t.locale = ?
          WHERE k.file = ? AND k.gone = 0 AND k.id > ? ORDER BY k.id LIMIT ${KEYS})`,
      [locale, file, after],
    );
    const pairs: unknown = JSON.parse(`[${text(row, 'pairs')}]`);
    if (Array.isArray(pairs))
      for (let at = 0; at < pairs.length; at += 2)
        putNested(root, String(pairs[at]), JSON.stringify(pairs[at + 1]), '.');
    after = integer(row, 'keys') < KEYS ? undefined : integer(row, 'last');
    await pause();
  }
  return root;
}

function* jsonOf(branch: Branch, indent: string): Generator<string> {
  const isArray = isList(branch);
  let before = `${isArray ? '[' : '{'}\n`;
  for (const [name, value] of branch) {
    const start = `${before}${indent}  ${isArray ? '' : `${JSON.stringify(name)}: `}`;
    before = ',\n';
    if (typeof value === 'string') yield start + value;
    else {
      yield start;
      yield* jsonOf(value, `${indent}  `);
    }
  }
  if (branch.size === 0) yield '{}';
  else yield `\n${indent}${isArray ? ']' : '}'}`;
  if (indent === '') yield '\n';
}

/** Plain keys where YAML takes them for nothing else, and every text in double quotes. */
function* yamlOf(branch: Branch, indent: string): Generator<string> {
  const isArray = isList(branch);
  for (const [name, value] of branch) {
    const start = `${indent}${isArray ? '-' : `${yamlKey(name)}:`}`;
    if (typeof value === 'string') yield `${start} ${quoted(value)}\n`;
    else if (value.size === 0) yield `${start} {}\n`;
    else {
      yield `${start}\n`;
      yield* yamlOf(value, `${indent}  `);
    }
  }
}

/** `no`, `on` and `y` are booleans of YAML 1.1. */
const yamlKey = (key: string): string =>
  /^[A-Za-z_][\w-]*$/.test(key) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(key)
    ? key
    : quoted(JSON.stringify(key));

/**
 * A string of JSON as one of YAML. JSON is YAML, but unescaped, readers of YAML 1.1 refuse control
 * characters, and fold or drop the others.
 */
const quoted = (json: string): string =>
  json.replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
