import { describe, expect, it } from 'vitest';
import { keptOld, ownForm, removedHere } from '../../../../src/core/merge/base-entry.js';
import { hashText, UNKNOWN_HASH, type Hash } from '../../../../src/core/merge/hash.js';
import { keyId } from '../../../../src/core/keys/key.js';
import { verdictOf } from '../../../../src/core/merge/merge.js';
import type { KeyState } from '../../../../src/core/merge/key-state.js';
import {
  pullAction,
  pushAction,
  waiting,
  type PullAction,
  type PushAction,
} from '../../../../src/core/merge/policy.js';

const NONE = undefined;
const base = hashText;

function state(known: Hash | undefined, here: string | undefined, there: string | undefined): KeyState {
  return { key: keyId(['k']), here, there, base: known, verdict: verdictOf(known, here, there) };
}

interface Flags {
  isSource?: boolean;
  isLockUnusable?: boolean;
  firstContact?: boolean;
  force?: boolean;
  prune?: boolean;
  empty?: boolean;
}
const ALL_OFF = {
  isSource: false,
  isLockUnusable: false,
  firstContact: false,
  force: false,
  prune: false,
  empty: false,
};
const push = (s: KeyState, flags: Flags = {}): PushAction => pushAction(s, { ...ALL_OFF, ...flags });
const pull = (s: KeyState, flags: Flags = {}): PullAction => pullAction(s, { ...ALL_OFF, ...flags });

type Row = [
  row: string,
  known: Hash | undefined,
  here: string | undefined,
  there: string | undefined,
  push: PushAction,
  pull: PullAction,
];

describe('each row of the sync table (docs/sync.md)', () => {
  const rows: Row[] = [
    ['any | same | same', base('B'), 'X', 'X', 'keep', 'keep'],
    ['MG-05 both changed to the same text', base('B'), 'N', 'N', 'keep', 'keep'],
    ['none | same | same', NONE, 'X', 'X', 'keep', 'keep'],
    ['both deleted, one by emptying it', base('B'), '', undefined, 'keep', 'keep'],
    ['MG-04 = service | changed', base('B'), 'L', 'B', 'upload', 'keep'],
    ['= service | changed to empty', base('B'), '', 'B', 'upload', 'keep'],
    ['= service (both empty) | added', base(''), 'L', '', 'upload', 'keep'],
    ['MG-03 = disk | changed', base('B'), 'B', 'R', 'splice', 'write'],
    ['= disk (both empty) | added there', base(''), '', 'R', 'splice', 'write'],
    ['C5 emptied there', base('B'), 'B', '', 'leave-empty', 'keep'],
    ['MG-06 differs from both', base('B'), 'L', 'R', 'conflict', 'conflict'],
    ['changed here, emptied there', base('B'), 'L', '', 'conflict', 'conflict'],
    ['none | only here', NONE, 'L', undefined, 'upload', 'keep'],
    ['none | only here, empty there', NONE, 'L', '', 'upload', 'keep'],
    ['none | only there', NONE, undefined, 'R', 'keep', 'write'],
    ['none | empty here', NONE, '', 'R', 'splice', 'write'],
    ['none | empty here, absent there', NONE, '', undefined, 'keep', 'keep'],
    ['MG-02 none, other keys have one | both, they differ', NONE, 'L', 'R', 'conflict', 'conflict'],
    ['had it | gone | unchanged', base('B'), undefined, 'B', 'cannot-delete', 'keep'],
    ['MG-08 had it | unchanged | gone', base('B'), 'B', undefined, 'leave-out', 'remove'],
    ['MG-07 had it | gone | changed', base('B'), undefined, 'R', 'conflict', 'conflict'],
    ['MG-07 had it | changed | gone', base('B'), 'L', undefined, 'conflict', 'conflict'],
    ['doubtful key | they differ', UNKNOWN_HASH, 'L', 'R', 'conflict', 'conflict'],
    ['doubtful key | gone here', UNKNOWN_HASH, undefined, 'R', 'conflict', 'conflict'],
    ['doubtful key | gone there', UNKNOWN_HASH, 'L', undefined, 'conflict', 'conflict'],
    ['not kept | nothing has changed', keptOld(base('L')), 'L', undefined, 'keep', 'keep'],
    ['not kept | nothing has changed, empty there', keptOld(base('L')), 'L', '', 'keep', 'keep'],
    ['not kept | changed here', keptOld(base('L')), 'M', '', 'upload', 'keep'],
    ['not kept | arrived later', keptOld(base('L')), 'L', 'L', 'keep', 'keep'],
    ['B5 not kept | another text there', keptOld(base('L')), 'L', 'R', 'conflict', 'conflict'],
    ['not kept | both changed', keptOld(base('L')), 'M', 'R', 'conflict', 'conflict'],
    ['kept its old text | nothing has changed', keptOld(base('L'), base('R')), 'L', 'R', 'keep', 'keep'],
    ['kept its old text | changed here', keptOld(base('L'), base('R')), 'M', 'R', 'upload', 'keep'],
    ['kept its old text | arrived later', keptOld(base('L'), base('R')), 'L', 'L', 'keep', 'keep'],
    ['kept its old text | changed there', keptOld(base('L'), base('R')), 'L', 'S', 'conflict', 'conflict'],
    ['kept its old text | emptied there', keptOld(base('L'), base('R')), 'L', '', 'conflict', 'conflict'],
    ['kept its old text | gone there', keptOld(base('L'), base('R')), 'L', undefined, 'conflict', 'conflict'],
    ['kept its old text | gone here', keptOld(base('L'), base('R')), undefined, 'R', 'cannot-delete', 'keep'],
    ['kept its old text | both changed', keptOld(base('L'), base('R')), 'M', 'S', 'conflict', 'conflict'],
    ['not kept | gone here', keptOld(base('L')), undefined, undefined, 'keep', 'keep'],
    ['B4 own form | nothing has changed', ownForm(base('L'), base('R')), 'L', 'R', 'keep', 'keep'],
    ['own form | changed here', ownForm(base('L'), base('R')), 'M', 'R', 'upload', 'keep'],
    ['own form | taken over here', ownForm(base('L'), base('R')), 'R', 'R', 'keep', 'keep'],
    ['own form | changed there', ownForm(base('L'), base('R')), 'L', 'S', 'splice', 'write'],
    [
      'own form | escaped once more there',
      ownForm(base('a & b'), base('a &amp; b')),
      'a & b',
      'a &amp;amp; b',
      'keep',
      'keep',
    ],
    ['own form | emptied there', ownForm(base('L'), base('R')), 'L', '', 'leave-empty', 'keep'],
    ['own form | gone there', ownForm(base('L'), base('R')), 'L', undefined, 'leave-out', 'remove'],
    ['own form | gone here', ownForm(base('L'), base('R')), undefined, 'R', 'cannot-delete', 'keep'],
    ['own form | both changed', ownForm(base('L'), base('R')), 'M', 'S', 'conflict', 'conflict'],
    ['removed on purpose | unchanged there', removedHere(base('R')), undefined, 'R', 'keep', 'keep'],
    ['removed on purpose | changed there', removedHere(base('R')), undefined, 'S', 'conflict', 'conflict'],
    ['removed on purpose | gone there', removedHere(base('R')), undefined, undefined, 'keep', 'keep'],
    ['removed on purpose | written anew here', removedHere(base('R')), 'L', 'R', 'upload', 'keep'],
    [
      'removed on purpose | written anew on both sides',
      removedHere(base('R')),
      'L',
      'S',
      'conflict',
      'conflict',
    ],
  ];
  it.each(rows)('%s', (_, known, here, there, onPush, onPull) => {
    const one = state(known, here, there);
    expect({ push: push(one), pull: pull(one) }).toEqual({ push: onPush, pull: onPull });
  });
});

