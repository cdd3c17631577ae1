import type { FormatTraits } from '../../core/formats.js';
import { linesOf } from '../../core/text/line-diff.js';

/** The comments that a side has added to the base and that are not in the result. */
export function lostComments(
  { comments: signs }: Pick<FormatTraits, 'comments'>,
  base: string,
  side: string,
  result: string,
): readonly string[] {
  const baseCounts = countComments(signs, base);
  for (const [comment, count] of countComments(signs, result))
    baseCounts.set(comment, Math.max(baseCounts.get(comment) ?? 0, count));
  const lost: string[] = [];
  for (const [comment, count] of countComments(signs, side))
    for (let more = count - (baseCounts.get(comment) ?? 0); more > 0; more--) lost.push(comment);
  return lost;
}

function countComments(signs: readonly string[], text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of linesOf(text)) {
    const words = line.trim();
    const comment = signs.some((sign) => words.startsWith(sign)) ? words : commentAtEnd(signs, line);
    if (comment !== undefined) counts.set(comment, (counts.get(comment) ?? 0) + 1);
  }
  return counts;
}

/** The last characters of what a comment may follow without a blank. */
const AFTER_VALUE = '"0123456789el,{[]}';

/**
 * The comment after the value of a line. In a text of several lines it may be a part of the text:
 * a warning too many does no harm.
 */
function commentAtEnd(signs: readonly string[], line: string): string | undefined {
  let quote = '';
  // The last character that is not a blank, and whether a blank follows it.
  let last = '';
  let isApart = true;
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (quote !== '') {
      if (char === '\\' && quote === '"') at++;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") {
      // An apostrophe inside a word begins no quoted text.
      if (isApart || ':,[{'.includes(last)) quote = char;
    } else if (
      (isApart || (char === '/' && AFTER_VALUE.includes(last))) &&
      signs.some((sign) => line.startsWith(sign, at))
    )
      return line.slice(at).trim();
    isApart = quote === '' && (char === ' ' || char === '\t');
    if (!isApart) last = char;
  }
  return undefined;
}
