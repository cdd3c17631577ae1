import type { Lines } from './lines.js';

/**
 * Where the comment lines begin that are right above a line and in its column. A comment that opens
 * the file belongs to the file.
 */
export function commentStart(lines: Lines, lineStart: number, opensFile: boolean): number {
  if (opensFile) return lineStart;
  const { text } = lines;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, lines.endOf(lineStart)))?.[0] ?? '';
  let start = lineStart;
  for (
    let above = lines.previous(start);
    above !== undefined && text.startsWith(`${indent}#`, above);
    above = lines.previous(start)
  )
    start = above;
  return start;
}
