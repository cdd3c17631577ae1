import type { Document, Format } from '../../formats/format.js';
import { groupsOfAll, holds, parseOrNothing } from './edit-to-values.js';
import { keepsPaths } from './line-paths.js';
import { holdsItemsOf } from './lists-by-item.js';
import { readVersions, type GitVersions, type ReadVersions } from './read-versions.js';
import { targetsOf, type Targets } from './targets.js';
import { sameValue, valuesOf, type Value } from './values.js';

/** What git's own merge by lines makes of the three versions. */
export interface LineMerge {
  /** The merge, if no lines conflict. */
  readonly clean: string | undefined;
  /** If lines conflict, the merge with our lines in place of each conflict, and with theirs. */
  readonly ours?: string | undefined;
  readonly theirs?: string | undefined;
}

/**
 * Whether a merge by lines reads as it must. Lists that both sides have changed are as the lines
 * say, unless an item is a duplicate or gone: nothing else tells their items apart.
 */
export function isRight(
  clean: Document,
  { base, byItem, documents }: ReadVersions,
  targets: Targets,
): boolean {
  const values = new Map(targets.ours);
  const found = valuesOf(clean);
  for (const id of targets.conflicts) {
    const list = found.get(id);
    if (!isMergedList(list, base.get(id), targets.ours.get(id), targets.theirs.get(id))) return false;
    values.set(id, list);
  }
  return holds(clean, { values, byItem, groups: groupsOfAll(documents) });
}

function isMergedList(
  list: Value | undefined,
  base: Value | undefined,
  ours: Value | undefined,
  theirs: Value | undefined,
): list is Value {
  if (ours?.kind !== 'list' || theirs?.kind !== 'list' || list?.kind !== 'list') return false;
  return holdsItemsOf(list, base, ours, theirs);
}

/**
 * Whether the merge by lines may be taken although it cannot be checked in full, since a version
 * holds a key twice or cannot be read, or since its lines conflict: what is outside of the markers
 * reads as it must, and no key is a duplicate that no side has twice.
 */
export function mayBeRight(format: Format, versions: GitVersions, lines: LineMerge): boolean {
  const texts = (lines.clean === undefined ? [lines.ours, lines.theirs] : [lines.clean]).filter(
    (text) => text !== undefined,
  );
  if (!keepsPaths(format, versions, texts)) return false;
  const documents = texts.map((text) => parseOrNothing(format, text));
  const doubledBefore = new Set(
    [versions.ours, versions.theirs].flatMap((side) => warningReasons(parseOrNothing(format, side))),
  );
  if (documents.flatMap(warningReasons).some((key) => !doubledBefore.has(key))) return false;
  const read = readVersions(format, versions, parseOrNothing);
  // Only the lines tell.
  if ('reason' in read) return true;
  const [first, second] = documents;
  if (documents.includes(undefined)) return false;
  const targets = targetsOf(read.base, read.ours, read.theirs);
  if (first === undefined) return true;
  return second === undefined
    ? isRight(first, read, targets)
    : isRightOutside([first, second], read, targets);
}

/** Whether the values that both documents share, which no marker is around, are as they must be. */
function isRightOutside(
  documents: readonly [Document, Document],
  { base, byItem }: ReadVersions,
  { ours, theirs }: Targets,
): boolean {
  const [left, right] = documents.map((document) => valuesOf(document, byItem));
  const ids = new Set([left, right, ours, theirs].flatMap((values) => [...(values?.keys() ?? [])]));
  return [...ids].every((id) => {
    const [one, other, our, their] = [left, right, ours, theirs].map((values) => values?.get(id));
    if (!isSame(one, other)) return true;
    return isSame(our, their) ? isSame(one, our) : isMergedList(one, base.get(id), our, their);
  });
}

/** An empty list or map is the same as none. */
const isSame = (left: Value | undefined, right: Value | undefined): boolean =>
  left !== undefined && right !== undefined
    ? sameValue(left, right)
    : ((left ?? right)?.scalars.length ?? 0) === 0;

/** What is wrong with a document, without the places. */
const warningReasons = (document: Document | undefined): readonly string[] =>
  (document?.warnings ?? []).map(({ reason }) => reason.split(/ at \d/, 1).join());
