import type { FormatTraits } from '../../core/formats.js';
import { linesOf } from '../../core/text/line-diff.js';
import { countsOf, wantedCount, type Counts } from './counts.js';
import { subjectOf } from './line-paths.js';
import type { GitVersions } from './read-versions.js';

type Signs = Pick<FormatTraits, 'comments'>;

/**
 * The comments that a text does not have at the keys, or at the items of lists, where a merge of
 * these versions should have them. With `isMarked` it holds two versions: what is there once more
 * does not count.
 */
export function lostComments(format: Signs, versions: GitVersions, text: string, isMarked = false): string[] {
  const [missing, extra] = [new Map<string, number>(), new Map<string, number>()];
  for (const [place, lacking] of lackingIn(format, versions, text)) {
    const counts = lacking > 0 ? missing : extra;
    const comment = commentOf(place);
    counts.set(comment, (counts.get(comment) ?? 0) + Math.abs(lacking));
  }
  return [...new Set([...missing.keys(), ...extra.keys()])].flatMap((comment) => {
    const count = Math.max(missing.get(comment) ?? 0, isMarked ? 0 : (extra.get(comment) ?? 0));
    return new Array<string>(count).fill(comment);
  });
}

/** How many comments a text does not have at the keys or items where they belong. */
export const misplacedComments = (format: Signs, versions: GitVersions, text: string): number =>
  [...lackingIn(format, versions, text).values()].reduce((sum, lacking) => sum + Math.abs(lacking), 0);

/** How many more comments a merge should have at each place than a text has; negative for fewer. */
function lackingIn(
  { comments: signs }: Signs,
  { base, ours, theirs }: GitVersions,
  text: string,
): Counts<string> {
  const count = (version: string): Counts<string> => countsOf(placesIn(signs, version));
  const [before, here, there, found] = [count(base), count(ours), count(theirs), count(text)];
  const places = new Set([...here.keys(), ...there.keys(), ...found.keys()]);
  return new Map(
    Array.from(places, (place) => {
      const was = before.get(place) ?? 0;
      const wanted = wantedCount(was, here.get(place) ?? 0, there.get(place) ?? 0).most;
      return [place, wanted - (found.get(place) ?? 0)];
    }),
  );
}

const BETWEEN = '\n';

/** A comment, and the key, or the item of a list, that it is above or after. */
const placeOf = (comment: string, subject: string): string => comment + BETWEEN + subject;
const commentOf = (place: string): string => place.slice(0, place.indexOf(BETWEEN));

function placesIn(signs: readonly string[], text: string): readonly string[] {
  const places: string[] = [];
  let above: string[] = [];
  for (const line of linesOf(text)) {
    const words = line.trim();
    if (words === '') continue;
    if (signs.some((sign) => words.startsWith(sign))) {
      above.push(words);
      continue;
    }
    const after = commentAtEnd(signs, line);
    const subject = subjectOf(after === undefined ? words : words.slice(0, -after.length).trim());
    for (const comment of after === undefined ? above : [...above, after])
      places.push(placeOf(comment, subject));
    above = [];
  }
  return [...places, ...above.map((comment) => placeOf(comment, ''))];
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
