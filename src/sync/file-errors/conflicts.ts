import { LocsyncError } from '../../core/errors/index.js';
import type { KeyState } from '../../core/merge/key-state.js';
import { waiting } from '../../core/merge/policy.js';
import { pullActions, stopFor, type PullPlan, type PullRules } from '../../plan/pull.js';
import { switchesOf } from '../../options/read.js';
import type { PushPlan } from '../../plan/push.js';
import type { ComparedFile, ComparedLocale } from '../files/compared-file.js';
import { clashErrors, countAndKeys, localeArgs, placeOf, scopeOf } from './diagnostics.js';
import { renumberingIn } from './refused-edits.js';

/** What messages call a push. */
export type PushCommand = 'push' | 'push --dry-run' | 'push again';

/** A pull without options. */
export const PLAIN_PULL: PullRules = switchesOf('pull', {});

/** The keys in conflict that push leaves alone, and what the shrink guard stops. */
export const pushProblems = (
  compared: ComparedFile,
  plan: PushPlan,
  command: PushCommand,
): LocsyncError[] => [...conflictErrors(compared, plan.actions, command), ...shrinkErrors(compared, plan)];

/** Warnings about keys that push cannot delete, or leaves out of an upload. */
export function leftByPush(compared: ComparedFile, plan: PushPlan): LocsyncError[] {
  const { path } = compared.file;
  const place = { path };
  return compared.locales.flatMap((language, i) => {
    const of = (action: 'accept-deletion' | 'cannot-delete' | 'leave-out') =>
      (plan.actions[i]?.get(action) ?? []).filter((state) => state.verdict !== 'clash').map(({ key }) => key);
    const kept = language.access !== 'write' ? [] : [...of('cannot-delete'), ...of('accept-deletion')];
    // If nothing is uploaded nothing is left out; `status` counts such keys as waiting for a pull.
    const left = plan.content === undefined ? [] : of('leave-out');
    const { isSource } = language.comparison.where;
    const args = {
      ...countAndKeys(left),
      locale: language.locale.code,
      source: isSource,
      scope: scopeOf(path, [language.locale.tag]),
      shrinks: isSource && left.length > 0 && needsAllowShrink(language, PLAIN_PULL, 'prune'),
    };
    const keptArgs = { ...countAndKeys(kept), ...localeArgs(compared, language) };
    return [
      ...(kept.length > 0 ? [LocsyncError.of('CANNOT_DELETE', keptArgs, { place })] : []),
      ...(left.length > 0 ? [LocsyncError.of('LEFT_OUT', args, { place })] : []),
    ];
  });
}

/** An error if an upload would leave out more of one language than the shrink guard allows. */
function shrinkErrors(compared: ComparedFile, { shrinks }: PushPlan): LocsyncError[] {
  if (shrinks.length === 0) return [];
  const { path } = compared.file;
  // The file goes up as a whole: a command for one language would be stopped by the next one.
  const concerned = compared.locales.filter((_, i) => shrinks.some(({ part }) => part === i));
  const losses = shrinks.flatMap(({ part, leftOut, of }) => {
    const locale = compared.locales[part]?.locale.code;
    return locale === undefined ? [] : [{ locale, leftOut, of }];
  });
  const args = {
    losses,
    source: concerned.some(({ comparison }) => comparison.where.isSource),
    scope: scopeOf(
      path,
      concerned.map(({ locale }) => locale.tag),
    ),
  };
  return [LocsyncError.of('PUSH_SHRINK', args, { place: { path } })];
}

/** Keys of the source locale that the service lost in every language, and that a pull keeps. */
export function sourceKeysGone(compared: ComparedFile, rules: PullRules): LocsyncError[] {
  if (rules.prune) return [];
  return compared.locales.flatMap((language) => {
    const { comparison, isSourceFileGone, locale } = language;
    const keys = comparison.states.filter(({ verdict }) => verdict === 'gone-there').map(({ key }) => key);
    if (!comparison.where.isSource || isSourceFileGone || keys.length === 0) return [];
    const { path } = compared.file;
    const shrinks = needsAllowShrink(language, rules, 'prune');
    const stuck = renumberingIn(compared, language, keys);
    const more = stuck.length > 0 ? { stuck: countAndKeys(stuck) } : {};
    const args = { ...countAndKeys(keys), scope: scopeOf(path, [locale.tag]), shrinks, ...more };
    return [LocsyncError.of('SOURCE_KEYS_GONE', args, { place: { path } })];
  });
}

