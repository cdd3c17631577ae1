import { sectionName } from '../../core/lock/base.js';
import type { BoundSet } from '../../core/files/bound-set.js';
import type { FilePattern } from '../../core/config/types.js';
import { LocsyncError } from '../../core/errors/index.js';
import { isMultilingual, type FileSet, sectionOf } from '../../core/files/file-set.js';
import { hashText } from '../../core/merge/hash.js';
import { type Locale, type ServiceLocale, isSameCode, languageIn } from '../../core/locales/locale.js';
import { fullCode } from '../../core/files/locale-table.js';
import { baseOf } from '../../core/lock/lock-file.js';
import { type Lock, hasEntries } from '../../core/lock/lock.js';
import { isSameLanguage } from '../../core/files/moved-sections.js';
import type { Service, SourceFile } from '../../ports/service.js';

/** A language that holds at least this share of a section's texts is the section's language. */
const LEAST_SHARE = 0.5;

/** What is needed to find the language that a code of the lock stood for. */
export interface RenamedLanguagesInput {
  readonly lock: Lock;
  readonly locales: readonly ServiceLocale[];
  readonly service: Pick<Service, 'texts'>;
  /** The source file of a set. */
  readonly sourceOf: (set: FileSet) => BoundSet<SourceFile>['sourceFile'];
}

/**
 * The entries of `files` with the codes that files and root keys here keep, although the service
 * has renamed a language: `pt` was Brazilian Portuguese before pt-PT joined the project, or before
 * the service called it `pt_BR`. The result acts like a `localeMap` entry. Undefined if nothing
 * changes.
 */
export async function keepCodesOfRenamed(
  sets: readonly FileSet[],
  input: RenamedLanguagesInput,
): Promise<ReadonlyMap<FilePattern, FilePattern> | undefined> {
  const kept = new Map<FilePattern, FilePattern>();
  for (const set of sets) {
    const { settings } = set.entry;
    for (const code of orphanCodes(set, input.lock)) {
      const locale = await renamedLocaleOf(code, set, input);
      if (!locale) continue;
      const localeMap = new Map((kept.get(settings) ?? settings).localeMap);
      if ([...localeMap].some(([key, tag]) => isSameCode(tag, code) || isSameCode(key, fullCode(locale))))
        continue;
      kept.set(settings, { ...settings, localeMap: localeMap.set(fullCode(locale), code) });
    }
  }
  return kept.size > 0 ? kept : undefined;
}

/** The codes in the lock's sections of this set that are not in the project. */
function orphanCodes(set: FileSet, lock: Lock): readonly string[] {
  if (!isMultilingual(set))
    return set.unknownLocaleFiles.filter(({ path }) => hasEntries(lock, path)).map(({ code }) => code);
  if (set.files.size === 0) return [];
  const { table } = set.entry;
  const prefix = sectionName(set.template, '');
  return [...lock.sections.keys()]
    .filter((name) => name.startsWith(prefix) && hasEntries(lock, name))
    .map((name) => name.slice(prefix.length))
    .filter((code) => table.find(code) === undefined);
}

/**
 * The language that this code of the lock stands for; undefined if the project has no such one.
 * Throws LOCALE_SHARED if the service calls several by this code now, and their texts are alike.
 */
async function renamedLocaleOf(
  code: string,
  set: FileSet,
  input: RenamedLanguagesInput,
): Promise<Locale | undefined> {
  const { table } = set.entry;
  const candidates = table.locales.filter(
    (locale) =>
      (languageIn(locale.code) === languageIn(code) || isSameLanguage(fullCode(locale), code)) &&
      (isMultilingual(set) || !set.files.has(locale.id)) &&
      !hasEntries(input.lock, sectionOf(set, locale)),
  );
  const [only, ...more] = candidates;
  if (only && more.length === 0 && isSameLanguage(fullCode(only), code)) return only;
  const source = input.sourceOf(set);
  if (!only || !source) return undefined;
  const path = isMultilingual(set)
    ? set.template
    : (set.unknownLocaleFiles.find((file) => file.code === code)?.path ?? '');
  const section = sectionName(path, isMultilingual(set) ? code : undefined);
  const base = [...baseOf(input.lock, section).values()];
  const shares = await Promise.all(
    candidates.map(async (locale) => {
      const texts = await input.service.texts(source, locale, input.locales);
      const hashes = new Set(texts.map(({ text }) => hashText(text ?? '')));
      return { locale, share: base.filter((hash) => hashes.has(hash)).length / base.length };
    }),
  );
  const [best, second] = shares.sort((a, b) => b.share - a.share);
  const isCertain = best !== undefined && best.share >= LEAST_SHARE && best.share > (second?.share ?? 0);
  if (isCertain) return best.locale;
  const shared = candidates.filter((locale) => isSameCode(locale.code, code));
  if (shared.length < 2) return undefined;
  const args = { code, all: shared.map(fullCode) };
  throw LocsyncError.of('LOCALE_SHARED', args, { place: { path } });
}
