import type { TextsByKey } from '../../src/core/keys/key.js';
import type { KeyId } from '../../src/core/keys/key.js';
import type { Sides } from '../../src/core/merge/key-state.js';

/** Two catalogs key by key: the keys of here in its order, then those that are only there. */
export function sidesOf(here: TextsByKey, there: TextsByKey): Sides {
  const keys = [...here.keys(), ...[...there.keys()].filter((key) => !here.has(key))];
  return { keys, here: keys.map((key) => here.get(key)), there: keys.map((key) => there.get(key)) };
}

/** One side of them as a catalog. */
export function catalogOf(sides: Sides, side: 'here' | 'there'): Map<KeyId, string> {
  const texts = sides[side];
  return new Map(
    sides.keys.flatMap((key, i) => {
      const text = texts[i];
      return text === undefined ? [] : [[key, text]];
    }),
  );
}
