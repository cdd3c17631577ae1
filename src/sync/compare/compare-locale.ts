import { LocsyncError } from '../../core/errors/index.js';
import { remoteCode } from '../../core/files/binding.js';
import { codesOf } from '../../core/files/locale-table.js';
import { keyName, NO_TEXTS, shownKey } from '../../core/keys/key.js';
import type { Locale } from '../../core/locales/locale.js';
import { compareLanguage, type Comparison, type Versions } from '../../plan/comparison.js';
import { sentRoot } from '../../plan/locale-root.js';
import { accessTo, type Project } from '../context/project.js';
import type { ComparedLocale } from '../files/compared-file.js';
import { type LocaleFile, isSource } from '../files/locale-file.js';
import type { LanguageQuery } from './read/aligned-texts.js';
import { correctedComparison, type CompareLocaleOptions } from './corrected-comparison.js';
import { markOf, type FileAnswers } from './read/file-set-texts.js';
import { localeTexts, type FileToCompare, type LocaleTexts } from './read/locale-texts.js';
import { changedThere, isToBeCompared } from './read/shared-texts.js';
import { NO_STALE, staleIn } from './stale-texts.js';

/** Compares one language of a locale file with the service and the base. */
export async function compareLocale(
  project: Project,
  toCompare: FileToCompare,
  locale: Locale,
  options: CompareLocaleOptions,
): Promise<ComparedLocale> {
  const { file, read, model } = toCompare;
  const { set } = file.bound;
  const i = file.locales.indexOf(locale);
  const found = localeTexts(project, toCompare, locale, options.bases?.[i]);
  const { section, root, sourceTexts } = found;
  const answer = toCompare.remote[i];
  const compareAs = comparer(project, file, locale, section);
  const versions: Versions = { ...found.versions, there: answer?.texts() ?? [] };
  // Before anything is awaited: the other languages of the file ask for it afterwards.
  if (answer && isSource(file.bound, locale)) options.others?.sources?.answered(versions.there);
  const first = compareAs(versions);
  const { here, base, isList, mayMerge } = versions;
  const query = { locale, here, sourceTexts, base, isList, mayMerge };
  const corrected = await correctedVersions(file, query, answer, { found, first, compareAs }, options);
  const result = await correctedComparison(
    corrected ?? versions,
    options,
    query,
    corrected ? compareAs(corrected) : first,
    compareAs,
  );
  acceptKeyFormat(project, file, result.comparison, model?.isPlanned !== true);
  const holder = model && !model.isSubstitute ? model.document : read.document;
  const stale = isSource(file.bound, locale)
    ? NO_STALE
    : staleIn(project, file, corrected ?? versions, result.comparison, holder, found);
  return {
    locale,
    access: accessTo(project, locale, set.entry),
    root,
    sentRoot: sentRoot(root, locale, remoteCode(set, locale)),
    section,
    base,
    ignoredBase: found.ignoredBase,
    isMissingOnDisk: read.document === undefined,
    isMissingThere: file.bound.sourceFile === undefined,
    isSourceFileGone: found.isSourceFileGone,
    ...result,
    // Other answers have had a say in anything but the first comparison.
    ...(result.comparison === first && answer ? { answer: markOf(answer) } : {}),
    ...stale,
    refuted: options.texts?.answers.refuted(section),
  };
}

/** Compares versions of one language, with what this machine remembers of its texts. */
function comparer(
  project: Project,
  { bound }: LocaleFile,
  locale: Locale,
  section: string,
): (versions: Versions) => Comparison {
  const codes = codesOf(bound.set.entry.table, locale);
  const where = { isSource: isSource(bound, locale), isLockUnusable: project.stored.lock.isUnusable };
  return (versions) => {
    const comparison = compareLanguage(versions, codes, where, project.keyFormats.hint);
    return project.uploads.judge(section, project.replaced.judge(section, comparison));
  };
}

/**
 * The versions with the answer for this language alone, if the texts that came with those of other
 * languages would change much; undefined if the first ones count.
 */
async function correctedVersions(
  { bound: { sourceFile } }: LocaleFile,
  query: LanguageQuery,
  answer: FileAnswers[number],
  { found, first, compareAs }: FirstComparison,
  { texts, others, prune }: CompareLocaleOptions,
): Promise<Versions | undefined> {
  const { section } = found;
  const isShared = answer?.isShared === true;
  if (isShared) texts?.answers.show(section, changedThere(first));
  if (answer?.untrusted) {
    const untrusted = compareAs({ ...found.versions, there: answer.untrusted });
    texts?.answers.showUntrusted(section, changedThere(untrusted));
  }
  if (!sourceFile || !texts || !isShared) return undefined;
  const isCompared = answer.isCompared === true;
  const sources = {
    here: query.sourceTexts,
    there: async () => (await others?.sources?.texts(query)) ?? NO_TEXTS,
  };
  if (!(await isToBeCompared(first, texts, sources, isCompared, prune))) return undefined;
  const there = await texts.correction(sourceFile, query.locale, answer.texts());
  return there && { ...found.versions, there };
}

interface FirstComparison {
  readonly found: LocaleTexts;
  readonly first: Comparison;
  readonly compareAs: (versions: Versions) => Comparison;
}

/**
 * Remembers what a file shows of the service's keys, if it `proves` that. Throws KEYS_UNFAMILIAR if
 * the answer is hardly about this file.
 */
function acceptKeyFormat(
  { keyFormats }: Project,
  { bound, path }: LocaleFile,
  comparison: Comparison,
  proves: boolean,
): void {
  const { unfamiliar, shown } = comparison;
  if (unfamiliar) {
    const { here, there } = unfamiliar;
    const args = { here: keyName(here), there: shownKey(there), name: bound.sourceFile?.name ?? path };
    throw LocsyncError.of('KEYS_UNFAMILIAR', args, { place: { path } });
  }
  if (shown && proves) keyFormats.add(shown);
}
