import type { Settled } from '../core/base.js';
import type { Catalog } from '../core/catalog.js';
import type { KeyId } from '../core/key.js';
import { keyPath } from '../core/key.js';
import type { KeyState } from '../core/merge.js';
import { pushAction, type PushAction } from '../core/policy.js';
import type { Document, Edit, Refusal } from '../formats/format.js';
import { groupBy } from './actions.js';
import type { Comparison } from './compare.js';
import { underRoot } from './root.js';

/** One language of a file that may be uploaded. */
export interface PushPart {
  readonly comparison: Comparison;
  readonly root: string | undefined;
  /** `--locale` leaves this language out, which its file holds beside others: `--force` settles nothing of it. */
  readonly leftOut?: boolean;
  /** With `--strict`: whether `check` would refuse this text, which then stays here. */
  readonly refuses?: (key: KeyId, text: string) => boolean;
}

export interface PushOptions {
  readonly force: boolean;
  /** Upload although nothing differs. */
  readonly all: boolean;
}

type Planned = Exclude<PushAction, 'keep'> | 'refuse';

export type PushActions = ReadonlyMap<Planned, readonly KeyState[]>;

/** What push would do with one locale file. */
export interface PushPlan {
  /** What to send; undefined where nothing is to be uploaded, or nothing may be. */
  readonly content: string | undefined;
  /** For each part its keys by what becomes of them, those that are simply kept left out. */
  readonly actions: readonly PushActions[];
  /** Newer texts of the service that cannot be put into what would be uploaded. */
  readonly refused: readonly Refusal[];
}

/**
 * The upload of one locale file: the file as it stands on disk, byte for byte, with newer texts of the service put in and keys deleted
 * there left out (contract.md, section 5). A conflict in any of its languages keeps the whole file back.
 */
export function planPush(document: Document, parts: readonly PushPart[], options: PushOptions): PushPlan {
  const edits: Edit[] = [];
  const actions = parts.map(({ comparison, root, leftOut, refuses }): PushActions => {
    const policy = { ...comparison.where, force: options.force && leftOut !== true };
    const byAction = groupBy<Planned>(comparison.states, (state) => {
      const action = pushAction(state, policy);
      return action === 'upload' && refuses?.(state.key, state.here ?? '') === true ? 'refuse' : action;
    });
    const edit = (state: KeyState, text: string | undefined): void =>
      void edits.push({ path: underRoot(keyPath(state.key), root), text });
    for (const state of byAction.get('splice') ?? []) edit(state, state.there);
    for (const state of byAction.get('leave-out') ?? []) edit(state, undefined);
    // The service keeps its own text of such a key, or goes without.
    for (const state of byAction.get('refuse') ?? [])
      edit(state, state.there === '' ? undefined : state.there);
    return byAction;
  });
  const has = (action: Planned): boolean => actions.some((one) => one.has(action));
  if (has('conflict') || !(has('upload') || options.all)) return { content: undefined, actions, refused: [] };
  if (edits.length === 0) return { content: document.text, actions, refused: [] };
  const result = document.edit(edits);
  return result.ok
    ? { content: result.text, actions, refused: [] }
    : { content: undefined, actions, refused: result.refused };
}

/**
 * What the plan settles without an upload: a key deleted here and changed on the service, which --force lets the disk win although the interface
 * cannot delete. From now on it counts as deleted here and unchanged there: nothing comes back, and a later change there is a conflict again.
 */
export function settledByPush(actions: PushActions): Map<KeyId, Settled> {
  const settled = new Map<KeyId, Settled>();
  for (const { key, verdict, there } of actions.get('cannot-delete') ?? [])
    if (verdict === 'conflict') settled.set(key, { text: there });
  return settled;
}

/** How the service's texts after an upload compare with what one part of it sent. */
export interface Receipt {
  readonly settled: ReadonlyMap<KeyId, Settled>;
  /** Keys whose text the service spells in its own way. */
  readonly changed: readonly KeyId[];
  /** Keys of which the service holds no text, or another one, although theirs was sent. */
  readonly lost: readonly KeyId[];
}

/**
 * What became of the uploaded keys of one part, given what the service holds now; without it (it could not be read back) they count as
 * arrived, since the service has acknowledged them. A text that is not there is settled by nothing: another machine's upload may have taken its
 * place. Only of the `last` attempt it is known that the service does not keep it, where it still holds what it held before.
 */
export function receiptOf(actions: PushActions, there: Catalog | undefined, last: boolean): Receipt {
  const settled = settledByPush(actions);
  const changed: KeyId[] = [];
  const lost: KeyId[] = [];
  for (const { key, here = '', there: before = '', base } of actions.get('upload') ?? []) {
    const held = there ? (there.get(key) ?? '') : here;
    if (held === here) settled.set(key, { text: here });
    else if (held !== before && saysAlike(held, here)) {
      changed.push(key);
      settled.set(key, { text: here });
    } else {
      lost.push(key);
      if (last && (held === before || base === undefined)) settled.set(key, { unkept: here, there: held });
    }
  }
  return { settled, changed, lost };
}

/** Whether a service may have made one text of the other: trimmed, cleaned of markup, another case, other signs. A person writes other words. */
function saysAlike(one: string, other: string): boolean {
  const [a, b] = [words(one), words(other)];
  return a !== '' && a === b;
}

const words = (text: string): string =>
  text
    .normalize('NFKC')
    // Twice: `&amp;lt;b&gt;` is what two of them make of `<b>`.
    .replace(/&(amp|lt|gt);/g, decodedEntity)
    .replace(/&(amp|lt|gt);/g, decodedEntity)
    .replace(/&#?\w+;|<[^>]*>/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

const decodedEntity = (_: string, name: string): string => (name === 'amp' ? '&' : name === 'lt' ? '<' : '>');

/** Whether the service holds everything that this part would upload: the answer to an upload that left doubt. */
export function hasArrived(actions: PushActions, there: Catalog): boolean {
  return (actions.get('upload') ?? []).every(({ key, here }) => (there.get(key) ?? '') === (here ?? ''));
}