/**
 * Source texts that the service has lost although other languages have the key: neither push nor
 * pull touches them unasked, since the service may hold a text that it does not show.
 */
export function sourceTextsMissing(compared: ComparedFile): LocsyncError[] {
  return compared.locales.flatMap(({ comparison, isSourceFileGone, locale }) => {
    const keys = comparison.states.filter(({ verdict }) => verdict === 'emptied-there').map(({ key }) => key);
    if (!comparison.where.isSource || isSourceFileGone || keys.length === 0) return [];
    const { path } = compared.file;
    const args = { ...countAndKeys(keys), scope: scopeOf(path, [locale.tag]) };
    return [LocsyncError.of('SOURCE_TEXTS_MISSING', args, { place: { path } })];
  });
}

/** What pull did not do with some keys. */
export const pullProblems = (compared: ComparedFile, plan: PullPlan, rules: PullRules): LocsyncError[] =>
  conflictErrors(compared, plan.actions, 'pull', rules);

/** What `status --check` fails for: the conflicts that it counts, with what no file can hold. */
export function statusConflicts(compared: ComparedFile): LocsyncError[] {
  const conflicts = compared.locales.map(({ comparison, isSourceFileGone }) => {
    const states = isSourceFileGone
      ? []
      : comparison.states.filter((state) => waiting(state, comparison.where) === 'conflict');
    return new Map([['conflict', states] as const]);
  });
  return [...conflictErrors(compared, conflicts, 'status'), ...clashErrors(compared)];
}

type Conflicts = readonly { get(action: 'conflict'): readonly KeyState[] | undefined }[];
type ConflictCommand = PushCommand | 'pull' | 'status';

/**
 * The conflicts of a file: for each language one error for what changed on both sides, and one for
 * what is back on each side, with the commands that settle those of this language and no others.
 */
function conflictErrors(
  compared: ComparedFile,
  actions: Conflicts,
  command: ConflictCommand,
  rules = PLAIN_PULL,
): LocsyncError[] {
  return compared.locales.flatMap((language, i) =>
    ([undefined, 'service', 'upload', 'disk', 'gone', 'older'] as const).flatMap((back) => {
      const conflicts = (actions[i]?.get('conflict') ?? []).filter(
        (state) => state.verdict !== 'clash' && state.back === back,
      );
      const [first] = conflicts;
      if (!first || language.access !== 'write') return [];
      const args = {
        ...countAndKeys(conflicts.map(({ key }) => key)),
        ...localeArgs(compared, language),
        command,
        back,
        based: conflicts.some(({ verdict }) => verdict !== 'unbased'),
        empty: conflicts.every(({ here, there }) => here !== undefined && there === ''),
        scope: scopeOf(compared.file.path, [language.locale.tag]),
        shrinks: needsAllowShrink(language, rules, 'force'),
        way: onlyWay(compared, language),
        isMissing: compared.document === undefined,
      };
      return [LocsyncError.of('CONFLICT', args, { place: placeOf(compared, language, first.key) })];
    }),
  );
}

/** The one way that the configuration leaves to a locale; undefined if both are open. */
export function onlyWay({ file }: ComparedFile, { locale }: ComparedLocale): 'up' | 'down' | undefined {
  const { goesUp, comesDown } = file.bound.set.entry.reach;
  return !comesDown(locale) ? 'up' : !goesUp(locale) ? 'down' : undefined;
}

/**
 * Whether only this option of a pull lets the shrink guard stop: its message names what goes then,
 * and a suggested command says `--allow-shrink` at once. A suspicious answer still stops it.
 */
function needsAllowShrink(language: ComparedLocale, rules: PullRules, option: 'force' | 'prune'): boolean {
  const stop = (wanted: PullRules) => stopFor(language, pullActions(language, wanted));
  const stopped = stop({ ...rules, [option]: true });
  return stopped?.because === 'losses' && stopped.losses.replaced === 0 && stop(rules) === undefined;
}
