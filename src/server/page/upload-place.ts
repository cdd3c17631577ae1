import { nameMatches } from '../../core/files/language-in-name.js';
import type { PagePlace } from '../../core/page/import-wire.js';
import { formatOf } from '../../formats/index.js';
import { bareLanguage, unknownLanguage, type NamedFile } from '../import/file-names.js';
import type { ProjectContext } from '../project-context.js';

/** If there are more files than this, a name alone proposes none. */
const MOST_FILES = 1_000;

/** Where a dropped file belongs by its name, as far as the name leaves no doubt. */
export function placeOf({ store, project, codes, locales, names }: ProjectContext, name: string): PagePlace {
  const files = store.files(project.id, 0, MOST_FILES + 1);
  const found = proposedPlace(name, files.length > MOST_FILES ? [] : files, codes);
  const idOf = (code: string | undefined): number | null =>
    locales.find((locale) => locale.code === code)?.id ?? null;
  const { file, code } = names.find(name);
  return {
    file: found.file ?? null,
    locale: idOf(found.code),
    named: file === undefined ? null : { fileName: file.name, locale: idOf(code ?? codes[0]) },
  };
}

/**
 * The only source file whose name in some language ends like this one, and the only language that
 * the name may be of. Browsers tell no folders: `common.json` says nothing of its language if that
 * is a folder's name.
 */
export function proposedPlace(
  name: string,
  files: readonly NamedFile[],
  codes: readonly string[],
): { readonly file: number | undefined; readonly code: string | undefined } {
  const ways = nameMatches(name, codes);
  const found = files
    .filter((file) => formatOf(file.name) === formatOf(name))
    .flatMap((file): { readonly file: number; readonly code: string | undefined }[] => {
      const own = nameMatches(file.name, codes);
      const frame = lastPart((own.find(({ code }) => code === codes[0]) ?? own[0])?.frame ?? file.name);
      const same = ways.filter((way) => lastPart(way.frame) === frame).map(({ code }) => code);
      if (same.length > 0) return same.map((code) => ({ file: file.id, code }));
      return lastPart(file.name) === lastPart(name) ? [{ file: file.id, code: undefined }] : [];
    });
  if (found.length > 0)
    return { file: only(found.map(({ file }) => file)), code: only(found.map(({ code }) => code)) };
  const isOther = (unknownLanguage(name, codes) ?? bareLanguage(name, codes)) !== undefined;
  return { file: undefined, code: isOther ? undefined : only(ways.map(({ code }) => code)) };
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The value that all of them are. */
const only = <T>(items: readonly T[]): T | undefined =>
  items.every((item) => item === items[0]) ? items[0] : undefined;
