import { largest } from '../util/collections.js';
import { keyPath, type KeyId, type KeyPath } from '../keys/key.js';
import type { RemoteText } from './aligned.js';

/** YAML's merge key, which puts the keys of another map into a map. */
const MERGE_KEY = '<<';

// A service that does not resolve merge keys shows them as a part of a key: `m.<<.x`, or `m.<<.0.x`
// if several maps are merged.
const IN_TEXT = /(^|[./:[\]])<<[./:[\]]{1,2}(?:\d+[./:[\]]{1,2})?/g;

// The merge key itself, with nothing below it.
const NAMES_IT = /(^|[./])<<$/;

/** Whether a key names a merge key. */
export const isMerged = ({ key }: { readonly key: KeyPath }): boolean =>
  key.length === 1 ? (key[0] ?? '').includes(MERGE_KEY) : key.some((segment) => segment.includes(MERGE_KEY));

/**
 * The texts of a service that does not resolve merge keys, under the keys that they have here:
 * `m.<<.x` is `m.x`. A map's own key counts more than a merged one, and an earlier merged one more
 * than a later one. A real key `"<<"` of this file or of its source locale's stays as it is, and so
 * do the keys below it.
 */
export function resolveMergeKeys(
  texts: readonly RemoteText[],
  known: readonly KeyId[],
  /** Gets the texts of `<<` itself, which is not a name in a YAML file: they are left out. */
  leaveOut: (spelt: string, text: string) => void,
): readonly RemoteText[] {
  if (!texts.some(isMerged)) return texts;
  const paths = known.map((id) => ({ key: keyPath(id) }));
  const real = new Set(paths.filter(isMerged).map(placeOf));
  const longest = largest([...real].map((place) => place.split('.').length));
  // The service may put a language or another group in front.
  const isReal = (text: RemoteText): boolean => {
    const parts = longest > 0 ? placeOf(text).split('.').slice(-longest) : [];
    return parts.some((_, from) => real.has(parts.slice(from).join('.')));
  };
  const isToResolve = (text: RemoteText): boolean => isMerged(text) && !isReal(text);
  const nameOf = ({ key }: RemoteText): string => JSON.stringify(key);
  const names = new Set(texts.filter((text) => !isToResolve(text)).map(nameOf));
  return texts.flatMap((text) => {
    if (!isToResolve(text)) return [text];
    if (NAMES_IT.test(text.key.at(-1) ?? '')) {
      if ((text.text ?? '') !== '') leaveOut(text.key.join('.'), text.text ?? '');
      return [];
    }
    const key = withoutMergeKeys(text.key);
    if (!key) return [];
    const resolved: RemoteText = { key, text: text.text };
    const name = nameOf(resolved);
    if (names.has(name)) return [];
    names.add(name);
    return [resolved];
  });
}

/** A key up to its last `<<`, however the service separates its parts. */
function placeOf({ key }: { readonly key: KeyPath }): string {
  const spelt = key.join('.').replaceAll(/[./:[\]]+/g, '.');
  return spelt.slice(0, spelt.lastIndexOf(MERGE_KEY) + MERGE_KEY.length);
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
