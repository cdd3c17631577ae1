import { keyId, type KeyId } from '../../core/keys/key.js';
import { append } from '../../core/util/collections.js';
import {
  type Document,
  type Edit,
  type Format,
  type OutlineNode,
  FormatError,
} from '../../formats/format.js';
import { fillersFor, keepingGroups } from './empty-groups.js';
import { groupsOf, sameValue, valuesOf, type Scalar, type Value, type Values } from './values.js';

/** The values that a document is to have. */
export interface TargetValues {
  readonly values: Values;
  /** The lists of which `values` has each item. */
  readonly byItem: ReadonlySet<KeyId>;
  /** Maps and lists of any version, which may be left empty. */
  readonly groups: ReadonlySet<KeyId>;
}

/** Why a text cannot be read, or a document cannot be edited. */
export interface Fault {
  readonly reason: string;
}

/** A document of this text; undefined if it cannot be read, or if it has a key twice. */
export function readStrictly(format: Format, text: string): Document | undefined {
  const document = parseOrNothing(format, text);
  return document?.warnings.length === 0 ? document : undefined;
}

/** A document with everything that a merge has to keep. Throws FormatError. */
export const parseAllFields = (format: Format, text: string): Document =>
  format.parseAllFields?.(text) ?? format.parse(text);

/** A document of this text; undefined if it cannot be read. */
export function parseOrNothing(format: Format, text: string): Document | undefined {
  try {
    return parseAllFields(format, text);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** Whether a document holds these values and no others. */
export function holds(document: Document, { values, byItem, groups }: TargetValues): boolean {
  const found = valuesOf(document, byItem);
  for (const [id, value] of values) {
    const read = found.get(id);
    if (read === undefined || !sameValue(value, read)) return false;
  }
  for (const [id, value] of found)
    if (!values.has(id) && !(value.scalars.length === 0 && groups.has(id))) return false;
  return true;
}

/**
 * The document with these values and every other byte unchanged, or why it cannot be edited so. New
 * keys go where `order` has them.
 */
export function editTo(
  format: Format,
  document: Document,
  wanted: TargetValues,
  order: readonly OutlineNode[],
): Document | Fault {
  const edits = editsFor(document, wanted);
  if (edits.length === 0) return holds(document, wanted) ? document : NOT_AS_MEANT;
  const once = made(format, document, wanted, order);
  if (!('reason' in once) && holds(once, wanted)) return once;
  // A group in place of a text of that name: the text has to be out of the way first.
  const isRemoval = ({ text }: Edit): boolean => text === undefined;
  const cleared = applyEdits(format, document, edits.filter(isRemoval), order);
  if ('reason' in cleared) return 'reason' in once ? once : NOT_AS_MEANT;
  const twice = made(format, cleared, wanted, order);
  if ('reason' in twice) return 'reason' in once ? once : twice;
  return holds(twice, wanted) ? twice : NOT_AS_MEANT;
}

/** The document with the edits made. New groups without anything in them are made with a text. */
function made(
  format: Format,
  document: Document,
  wanted: TargetValues,
  order: readonly OutlineNode[],
): Document | Fault {
  const edited = applyEdits(format, document, editsFor(document, wanted), order);
  const fillers = fillersFor(document, wanted.values);
  if (fillers.length === 0 || 'reason' in edited) return edited;
  const emptied = fillers.map(({ path }): Edit => ({ path, text: undefined, keepsParent: 1 }));
  return applyEdits(format, edited, emptied, order);
}

const editsFor = (document: Document, { values, byItem }: TargetValues): readonly Edit[] => [
  ...keepingGroups(editsTo(valuesOf(document, byItem), values), values),
  ...fillersFor(document, values),
];

function applyEdits(
  format: Format,
  document: Document,
  edits: readonly Edit[],
  order: readonly OutlineNode[],
): Document | Fault {
  const result = document.edit(edits, order);
  if (!result.ok) return { reason: result.refused[0].reason };
  return readStrictly(format, result.text) ?? NOT_AS_MEANT;
}

const NOT_AS_MEANT: Fault = { reason: 'the edited file would not read as meant here' };

/** The edits that make one set of values another. */
function editsTo(from: Values, to: Values): Edit[] {
  const edits: Edit[] = [];
  for (const [id, value] of to) {
    const current = from.get(id);
    if (current !== undefined && sameValue(current, value)) continue;
    const before = new Map<KeyId, Scalar>(current?.scalars.map((scalar) => [keyId(scalar.path), scalar]));
    for (const scalar of value.scalars) {
      const own = keyId(scalar.path);
      const scalarBefore = before.get(own);
      if (scalarBefore?.kind !== scalar.kind || scalarBefore.text !== scalar.text)
        edits.push({ path: scalar.path, text: scalar.text, kind: scalar.kind });
      before.delete(own);
    }
    append(edits, removals(before.values()));
  }
  for (const [id, value] of from) if (!to.has(id)) append(edits, removals(value.scalars));
  return edits;
}

const removals = (scalars: Iterable<Scalar>): Edit[] =>
  Array.from(scalars, ({ path }) => ({ path, text: undefined }));

/** Every map and list of these documents. */
export const groupsOfAll = (documents: readonly Document[]): ReadonlySet<KeyId> =>
  new Set(documents.flatMap((document) => [...groupsOf(document)]));

/** One value for two readings of a base that do not agree: nothing is equal to it. */
export const unknownValue = ({ path }: Value): Value => ({ path, kind: 'scalar', content: '?', scalars: [] });
