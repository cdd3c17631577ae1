import { ifReadable } from '../files/unless-failed.js';
import type { BoundSet } from '../../core/files/bound-set.js';
import { LocsyncError } from '../../core/errors/index.js';
import { isMultilingual } from '../../core/files/file-set.js';
import { isSameCode } from '../../core/locales/locale.js';
import { sectionName } from '../../core/lock/base.js';
import { type Lock, hasEntries } from '../../core/lock/lock.js';
import type { Files } from '../../ports/files.js';
import type { SourceFile } from '../../ports/service.js';
import type { GoneLocale } from '../context/project.js';
import { readLocaleFile } from '../files/read-file.js';

/** The languages that were synced, and that the project no longer has. */
export interface GoneLocales {
  /** Those that still have a file, or a part of one. */
  readonly locales: readonly GoneLocale[];
  /** The sections of the others, whose texts are gone here, too: the next lock omits them. */
  readonly obsoleteSections: readonly string[];
}

/** The locales of these sets that have a base, and that the project's list no longer holds. */
export async function findGoneLocales(
  sets: readonly BoundSet<SourceFile>[],
  lock: Lock,
  files: Files,
): Promise<GoneLocales> {
  const candidates = sets.flatMap((bound) => goneOf(bound, lock));
  const asked = candidates.map(async (gone) => ({ gone, isHere: await isInFile(files, gone) }));
  const found = await Promise.all(asked);
  return {
    locales: found.filter(({ isHere }) => isHere).map(({ gone }) => gone),
    obsoleteSections: found
      .filter(({ isHere }) => !isHere)
      .map(({ gone: { path, code } }) => sectionName(path, code)),
  };
}

/** Whether the file holds texts of this language, or cannot be read, as its row reports. */
async function isInFile(files: Files, { path, code, bound: { set } }: GoneLocale): Promise<boolean> {
  if (!isMultilingual(set)) return true;
  const read = await ifReadable(() => readLocaleFile(files, path));
  return !read || read.document?.topKeys.some(({ name }) => isSameCode(name, code)) === true;
}

function goneOf(bound: BoundSet<SourceFile>, lock: Lock): GoneLocale[] {
  const of = (path: string, code: string): GoneLocale => {
    const part = isMultilingual(bound.set);
    const error = LocsyncError.of('LOCALE_GONE', { code, part }, { place: { path } });
    return { path, code, bound, error };
  };
  const { set } = bound;
  if (!isMultilingual(set))
    return set.unknownLocaleFiles
      .filter(({ path, code }) => set.entry.reach.syncsCode(code) && hasEntries(lock, path))
      .map(({ path, code }) => of(path, code));
  if (set.files.size === 0) return [];
  const path = set.template;
  const { table } = set.entry;
  const isKnown = (code: string): boolean =>
    table.find(code) !== undefined || table.locales.some((locale) => isSameCode(locale.code, code));
  return [...lock.sections]
    .filter(([name, lines]) => name.startsWith(`${path}#`) && lines !== '')
    .map(([name]) => name.slice(path.length + 1))
    .filter((code) => set.entry.reach.syncsCode(code) && !isKnown(code))
    .map((code) => of(path, code));
}
