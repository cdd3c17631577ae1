import type { KeyId } from '../../core/keys/key.js';
import { conflictSides } from '../../core/text/conflict-markers.js';
import { FormatError, type Document, type Format } from '../../formats/format.js';
import { parseAllFields, readStrictly, unknownValue, type Fault } from './edit-to-values.js';
import { listsByItem } from './lists-by-item.js';
import { sameValue, valuesOf, type Value, type Values } from './values.js';

/** The texts that git gives a merge driver. */
export interface GitVersions {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Three versions, read. */
export interface ReadVersions {
  readonly base: Values;
  readonly ours: Values;
  readonly theirs: Values;
  /** Ours, without the markers of an earlier merge. */
  readonly document: Document;
  readonly theirDocument: Document;
  /** Undefined if git has merged two common ancestors, and marked conflicts in them. */
  readonly baseDocument: Document | undefined;
  readonly documents: readonly Document[];
  readonly byItem: ReadonlySet<KeyId>;
}

/** Reads a text as a document; undefined if it cannot be read. */
type DocumentReader = (format: Format, text: string) => Document | undefined;

/**
 * Reads the versions, or says why one of them cannot be read. With `parsed` as reading, a key may
 * occur twice: the last one counts.
 */
export function readVersions(
  format: Format,
  versions: GitVersions,
  reading: DocumentReader = readStrictly,
): ReadVersions | Fault {
  const read = (text: string, name: string): Document | Fault =>
    reading(format, text) ?? { reason: `${name} ${faultOf(format, text)}` };
  const theirs = read(versions.theirs, 'their version');
  if ('reason' in theirs) return theirs;
  const bases = readBase(format, versions.base, read);
  if ('reason' in bases) return bases;
  const sides = conflictSides(versions.ours);
  const document = read(sides?.ours ?? versions.ours, 'our version');
  if ('reason' in document) return document;
  const documents = [...bases, document, theirs];
  const withLists = (version: Document): Values => valuesOf(version);
  const byItem = listsByItem(bases.map(withLists), withLists(document), withLists(theirs));
  const values = (version: Document): Values => valuesOf(version, byItem);
  const result = {
    base: agreedValues(bases.map(values)),
    ours: values(document),
    theirs: values(theirs),
    document,
    theirDocument: theirs,
    baseDocument: bases.length === 1 ? bases[0] : undefined,
    documents,
    byItem,
  };
  if (sides === undefined) return result;
  const theirSide = read(sides.theirs, 'our version');
  if ('reason' in theirSide) return theirSide;
  return isWithin(values(theirSide), result)
    ? result
    : { reason: 'our version has conflict markers of another merge' };
}

/**
 * Whether the other side of markers in our version holds nothing but what ours or theirs has: they
 * are of this very merge.
 */
function isWithin(theirValues: Values, { ours, theirs }: Pick<ReadVersions, 'ours' | 'theirs'>): boolean {
  const isIn = (id: KeyId, value: Value, values: Values): boolean => {
    const found = values.get(id);
    return found !== undefined && sameValue(found, value);
  };
  return [...theirValues].every(([id, value]) => isIn(id, value, ours) || isIn(id, value, theirs));
}

/**
 * The base: none of a file that both sides have added, two of one in which git has marked conflicts
 * (it merges two common ancestors so).
 */
function readBase(
  format: Format,
  text: string,
  read: (text: string, name: string) => Document | Fault,
): readonly Document[] | Fault {
  if (text.trim() === '') return [format.parse('{}\n')];
  const sides = conflictSides(text);
  const texts = sides === undefined ? [text] : [sides.ours, sides.theirs];
  const documents: Document[] = [];
  for (const side of texts) {
    const document = read(side, 'the common ancestor');
    if ('reason' in document) return document;
    documents.push(document);
  }
  return documents;
}

/** What all readings of the base agree on; of the rest it is unknown what it was. */
function agreedValues(readings: readonly Values[]): Values {
  const [first = new Map<KeyId, Value>(), ...others] = readings;
  if (others.length === 0) return first;
  const values = new Map<KeyId, Value>();
  for (const reading of readings)
    for (const [id, value] of reading) {
      const isAgreed = readings.every((version) => {
        const found = version.get(id);
        return found !== undefined && sameValue(found, value);
      });
      values.set(id, isAgreed ? value : unknownValue(value));
    }
  return values;
}

/** Why {@link readStrictly} takes a text for unreadable. */
function faultOf(format: Format, text: string): string {
  try {
    const [warning] = parseAllFields(format, text).warnings;
    return warning === undefined ? 'cannot be read' : `is not clear: ${warning.reason}`;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { line, column } = error.position;
    return `cannot be read (line ${line}, column ${column}): ${error.reason}`;
  }
}
