import type { FormatTraits } from '../../core/formats.js';
import { linesOf } from '../../core/text/line-diff.js';
import type { GitVersions } from './read-versions.js';

type Signs = Pick<FormatTraits, 'comments'>;

/** The comments that a merge of these versions should have and that a text lacks. */
export function lostComments({ comments: signs }: Signs, versions: GitVersions, text: string): string[] {
  const count = (version: string): Counts => countOf(commentsOf(signs, version), ({ comment }) => comment);
  const found = count(text);
  const lost: string[] = [];
  for (const [comment, wanted] of wantedCounts(versions, count))
    for (let more = wanted - (found.get(comment) ?? 0); more > 0; more--) lost.push(comment);
  return lost;
}

/** How many comments a text does not have at the keys or items where they belong. */
export function misplacedComments({ comments: signs }: Signs, versions: GitVersions, text: string): number {
  const count = (version: string): Counts =>
    countOf(commentsOf(signs, version), ({ comment, of }) => JSON.stringify([comment, of]));
  const found = count(text);
  const wanted = wantedCounts(versions, count);
  let misplaced = 0;
  for (const place of new Set([...wanted.keys(), ...found.keys()]))
    misplaced += Math.abs((wanted.get(place) ?? 0) - (found.get(place) ?? 0));
  return misplaced;
}

type Counts = ReadonlyMap<string, number>;

/** How often each comment should be in a merge: as one side has it, if only that one changed it. */
function wantedCounts({ base, ours, theirs }: GitVersions, count: (text: string) => Counts): Counts {
  const [before, here, there] = [count(base), count(ours), count(theirs)];
  const wanted = new Map<string, number>();
  for (const key of new Set([...here.keys(), ...there.keys()])) {
    const was = before.get(key) ?? 0;
    const our = here.get(key) ?? 0;
    const their = there.get(key) ?? 0;
    wanted.set(key, our === was ? their : their === was ? our : Math.max(our, their));
  }
  return wanted;
}

function countOf<T>(items: readonly T[], keyOf: (item: T) => string): Counts {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** A comment, and the key, or the item of a list, that it is above or after. */
interface Comment {
  readonly comment: string;
  readonly of: string;
}

function commentsOf(signs: readonly string[], text: string): readonly Comment[] {
  const comments: Comment[] = [];
  let above: string[] = [];
  for (const line of linesOf(text)) {
    const words = line.trim();
    if (words === '') continue;
    if (signs.some((sign) => words.startsWith(sign))) {
      above.push(words);
      continue;
    }
    const after = commentAtEnd(signs, line);
    const of = subjectOf(after === undefined ? words : words.slice(0, -after.length).trim());
    for (const comment of after === undefined ? above : [...above, after]) comments.push({ comment, of });
    above = [];
  }
  return [...comments, ...above.map((comment) => ({ comment, of: '' }))];
}

/** The key of a line; all of it if it has none, or if it begins an item of a list. */
function subjectOf(line: string): string {
  const [, key] = /^("(?:[^"\\]|\\.)*"|'[^']*'|(?!- )[^\s:"'][^:]*?)\s*:(?:\s|$)/.exec(line) ?? [];
  return key ?? line.replace(/,$/, '');
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
