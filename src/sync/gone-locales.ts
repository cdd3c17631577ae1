import type { BoundSet } from '../core/files/bound-set.js';
import { LocsyncError } from '../core/errors/index.js';
import { isMultilingual } from '../core/files/file-set.js';
import { foldCode } from '../core/locales/locale.js';
import type { Lock } from '../core/merge/lock-reader.js';
import type { SourceFile } from '../ports/service.js';

/** A file here, or one of its languages, whose locale the project has lost since it was synced. */
export interface GoneLocale {
  readonly path: string;
  /** As the file's name or the lock has it. */
  readonly code: string;
  readonly bound: BoundSet<SourceFile>;
  readonly error: LocsyncError;
}

/** The locales of these sets that have a base, and that the project's list no longer holds. */
export function findGoneLocales(sets: readonly BoundSet<SourceFile>[], lock: Lock): GoneLocale[] {
  return sets.flatMap((bound) => {
    const of = (path: string, code: string): GoneLocale => {
      const error = LocsyncError.of('LOCALE_GONE', { code }, { place: { path } });
      return { path, code, bound, error };
    };
    const { set } = bound;
    if (!isMultilingual(set))
      return set.unknownLocaleFiles
        .filter(({ path }) => (lock.sections.get(path) ?? '') !== '')
        .map(({ path, code }) => of(path, code));
    if (set.files.size === 0) return [];
    const path = set.template;
    const { table } = set.entry;
    const isKnown = (code: string): boolean =>
      table.find(code) !== undefined ||
      table.locales.some((locale) => foldCode(locale.code) === foldCode(code));
    return [...lock.sections]
      .filter(([name, lines]) => name.startsWith(`${path}#`) && lines !== '')
      .map(([name]) => name.slice(path.length + 1))
      .filter((code) => !isKnown(code))
      .map((code) => of(path, code));
  });
}
