import { encodeKey, type KeyFormat } from '../core/align/key-format.js';
import type { Aligned, AmbiguousKey } from '../core/align/aligned.js';
import type { KeySet } from '../core/align/spelling.js';
import { keyId, keyPath, type KeyId } from '../core/keys/key.js';
import { isSameCode } from '../core/locales/locale.js';
import type { KeyState } from '../core/merge/key-state.js';
import { groupedBy } from '../core/util/collections.js';
import { nfkc } from '../core/text/normal-form.js';

/** Keys of one language's answer, each with the known key that it looks like. */
export type OddSpellings = ReadonlyMap<KeyId, KeyId>;

/**
 * The keys of an answer that are new here and look like a known key that the answer lacks: they
 * have its letters, or the locale's code (one of `codes`) in front of it. The answer for the source
 * locale shows whether they are new on the service too (docs/sync.md, KEY_DOUBTFUL).
 */
export function oddSpellings(
  states: readonly KeyState[],
  known: readonly KeySet[],
  former: Pick<KeySet, 'has'>,
  codes: readonly string[],
): OddSpellings {
  const odd = new Map<KeyId, KeyId>();
  const fresh: KeyId[] = [];
  states.forEach(({ key, here, base, there = '' }) => {
    const isNew = here === undefined && base === undefined && there !== '';
    if (isNew && ![...known, former].some((keys) => keys.has(key))) fresh.push(key);
  });
  if (fresh.length === 0) return odd;
  const held = new Set(states.flatMap(({ key, there }) => (there === undefined ? [] : key)));
  const lacking = known.flatMap((keys) => [...keys.keys()].filter((key) => !held.has(key)));
  if (lacking.length === 0) return odd;
  const byFold = groupedBy(lacking, fold);
  for (const key of fresh) {
    for (const one of [key, withoutCode(key, codes)]) {
      const [like] = one === undefined ? [] : (byFold.get(fold(one)) ?? []);
      if (like !== undefined) odd.set(key, like);
    }
  }
  return odd;
}

/** A key without capitals and what separates words: `C#` and `C`, `v1.0` and `v10` differ. */
const fold = (key: KeyId): string =>
  nfkc(key)
    .toLowerCase()
    .replace(/(?<!\d)[\0\s._:/[\]-]|[\0\s._:/[\]-](?!\d)/g, '');

/** A key without its first segment, if that is one of these codes. */
function withoutCode(key: KeyId, codes: readonly string[]): KeyId | undefined {
  const [first = '', ...rest] = keyPath(key);
  return rest.length > 0 && codes.some((code) => isSameCode(code, first)) ? keyId(rest) : undefined;
}

const PLAIN: KeyFormat = { separator: '.', items: 'segment', prefix: undefined };

/**
 * What the answer holds without these keys, which are reported instead. The keys of the file that
 * they look like are not compared either, and keep their base: no upload carries a text for them.
 */
export function withoutOddSpellings(aligned: Aligned, odd: OddSpellings | undefined): Aligned {
  if (!odd || odd.size === 0) return aligned;
  const { keys, base, doubtful } = aligned;
  const named = [...odd].map(([key, like]) => ({ spelt: encodeKey(key, PLAIN), like }));
  const [here, there] = [[...aligned.here], [...aligned.there]];
  const placeOf = new Map(keys.map((key, i) => [key, i]));
  const ambiguous = new Map<KeyId, AmbiguousKey>(aligned.ambiguous);
  for (const like of odd.values()) {
    const i = placeOf.get(like);
    const text = i === undefined ? undefined : here[i];
    if (text === undefined && !base.has(like)) continue;
    ambiguous.set(like, { here: text, there: undefined, base: base.get(like) });
    if (i === undefined) continue;
    here[i] = undefined;
    there[i] = undefined;
  }
  // The odd keys are after all keys of the file, which `here` is parallel to.
  const isKept = (_: unknown, i: number): boolean => {
    const key = keys[i];
    return key === undefined || !odd.has(key);
  };
  return {
    ...aligned,
    keys: keys.filter(isKept),
    here,
    there: there.filter(isKept),
    ambiguous,
    doubtful: [...doubtful, ...named],
  };
}
