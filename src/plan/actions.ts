import { getOrMake } from '../core/util/collections.js';
import type { KeyState } from '../core/merge/key-state.js';

/**
 * Keys by what becomes of them, in their order; `keep` stands for those that stay as they are,
 * which are left out.
 */
export function groupBy<A extends string>(
  states: readonly KeyState[],
  actionOf: (state: KeyState) => A | 'keep',
): ReadonlyMap<A, readonly KeyState[]> {
  const groups = new Map<A, KeyState[]>();
  const newGroup = (): KeyState[] => [];
  states.forEach((state) => {
    const action = actionOf(state);
    if (action !== 'keep') getOrMake(groups, action, newGroup).push(state);
  });
  return groups;
}
