import type { KeyPath } from '../../../core/keys/key.js';
import type { Replacement } from '../../text.js';
import { commentStart } from '../parse/comments.js';
import { entryAt, type Entry } from '../parse/layout.js';
import type { EditContext } from './context.js';

/** An entry to remove, among the others of its collection. */
export interface RemovedEntry {
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
export function entryStart(
  { lines }: EditContext,
  { entries, gone, index, opensFile }: RemovedEntry,
): number {
  const { text } = lines;
  const line = lines.startOf(entryAt(entries, index).start);
  const start = commentStart(lines, line, opensFile);
  if (start === line) return line;
  const above = lines.previous(start);
  const opens = index === 0 || above === undefined || /^[ \t]*$/.test(text.slice(above, lines.endOf(above)));
  if (!opens && !RULE.test(text.slice(start, line))) return start;
  let next = index + 1;
  const follows = (): boolean => {
    const entry = entries[next];
    return entry !== undefined && lines.next(entryAt(entries, next - 1).end) >= lines.startOf(entry.start);
  };
  while (gone.has(next) && follows()) next += 1;
  return follows() ? line : start;
}

/**
 * The lines of entries that share them only with their comma and comments, including the comment
 * lines above. Undefined if something else is on those lines.
 */
export function entryLines(
  context: EditContext,
  removed: RemovedEntry,
  end: number,
): Replacement | undefined {
  const { lines } = context;
  const { start } = entryAt(removed.entries, removed.index);
  const rest = lines.text.slice(end, lines.endOf(end));
  if (!lines.beginsLine(start) || !/^[ \t]*(?:,[ \t]*)?(?:(?<=[ \t])#.*)?$/.test(rest)) return undefined;
  return { start: entryStart(context, removed), end: lines.next(end), text: '' };
}
