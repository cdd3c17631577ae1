import { joinKey, keyPath, mayHaveItem, SEPARATOR, type KeyId, type KeyPath } from '../keys/key.js';

/** Between the segments of an answer that is itself nested. */
export const NESTED = SEPARATOR;

/**
 * How a service writes the keys of nested data (docs/service-interface.md, "What it leaves open"):
 * one of these for each source file.
 */
export interface KeyFormat {
  readonly separator: '.' | '/' | typeof NESTED;
  /** How an item of a list is written: as one more segment, or as `[0]` after its list. */
  readonly items: 'segment' | 'brackets';
  /**
   * The locale's code in front of each key, as the service spells it; undefined if there is none.
   */
  readonly prefix: string | undefined;
}

/** A remote key as the segments of the answer: one for a flat answer, several for a nested one. */
export type RemoteKey = readonly [string, ...string[]];

/**
 * A remote key as one string in a form with this separator. In a nested answer another separator
 * than {@link NESTED} means that the service takes keys apart there: `a.b` becomes `{a: {b}}`.
 */
export const remoteKeyText = (key: RemoteKey, separator: string): string =>
  key.length === 1 ? key[0] : key.join(separator);

const INDEX = /^(?:0|[1-9]\d*)$/;

/** A known key in this form, as {@link remoteKeyText} would give it. */
export function encodeKey(id: KeyId, format: KeyFormat): string {
  const text =
    format.items === 'brackets' && mayHaveItem(id)
      ? encodePath(keyPath(id), format)
      : joinKey(id, format.separator);
  return format.prefix === undefined ? text : format.prefix + format.separator + text;
}

/**
 * Numbers in one key beyond which only its first spelling is known: a key has two to the power of
 * them.
 */
const MOST_NUMBERS = 4;

/**
 * The ways in which a service may write a known key in this form, {@link encodeKey}'s first: where
 * items of lists are in brackets, a number may also be the name of a key (`errors.404`), and an id
 * does not show which.
 */
export function spellingsOf(id: KeyId, format: KeyFormat): readonly string[] {
  if (format.items === 'segment' || !mayHaveItem(id)) return [encodeKey(id, format)];
  const [first = '', ...path] = keyPath(id);
  if (path.filter((segment) => INDEX.test(segment)).length > MOST_NUMBERS) return [encodeKey(id, format)];
  const { separator, prefix } = format;
  return path.reduce(
    (texts, segment) => {
      const plain = texts.map((text) => text + separator + segment);
      return INDEX.test(segment) ? [...texts.map((text) => `${text}[${segment}]`), ...plain] : plain;
    },
    [prefix === undefined ? first : prefix + separator + first],
  );
}

/** A path in this form, without what may be in front of it. */
export function encodePath(path: KeyPath, { items, separator }: KeyFormat): string {
  return path.reduce((text, segment) =>
    items === 'brackets' && INDEX.test(segment) ? `${text}[${segment}]` : text + separator + segment,
  );
}

/**
 * An unknown remote key as tokens in this form; undefined if it lacks the form's prefix. Where
 * items are in brackets, a number between separators is a key of a group that `isGroup` knows, and
 * a part of the name where none is known: taken apart, it would become an item of a list.
 */
export function decodeKey(
  key: string,
  format: KeyFormat,
  isGroup: (path: KeyPath) => boolean,
): string[] | undefined {
  const { separator } = format;
  const prefix = format.prefix === undefined ? '' : format.prefix + separator;
  if (!key.startsWith(prefix)) return undefined;
  const rest = key.slice(prefix.length);
  const tokens = rest.split(separator);
  if (format.items === 'segment') return tokens;
  const path: string[] = [];
  for (const token of tokens) {
    if (path.length > 0 && INDEX.test(token) && !isGroup(path)) return [rest];
    const start = itemsStart(token);
    if (start === 0 || start === token.length) path.push(token);
    else {
      path.push(token.slice(0, start));
      for (const item of token.slice(start + 1, -1).split('][')) path.push(item);
    }
  }
  return path;
}

/**
 * Where the items of lists at the end of a token begin (`a[0][1]`): its length if there are none.
 */
function itemsStart(token: string): number {
  let start = token.length;
  while (token[start - 1] === ']') {
    const open = token.lastIndexOf('[', start - 1);
    if (open < 0 || !INDEX.test(token.slice(open + 1, start - 1))) break;
    start = open;
  }
  return start;
}