describe('first contact: no key of the locale file has a base', () => {
  const one = state(NONE, 'L', 'R');
  const firstContact = true;
  it('MG-02 the source locale is the disk on push and a conflict on pull', () => {
    expect(push(one, { isSource: true, firstContact })).toBe('upload');
    expect(pull(one, { isSource: true, firstContact })).toBe('conflict');
    expect(waiting(one, { isSource: true, isLockUnusable: false, firstContact })).toBe('to-push');
  });
  it('MG-02 the other locales are a conflict on push and the service on pull', () => {
    expect(push(one, { firstContact })).toBe('conflict');
    expect(pull(one, { firstContact })).toBe('write');
    expect(waiting(one, { isSource: false, isLockUnusable: false, firstContact })).toBe('to-pull');
  });
  it.each([true, false])(
    'if other keys have a base, both sides added the key: a conflict (source: %s)',
    (source) => {
      expect(push(one, { isSource: source })).toBe('conflict');
      expect(pull(one, { isSource: source })).toBe('conflict');
      expect(waiting(one, { isSource: source, isLockUnusable: false, firstContact: false })).toBe('conflict');
    },
  );
  it('with a base it has no privilege', () => {
    const changed = state(base('B'), 'L', 'R');
    expect(push(changed, { isSource: true })).toBe('conflict');
    expect(pull(changed, { isSource: true })).toBe('conflict');
    expect(push(state(base('B'), 'B', 'R'), { isSource: true })).toBe('splice');
  });
});

