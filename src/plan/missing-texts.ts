import type { KeyId } from '../core/keys/key.js';
import type { KeyState } from '../core/merge/key-state.js';
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
  const of = states.filter(({ base }) => base !== undefined).length;
  if (!copied.isWhole && !isShrink(lost.length + copied.keys.size, of)) return lost;
  return states.filter((state) => isLostHere(state) || copied.keys.has(state.key));
}

/** Whether the disk has lost a text of the base that the service still holds. */
export const isLostHere = ({ verdict, here = '', there = '', base }: KeyState): boolean =>
  base !== undefined &&
  here === '' &&
  there !== '' &&
  (verdict === 'gone-here' || verdict === 'push' || verdict === 'conflict');
