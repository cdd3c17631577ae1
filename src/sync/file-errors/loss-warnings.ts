import { uploadedStates, type PushPlan } from '../../plan/push.js';
import { LocsyncError } from '../../core/errors/index.js';
import type { KeyState } from '../../core/merge/key-state.js';
import { isServiceForm, looksAltered, mayBeAltered } from '../../core/merge/service-form.js';
import { type KeyId, keyBelow } from '../../core/keys/key.js';
import type { Replaced } from '../../core/records/replaced.js';
import type { PullActions, PullPlan } from '../../plan/pull.js';
import type { ComparedFile, ComparedLocale } from '../files/compared-file.js';
import { localeArgs, quotedTexts, scopeOf } from './diagnostics.js';
import { getOrMake } from '../../core/util/collections.js';
import { sharedKeys } from '../files/shared-keys.js';
import { nameKeys } from './name-keys.js';

/** What earlier runs remember that tells a loss from a change. */
type RememberedTexts = Pick<Replaced, 'has'>;

/** What a pull takes from the disk that is nowhere else: each key is named. */
export function pullLosses(compared: ComparedFile, plan: PullPlan, done: boolean): LocsyncError[] {
  if (plan.text === undefined || !compared.document) return [];
  return compared.locales.flatMap((language, i) => {
    const { replaced, emptied, removed } = takenFromDisk(plan.actions[i]);
    return [
      ...warning(compared, language, replaced, { what: 'replaced-here', done }),
      ...warning(compared, language, emptied, { what: 'emptied-here', done }),
      ...warning(compared, language, removed, { what: 'removed-here', done }),
    ];
  });
}

/** The texts that a pull takes from the disk, and that both sides did not hold before. */
function takenFromDisk(actions: PullActions | undefined): {
  readonly replaced: readonly KeyState[];
  readonly emptied: readonly KeyState[];
  readonly removed: readonly KeyState[];
} {
  const lost = (actions?.get('write') ?? []).filter(({ here = '' }) => here !== '');
  return {
    replaced: lost.filter(({ verdict, there }) => there !== '' && isUnseen(verdict)),
    emptied: lost.filter(({ there }) => there === ''),
    removed: (actions?.get('remove') ?? []).filter(({ here = '' }) => here !== ''),
  };
}

/**
 * The keys, from the root of the file, of the texts that {@link pullLosses} and {@link alteredHere}
 * name, and of those that source texts replace: a run that is killed cannot name them itself.
 */
export const keysTaken = (
  { document, file, locales }: ComparedFile,
  { text, actions }: Pick<PullPlan, 'text' | 'actions'>,
  earlier?: RememberedTexts,
): readonly KeyId[] => {
  if (text === undefined || !document) return [];
  const keys = locales.flatMap((language, i) => {
    const { root, keysWithSourceText } = language;
    const { replaced, emptied, removed } = takenFromDisk(actions[i]);
    const altered = earlier ? alteredStates(language, actions[i], earlier) : [];
    const states = [...replaced, ...emptied, ...removed, ...altered];
    const taken = [...new Set([...states.map(({ key }) => key), ...keysWithSourceText])];
    return taken.map((key) => keyBelow(root, key));
  });
  return sharedKeys(file.bound, keys);
};

/** So many small changes of one kind are a service's, if they are half of what a pull writes. */
const SERIES = 3;

/** The keys of one language whose texts a pull replaces by an altered form of them. */
function alteredStates(
  { section, keysWithSourceText }: ComparedLocale,
  actions: PullActions | undefined,
  replaced: RememberedTexts,
): readonly KeyState[] {
  const written = (actions?.get('write') ?? []).filter(
    ({ key, verdict, here = '' }) => verdict === 'pull' && here !== '' && !keysWithSourceText.includes(key),
  );
  const similar = written.filter(({ here = '', there = '' }) => mayBeAltered(here, there));
  const isSeries = similar.length >= SERIES && similar.length * 2 >= written.length;
  return written.filter(
    (state) =>
      looksAltered(state.here ?? '', state.there ?? '') ||
      replaced.has('disk', { section, key: state.key }, state.there ?? '') ||
      (isSeries && similar.includes(state)),
  );
}

