import type { KeyId } from '../../core/keys/key.js';
import { conflictSides } from '../../core/text/conflict-markers.js';
import { changedLines, linesOf } from '../../core/text/line-diff.js';
import { markConflicts, type MarkerStyle } from '../../core/text/mark-conflicts.js';
import type { Document, Format } from '../../formats/format.js';
import { carryComments } from './carry-comments.js';
import { commentProblems, misplacedComments } from './comments.js';
import { editTo, groupsOfAll, readStrictly, type Fault, type TargetValues } from './edit-to-values.js';
import { isRight, mayBeRight, type LineMerge } from './line-merge.js';
import { readVersions, type ReadVersions, type GitVersions } from './read-versions.js';
import { targetsOf, type Targets } from './targets.js';
import type { Values } from './values.js';

export type FileMerge =
  /** The merged text, with markers around the keys in conflict. */
  | {
      readonly kind: 'merged';
      readonly text: string;
      readonly conflicts: readonly KeyId[];
      /** Comments that are missing, or that are where no side has them. */
      readonly lostComments: readonly string[];
    }
  /** The keys cannot be merged; git merges by lines instead. */
  | { readonly kind: 'by-lines'; readonly reason: string }
  /** Neither is right: markers are around everything in which the two sides differ. */
  | { readonly kind: 'marked'; readonly text: string; readonly reason: string };

/**
 * Merges three versions of a locale file. The result reads exactly as the three sets of keys
 * demand, or it is not taken:
 *
 * - git's merge by lines, if it is right: it keeps comments, order and layout of both sides;
 * - our text with their changes put in, of which every other byte stays;
 * - git's merge with our lines in its conflicts, if it can be edited so and keeps more comments;
 * - their text with our changes put in, if nothing else can be edited so and no line that ours has
 *   changed is lost.
 */
export function mergeFile(
  format: Format,
  versions: GitVersions,
  lines: LineMerge,
  style: MarkerStyle,
): FileMerge {
  const { base, ours, theirs } = versions;
  const plain = ours === theirs || theirs === base ? ours : ours === base ? theirs : undefined;
  if (plain !== undefined) return merged(plain);
  // `git rerere` replays a resolution so: its base and ours hold the markers, theirs does not.
  const isReplay = isMarked(base) && isMarked(ours);
  if (isReplay && lines.clean !== undefined && !isMarked(lines.clean)) return merged(lines.clean);
  const read = readVersions(format, versions);
  if ('reason' in read) return byLines(read.reason);
  const targets = targetsOf(read.base, read.ours, read.theirs);
  const groups = groupsOfAll(read.documents);
  const targetOf = (values: Values): TargetValues => ({ values, byItem: read.byItem, groups });

  const clean = lines.clean === undefined ? undefined : readStrictly(format, lines.clean);
  if (clean && isRight(clean, read, targets)) return merged(clean.text);

  const result = mergedByKeys(format, versions, read, lines, targetOf(targets.ours));
  if (!('reason' in result)) {
    const lostIn = (text: string): readonly string[] => commentProblems(format, versions, text);
    if (targets.conflicts.size === 0) return merged(result.text, [], lostIn(result.text));
    const withTheirs = editTo(format, result, targetOf(targets.theirs), read.theirDocument.outline);
    if (!('reason' in withTheirs)) {
      // An empty list or map, and none: neither side has a text there.
      if (withTheirs.text === result.text) return merged(result.text, [], lostIn(result.text));
      const text = markConflicts(result.text, withTheirs.text, style, aloneIn(result, withTheirs, targets));
      return merged(
        text,
        [...targets.conflicts],
        commentProblems(format, versions, text, { isMarked: true }),
      );
    }
  }
  const reason = 'reason' in result ? result.reason : 'a conflict cannot be marked in it';
  // Lines can merge without a conflict although keys conflict, or with another result.
  return lines.clean === undefined ? byLines(reason) : marked(reason);

  function byLines(why: string): FileMerge {
    return mayBeRight(format, versions, lines) ? { kind: 'by-lines', reason: why } : marked(why);
  }
  function marked(why: string): FileMerge {
    return { kind: 'marked', text: markConflicts(ours, theirs, style), reason: why };
  }
}

