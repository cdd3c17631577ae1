import type { SettledKey } from '../core/merge/base-entry.js';
import { type KeyId, keyPath } from '../core/keys/key.js';
import type { KeyState } from '../core/merge/key-state.js';
import { pushAction, type PushAction, isShrink } from '../core/merge/policy.js';
import type { LocaleAccess } from '../core/files/reach.js';
import type { Document, Edit, EditResult, Refusal } from '../formats/format.js';
import { groupBy } from './actions.js';
import type { Comparison } from './comparison.js';
import { isDoubted, type OtherTexts } from './distrust.js';
import { underRoot } from './locale-root.js';
import { notRenamed, sentDocument, withoutRoot } from './sent-document.js';

/** One language of a file that may be uploaded. */
export interface PushPart {
  readonly comparison: Comparison;
  readonly root: string | undefined;
  /** The root in the upload. */
  readonly sentRoot: string | undefined;
  /** `--force` settles nothing in a language that is not to be written. */
  readonly access: LocaleAccess;
  /** What the other languages hold; undefined if nothing looks wrong. */
  readonly evidence: OtherTexts | undefined;
  /** With `--strict`: whether `check` would refuse this text, which then stays here. */
  readonly isWithheld?: (key: KeyId, text: string) => boolean;
}

export interface PushRules {
  readonly force: boolean;
  /** Upload although nothing differs; together with `force` also what the service shows empty. */
  readonly all: boolean;
}

/**
 * `withhold`: `--strict` keeps it here. `not-asked`: of a language that `--locale` or `pullOnly`
 * keeps back.
 */
type PlannedPushAction = Exclude<PushAction, 'keep'> | 'withhold' | 'not-asked';

export type PushActions = ReadonlyMap<PlannedPushAction, readonly KeyState[]>;

/** The keys that push uploads. */
export const uploadedStates = (actions: PushActions | undefined): readonly KeyState[] =>
  actions?.get('upload') ?? [];

/** What push would do with one locale file. */
export interface PushPlan {
  /** What to send; undefined if nothing is to be uploaded, or nothing may be. */
  readonly content: string | undefined;
  /** For each part its keys by what becomes of them, those that are simply kept left out. */
  readonly actions: readonly PushActions[];
  /** Newer texts of the service that cannot be put into what would be uploaded. */
  readonly refused: readonly Refusal[];
  /** For each language above the shrink limit, how much the upload would omit. */
  readonly shrinks: readonly PushShrink[];
}

export interface PushShrink {
  /** The index of the part. */
  readonly part: number;
  readonly leftOut: number;
  readonly of: number;
}

/**
 * The upload of one locale file: the file as it is on disk, byte for byte, with newer texts of the
 * service put in and keys deleted there left out (docs/sync.md, "The table"). A key in conflict
 * goes up with the service's text, so that the rest of the file can be uploaded.
 */
export function planPush(
  document: Document,
  parts: readonly PushPart[],
  options: PushRules,
  unknown: readonly string[],
): PushPlan {
  const planned = parts.map((part, i) => actionsOf(part, i, options));
  const actions = planned.map(({ actions: byAction }) => byAction);
  const shrinks = planned.flatMap(({ shrink }) => shrink ?? []);
  const plan = { content: undefined, actions, refused: [], shrinks: [] };
  const sendsAll =
    options.all &&
    parts.some(({ comparison, access }, i) => access === 'write' && hasMore(comparison, actions[i]));
  if (!sendsAll && !actions.some((byAction) => byAction.has('upload'))) return plan;
  if (shrinks.length > 0) return { ...plan, shrinks };
  const sent = sentDocument(document, parts);
  if (!sent) return { ...plan, refused: [notRenamed(document, parts)] };
  const edits = [
    ...unknown.flatMap((root) => withoutRoot(document, root)),
    ...parts.flatMap((part, i) => editsOf(part, actions[i])),
  ];
  const empty = parts.flatMap((part, i) => emptyEditsOf(part, actions[i]));
  const result = editedWithout(sent, edits, empty);
  return result.ok ? { ...plan, content: result.text } : { ...plan, refused: result.refused };
}

