import { widthOf } from './table.js';

/** In the place of a space that is not to be broken at; no text that is printed holds it. */
const KEPT = '\u0000';

/**
 * A line as several of at most `columns`, broken at spaces, those after the first moved in by
 * `indent` spaces. A word that is longer stays whole, so that a path can be copied. So does a
 * command between backticks: pasted as two lines, it would be two commands. Without `columns` (a
 * pipe) the line stays one.
 */
export function wrap(line: string, columns: number | undefined, indent: number): string {
  if (columns === undefined || widthOf(line) <= columns) return line;
  const lines: string[] = [];
  let current = '';
  const whole = line.replace(/`[^`]+`/g, (span) => span.replaceAll(' ', KEPT));
  for (const word of whole.split(/(?<=\S) (?=\S)/).map((one) => one.replaceAll(KEPT, ' '))) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && widthOf(longer) > columns) {
      lines.push(current);
      current = ' '.repeat(indent) + word;
    } else current = longer;
  }
  return [...lines, current].join('\n');
}
