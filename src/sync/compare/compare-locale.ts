import { LocsyncError } from '../../core/errors/index.js';
import { remoteCode } from '../../core/files/binding.js';
import { isMultilingual, sectionOf } from '../../core/files/file-set.js';
import { codesOf } from '../../core/files/locale-table.js';
import { keyName, shownKey, type KeyId } from '../../core/keys/key.js';
import type { Locale } from '../../core/locales/locale.js';
import { baseOf } from '../../core/merge/lock-file.js';
import type { BaseHashes } from '../../core/merge/key-state.js';
import { compareLanguage, type Comparison, type Versions } from '../../plan/comparison.js';
import { missingThere } from '../../plan/missing-texts.js';
import { isTaken, isWorthEvidence } from '../../plan/distrust.js';
import type { SetModel } from '../../plan/pull.js';
import {
  hasRoot,
  languageRoot,
  leavesUnder,
  localeRoot,
  sentRoot,
  type LocalLeaf,
} from '../../plan/locale-root.js';
import { isSource } from '../files/source-locale.js';
import type { LocaleFile } from '../files/locale-file.js';
import type { Asking, OtherLanguages } from './other-languages.js';
import type { ReadFile, ComparedLocale, Shortage } from '../files/compared-file.js';
import type { Project } from '../context/project.js';
import { markOf, type FileAnswers, type FileSetTexts } from './file-set-texts.js';
import { NO_STALE, staleIn } from './stale.js';
import { changedThere, isToBeCompared } from './shared-texts.js';
import { baseToCompare } from './removed-keys.js';
import { modelWithin, sourceLeaves } from '../files/source-leaves.js';

/** What decides how one language of a file is compared. */
export interface CompareLocaleOptions {
  /** The bases of the file's languages if they are newer than the lock. */
  readonly bases?: readonly BaseHashes[];
  /** Tells deleted keys from untranslated ones, and this language's texts from another's. */
  readonly others?: OtherLanguages;
  /** Tells keys that the service answers with the source text; `others` if not given. */
  readonly sourceTextsOf?: OtherLanguages;
  /** The file's texts have just been uploaded. */
  readonly wasSent?: boolean;
  /** The service's texts, if they may come with those of other languages. */
  readonly texts?: FileSetTexts | undefined;
  /** Keys without a base may be removed too. */
  readonly prune?: boolean | undefined;
}

/** A locale file with all that was read of it. */
export interface FileToCompare {
  readonly file: LocaleFile;
  readonly read: ReadFile;
  /** The service's answers for the file's languages, in their order. */
  readonly remote: FileAnswers;
  readonly model: SetModel | undefined;
  /** A source file that is gone counts as a new one. */
  readonly forgetGone: boolean;
  /** A new file begins with its language. */
  readonly isRooted: boolean;
  readonly isSynced: boolean;
  /** The keys of all locales of a set that has no source texts here. */
  readonly union: ReadonlySet<KeyId> | undefined;
}

/** Compares the language with index `i` of a locale file with the service and the base. */
export async function compareLocale(
  project: Project,
  { file, read, remote, model, forgetGone, isRooted, isSynced, union }: FileToCompare,
  locale: Locale,
  i: number,
  options: CompareLocaleOptions,
): Promise<ComparedLocale> {
  const { bound, path } = file;
  const { sourceFile } = bound;
  const { entry } = bound.set;
  const { table } = entry;
  const { ignores } = entry.reach;
  const multilingual = isMultilingual(bound.set);
  const rootOfNew = isRooted ? locale.tag : undefined;
  const root = multilingual
    ? languageRoot(read.document, locale, table)
    : read.document
      ? (localeRoot(read.document, locale, table, path) ??
        (read.document.top.length === 0 ? rootOfNew : undefined))
      : rootOfNew;
  const section = sectionOf(bound.set, locale);
  const known = options.bases?.[i] ?? baseOf(project.stored.lock, section);
  const gone = sourceFile === undefined && known.size > 0;
  // Without the file nothing of it was deleted key by key: pull writes it anew.
  const here = read.document ? leavesUnder(read.document, root) : NO_LEAVES;
  const base =
    gone && forgetGone ? NO_BASE : baseToCompare(project, file, locale, known, read.document && here);
  const isMissingOnDisk = read.document === undefined;
  const exists = !isMissingOnDisk && (!multilingual || here.size > 0 || hasRoot(read.document, root));
  const sourceTexts = sourceLeaves(read.document, model, file);
  const substitute = here.size === 0 ? (model ?? modelWithin(read.document, file)) : undefined;
  const like = substitute?.isSubstitute ? leavesUnder(substitute.document, substitute.root) : undefined;
  const [top] = read.document?.top ?? [];
  const isList = (top ?? model?.document.top[0])?.item !== undefined;
  const answer = remote[i];
  const there = answer?.texts() ?? [];
  const isShared = answer?.isShared === true;
  const shared: Versions = {
    here,
    sourceTexts,
    like,
    union,
    there,
    base,
    exists,
    isSynced,
    isList,
    ignores,
  };
  const codes = codesOf(table, locale);
  const where = { isSource: isSource(bound, locale), isLockUnusable: project.stored.lock.isUnusable };
  const asking = { locale, here, sourceTexts, base, isList };
  const compareAs = (one: Versions): Comparison =>
    project.uploads.judge(
      section,
      project.replaced.judge(section, compareLanguage(one, codes, where, project.keyFormats.hint)),
    );
  const first = compareAs(shared);
  const { texts } = options;
  if (isShared) texts?.answers.show(section, changedThere(first));
  if (answer?.untrusted)
    texts?.answers.showUntrusted(section, changedThere(compareAs({ ...shared, there: answer.untrusted })));
  const corrected =
    sourceFile && texts && isShared && isToBeCompared(first, texts.answers, sourceTexts, options.prune)
      ? await texts.correction(sourceFile, locale, there)
      : undefined;
  const versions = corrected ? { ...shared, there: corrected } : shared;
  const comparison = corrected ? compareAs(versions) : first;
  const doubted = await withOthers(versions, options, asking, comparison, compareAs);
  noteKeyFormat(project, file, doubted.comparison);
  const leftOut = !project.isWritable(locale, entry);
  const isOneWay = leftOut && project.isSelected(locale, entry);
  const sent = sentRoot(root, locale, remoteCode(bound.set, locale));
  const ignoredBase = ignores ? new Map([...known].filter(([key]) => ignores(key))) : NO_BASE;
  const common = {
    locale,
    leftOut,
    isOneWay,
    root,
    sentRoot: sent,
    section,
    base,
    ignoredBase,
    isMissingOnDisk,
  };
  // Other answers have had a say in anything but the first comparison.
  const found = doubted.comparison === first && answer ? { answer: markOf(answer) } : {};
  const holder = model && !model.isSubstitute ? model.document : read.document;
  const stale = where.isSource
    ? NO_STALE
    : staleIn(project, file, section, versions, doubted.comparison, holder);
  const refuted = texts?.answers.refuted(section);
  return { ...common, ...doubted, ...found, ...stale, refuted, isSourceFileGone: gone && !forgetGone };
}

