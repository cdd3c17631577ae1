import type { KeyId } from '../core/keys/key.js';
import { isRemoved } from '../core/merge/base-entry.js';
import type { Comparison } from './comparison.js';

/** The keys of the source locale, and of this one, that have no text here. */
export function untranslated(comparison: Comparison): KeyId[] {
  const counted = comparison.states.filter((state) => !isRemoved(state));
  const here = new Map(counted.map((state) => [state.key, state.here]));
  return [...new Set([...comparison.sourceKeys.keys(), ...here.keys()])].filter(
    (key) => (here.get(key) ?? '') === '' && !comparison.ambiguous.has(key) && !comparison.uncounted.has(key),
  );
}

/** Keys without a verdict, ambiguous or ignored: an upload carries the text of the service. */
export const unmerged = ({ ambiguous, ignored }: Comparison): Comparison['ambiguous'] =>
  ignored.size === 0 ? ambiguous : new Map([...ambiguous, ...ignored]);

/** The ambiguous keys, without those that a doubtful key of the service looks like. */
export function ambiguousAlone({ ambiguous, doubtful }: Comparison): readonly KeyId[] {
  const alike = new Set(doubtful.map(({ like }) => like));
  return [...ambiguous.keys()].filter((key) => !alike.has(key));
}