/**
 * Texts that a pull replaces by what looks like the service's own form of them, or by a text that a
 * pull from here has replaced before: shown whole, since a person may not have meant it.
 */
export function alteredHere(
  compared: ComparedFile,
  plan: PullPlan,
  replaced: RememberedTexts,
  done: boolean,
): LocsyncError[] {
  if (plan.text === undefined || !compared.document) return [];
  return compared.locales.flatMap((language, i) => {
    const { locale } = language;
    const altered = alteredStates(language, plan.actions[i], replaced);
    if (altered.length === 0) return [];
    const { path } = compared.file;
    const texts = quotedTexts(altered.map(({ key, here = '' }) => [key, here]));
    const args = {
      ...namedKeys(compared, language, altered),
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
  earlier: RememberedTexts,
  done: boolean,
): LocsyncError[] {
  if (plan.content === undefined) return [];
  return compared.locales.flatMap((language, i) => {
    const sent = uploadedStates(plan.actions[i]);
    // The beginning of a text is in the whole.
    const replaced = sent.filter(
      ({ key, verdict, here = '', there = '' }) =>
        there !== '' &&
        (isUnseen(verdict)
          ? !(verdict === 'unbased' && isServiceForm(here, there))
          : earlier.has('given-up', { section: language.section, key }, there)),
    );
    return warning(compared, language, replaced, { what: 'replaced-there', done });
  });
}

/** Keys that a pull --prune keeps: they were added here since the last sync, and never pushed. */
export function keptByPrune(compared: ComparedFile, prune: boolean): LocsyncError[] {
  if (!prune) return [];
  return compared.locales.flatMap((language) => {
    const { states, where } = language.comparison;
    if (where.firstContact) return [];
    const added = states.filter(
      ({ verdict, base, there, here = '' }) =>
        verdict === 'push' && base === undefined && there === undefined && here !== '',
    );
    if (added.length === 0) return [];
    const { path } = compared.file;
    const args = { ...namedKeys(compared, language, added), scope: scopeOf(path, [language.locale.tag]) };
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
  language: ComparedLocale,
  states: readonly KeyState[],
  loss: Loss,
): LocsyncError[] {
  if (states.length === 0) return [];
  const scope = scopeOf(compared.file.path, [language.locale.tag]);
  const args = { ...namedKeys(compared, language, states), ...loss, ...textsOf(states, loss), scope };
  return [LocsyncError.of('TEXTS_LOST', args, { place: { path: compared.file.path } })];
}

/** How many texts that the service has lost are shown in full; `undo` brings back more of them. */
const MOST_SHOWN = 10;

/**
 * Texts that a push has replaced are all shown: a service may keep no history, and undo is for the
 * disk. Options ask for what else a pull takes, but for keys that the service has lost.
 */
function textsOf(states: readonly KeyState[], { what, done }: Loss): { readonly keys?: string } {
  if (!done) return {};
  if (what === 'replaced-there')
    return { keys: quotedTexts(states.map(({ key, there = '' }) => [key, there])) };
  if (what !== 'removed-here' || states.length > MOST_SHOWN) return {};
  return { keys: quotedTexts(states.map(({ key, here = '' }) => [key, here])) };
}

const namesOfKeys = new WeakMap<readonly KeyId[], string>();

/** The names of a list of keys, made once: the files of a set share it. */
const namesOf = (keys: readonly KeyId[]): string =>
  getOrMake(namesOfKeys, keys, () => nameKeys(keys, Infinity));

const namedKeys = (
  compared: ComparedFile,
  language: ComparedLocale,
  states: readonly KeyState[],
): { count: number; keys: string; locale?: string } => ({
  count: states.length,
  // There may be no other record of them.
  keys: namesOf(
    sharedKeys(
      compared.file.bound,
      states.map(({ key }) => key),
    ),
  ),
  ...localeArgs(compared, language),
});
