/**
 * A key as its segments from the root of one language: `['date', 'formats', 'a.b']`. A literal dot
 * separates nothing.
 */
export type KeyPath = readonly string[];

/** A key path as a unique string, made by {@link keyId} only. Parents sort before children. */
export type KeyId = string & { readonly __keyId: unique symbol };

/** Texts by key, in file order. A key that is absent is not the same as a key whose text is ''. */
export type TextsByKey = ReadonlyMap<KeyId, string>;

export const NO_TEXTS: TextsByKey = new Map();

/** Between the segments of an id. Other modules use the functions below; patterns may hold it. */
export const SEPARATOR = '\u0000';
// A segment may hold NUL (JSON allows "\u0000" in a key): it is doubled up after U+0001, so that
// ids stay distinct.
const NEEDS_ESCAPE = /[\u0000\u0001]/;
const ESCAPE = /[\u0000\u0001]/g;
const UNESCAPE = /\u0001([01])/g;

/** A segment as it is in an id. */
const escape = (segment: string): string =>
  NEEDS_ESCAPE.test(segment)
    ? segment.replace(ESCAPE, (c) => (c === '\u0000' ? '\u00010' : '\u00011'))
    : segment;

const unescape = (segment: string): string =>
  segment.includes('\u0001')
    ? segment.replace(UNESCAPE, (_, digit) => (digit === '0' ? '\u0000' : '\u0001'))
    : segment;

/** The segments of a key at most: no file may nest as deep (`MAX_DEPTH` of the formats). */
const MOST_SEGMENTS = 200;

/** Whether a key has more segments than any file could hold. */
export const isTooDeep = (id: KeyId): boolean => {
  if (id.length <= MOST_SEGMENTS) return false;
  let found = 0;
  for (let at = id.indexOf(SEPARATOR); at >= 0; at = id.indexOf(SEPARATOR, at + 1))
    if (++found >= MOST_SEGMENTS) return true;
  return false;
};

/** The id of a path of at least one segment. Different paths have different ids. */
export function keyId(path: KeyPath): KeyId {
  return path.map(escape).join(SEPARATOR) as KeyId;
}

/** The id of a path with one segment more than `parent`, which is undefined for the root. */
export function childId(parent: KeyId | undefined, segment: string): KeyId {
  // `+` would leave a string of two parts, which takes twice the memory once it is a key of a map.
  return (parent === undefined ? escape(segment) : [parent, escape(segment)].join(SEPARATOR)) as KeyId;
}

/** The path that {@link keyId} was given. */
export function keyPath(id: KeyId): KeyPath {
  return id.split(SEPARATOR).map(unescape);
}

/** The group that a key is in, as an id; undefined for a key of one segment. */
export function groupOf(id: string): KeyId | undefined {
  const at = id.lastIndexOf(SEPARATOR);
  return at < 0 ? undefined : (id.slice(0, at) as KeyId);
}

/** The group at the root that a key is in; undefined for a key of one segment. */
export function topGroupOf(id: KeyId): string | undefined {
  const at = id.indexOf(SEPARATOR);
  return at < 0 ? undefined : unescape(id.slice(0, at));
}

/** The last segment of a key. */
export function lastSegment(id: KeyId): string {
  return unescape(id.slice(id.lastIndexOf(SEPARATOR) + 1));
}

/** The key with one segment more in front, if there is one. */
export const keyBelow = (root: string | undefined, id: KeyId): KeyId =>
  root === undefined ? id : ((escape(root) + SEPARATOR + id) as KeyId);

/** Whether a key has several segments. */
export const isNested = (id: KeyId): boolean => id.includes(SEPARATOR);

/** Whether some segment of a key holds a character that ids write in another way. */
export const isEscaped = (id: KeyId): boolean => id.includes('\u0001');

/** Whether a key may hold an item of a list, found out without taking it apart. */
export const mayHaveItem = (id: KeyId): boolean => ITEM.test(id);

// A pattern within a function is made anew in each call.
const ITEM = /\u0000\d/;

/** The segments of a key with this between them. */
export function joinKey(id: KeyId, separator: string): string {
  return isEscaped(id) ? keyPath(id).join(separator) : exchange(id, SEPARATOR, separator);
}

/**
 * Whether `text` from `start` on is what {@link joinKey} makes of the key, found out without making
 * it. A key with escaped segments counts as none.
 */
export function isSpelt(id: KeyId, text: string, separator: string, start = 0): boolean {
  if (id.length !== text.length - start) return false;
  const between = separator.charCodeAt(0);
  // From the end: keys of one group differ there.
  for (let i = id.length - 1; i >= 0; i--) {
    const unit = id.charCodeAt(i);
    if (unit === 1 || text.charCodeAt(start + i) !== (unit === 0 ? between : unit)) return false;
  }
  return true;
}

/** The key with this between its segments; undefined if a segment would need an escape. */
export function splitKey(text: string, separator: string): KeyId | undefined {
  const escaped = separator === SEPARATOR ? text.includes('\u0001') : NEEDS_ESCAPE.test(text);
  return escaped ? undefined : (exchange(text, separator, SEPARATOR) as KeyId);
}

/** `replaceAll` without its patterns, and twice as fast on texts as short as keys. */
function exchange(text: string, from: string, to: string): string {
  let at = text.indexOf(from);
  if (at < 0 || from === to) return text;
  let result = '';
  let done = 0;
  for (; at >= 0; at = text.indexOf(from, done)) {
    result += text.slice(done, at) + to;
    done = at + from.length;
  }
  return result + text.slice(done);
}

/** A key as people read it, joined with dots: `['a.b']` and `['a', 'b']` look alike. */
export function keyName(id: KeyId): string {
  return joinKey(id, '.');
}

/** A key of a nested answer as people write it. */
export const shownKey = (spelt: string): string => spelt.replaceAll(SEPARATOR, '.');

/** The field of a list's item that names it: go-i18n and Hugo (`- id: greeting`). */
export const ITEM_ID = 'id';

/** The field of an item that holds its text, or a map of its plural forms. */
export const ITEM_TRANSLATION = 'translation';

/** The plural categories of CLDR (Unicode TR 35, part 3, section 5.1). */
export const PLURAL_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

export type PluralForm = (typeof PLURAL_FORMS)[number];

const FORMS: ReadonlySet<string> = new Set(PLURAL_FORMS);

/** Whether this word is a plural category. */
export const isPluralForm = (word: string): word is PluralForm => FORMS.has(word);