/** The comparison, with what the other languages say of it if it would remove or replace much. */
async function withOthers(
  versions: Versions,
  {
    others,
    sourceTextsOf = others,
    wasSent = false,
    prune = false,
  }: {
    readonly others?: OtherLanguages;
    readonly sourceTextsOf?: OtherLanguages;
    readonly wasSent?: boolean;
    readonly prune?: boolean | undefined;
  },
  asking: Asking,
  first: Comparison,
  compareAs: (versions: Versions) => Comparison,
): Promise<Pick<ComparedLocale, 'comparison' | 'shortage' | 'evidence' | 'keysWithSourceText'>> {
  const given = await trusted(versions, others, asking, first, compareAs);
  let { comparison } = given;
  const answered = await sourceTextsOf?.answeredWithSource(comparison.states, asking, wasSent);
  const doubted = { ...given.versions, ...(answered && answered.size > 0 ? { answered } : {}) };
  if (doubted.answered) comparison = compareAs(doubted);
  let shortage: Shortage | undefined;
  const missing = others ? missingThere(comparison, prune) : [];
  if (others && missing.length > 0) {
    const presence = await others.presence(missing, asking);
    shortage = presence.shortage;
    if (presence.held.size > 0) comparison = compareAs({ ...doubted, untranslated: presence.held });
  }
  const taken = comparison.states.filter(isTaken);
  // A file that is new replaces no text by the source text.
  const replaces = taken.some(({ here = '' }) => here !== '');
  const evidence =
    others && isWorthEvidence(comparison.states, taken) ? await others.evidence(asking, replaces) : undefined;
  const keysWithSourceText = (await others?.sourceTextsAmong(taken, asking, evidence)) ?? [];
  return { comparison, shortage, evidence, keysWithSourceText };
}

/**
 * The comparison of an answer with no known key, without the suspicion if other languages show that
 * the service spells this file's keys as ever: a language may hold nothing but a key that is new.
 */
async function trusted(
  versions: Versions,
  others: OtherLanguages | undefined,
  asking: Asking,
  comparison: Comparison,
  compareAs: (versions: Versions) => Comparison,
): Promise<{ readonly versions: Versions; readonly comparison: Comparison }> {
  if (!comparison.unfamiliar || versions.isSynced !== true) return { versions, comparison };
  const known = [...versions.here.keys(), ...versions.sourceTexts.keys(), ...versions.base.keys()];
  if (others && (await others.presence(known, asking)).held.size === 0) return { versions, comparison };
  const again = { ...versions, isSynced: false };
  return { versions: again, comparison: compareAs(again) };
}

/**
 * Remembers what a file shows of the service's keys. Throws KEYS_UNFAMILIAR if the answer is hardly
 * about this file.
 */
function noteKeyFormat({ keyFormats }: Project, { bound, path }: LocaleFile, comparison: Comparison): void {
  const { unfamiliar, shown } = comparison;
  if (unfamiliar) {
    const { here, there } = unfamiliar;
    const args = { here: keyName(here), there: shownKey(there), name: bound.sourceFile?.name ?? path };
    throw LocsyncError.of('KEYS_UNFAMILIAR', args, { place: { path } });
  }
  if (shown) keyFormats.add(shown);
}

const NO_BASE: BaseHashes = new Map();
const NO_LEAVES: ReadonlyMap<KeyId, LocalLeaf> = new Map();