describe('a base that cannot be trusted', () => {
  it.each([true, false])(
    'makes a difference a conflict, never permission to overwrite (source: %s)',
    (source) => {
      const one = state(NONE, 'L', 'R');
      expect(push(one, { isSource: source, isLockUnusable: true, firstContact: true })).toBe('conflict');
      expect(pull(one, { isSource: source, isLockUnusable: true, firstContact: true })).toBe('conflict');
      expect(waiting(one, { isSource: source, isLockUnusable: true, firstContact: true })).toBe('conflict');
    },
  );
  it('leaves what only one side has as on a first run', () => {
    expect(push(state(NONE, 'L', undefined), { isLockUnusable: true })).toBe('upload');
    expect(pull(state(NONE, undefined, 'R'), { isLockUnusable: true })).toBe('write');
    expect(pull(state(NONE, 'L', undefined), { isLockUnusable: true })).toBe('keep');
  });
});

describe('--force', () => {
  it.each([
    ['they differ', base('B'), 'L', 'R', 'upload', 'write'],
    ['without a base', NONE, 'L', 'R', 'upload', 'write'],
    ['doubtful', UNKNOWN_HASH, 'L', 'R', 'upload', 'write'],
    ['gone here', base('B'), undefined, 'R', 'accept-deletion', 'write'],
    ['gone there', base('B'), 'L', undefined, 'upload', 'remove'],
    ['emptied there: still not without --empty', base('B'), 'L', '', 'upload', 'conflict'],
  ] as const)('lets one side win a conflict: %s', (_, known, here, there, onPush, onPull) => {
    const one = state(known, here, there);
    for (const source of [true, false])
      expect({
        push: push(one, { force: true, isSource: source }),
        pull: pull(one, { force: true, isSource: source }),
      }).toEqual({
        push: onPush,
        pull: onPull,
      });
  });
  it('decides conflicts only: what one side deleted or changed stays deleted or changed', () => {
    expect(push(state(base('B'), 'B', undefined), { force: true })).toBe('leave-out');
    expect(push(state(base('B'), undefined, 'B'), { force: true })).toBe('accept-deletion');
    expect(pull(state(base('B'), undefined, 'B'), { force: true })).toBe('keep');
    expect(push(state(base('B'), 'B', 'R'), { force: true })).toBe('splice');
    expect(pull(state(base('B'), 'L', 'B'), { force: true })).toBe('keep');
  });
});

it('M1 --force neither sends a text again that the service did not accept, nor writes its form over it', () => {
  for (const entry of [keptOld(base('L'), base('R')), ownForm(base('L'), base('R'))]) {
    expect(push(state(entry, 'L', 'R'), { force: true })).toBe('keep');
    expect(pull(state(entry, 'L', 'R'), { force: true })).toBe('keep');
  }
});

describe('--prune', () => {
  it('removes what only the disk has and no base knows, at first contact only (K1)', () => {
    const added = state(NONE, 'L', undefined);
    expect(pull(added, { prune: true, firstContact: true })).toBe('remove');
    expect(pull(added, { prune: true })).toBe('keep');
    expect(pull(added, { prune: true, firstContact: true, isLockUnusable: true })).toBe('keep');
  });
  it.each([
    ['a key that was changed here and deleted there', base('B'), 'L', undefined, 'conflict'],
    ['a key that the service has without a text', NONE, 'L', '', 'keep'],
    ['a key that the service did not keep', keptOld(base('L')), 'L', undefined, 'keep'],
    ['a key that both have', NONE, 'L', 'R', 'conflict'],
  ] as const)('does not touch %s', (_, known, here, there, expected) => {
    expect(pull(state(known, here, there), { prune: true })).toBe(expected);
  });
});

describe('--empty', () => {
  it('lets an empty text of the service empty one that was not changed here', () => {
    expect(pull(state(base('B'), 'B', ''), { empty: true })).toBe('write');
  });
  it('empties a text that was changed here only with --force', () => {
    expect(pull(state(base('B'), 'L', ''), { empty: true })).toBe('conflict');
    expect(pull(state(base('B'), 'L', ''), { empty: true, force: true })).toBe('write');
  });
  it('does not empty what was never synced', () => {
    expect(pull(state(NONE, 'L', ''), { empty: true })).toBe('keep');
  });
});

describe('KV-04 a text on one side and a group on the other', () => {
  const clash = (here: string | undefined, there: string | undefined): KeyState => ({
    key: keyId(['k']),
    here,
    there,
    base: undefined,
    verdict: 'clash',
  });
  it.each([true, false])('is written by no one, and what is here is not uploaded (force: %s)', (force) => {
    expect(push(clash('L', undefined), { force })).toBe('conflict');
    expect(push(clash(undefined, 'R'), { force })).toBe('keep');
    expect(pull(clash('L', undefined), { force, prune: true })).toBe('conflict');
    expect(pull(clash(undefined, 'R'), { force })).toBe('conflict');
  });
});

it('KV-07 an empty text and an absent key are one state to the comparison (decided otherwise: services mix them)', () => {
  for (const known of [NONE, base('B'), base(''), UNKNOWN_HASH])
    expect(verdictOf(known, '', undefined)).toBe('same');
});
