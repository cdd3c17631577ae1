import { widthOf } from './table.js';

/**
 * A line as several of at most `columns`, broken at blanks, those after the first moved in by `indent` blanks. A word that is longer stays
 * whole, so that a path can be copied; without `columns` (a pipe) the line stays one.
 */
export function wrap(line: string, columns: number | undefined, indent: number): string {
  if (columns === undefined || widthOf(line) <= columns) return line;
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<=\S) (?=\S)/)) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && widthOf(longer) > columns) {
      lines.push(current);
      current = ' '.repeat(indent) + word;
    } else current = longer;
  }
  return [...lines, current].join('\n');
}
