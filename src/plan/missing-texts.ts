import type { KeyId } from '../core/keys/key.js';
import type { KeyState } from '../core/merge/key-state.js';
import { heldHere } from '../core/merge/base-entry.js';
import { hashText, type Hash } from '../core/merge/hash.js';
import { countIf } from '../core/util/collections.js';
import { isShrink } from '../core/merge/policy.js';
import type { Comparison } from './comparison.js';

/** Keys that the answer lacks: other languages show whether they are deleted or untranslated. */
export function missingThere({ states }: Comparison, prune: boolean): KeyId[] {
  return states
    .filter(
      ({ verdict, here, there, base }) =>
        here !== undefined &&
        there === undefined &&
        verdict !== 'same' &&
        verdict !== 'clash' &&
        (base !== undefined || prune),
    )
    .map(({ key }) => key);
}

/** How many texts the service lost if it suddenly has none of this language alone; else 0. */
export function vanishedThere({ states, hasAnswer }: Comparison): number {
  if (hasAnswer) return 0;
  const lost = states.filter(
    ({ base, here = '', there }) => base !== undefined && here !== '' && there === '',
  ).length;
  return lost > 1 ? lost : 0;
}

/**
 * Texts of the base that the disk has lost while the service still holds them. Those that texts of
 * another language have replaced count only if they are more than a person changes on purpose.
 */
export function lostHere({ states, copied }: Comparison): readonly KeyState[] {
  const lost = states.filter(isLostHere);
  if (!copied) return lost;
  const of = countIf(states, ({ base }) => base !== undefined);
  if (!copied.isWhole && !isShrink(lost.length + copied.keys.size, of)) return lost;
  return states.filter((state) => isLostHere(state) || copied.keys.has(state.key));
}

/**
 * The lost texts without those that were moved by hand: to other keys of the file, or to another
 * file. The new keys may have been uploaded since.
 */
export function withoutMoved(
  lost: readonly KeyState[],
  { states, movedAway }: Pick<Comparison, 'states' | 'movedAway'>,
): readonly KeyState[] {
  if (lost.length === 0) return lost;
  const found = new Map<Hash | undefined, number>();
  for (const { here = '' } of states) {
    if (here === '') continue;
    const hash = hashText(here);
    found.set(hash, (found.get(hash) ?? 0) + 1);
  }
  return lost.filter(({ key, here = '', base }) => {
    if (movedAway?.has(key) === true) return false;
    const hash = heldHere(base);
    const count = here === '' ? (found.get(hash) ?? 0) : 0;
    if (count > 0) found.set(hash, count - 1);
    return count === 0;
  });
}

/** Whether the disk has lost a text of the base that the service still holds. */
export const isLostHere = ({ verdict, here = '', there = '', base }: KeyState): boolean =>
  base !== undefined &&
  here === '' &&
  there !== '' &&
  (verdict === 'gone-here' || verdict === 'push' || verdict === 'conflict');
