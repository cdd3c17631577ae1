import type { FormatTraits } from '../../core/formats.js';
import { jsonString } from '../../core/lock/lock.js';
import { getOrMake } from '../../core/util/collections.js';
import { linesOf } from '../../core/text/line-diff.js';
import { countsOf, isWantedCount, type Counts } from './counts.js';
import type { GitVersions } from './read-versions.js';

/** The number of a path: equal for equal paths of all texts of a merge. */
export type PathId = number;

/** Gives each path its number, by that of the path above it and its own key. */
export type Numbering = (above: PathId, key: string) => PathId;

/** Numbers for the paths of several texts. */
export function numbering(): Numbering {
  const ids = new Map<string, PathId>();
  return (above, key) => getOrMake(ids, `${above} ${key}`, () => ids.size + 1);
}

/**
 * Whether merges by lines have each key, and each item of a list, no less and no more often than
 * the sides, and as often as `wantedCount` says. Of several merges, which differ in what is
 * in the places of conflicts, the latter is asked only of what all of them have equally often.
 * Reads nothing but lines, so it works for files that cannot be read.
 */
export function keepsPaths(
  { comments }: Pick<FormatTraits, 'comments'>,
  { base, ours, theirs }: GitVersions,
  merges: readonly string[],
): boolean {
  const numberOf = numbering();
  const read = (text: string): Counts<PathId> => countsOf(pathsIn(comments, text, numberOf));
  const [before, here, there] = [base, ours, theirs].map(read);
  const found = merges.map(read);
  const paths = new Set([here, there, ...found].flatMap((counts) => [...(counts?.keys() ?? [])]));
  const count = (counts: Counts<PathId> | undefined, path: PathId): number => counts?.get(path) ?? 0;
  return [...paths].every((path) => {
    const [was, our, their] = [count(before, path), count(here, path), count(there, path)];
    const counts = found.map((merge) => count(merge, path));
    if (counts.some((held) => held > Math.max(our, their) || held < Math.min(our, their))) return false;
    if (new Set(counts).size !== 1) return true;
    const [held = 0] = counts;
    return isWantedCount(held, was, our, their);
  });
}

/** The keys and items of a text as its lines show them, each after the keys in which it is. */
function pathsIn(signs: readonly string[], text: string, numberOf: Numbering): readonly PathId[] {
  const pathOf = pathReader(numberOf);
  return linesOf(text).flatMap((line) => {
    const words = line.trim();
    if (signs.some((sign) => words.startsWith(sign))) return [];
    return pathOf(line, words) ?? [];
  });
}

/**
 * Gives each line of a text, asked in order, the path of its key or item, as indentation shows;
 * undefined if it has no words. A document of several in one file has its number in front.
 * `words` is what counts of the line.
 */
export function pathReader(numberOf: Numbering): (line: string, words: string) => PathId | undefined {
  let document = numberOf(0, '---');
  let above: { readonly indent: number; readonly path: PathId }[] = [];
  return (line, words) => {
    if (words === '---') {
      document = numberOf(document, words);
      above = [];
    }
    if (!HAS_WORDS.test(words)) return undefined;
    // Items of a list may be as far left as its key.
    const indent = line.length - line.trimStart().length + (words.startsWith('- ') ? 0.5 : 0);
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop();
    const path = numberOf(above.at(-1)?.path ?? document, subjectOf(words));
    above.push({ indent, path });
    return path;
  };
}

const HAS_WORDS = /[\p{L}\p{N}]/u;

/** The key of a line; all of it if it has none, or if it begins an item of a list. */
function subjectOf(line: string): string {
  const quoted = /^(?:"(?:[^"\\]|\\.)*"|'[^']*')(?=\s*:)/.exec(line)?.[0];
  const colon = quoted === undefined && !line.startsWith('- ') ? line.search(/:(?:\s|$)/) : -1;
  const key = quoted ?? (colon > 0 ? line.slice(0, colon).trimEnd() : line.replace(/,$/, ''));
  const plain = key.startsWith('"') && key.includes('\\') ? jsonString(key) : undefined;
  return plain ?? key.replaceAll(/["']/g, '');
}
