import { widthOf } from './table.js';

/** In the place of a space that is not to be broken at; no text that is printed holds it. */
const KEPT = '\u0000';

/**
 * A line as several of at most `columns`, broken at spaces, those after the first moved in by
 * `indent` spaces. A word that is longer stays whole, so that a path can be copied; Chinese,
 * Japanese and Thai have no spaces, so such a word is broken anywhere. A command between backticks
 * stays whole: pasted as two lines, it would be two commands. Without `columns` (a pipe) the line
 * stays one.
 */
export function wrap(line: string, columns: number | undefined, indent: number): string {
  if (columns === undefined || widthOf(line) <= columns) return line;
  const lines: string[] = [];
  let current = '';
  const whole = line.replace(/`[^`]+`/g, (span) => span.replaceAll(' ', KEPT));
  for (const word of whole.split(/(?<=\S) (?=\S)/).map((part) => part.replaceAll(KEPT, ' ')))
    for (const [i, part] of partsOf(word, columns).entries()) {
      const longer = current === '' ? part : `${current}${i === 0 ? ' ' : ''}${part}`;
      if (current !== '' && widthOf(longer) > columns) {
        lines.push(current);
        current = ' '.repeat(indent) + part;
      } else current = longer;
    }
  return [...lines, current].join('\n');
}

/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** What a line may be broken between: the word as a whole, or its characters. */
const partsOf = (word: string, columns: number): readonly string[] =>
  word.includes('`') || widthOf(word) <= columns / 2 || !UNSPACED.test(word)
    ? [word]
    : Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment);
