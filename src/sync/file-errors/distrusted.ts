import { isRemoval } from '../../core/merge/base-entry.js';
import { LocsyncError } from '../../core/errors/index.js';
import type { Scope } from '../../core/errors/suggest.js';
import type { KeyId } from '../../core/keys/key.js';
import type { KeyState } from '../../core/merge/key-state.js';
import { isShrink } from '../../core/merge/policy.js';
import { textsGoneBack } from '../../plan/alterations.js';
import { lostHere, vanishedThere, withoutMoved } from '../../plan/missing-texts.js';
import {
  foreignTexts,
  isSuspiciousLoss,
  lossesOf,
  mayBeEdit,
  type ForeignTexts,
  type Losses,
} from '../../plan/distrust.js';
import { pullActions, stopFor, type PullRules, type PullPlan, type Stop } from '../../plan/pull.js';
import { type SetModel } from '../../plan/set-model.js';
import type { PushRules, PushPlan } from '../../plan/push.js';
import type { ComparedFile, ComparedLocale } from '../files/compared-file.js';
import { sourceLeaves } from '../files/source-leaves.js';
import { PLAIN_PULL } from './conflicts.js';
import { localeArgs, quotedTexts, scopeOf } from './diagnostics.js';
import { nameKeys } from './name-keys.js';

type Command = 'pull' | 'push';

/** Why pull leaves a file alone: its answer cannot be believed, or it would cost too many texts. */
export function pullStops(compared: ComparedFile, plan: PullPlan, options: PullRules): LocsyncError[] {
  return stopErrors(compared, (language, i) => {
    const wrong = answerError(compared, language, 'pull');
    // Keys that the list still counts were not deleted, whatever may be removed.
    if (wrong) return options.allowShrink && !language.shortage ? undefined : wrong;
    const stop = plan.stops[i];
    return stop && stopError(compared, language, stop);
  });
}

/** The error that stops one language of a file; its commands are about all that are stopped. */
type StopError = (scope: Scope) => LocsyncError;

/**
 * The errors that stop the languages of a file. It is written and uploaded as a whole: a command
 * for one of them would be stopped by the next one.
 */
function stopErrors(
  compared: ComparedFile,
  stopOf: (language: ComparedLocale, i: number) => StopError | undefined,
): LocsyncError[] {
  const stopped = compared.locales.flatMap((language, i) => {
    const stop = stopOf(language, i);
    return stop ? [{ stop, tag: language.locale.tag }] : [];
  });
  const scope = scopeOf(
    compared.file.path,
    stopped.map(({ tag }) => tag),
  );
  return stopped.map(({ stop }) => stop(scope));
}

const stopError = (compared: ComparedFile, language: ComparedLocale, stop: Stop): StopError =>
  stop.because === 'foreign'
    ? foreignError(compared, language, stop.foreign, 'pull')
    : lossError(compared, language, stop.losses, 'pull');

/** What a pull without options would refuse, as `status` reports it. */
export function suspiciousAnswers(compared: ComparedFile): LocsyncError[] {
  return stopErrors(compared, (language) => {
    if (language.isSourceFileGone) return undefined;
    const wrong = answerError(compared, language, 'pull');
    if (wrong) return wrong;
    const stop = stopFor(language, pullActions(language, PLAIN_PULL));
    return stop && stopError(compared, language, stop);
  });
}

/** Why push does not upload a file: it lost texts here, or would carry doubtful ones. */
export function pushStops(compared: ComparedFile, plan: PushPlan, { force, all }: PushRules): LocsyncError[] {
  const lost = force ? [] : localLosses(compared);
  if (lost.length > 0 || (plan.content === undefined && !all)) return lost;
  return stopErrors(compared, (language, i) => {
    const { states, hasAnswer } = language.comparison;
    const wrong = answerError(compared, language, 'push');
    // Both options together say that the disk's texts are to go up again, of the languages that
    // were asked for.
    if (wrong && !(force && all && language.access === 'write' && !language.shortage)) return wrong;
    const spliced = plan.actions[i]?.get('splice') ?? [];
    const foreign = foreignTexts(states, spliced, language.evidence);
    if (foreign) return foreignError(compared, language, foreign, 'push');
    const losses = lossesOf(states, spliced, [], language.evidence);
    const stops = isSuspiciousLoss(losses, states, hasAnswer, language.evidence);
    return stops ? lossError(compared, language, losses, 'push') : undefined;
  });
}

