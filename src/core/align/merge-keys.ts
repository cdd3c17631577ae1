import { keyPath, type KeyId, type KeyPath } from '../keys/key.js';
import type { RemoteText } from './aligned.js';

/** YAML's merge key, which puts the keys of another map into a map. */
const MERGE_KEY = '<<';

// A service that does not resolve merge keys shows them as a part of a key: `m.<<.x`, or `m.<<.0.x`
// if several maps are merged.
const IN_TEXT = /(^|[./:[\]])<<[./:[\]]{1,2}(?:\d+[./:[\]]{1,2})?/g;

/** Whether a key names a merge key. */
export const isMerged = ({ key }: { readonly key: KeyPath }): boolean =>
  key.length === 1 ? (key[0] ?? '').includes(MERGE_KEY) : key.some((segment) => segment.includes(MERGE_KEY));

/**
 * The texts of a service that does not resolve merge keys, under the keys that they have here:
 * `m.<<.x` is `m.x`. A map's own key counts more than a merged one, and an earlier merged one more
 * than a later one. If this file or its source locale's has a real key `<<` or `a.<<`, as JSON may,
 * the keys stay as they are.
 */
export function resolveMergeKeys(
  texts: readonly RemoteText[],
  known: readonly KeyId[],
): readonly RemoteText[] {
  if (!texts.some(isMerged) || known.some((id) => isMerged({ key: keyPath(id) }))) return texts;
  const nameOf = ({ key }: RemoteText): string => JSON.stringify(key);
  const names = new Set(texts.filter((text) => !isMerged(text)).map(nameOf));
  return texts.flatMap((text) => {
    if (!isMerged(text)) return [text];
    const key = withoutMergeKeys(text.key);
    if (!key) return [];
    const resolved = { ...text, key };
    const name = nameOf(resolved);
    if (names.has(name)) return [];
    names.add(name);
    return [resolved];
  });
}

function withoutMergeKeys(key: RemoteText['key']): RemoteText['key'] | undefined {
  const segments: string[] = [];
  for (const [i, segment] of key.entries()) {
    const isIndex = key[i - 1] === MERGE_KEY && /^\d+$/.test(segment);
    if (segment !== MERGE_KEY && !isIndex) segments.push(segment.replace(IN_TEXT, '$1'));
  }
  const [first, ...rest] = segments;
  return first === undefined || first === '' ? undefined : [first, ...rest];
}
