import type { KeyPath } from '../../core/keys/key.js';
import { entryAt, type Entry } from './parse/layout.js';
import type { Sheet } from './edit/set.js';

/** Where the comment lines begin that stand right above a line, in its column; a comment that opens the file belongs to the file. */
export function commentStart(
  { lines, source }: Pick<Sheet, 'lines' | 'source'>,
  lineStart: number,
  opensFile: boolean,
): number {
  if (opensFile) return lineStart;
  const indent = /^[ \t]*/.exec(source.text.slice(lineStart, lines.endOf(lineStart)))?.[0] ?? '';
  let start = lineStart;
  for (
    let above = lines.previous(start);
    above !== undefined && source.text.startsWith(`${indent}#`, above);
    above = lines.previous(start)
  )
    start = above;
  return start;
}

/** An entry to remove, among the others of its collection. */
export interface Removed {
  readonly entries: readonly Entry[];
  readonly gone: ReadonlyMap<number, KeyPath>;
  readonly index: number;
  readonly opensFile: boolean;
}

const RULE = /^[ \t]*#+[ \t]*[-=*#~_+]{3}/m;

/**
 * Where the lines of an entry begin: with the comment above it, unless that may be the heading of
 * several keys. It may be one if a key follows right below that stays, and the comment opens the
 * collection, follows a blank line, or holds a ruled line.
 */
export function ownStart(sheet: Sheet, { entries, gone, index, opensFile }: Removed): number {
  const { lines, source } = sheet;
  const line = lines.startOf(entryAt(entries, index).start);
  const start = commentStart(sheet, line, opensFile);
  if (start === line) return line;
  const above = lines.previous(start);
  const opens =
    index === 0 || above === undefined || /^[ \t]*$/.test(source.text.slice(above, lines.endOf(above)));
  if (!opens && !RULE.test(source.text.slice(start, line))) return start;
  let next = index + 1;
  const follows = (): boolean => {
    const entry = entries[next];
    return entry !== undefined && lines.next(entryAt(entries, next - 1).end) >= lines.startOf(entry.start);
  };
  while (gone.has(next) && follows()) next += 1;
  return follows() ? line : start;
}