/** Translations that give way to the source text, too few of them to stop: they are named. */
export function sourceTextWarnings(
  compared: ComparedFile,
  /** What is written or goes up of the service's texts, for each language. */
  taken: readonly (readonly KeyState[] | undefined)[],
  command: Command,
): LocsyncError[] {
  return compared.locales.flatMap(({ locale, keysWithSourceText }, i) => {
    const states = (taken[i] ?? []).filter(({ key }) => keysWithSourceText.includes(key));
    if (states.length === 0) return [];
    // A pull takes them from the disk.
    const keys =
      command === 'pull'
        ? quotedTexts(states.map(({ key, here = '' }) => [key, here]))
        : nameKeys(
            states.map(({ key }) => key),
            Infinity,
          );
    const args = { count: states.length, keys, locale: locale.code, command };
    return [LocsyncError.of('SOURCE_TEXTS', args, placeOf(compared))];
  });
}

/**
 * Texts that only an answer with all languages had: the one for a language alone may come from a
 * server that lags behind, and the upload would replace them.
 */
export function refutedWarnings(compared: ComparedFile, model: SetModel | undefined): LocsyncError[] {
  const sources = sourceLeaves(compared.document, model, compared.file);
  return compared.locales.flatMap(({ locale, refuted, comparison: { states } }) => {
    if (!refuted || !mayBeEdit(refuted.size, states.length)) return [];
    const left = states.flatMap(({ key, here, there }) => {
      const text = refuted.get(key);
      const isOld = text === undefined || text === here || text === there || text === sources.get(key)?.text;
      return isOld ? [] : [[key, text] as const];
    });
    if (left.length === 0) return [];
    const args = { count: left.length, texts: quotedTexts(left), locale: locale.code };
    return [LocsyncError.of('ANSWERS_DIFFER', args, placeOf(compared))];
  });
}

/**
 * Texts on which the last answer has gone back, and that the upload leaves out. `isNamed`: this run
 * names the text of the language with this index elsewhere.
 */
export function olderAnswerWarnings(
  compared: ComparedFile,
  isNamed: (index: number, key: KeyId) => boolean,
): LocsyncError[] {
  return compared.locales.flatMap(({ locale, comparison }, i) => {
    const left = [...textsGoneBack(comparison)].filter(([key]) => !isNamed(i, key));
    if (left.length === 0) return [];
    const args = { count: left.length, texts: quotedTexts(left), locale: locale.code, isLeftOut: true };
    return [LocsyncError.of('ANSWERS_DIFFER', args, placeOf(compared))];
  });
}

/** Languages of a file that have lost much of what was synced: an emptied file, or half a merge. */
export function localLosses(compared: ComparedFile): LocsyncError[] {
  if (!compared.document) return [];
  return compared.locales.flatMap((language) => {
    if (language.isSourceFileGone || language.access !== 'write') return [];
    const lostTexts = withoutMoved(lostHere(language.comparison), language.comparison);
    const lost = lostTexts.length;
    const of = [...language.base.values()].filter((entry) => !isRemoval(entry)).length;
    const isEmpty = lost > 2 && language.comparison.states.every(({ here = '' }) => here === '');
    const { from, isWhole = false } = language.comparison.copied ?? {};
    if (!isShrink(lost, of, isEmpty || isWhole)) return [];
    const copied = lostTexts.filter(({ here = '' }) => here !== '').length;
    const args = {
      lost,
      copied,
      from: typeof from === 'object' ? from.locale : from,
      of,
      scope: scope(compared, language),
      ...localeArgs(compared, language),
    };
    return [LocsyncError.of('LOCAL_LOSS', args, placeOf(compared))];
  });
}

/** What is wrong with the answer itself, whatever its texts are. */
function answerError(
  compared: ComparedFile,
  language: ComparedLocale,
  command: Command,
): StopError | undefined {
  const count = vanishedThere(language.comparison);
  const { shortage } = language;
  if (shortage) return () => LocsyncError.of('ANSWER_SHORT', shortage, placeOf(compared));
  if (count === 0) return undefined;
  return (scope) =>
    LocsyncError.of(
      'LOCALE_EMPTIED',
      { locale: language.locale.code, count, command, scope },
      placeOf(compared),
    );
}

const foreignError =
  (
    compared: ComparedFile,
    language: ComparedLocale,
    { locale: otherLocale, count, of }: ForeignTexts,
    command: Command,
  ): StopError =>
  (scope) => {
    const args = { locale: language.locale.code, other: otherLocale, count, of, command, scope };
    return LocsyncError.of('ANOTHER_LOCALE_TEXTS', args, placeOf(compared));
  };

const lossError =
  (compared: ComparedFile, language: ComparedLocale, losses: Losses, command: Command): StopError =>
  (scope) =>
    LocsyncError.of(
      'SHRINK',
      { ...losses, command, scope, ...localeArgs(compared, language) },
      placeOf(compared),
    );

const placeOf = ({ file: { path } }: ComparedFile): { place: { path: string } } => ({ place: { path } });

const scope = ({ file }: ComparedFile, { locale }: ComparedLocale): Scope => scopeOf(file.path, [locale.tag]);
