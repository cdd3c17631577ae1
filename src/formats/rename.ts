import { FormatError, type Document } from './format.js';
import { saysTheSame } from './move.js';

/** The text as a document; undefined if it is not `before` with renamed top-level keys. */
export function readRenamed<D extends Document>(
  before: D,
  text: string,
  names: ReadonlyMap<string, string>,
  parse: (text: string) => D,
): D | undefined {
  try {
    const after = parse(text);
    return isRenamed(before, after, names) ? after : undefined;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

function isRenamed(before: Document, after: Document, names: ReadonlyMap<string, string>): boolean {
  const keys = before.topKeys.map(({ name }) => names.get(name) ?? name);
  const same = (name: string, at: number): boolean => after.topKeys[at]?.name === name;
  if (keys.length !== after.topKeys.length || !keys.every(same)) return false;
  const moves = Array.from(names, ([from, to]) => ({ from: [from], to: [to] }));
  return saysTheSame(before, after, moves);
}
