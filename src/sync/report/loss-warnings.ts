import { LocsyncError } from '../../core/errors/index.js';
import type { KeyState } from '../../core/merge/key-state.js';
import { isServiceForm, looksAltered, mayBeAltered } from '../../core/merge/service-form.js';
import type { PullPlan } from '../../plan/pull.js';
import type { PushPlan } from '../../plan/push.js';
import type { ComparedFile, ComparedLocale } from '../compared-file.js';
import type { ReplacedTexts } from '../replaced-texts.js';
import { named, quotedTexts, scopeOf } from './diagnostics.js';
import { nameKeys } from './rows.js';

/**
 * What a pull takes from the disk that is nowhere else: each key is named, whatever option asked
 * for it.
 */
export function pullLosses(compared: ComparedFile, plan: PullPlan, done: boolean): LocsyncError[] {
  if (plan.text === undefined || !compared.document) return [];
  return compared.locales.flatMap((one, i) => {
    const written = plan.actions[i]?.get('write') ?? [];
    const lost = written.filter(({ here = '' }) => here !== '');
    const replaced = lost.filter(({ verdict, there }) => there !== '' && isUnseen(verdict));
    const emptied = lost.filter(({ there }) => there === '');
    const removed = (plan.actions[i]?.get('remove') ?? []).filter(({ here = '' }) => here !== '');
    return [
      ...warning(compared, one, replaced, { what: 'replaced-here', done }),
      ...warning(compared, one, emptied, { what: 'emptied-here', done }),
      ...warning(compared, one, removed, { what: 'removed-here', done }),
    ];
  });
}

/** So many small changes of one kind are a service's, if they are half of what a pull writes. */
const SERIES = 3;

/**
 * Texts that a pull replaces by what looks like the service's own form of them, or by a text that a
 * pull from here has replaced before: shown whole, since a person may not have meant it.
 */
export function alteredHere(
  compared: ComparedFile,
  plan: PullPlan,
  replaced: ReplacedTexts,
  done: boolean,
): LocsyncError[] {
  if (plan.text === undefined || !compared.document) return [];
  return compared.locales.flatMap((one, i) => {
    const { section, sourceTexts, locale } = one;
    const written = (plan.actions[i]?.get('write') ?? []).filter(
      ({ key, verdict, here = '' }) => verdict === 'pull' && here !== '' && !sourceTexts.includes(key),
    );
    const similar = written.filter(({ here = '', there = '' }) => mayBeAltered(here, there));
    const isSeries = similar.length >= SERIES && similar.length * 2 >= written.length;
    const altered = written.filter(
      (state) =>
        looksAltered(state.here ?? '', state.there ?? '') ||
        replaced.wasReplacedHere(section, state.key, state.there ?? '') ||
        (isSeries && similar.includes(state)),
    );
    if (altered.length === 0) return [];
    const { path } = compared.file;
    const texts = quotedTexts(altered.map(({ key, here = '' }) => [key, here]));
    const args = {
      ...namedKeys(compared, one, altered),
      texts,
      done,
      scope: scopeOf(path, [locale.tag]),
    };
    return [LocsyncError.of('TEXTS_ALTERED', args, { place: { path } })];
  });
}

/**
 * What a push takes from the service: texts that were not what both sides last agreed on, and those
 * that `resolve` has given up unseen.
 */
export function pushLosses(
  compared: ComparedFile,
  plan: PushPlan,
  known: ReplacedTexts,
  done: boolean,
): LocsyncError[] {
  if (plan.content === undefined) return [];
  return compared.locales.flatMap((one, i) => {
    const sent = plan.actions[i]?.get('upload') ?? [];
    // The beginning of a text is in the whole.
    const replaced = sent.filter(
      ({ key, verdict, here = '', there = '' }) =>
        there !== '' &&
        (isUnseen(verdict)
          ? !(verdict === 'unbased' && isServiceForm(here, there))
          : known.wasGivenUp(one.section, key, there)),
    );
    return warning(compared, one, replaced, { what: 'replaced-there', done });
  });
}

/** Keys that a pull --prune keeps: they were added here since the last sync, and never pushed. */
export function keptByPrune(compared: ComparedFile, prune: boolean): LocsyncError[] {
  if (!prune) return [];
  return compared.locales.flatMap((one) => {
    const { states, where } = one.comparison;
    if (where.firstContact) return [];
    const added = states.filter(
      ({ verdict, base, there, here = '' }) =>
        verdict === 'push' && base === undefined && there === undefined && here !== '',
    );
    if (added.length === 0) return [];
    const { path } = compared.file;
    const args = { ...namedKeys(compared, one, added), scope: scopeOf(path, [one.locale.tag]) };
    return [LocsyncError.of('PRUNE_KEPT', args, { place: { path } })];
  });
}

const isUnseen = (verdict: KeyState['verdict']): boolean => verdict === 'conflict' || verdict === 'unbased';

interface Loss {
  readonly what: 'replaced-here' | 'replaced-there' | 'emptied-here' | 'removed-here';
  readonly done: boolean;
}

function warning(
  compared: ComparedFile,
  one: ComparedLocale,
  states: readonly KeyState[],
  loss: Loss,
): LocsyncError[] {
  if (states.length === 0) return [];
  const scope = scopeOf(compared.file.path, [one.locale.tag]);
  const args = { ...namedKeys(compared, one, states), ...loss, scope };
  return [LocsyncError.of('TEXTS_LOST', args, { place: { path: compared.file.path } })];
}

const namedKeys = (
  compared: ComparedFile,
  one: ComparedLocale,
  states: readonly KeyState[],
): { count: number; keys: string; locale?: string } => ({
  count: states.length,
  // There may be no other record of them.
  keys: nameKeys(
    states.map(({ key }) => key),
    Infinity,
  ),
  ...named(compared, one),
});
