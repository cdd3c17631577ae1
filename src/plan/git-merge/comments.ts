import type { FormatTraits } from '../../core/formats.js';
import { linesOf } from '../../core/text/line-diff.js';
import { getOrMake } from '../../core/util/collections.js';
import { countsOf, wantedCount, type Counts } from './counts.js';
import { numbering, pathReader, type Numbering, type PathId } from './line-paths.js';
import type { GitVersions } from './read-versions.js';

type Signs = Pick<FormatTraits, 'comments'>;

/**
 * The comments that a text does not have at the keys, or at the items of lists, where a merge of
 * these versions should have them, and those that it has where no side has them. With `isMarked`
 * it holds two versions: what is there once more does not count.
 */
export function commentProblems(
  format: Signs,
  versions: GitVersions,
  text: string,
  { isMarked = false } = {},
): string[] {
  const [missing, extra] = [new Map<string, number>(), new Map<string, number>()];
  const add = (counts: Map<string, number>, comment: string, count: number): void => {
    if (count > 0) counts.set(comment, (counts.get(comment) ?? 0) + count);
  };
  for (const { comment, most, sides, found } of placesOf(format, versions, text)) {
    add(missing, comment, most - found);
    // One that a side has at this key, and that should have gone, is kept.
    if (!isMarked) add(extra, comment, found - sides);
  }
  return [...new Set([...missing.keys(), ...extra.keys()])].flatMap((comment) => {
    const count = Math.max(missing.get(comment) ?? 0, extra.get(comment) ?? 0);
    return new Array<string>(count).fill(comment);
  });
}

/** How many comments a text does not have at the keys or items where they belong. */
export const misplacedComments = (format: Signs, versions: GitVersions, text: string): number =>
  placesOf(format, versions, text).reduce((sum, { most, found }) => sum + Math.abs(most - found), 0);

/** The comments that a text has too often or not often enough, wherever it has them. */
export function miscountedComments(format: Signs, versions: GitVersions, text: string): ReadonlySet<string> {
  const sums = new Map<string, { least: number; most: number; found: number }>();
  for (const { comment, least, most, found } of placesOf(format, versions, text)) {
    const sum = getOrMake(sums, comment, () => ({ least: 0, most: 0, found: 0 }));
    sum.least += least;
    sum.most += most;
    sum.found += found;
  }
  const wrong = [...sums].filter(([, { least, most, found }]) => found < least || found > most);
  return new Set(wrong.map(([comment]) => comment));
}

/** A comment at one key or item. */
interface CommentCount {
  readonly comment: string;
  /** How often a merge should have it there, and how often the text does. */
  readonly least: number;
  readonly most: number;
  readonly found: number;
  /** How often the side has it there that has it more often. */
  readonly sides: number;
}

function placesOf(
  { comments: signs }: Signs,
  { base, ours, theirs }: GitVersions,
  text: string,
): readonly CommentCount[] {
  const numberOf = numbering();
  const inBase = placesIn(signs, base, numberOf);
  const before = countsOf(inBase.places);
  const count = (version: string): Counts<string> =>
    countsInPlace(before, inBase, placesIn(signs, version, numberOf).places);
  const [here, there, found] = [count(ours), count(theirs), count(text)];
  const places = new Set([...here.keys(), ...there.keys(), ...found.keys()]);
  return Array.from(places, (place) => {
    const was = before.get(place) ?? 0;
    const [our, their] = [here.get(place) ?? 0, there.get(place) ?? 0];
    const { least, most } = wantedCount(was, our, their);
    const comment = commentOf(place);
    return { comment, least, most, found: found.get(place) ?? 0, sides: Math.max(our, their) };
  });
}

const BETWEEN = '\n';

/** The path of what is after the last key. */
const END: PathId = 0;

/** A comment, and the path of the key, or of the item of a list, that it is above or after. */
const placeOf = (comment: string, path: PathId): string => `${comment}${BETWEEN}${path}`;
const commentOf = (place: string): string => place.slice(0, place.indexOf(BETWEEN));
const pathIn = (place: string): PathId => Number(place.slice(place.indexOf(BETWEEN) + 1));

/**
 * The counts of a version. A comment at the end of the file, or of a group, that is above a new key
 * now counts as where the base has it: the key was put in after it.
 */
function countsInPlace(
  before: Counts<string>,
  { paths, ends }: CommentPlaces,
  places: readonly string[],
): Counts<string> {
  const counts = new Map(countsOf(places));
  for (const place of places) {
    if (paths.has(pathIn(place))) continue;
    const earlier = ends
      .get(commentOf(place))
      ?.find((end) => (counts.get(end) ?? 0) < (before.get(end) ?? 0));
    if (earlier === undefined) continue;
    counts.set(place, (counts.get(place) ?? 0) - 1);
    counts.set(earlier, (counts.get(earlier) ?? 0) + 1);
  }
  return counts;
}

/** The comments of a version, each with its place, and the paths of all its lines. */
interface CommentPlaces {
  readonly places: readonly string[];
  readonly paths: ReadonlySet<PathId>;
  /** By comment the places that are after the last key of a group. */
  readonly ends: ReadonlyMap<string, readonly string[]>;
}

function placesIn(signs: readonly string[], text: string, numberOf: Numbering): CommentPlaces {
  const places: string[] = [];
  const paths = new Set<PathId>([END]);
  const pathOf = pathReader(numberOf);
  const ends = new Map<string, string[]>();
  let above: { readonly words: string; readonly indent: number }[] = [];
  let isFirst = true;
  const addAbove = (path: PathId, indent: number): void => {
    for (const comment of above) {
      const place = placeOf(comment.words, path);
      places.push(place);
      if (comment.indent > indent) getOrMake(ends, comment.words, (): string[] => []).push(place);
    }
    above = [];
  };
  for (const line of linesOf(text)) {
    const words = line.trim();
    if (words === '' || MARKER.test(line)) continue;
    if (signs.some((sign) => words.startsWith(sign))) {
      above.push({ words, indent: indentOf(line) });
      continue;
    }
    const after = commentAtEnd(signs, line);
    const own = after === undefined ? words : words.slice(0, -after.length).trim();
    // The first keys may be on the line of the bracket that a comment opening the file is above.
    const opens = isFirst && own.startsWith('{');
    isFirst = false;
    const path = (opens ? undefined : pathOf(line, own)) ?? numberOf(0, opens ? '{' : own);
    paths.add(path);
    addAbove(path, indentOf(line));
    if (after !== undefined) places.push(placeOf(after, path));
  }
  addAbove(END, -1);
  return { places, paths, ends };
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** A comment above it is of the first key in conflict. */
const MARKER = /^(?:<{7,}|={7,}|>{7,})(?:[ \r\n]|$)/;

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
