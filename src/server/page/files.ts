import { nameMatches } from '../../core/files/language-in-name.js';
import { text } from '../columns.js';
import { nestedObject } from '../behave/content.js';
import { formatOf } from '../../formats/index.js';
import type { Store } from '../store.js';
import type { StoredLocale } from '../stored.js';

/** How many versions of a file are searched for the name of a language's own file. */
const LOOKED_AT = 300;

interface FileOfLanguages {
  readonly id: number;
  readonly name: string;
}

/**
 * The name of the file that holds a language's texts: the one that it was last uploaded with, or
 * the source file's with this language's code.
 */
export function filenameFor(
  store: Store,
  locales: readonly StoredLocale[],
  file: FileOfLanguages,
  locale: number,
): string {
  const [row] = store.statements.all(
    `SELECT filename FROM (SELECT filename, locales, number FROM version WHERE file = ?
       ORDER BY number DESC LIMIT ${LOOKED_AT}) WHERE locales = ? ORDER BY number DESC LIMIT 1`,
    [file.id, `[${locale}]`],
  );
  if (row !== undefined) return text(row, 'filename');
  const code = locales.find(({ id }) => id === locale)?.code ?? '';
  const codes = locales.map((one) => one.code);
  const [match] = nameMatches(file.name, codes);
  if (match === undefined) return file.name;
  const spelled =
    file.name.includes(match.code) || !match.code.includes('-') ? code : code.replaceAll('-', '_');
  return match.frame.replaceAll('\u0000', spelled);
}

/** The texts of a source file in one language, as a file that can be uploaded again. */
export function downloadText(
  store: Store,
  file: FileOfLanguages,
  locale: StoredLocale,
  filename: string,
): string {
  const flat: unknown = JSON.parse(store.languageObject(file.id, locale.id));
  const texts = Object.entries(flat ?? {}).map(([key, one]) => [key, JSON.stringify(one)] as const);
  const json = nestedObject(texts, '.');
  const isYaml = formatOf(filename)?.name === 'yaml';
  // JSON is YAML: a file of Rails has its language on top.
  const value: unknown = JSON.parse(isYaml ? `{${JSON.stringify(locale.code)}:${json}}` : json);
  return isYaml ? yamlOf(value, 0) : `${JSON.stringify(value, null, 2)}\n`;
}

/** Plain keys where YAML takes them for nothing else, and every text in double quotes. */
function yamlOf(value: unknown, depth: number): string {
  const indent = '  '.repeat(depth);
  if (Array.isArray(value))
    return value.map((item: unknown) => `${indent}-${nested(item, depth)}`).join('') || `${indent}[]\n`;
  if (typeof value !== 'object' || value === null) return `${indent}${JSON.stringify(value)}\n`;
  const entries = Object.entries(value);
  return entries.map(([key, one]) => `${indent}${yamlKey(key)}:${nested(one, depth)}`).join('');
}

function nested(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return ` ${JSON.stringify(value)}\n`;
  return Object.keys(value).length === 0 ? ' {}\n' : `\n${yamlOf(value, depth + 1)}`;
}

/** `no`, `on` and `y` are booleans of YAML 1.1. */
const yamlKey = (key: string): string =>
  /^[A-Za-z_][\w-]*$/.test(key) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(key)
    ? key
    : JSON.stringify(key);

/** A name as a header takes it (RFC 8187). */
export function dispositionOf(filename: string): string {
  const name = filename.split('/').at(-1) ?? filename;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
