import type { Settled } from '../core/base-entry.js';
import { keyId, keyPath, type KeyId } from '../core/key.js';
import type { KeyState } from '../core/merge.js';
import { pullAction, type PullAction } from '../core/policy.js';
import { isShrink } from '../core/shrink.js';
import type { Document, Edit, Format, OutlineNode, Refusal } from '../formats/format.js';
import { groupBy } from './actions.js';
import type { Comparison } from './compare.js';
import { rerooted, underRoot } from './root.js';

/** One language of a file that may be written. */
export interface PullPart {
  readonly comparison: Comparison;
  readonly root: string | undefined;
  /** With `--strict`: whether `check` would refuse this text, which then is not written. */
  readonly refuses?: (key: KeyId, text: string) => boolean;
}

export interface PullOptions {
  readonly force: boolean;
  readonly prune: boolean;
  readonly empty: boolean;
  readonly allowShrink: boolean;
}

/** The source locale's file as pull would leave it: order and shape of all others. */
export interface Model {
  readonly document: Document;
  readonly root: string | undefined;
}

/** What would be lost, where that is more than the shrink guard lets through. */
export interface Shrink {
  readonly removed: number;
  readonly emptied: number;
  readonly of: number;
}

type Planned = Exclude<PullAction, 'keep'> | 'refuse';

export type PullActions = ReadonlyMap<Planned, readonly KeyState[]>;

/** What pull would do with one locale file. */
export interface PullPlan {
  /** The file's new text; undefined where it stays as it is. */
  readonly text: string | undefined;
  /** For each part its keys by what becomes of them, those that are simply kept left out. */
  readonly actions: readonly PullActions[];
  readonly refused: readonly Refusal[];
  readonly shrink: Shrink | undefined;
}

/** A service that suddenly has nothing at all of a file is a fault, also where the file is small; the one text of a file may be deleted. */
const isThere = (state: KeyState): boolean => state.there !== undefined;

/**
 * The new text of one locale file: only the bytes of changed keys change, new keys stand where the source locale's file has them,
 * a new file takes its shape. `document` is undefined where there is no file yet.
 */
export function planPull(
  format: Format,
  document: Document | undefined,
  parts: readonly PullPart[],
  options: PullOptions,
  model: Model | undefined,
): PullPlan {
  const edits: Edit[] = [];
  let held = 0;
  let removed = 0;
  let emptied = 0;
  const actions = parts.map(({ comparison, root, refuses }): PullActions => {
    const policy = { ...comparison.where, ...options };
    const byAction = groupBy<Planned>(comparison.states, (state) => {
      if (state.here !== undefined) held++;
      const action = pullAction(state, policy);
      return action === 'write' && refuses?.(state.key, state.there ?? '') === true ? 'refuse' : action;
    });
    const edit = (state: KeyState, text: string | undefined): void =>
      void edits.push({ path: underRoot(keyPath(state.key), root), text });
    for (const state of byAction.get('write') ?? []) {
      if (state.there === '') emptied++;
      edit(state, state.there);
    }
    for (const state of byAction.get('remove') ?? []) {
      removed++;
      edit(state, undefined);
    }
    return byAction;
  });
  const lost = removed + emptied;
  const vanished = !parts.some(({ comparison }) => comparison.states.some(isThere));
  const shrink = isShrink(lost, held, vanished) ? { removed, emptied, of: held } : undefined;
  if (shrink && !options.allowShrink) return { text: undefined, actions, refused: [], shrink };
  if (edits.length === 0) return { text: undefined, actions, refused: [], shrink: undefined };
  if (document === undefined) {
    return { text: create(format, edits, parts, model), actions, refused: [], shrink: undefined };
  }
  const result = document.edit(edits, outlineFor(parts, model));
  return result.ok
    ? { text: result.text, actions, refused: [], shrink: undefined }
    : { text: undefined, actions, refused: result.refused, shrink: undefined };
}

function create(
  format: Format,
  edits: readonly Edit[],
  parts: readonly PullPart[],
  model: Model | undefined,
): string {
  const texts = new Map<KeyId, string>();
  for (const edit of edits) if (edit.text !== undefined) texts.set(keyId(edit.path), edit.text);
  if (!model) return format.create(texts);
  const to = parts[0]?.root;
  const root = model.root !== undefined && to !== undefined ? { root: { from: model.root, to } } : {};
  return format.create(texts, { document: model.document, ...root });
}

function outlineFor(
  parts: readonly PullPart[],
  model: Model | undefined,
): readonly OutlineNode[] | undefined {
  if (!model) return undefined;
  return parts.flatMap((part) => rerooted(model.document.outline, model.root, part.root));
}

/** What becomes of the keys of one part when the plan is carried out. */
export function settledByPull(actions: PullActions): Map<KeyId, Settled> {
  const settled = new Map<KeyId, Settled>();
  for (const state of actions.get('write') ?? []) settled.set(state.key, { text: state.there });
  for (const state of actions.get('remove') ?? []) settled.set(state.key, { text: undefined });
  return settled;
}
