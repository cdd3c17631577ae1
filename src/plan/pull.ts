import type { SettledKey } from '../core/merge/base-entry.js';
import { keyBelow, keyPath, type KeyId } from '../core/keys/key.js';
import type { KeyState } from '../core/merge/key-state.js';
import { pullAction, type PullAction } from '../core/merge/policy.js';
import { FormatError, type Document, type Edit, type Format, type Refusal } from '../formats/format.js';
import { groupBy } from './actions.js';
import { type Comparison } from './comparison.js';
import { lostHere } from './missing-texts.js';
import { newLists } from './new-lists.js';
import {
  foreignTexts,
  isSuspiciousLoss,
  lossesOf,
  type OtherTexts,
  type ForeignTexts,
  type Losses,
} from './distrust.js';
import { underRoot } from './locale-root.js';
import { outlineFor, outlineOfNew, type SetModel } from './set-model.js';

/** One language of a file that may be written. */
export interface PullPart {
  readonly comparison: Comparison;
  readonly root: string | undefined;
  /** What the other languages hold; undefined if nothing looks wrong. */
  readonly evidence?: OtherTexts | undefined;
  /** With `--strict`: whether `check` would refuse this text, which then is not written. */
  readonly isWithheld?: (key: KeyId, text: string) => boolean;
}

export interface PullRules {
  readonly force: boolean;
  readonly prune: boolean;
  readonly empty: boolean;
  readonly allowShrink: boolean;
  /** Write back what was deleted here. */
  readonly restore: boolean;
}

/** Why one language of a file must not be pulled without a confirmation. */
export type Stop =
  | { readonly because: 'losses'; readonly losses: Losses }
  | { readonly because: 'foreign'; readonly foreign: ForeignTexts };

type PlannedPullAction = Exclude<PullAction, 'keep'> | 'withhold';

export type PullActions = ReadonlyMap<PlannedPullAction, readonly KeyState[]>;

/** What pull would do with one locale file. */
export interface PullPlan {
  /** The file's new text; undefined if it stays as it is. */
  readonly text: string | undefined;
  /** For each part its keys by what becomes of them, those that are simply kept left out. */
  readonly actions: readonly PullActions[];
  readonly refused: readonly Refusal[];
  /** For each part why the whole file is left alone; undefined for a part that is right. */
  readonly stops: readonly (Stop | undefined)[];
}

/**
 * The new text of one locale file: only the bytes of changed keys change, new keys go where the
 * source locale's file has them, a new file takes its shape. `document` is undefined if there is no
 * file yet.
 */
export function planPull(
  format: Format,
  document: Document | undefined,
  parts: readonly PullPart[],
  options: PullRules,
  model: SetModel | undefined,
): PullPlan {
  const actions = parts.map((part) => pullActions(part, options));
  const isIdle = actions.every((one) => !one.has('write') && !one.has('remove'));
  const stops = options.allowShrink ? [] : parts.map((part, i) => stopFor(part, actions[i] ?? new Map()));
  const planned = { text: undefined, actions, refused: [], stops };
  if (stops.some((stop) => stop !== undefined) || isIdle) return planned;
  if (document === undefined) {
    const made = create(format, actions, parts, model);
    return typeof made === 'string' ? { ...planned, text: made } : { ...planned, refused: [made] };
  }
  const changed = parts.filter((_, i) => actions[i]?.has('write'));
  const result = document.edit(editsOf(actions, parts), () => outlineFor(document, changed, model));
  return result.ok ? { ...planned, text: result.text } : { ...planned, refused: result.refused };
}

/** What pull does with the keys of one language. */
export function pullActions(
  { comparison, isWithheld }: Pick<PullPart, 'comparison' | 'isWithheld'>,
  options: PullRules,
): PullActions {
  const policy = { ...comparison.where, ...options };
  const restored = new Set(options.restore ? lostHere(comparison) : []);
  return groupBy<PlannedPullAction>(comparison.states, (state) => {
    const action = restored.has(state) ? 'write' : pullAction(state, policy);
    return action === 'write' && isWithheld?.(state.key, state.there ?? '') === true ? 'withhold' : action;
  });
}

/** Why these actions need a confirmation: each language of a file is judged by itself. */
export function stopFor(
  { comparison, evidence }: Pick<PullPart, 'comparison' | 'evidence'>,
  actions: PullActions,
): Stop | undefined {
  const { states, hasAnswer } = comparison;
  const written = actions.get('write') ?? [];
  const foreign = foreignTexts(states, written, evidence);
  if (foreign) return { because: 'foreign', foreign };
  const losses = lossesOf(states, written, actions.get('remove') ?? [], evidence);
  const stops = isSuspiciousLoss(losses, states, hasAnswer, evidence);
  return stops ? { because: 'losses', losses } : undefined;
}

/** What these actions change in the file. */
function editsOf(actions: readonly PullActions[], parts: readonly PullPart[]): Edit[] {
  const edits: Edit[] = [];
  for (const [i, part] of parts.entries()) {
    const edit = ({ key }: KeyState, text: string | undefined): void =>
      void edits.push({ path: underRoot(keyPath(key), part.root), text });
    for (const state of actions[i]?.get('write') ?? []) edit(state, state.there);
    for (const state of actions[i]?.get('remove') ?? []) edit(state, undefined);
  }
  return edits;
}

/** The text of a new file, or why no file can hold these texts. */
function create(
  format: Format,
  actions: readonly PullActions[],
  parts: readonly PullPart[],
  model: SetModel | undefined,
): string | Refusal {
  const texts = new Map<KeyId, string>();
  parts.forEach(({ root }, i) => {
    actions[i]?.get('write')?.forEach(({ key, there }) => {
      if (there !== undefined) texts.set(keyBelow(root, key), there);
    });
  });
  const to = parts[0]?.root;
  const root = model?.root !== undefined && to !== undefined ? { root: { from: model.root, to } } : {};
  const lists = newLists(parts, () => [outlineOfNew(parts, model)], model?.document.outline ?? []);
  try {
    return format.create(texts, model && { document: model.document, ...root }, lists);
  } catch (error) {
    if (!(error instanceof FormatError) || error.key === undefined) throw error;
    return { path: error.key, reason: error.reason, position: undefined };
  }
}

/** What becomes of the keys of one part when the plan is carried out. */
export function settledByPull(actions: PullActions): Map<KeyId, SettledKey> {
  const settled = new Map<KeyId, SettledKey>();
  actions.get('write')?.forEach(({ key, there }) => settled.set(key, { text: there }));
  actions.get('remove')?.forEach(({ key }) => settled.set(key, { text: undefined }));
  return settled;
}
