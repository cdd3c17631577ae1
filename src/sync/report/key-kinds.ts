import { keyName } from '../../core/keys/key.js';
import type { KeyState } from '../../core/merge/key-state.js';
import type { KeyCounts, PlannedKey } from '../../core/report/file-report.js';

/** How many keys are added, changed and removed on the side that a command writes. */
export type KindCounts = Pick<KeyCounts, 'added' | 'changed' | 'removed'>;

export const NO_KINDS: KindCounts = { added: 0, changed: 0, removed: 0 };

/** What becomes of a key that is carried to the service (`toPush`) or to the disk (`toPull`). */
export function kindOf({ here, there }: KeyState, side: 'toPush' | 'toPull'): PlannedKey['kind'] {
  const to = side === 'toPush' ? here : there;
  const from = side === 'toPush' ? there : here;
  return to === undefined ? 'removed' : (from ?? '') === '' ? 'added' : 'changed';
}

/** The kinds of these keys; `removed` are taken away, whatever the other side holds. */
export function countKinds(
  carried: readonly KeyState[],
  side: 'toPush' | 'toPull',
  removed: readonly KeyState[] = [],
): KindCounts {
  const counts = { ...NO_KINDS, removed: removed.length };
  for (const state of carried) counts[kindOf(state, side)]++;
  return counts;
}

/** Each of these keys with both texts: `--dry-run --verbose`. */
export function plannedKeys(
  carried: readonly KeyState[],
  side: 'toPush' | 'toPull',
  removed: readonly KeyState[] = [],
): PlannedKey[] {
  const keyOf = (state: KeyState, kind: PlannedKey['kind']): PlannedKey => {
    const [from, to] = side === 'toPush' ? [state.there, state.here] : [state.here, state.there];
    return {
      key: keyName(state.key),
      kind,
      from: from ?? null,
      to: kind === 'removed' ? null : (to ?? null),
    };
  };
  return [
    ...carried.map((state) => keyOf(state, kindOf(state, side))),
    ...removed.map((state) => keyOf(state, 'removed')),
  ];
}