const merged = (text: string, conflicts: readonly KeyId[] = [], lost: readonly string[] = []): FileMerge => ({
  kind: 'merged',
  text,
  conflicts,
  lostComments: lost,
});

const isMarked = (text: string): boolean => conflictSides(text) !== undefined;

/** The document with all that is merged, and ours of each conflict. */
function mergedByKeys(
  format: Format,
  versions: GitVersions,
  read: ReadVersions,
  lines: LineMerge,
  wanted: TargetValues,
): Document | Fault {
  const { base, ours } = versions;
  const { document, theirDocument } = read;
  const misplaced = (edited: Document): number => misplacedComments(format, versions, edited.text);
  const made = (from: Document, order: Document): Document | Fault => {
    const edited = editTo(format, from, wanted, order.outline);
    return 'reason' in edited ? edited : carryComments(format, versions, read, wanted, edited);
  };
  const own = made(document, theirDocument);
  let best = 'reason' in own ? undefined : { document: own, misplaced: misplaced(own) };
  const others = [
    () => {
      const text = lines.clean ?? lines.ours;
      const between = text === undefined ? undefined : readStrictly(format, text);
      return between && made(between, theirDocument);
    },
    () => {
      const their = made(theirDocument, document);
      return 'reason' in their || keepsLines(base, ours, their.text, own) ? their : undefined;
    },
  ];
  for (const edit of others) {
    if (best?.misplaced === 0) break;
    const edited = edit();
    if (edited === undefined || 'reason' in edited) continue;
    const count = misplaced(edited);
    if (count < (best?.misplaced ?? Infinity)) best = { document: edited, misplaced: count };
  }
  return best?.document ?? own;
}

/**
 * Whether a text has each line that a side has added to the base, in that order. Lines of which
 * `other`, another result of the merge, has nothing do not count; without that result neither does
 * how lines are indented.
 */
function keepsLines(base: string, side: string, text: string, other: Document | Fault): boolean {
  const isRefused = 'reason' in other;
  const kept = new Set(isRefused ? [] : linesOf(other.text).map(said));
  const shown = (line: string): string => (isRefused ? said(line) : line);
  const [before, after] = [linesOf(base), linesOf(side)];
  const added = changedLines(before, after)
    .flatMap((hunk) => after.slice(hunk.after.start, hunk.after.end))
    .filter((line) => isRefused || kept.has(said(line)));
  let next = 0;
  for (const line of linesOf(text))
    if (next < added.length && shown(line) === shown(added[next] ?? '')) next++;
  return next === added.length;
}

/** A line without its indentation, and without the comma that depends on the next line. */
const said = (line: string): string => line.trim().replace(/,$/, '');

/** The lines of our text with one value in conflict, each with the line in which theirs has it. */
function aloneIn(ours: Document, theirs: Document, { conflicts }: Targets): ReadonlyMap<number, number> {
  const alone = new Map<number, number>();
  const texts = { ours: linesOf(ours.text), theirs: linesOf(theirs.text) };
  // Each line is searched once: a minified file has all its conflicts in one very long line.
  const seen = { ours: new Set<number>(), theirs: new Set<number>() };
  for (const id of conflicts) {
    const ourLeaf = ours.leaves.get(id);
    const theirLeaf = theirs.leaves.get(id);
    if (ourLeaf === undefined || theirLeaf === undefined) continue;
    const name = ourLeaf.path.at(-1) ?? '';
    const line = { ours: ourLeaf.position.line - 1, theirs: theirLeaf.position.line - 1 };
    if (seen.ours.has(line.ours) || seen.theirs.has(line.theirs)) continue;
    seen.ours.add(line.ours);
    seen.theirs.add(line.theirs);
    const isNamed = texts.ours[line.ours]?.includes(name) && texts.theirs[line.theirs]?.includes(name);
    if (isNamed === true) alone.set(line.ours, line.theirs);
  }
  return alone;
}
