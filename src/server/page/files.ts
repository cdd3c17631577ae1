import { nameMatches } from '../../core/files/language-in-name.js';
import { text } from '../store/columns.js';
import type { Store } from '../store/store.js';
import type { StoredLocale } from '../store/stored-types.js';
import type { NamedFile } from '../import/file-names.js';

/** How many versions of a file are searched for the name of a language's own file. */
const LOOKED_AT = 300;

/** The name of a language's own file: as last uploaded, or with the language's code. */
export function filenameFor(
  store: Store,
  locales: readonly StoredLocale[],
  file: NamedFile,
  locale: number,
): string {
  const [row] = store.statements.all(
    `SELECT filename FROM (SELECT filename, locales, number FROM version WHERE file = ?
       ORDER BY number DESC LIMIT ${LOOKED_AT}) WHERE locales = ? ORDER BY number DESC LIMIT 1`,
    [file.id, `[${locale}]`],
  );
  if (row !== undefined) return text(row, 'filename');
  const code = locales.find(({ id }) => id === locale)?.code ?? '';
  const codes = locales.map((language) => language.code);
  const [match] = nameMatches(file.name, codes);
  if (match === undefined) return file.name;
  const spelled =
    file.name.includes(match.code) || !match.code.includes('-') ? code : code.replaceAll('-', '_');
  return match.frame.replaceAll('\u0000', spelled);
}

/** A name as a header takes it (RFC 8187). */
export function dispositionOf(filename: string): string {
  const name = filename.split('/').at(-1) ?? filename;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