/** What becomes of each key of one language, and whether the upload would omit too many. */
function actionsOf(
  { comparison, access, isWithheld, evidence }: PushPart,
  index: number,
  options: PushRules,
): { readonly actions: PushActions; readonly shrink: PushShrink | undefined } {
  const force = options.force && access === 'write';
  const actions = new Map(
    groupBy<PlannedPushAction>(comparison.states, (state) => {
      const planned = pushAction(state, { ...comparison.where, force });
      const action = planned === 'leave-empty' && force && options.all ? 'upload' : planned;
      if (action === 'upload' && access !== 'write') return 'not-asked';
      return action === 'upload' && isWithheld?.(state.key, state.here ?? '') === true ? 'withhold' : action;
    }),
  );
  const shrink = shrinkOf(comparison, actions, index);
  if (force && options.all && isDoubted(comparison, actions.get('splice') ?? [], evidence))
    sendInstead(actions, 'splice');
  if (shrink && force) sendInstead(actions, 'leave-out');
  return { actions, shrink: force ? undefined : shrink };
}

/** How the upload of one language differs from the disk. */
function editsOf({ comparison, sentRoot }: PushPart, actions: PushActions = new Map()): readonly Edit[] {
  const edits: Edit[] = [];
  const edit = (key: KeyId, text: string | undefined): void =>
    void edits.push({ path: underRoot(keyPath(key), sentRoot), text });
  for (const { key, there } of actions.get('splice') ?? []) edit(key, there);
  for (const { key } of actions.get('leave-out') ?? []) edit(key, undefined);
  // The service keeps what it has of such a key, or goes without.
  for (const action of ['withhold', 'not-asked', 'conflict'] as const)
    for (const state of actions.get(action) ?? []) {
      if (state.here !== undefined) edit(state.key, textThere(state));
    }
  // What was not compared: the service gets its own text again, or none.
  const resend = (key: KeyId, there = ''): void => edit(key, there === '' ? undefined : there);
  for (const [key, { here, there = '' }] of comparison.ambiguous) if (here !== there) resend(key, there);
  for (const [key, { here, there }] of comparison.ignored)
    if (here !== undefined && here !== there) resend(key, there);
  return edits;
}

/** The keys that the service shows empty: they are taken out of the upload if that does no harm. */
const emptyEditsOf = ({ sentRoot }: PushPart, actions: PushActions | undefined): readonly Edit[] =>
  (actions?.get('leave-empty') ?? []).map(({ key }) => ({
    path: underRoot(keyPath(key), sentRoot),
    text: undefined,
  }));

/** Whether an upload carries a text of this language that is not left out of it. */
function hasMore({ states }: Comparison, actions: PushActions | undefined): boolean {
  const out = new Set([...(actions?.get('leave-empty') ?? []), ...(actions?.get('leave-out') ?? [])]);
  return states.some((state) => (state.here ?? '') !== '' && !out.has(state));
}

/**
 * The document with these edits, and without keys that the service shows empty. A key that cannot
 * be taken out of the file without harm goes up as it is on disk.
 */
function editedWithout(sent: Document, edits: readonly Edit[], empty: readonly Edit[]): EditResult {
  const allEdits = [...edits, ...empty];
  if (allEdits.length === 0) return { ok: true, text: sent.text };
  const result = sent.edit(allEdits);
  if (result.ok || empty.length === 0) return result;
  return editedWithout(sent, edits, []);
}

/**
 * The service's text of a key that push must not change there; undefined if it has none, or a group
 * of keys, or if its answers do not agree.
 */
export function textThere({ verdict, there, back }: KeyState): string | undefined {
  return verdict === 'clash' || there === '' || back === 'older' ? undefined : there;
}

/**
 * With `--force` the disk wins over an answer that lacks suspiciously many texts, or holds those of
 * another language.
 */
function sendInstead(
  actions: Map<PlannedPushAction, readonly KeyState[]>,
  action: 'leave-out' | 'splice',
): void {
  actions.set('upload', [...uploadedStates(actions), ...(actions.get(action) ?? [])]);
  actions.delete(action);
}

/** Texts that the service has lost: many at once are rather a fault of its answer. */
function shrinkOf({ states }: Comparison, actions: PushActions, part: number): PushShrink | undefined {
  const gone = (actions.get('conflict') ?? []).filter(
    ({ here, there, base }) => here !== undefined && there === undefined && base !== undefined,
  );
  const leftOut = (actions.get('leave-out')?.length ?? 0) + gone.length;
  const of = states.filter(({ here }) => here !== undefined).length;
  const vanished = !states.some(({ there }) => there !== undefined);
  return isShrink(leftOut, of, vanished) ? { part, leftOut, of } : undefined;
}

/**
 * What the plan settles without an upload: a deletion here that `--force` accepts, although the
 * interface cannot delete. Nothing comes back from now on, and a later change there is a conflict.
 */
export function settledByPush(actions: PushActions): Map<KeyId, SettledKey> {
  const settled = new Map<KeyId, SettledKey>();
  for (const { key, there = '' } of actions.get('accept-deletion') ?? [])
    settled.set(key, { removed: there });
  return settled;
}
