import { heldHere } from '../../core/merge/base-entry.js';
import { hashText } from '../../core/merge/hash.js';
import type { FileHistory, WantedText } from '../git-history/file-history.js';
import type { Conflict } from './conflicts.js';

/**
 * The text that both sides last held: null if it is not known, undefined if both have never agreed.
 * The base has only its hash: a side may hold it still, or git an earlier version of the file.
 */
export async function lastAgreedText(
  history: FileHistory,
  { path, root, state: { base, here, there, key } }: Conflict,
): Promise<string | null | undefined> {
  if (base === undefined) return undefined;
  const hash = heldHere(base);
  if (hash === undefined) return null;
  const held = [here, there].find((text) => text !== undefined && hashText(text) === hash);
  if (held !== undefined) return held;
  const wanted: WantedText = { key, hash };
  await history.find(path, [wanted], () => root);
  return wanted.text ?? null;
}
