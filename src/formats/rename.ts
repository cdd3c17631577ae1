import { keyId } from '../core/keys/key.js';
import { FormatError, type Document } from './format.js';

/** The text as a document; undefined if it is not `before` with renamed top-level keys. */
export function readRenamed<D extends Document>(
  before: D,
  text: string,
  names: ReadonlyMap<string, string>,
  parse: (text: string) => D,
): D | undefined {
  try {
    const after = parse(text);
    return saysTheSame(before, after, names) ? after : undefined;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

function saysTheSame(before: Document, after: Document, names: ReadonlyMap<string, string>): boolean {
  const keys = before.topKeys.map(({ name }) => names.get(name) ?? name);
  const same = (name: string, at: number): boolean => after.topKeys[at]?.name === name;
  if (keys.length !== after.topKeys.length || !keys.every(same)) return false;
  if (before.leaves.size !== after.leaves.size) return false;
  for (const { path, kind, text } of before.leaves.values()) {
    const [root = '', ...rest] = path;
    const leaf = after.leaves.get(keyId([names.get(root) ?? root, ...rest]));
    if (leaf?.text !== text || leaf.kind !== kind) return false;
  }
  return true;
}
