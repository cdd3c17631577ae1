import { keyId, type KeyId } from '../../core/keys/key.js';
import { withComments, type CommentChange, type CommentPlace } from '../../formats/comments.js';
import type { Document, Format } from '../../formats/format.js';
import { miscountedComments, misplacedComments } from './comments.js';
import { holds, readStrictly, type TargetValues } from './edit-to-values.js';
import type { GitVersions, ReadVersions } from './read-versions.js';

/** A version, and its keys with the places of their comments. */
interface Commented {
  readonly has: ReadonlySet<KeyId>;
  readonly places: ReadonlyMap<KeyId, CommentPlace>;
}

/** A change of a comment, with the comment lines that it puts in or takes out. */
interface Carried extends CommentChange {
  readonly touched: readonly string[];
}

/**
 * A merged document with the comments that only one side has changed, each at its key: those of
 * keys that the side has added, and those that it has edited or removed at a key that both have.
 * The document as it is if they have no certain place.
 */
export function carryComments(
  format: Format,
  texts: GitVersions,
  { baseDocument, document, theirDocument }: ReadVersions,
  wanted: TargetValues,
  merged: Document,
): Document {
  // `texts.ours` may have the markers of an earlier run.
  const versions: GitVersions = { ...texts, ours: document.text };
  const hasSign = (text: string): boolean => format.comments.some((sign) => text.includes(sign));
  if (![versions.base, versions.ours, versions.theirs].some(hasSign)) return merged;
  if (baseDocument === undefined || !document.takesComments) return merged;
  const ids = [baseDocument, document, theirDocument].map(keysOf);
  const [base = new Set<KeyId>(), ours = new Set<KeyId>(), theirs = new Set<KeyId>()] = ids;
  const commented = (one: Document, has: ReadonlySet<KeyId>, other: ReadonlySet<KeyId>): Commented => ({
    has,
    places: one.commentPlaces(new Set([...has].filter((id) => !other.has(id)))),
  });
  const places = merged.commentPlaces(new Set());
  let changes = changesTo(
    places,
    commented(baseDocument, base, base),
    commented(document, ours, theirs),
    commented(theirDocument, theirs, ours),
  );
  while (changes.length > 0) {
    const text = withComments(merged, places, changes);
    const wrong = miscountedComments(format, versions, text);
    const certain = changes.filter(({ touched }) => !touched.some((comment) => wrong.has(comment)));
    if (certain.length < changes.length) {
      changes = certain;
      continue;
    }
    const carried = readStrictly(format, text);
    const isRight =
      carried !== undefined &&
      holds(carried, wanted) &&
      isAsMeant(places, carried.commentPlaces(new Set()), changes) &&
      misplacedComments(format, versions, text) <= misplacedComments(format, versions, merged.text);
    return isRight ? carried : merged;
  }
  return merged;
}

const keysOf = ({ outline }: Document): ReadonlySet<KeyId> => new Set(outline.map(({ path }) => keyId(path)));

const SIDES = ['above', 'after'] as const;

function changesTo(
  places: ReadonlyMap<KeyId, CommentPlace>,
  base: Commented,
  ours: Commented,
  theirs: Commented,
): readonly Carried[] {
  const changes: Carried[] = [];
  for (const [id, found] of places)
    for (const side of SIDES) {
      const [was, here, there] = [base, ours, theirs].map((version) => commentAt(version, id, side));
      if (was === undefined || here === undefined || there === undefined) continue;
      if (here === there || found[side]?.text !== was) continue;
      const source = here === was ? theirs : there === was ? ours : undefined;
      if (source === undefined || (side === 'above' && !isOwn(id, source, [base, ours, theirs]))) continue;
      const text = source === theirs ? there : here;
      changes.push({ id, side, text, touched: [was, text].flatMap(linesIn) });
    }
  return changes;
}

/** The comment of a key; '' if the version lacks the key, undefined if its place is not certain. */
const commentAt = ({ has, places }: Commented, id: KeyId, side: keyof CommentPlace): string | undefined =>
  has.has(id) ? places.get(id)?.[side]?.text : '';

/**
 * Whether the comment above a key is certainly of that key: of a new key if it moves with it, of a
 * key of all versions if the comments further up are those of the base.
 */
function isOwn(id: KeyId, source: Commented, versions: readonly Commented[]): boolean {
  const above = source.places.get(id)?.above;
  const [base] = versions;
  return versions.every(({ has }) => has.has(id))
    ? above?.beyond === base?.places.get(id)?.above?.beyond
    : above?.isHeading === false;
}

const linesIn = (comment: string): readonly string[] =>
  comment.split('\n').flatMap((line) => (line === '' ? [] : [line.trim()]));

/** Whether each key has the comments that it had, but for the changes. */
function isAsMeant(
  before: ReadonlyMap<KeyId, CommentPlace>,
  after: ReadonlyMap<KeyId, CommentPlace>,
  changes: readonly CommentChange[],
): boolean {
  const meant = { above: new Map<KeyId, string>(), after: new Map<KeyId, string>() };
  for (const { id, side, text } of changes) meant[side].set(id, text);
  if (before.size !== after.size) return false;
  return [...before].every(([id, place]) =>
    SIDES.every((side) => after.get(id)?.[side]?.text === (meant[side].get(id) ?? place[side]?.text)),
  );
}
