import { keyId } from '../keys/key.js';
import type { RemoteText } from './aligned.js';

/** Whether two answers hold the same texts under the same keys, in whatever order. */
export function haveSameTexts(one: readonly RemoteText[], other: readonly RemoteText[]): boolean {
  if (one.length !== other.length) return false;
  const isInOrder = one.every(({ key, text }, i) => {
    const twin = other[i];
    return twin?.text === text && isSameKey(key, twin.key);
  });
  if (isInOrder) return true;
  const texts = new Map(one.map(({ key, text }) => [keyId(key), text]));
  return (
    texts.size === one.length &&
    other.every(({ key, text }) => texts.has(keyId(key)) && texts.get(keyId(key)) === text)
  );
}

const isSameKey = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((segment, i) => segment === other[i]);
