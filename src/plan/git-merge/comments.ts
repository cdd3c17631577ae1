import type { FormatTraits } from '../../core/formats.js';
import { linesOf } from '../../core/text/line-diff.js';
import { subjectOf } from './line-paths.js';
import type { GitVersions } from './read-versions.js';
import { wantedCount } from './wanted-count.js';

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
function lackingIn({ comments: signs }: Signs, versions: GitVersions, text: string): Counts {
  const count = (version: string): Counts => countOf(placesIn(signs, version));
  const lacking = wantedCounts(versions, count);
  for (const [place, found] of count(text)) lacking.set(place, (lacking.get(place) ?? 0) - found);
  return lacking;
}

type Counts = ReadonlyMap<string, number>;

/** How often each comment should be in a merge: as one side has it, if only that one changed it. */
function wantedCounts(
  { base, ours, theirs }: GitVersions,
  count: (text: string) => Counts,
): Map<string, number> {
  const [before, here, there] = [count(base), count(ours), count(theirs)];
  const wanted = new Map<string, number>();
  for (const key of new Set([...here.keys(), ...there.keys()])) {
    const was = before.get(key) ?? 0;
    wanted.set(key, wantedCount(was, here.get(key) ?? 0, there.get(key) ?? 0).most);
  }
  return wanted;
}

function countOf(places: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  return counts;
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
