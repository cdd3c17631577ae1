import type { KeyId } from '../core/keys/key.js';
import type { KeyState } from '../core/merge/key-state.js';
import type { Comparison } from './comparison.js';

/**
 * Local keys missing from the response; other languages decide whether they are deleted or
 * untranslated.
 */
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

/**
 * How many texts the service has lost if it suddenly holds nothing of this language, but still of
 * others; else 0.
 */
export function vanishedThere({ states, answered }: Comparison): number {
  if (answered) return 0;
  const lost = states.filter(
    ({ base, here = '', there }) => base !== undefined && here !== '' && there === '',
  ).length;
  return lost > 1 ? lost : 0;
}

/**
 * Texts that the base remembers of this language and that the disk has lost, while the service
 * still holds them.
 */
export function lostHere({ states }: Comparison): readonly KeyState[] {
  return states.filter(
    ({ verdict, here = '', there = '', base }) =>
      base !== undefined &&
      here === '' &&
      there !== '' &&
      (verdict === 'gone-here' || verdict === 'push' || verdict === 'conflict'),
  );
}
