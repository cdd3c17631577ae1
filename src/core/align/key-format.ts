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
  /** The locale's code in front of each key, as the service spells it, if it has one. */
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

/** With more numbers in a key only its first spelling is known: each number doubles them. */
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

/** A remote key without what the form has in front of it; undefined if it lacks that. */
export function withoutPrefix(key: string, { prefix, separator }: KeyFormat): string | undefined {
  if (prefix === undefined) return key;
  return key.startsWith(prefix + separator) ? key.slice(prefix.length + separator.length) : undefined;
}

/** A part of a remote key, and where it is in it. */
export interface KeyPart {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** It is in brackets, which only items of lists are. */
  readonly isItem: boolean;
}

/** The parts of an unknown remote key without a prefix in this form. */
export function partsOf(key: string, { items, separator }: KeyFormat): readonly KeyPart[] {
  const tokens: KeyPart[] = [];
  let start = 0;
  for (const part of key.split(separator)) {
    const cut = items === 'segment' ? part.length : itemsStart(part);
    const end = start + (cut === 0 ? part.length : cut);
    tokens.push({ name: key.slice(start, end), start, end, isItem: false });
    for (let open = end; open < start + part.length;) {
      const close = key.indexOf(']', open);
      tokens.push({ name: key.slice(open + 1, close), start: open, end: close + 1, isItem: true });
      open = close + 1;
    }
    start += part.length + separator.length;
  }
  return tokens;
}

// A name, and after it an index in brackets, at which a part of the key ends.
const ITEM = /[^\s./[\]]\[(?:0|[1-9]\d*)\](?:$|[./[])/;

/** Whether a part of this key ends like an item in brackets: `days[0]`. */
export const hasItem = (key: string): boolean =>
  key.includes('[') && key.split(SEPARATOR).some((segment) => ITEM.test(segment));

export const isIndex = (name: string): boolean => INDEX.test(name);

/** Where the items at the end of a token begin (`a[0][1]`): its length without items. */
export function itemsStart(token: string): number {
  let start = token.length;
  while (token[start - 1] === ']') {
    const open = token.lastIndexOf('[', start - 1);
    if (open < 0 || !INDEX.test(token.slice(open + 1, start - 1))) break;
    start = open;
  }
  return start;
}
