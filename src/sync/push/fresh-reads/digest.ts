import { hashText } from '../../../core/merge/hash.js';
import type { RemoteTexts } from '../../../ports/service.js';

/** So many texts are hashed at once: an answer of 200,000 would be in memory twice. */
const AT_ONCE = 1_000;

/**
 * A hash of all keys and texts of an answer, in their order. What else an answer holds, such as a
 * time, has no part in it.
 */
export function digestOf(texts: RemoteTexts): string {
  let digest = '';
  for (let at = 0; at < texts.length; at += AT_ONCE) {
    const part = texts.slice(at, at + AT_ONCE).map(({ key, text, items }) => [key, text, items]);
    digest = hashText(digest + JSON.stringify(part));
  }
  return digest;
}
