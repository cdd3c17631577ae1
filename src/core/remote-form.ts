import { foldCode } from './locale.js';
import { isSpelt, joinKey, keyPath, type KeyId, type KeyPath } from './key.js';

/** Between the segments of an answer that is itself nested. */
export const NESTED = '\u0000';

/** How a service writes the keys of nested data (contract.md, section 6): one of these for each source file. */
export interface RemoteForm {
  readonly separator: '.' | '/' | typeof NESTED;
  /** How an item of a list is written: as one more segment, or as `[0]` behind its list. */
  readonly items: 'segment' | 'brackets';
  /** The locale's code in front of each key, as the service spells it; undefined where there is none. */
  readonly prefix: string | undefined;
}

/** A remote key as the segments of the answer: one for a flat answer, several for a nested one. */
export type RemoteKey = readonly [string, ...string[]];

/** A remote key as one string; no key of a flat answer collides with one of a nested answer. */
export const remoteKeyText = (key: RemoteKey): string => (key.length === 1 ? key[0] : key.join(NESTED));

const INDEX = /^(?:0|[1-9]\d*)$/;
/** Whether a key may hold an item of a list, found out without taking it apart. */
const mayHaveItem = (id: KeyId): boolean => /\u0000\d/.test(id);

/** A known key in this form, as {@link remoteKeyText} would give it. */
export function encodeKey(id: KeyId, form: RemoteForm): string {
  const text =
    form.items === 'brackets' && mayHaveItem(id)
      ? encodePath(keyPath(id), form)
      : joinKey(id, form.separator);
  return form.prefix === undefined ? text : form.prefix + form.separator + text;
}

/** Numbers in one key beyond which only its first spelling is known: a key has two to the power of them. */
const MOST_NUMBERS = 4;

/**
 * The ways in which a service may write a known key in this form, {@link encodeKey}'s first: where items of lists stand in brackets, a number may also
 * be the name of a key (`errors.404`), and an id does not tell which of both it is.
 */
export function spellingsOf(id: KeyId, form: RemoteForm): readonly string[] {
  if (form.items === 'segment' || !mayHaveItem(id)) return [encodeKey(id, form)];
  const [first = '', ...path] = keyPath(id);
  if (path.filter((segment) => INDEX.test(segment)).length > MOST_NUMBERS) return [encodeKey(id, form)];
  const { separator, prefix } = form;
  return path.reduce(
    (texts, segment) => {
      const plain = texts.map((text) => text + separator + segment);
      return INDEX.test(segment) ? [...texts.map((text) => `${text}[${segment}]`), ...plain] : plain;
    },
    [prefix === undefined ? first : prefix + separator + first],
  );
}

/** A path in this form, without what may stand in front of it. */
export function encodePath(path: KeyPath, { items, separator }: RemoteForm): string {
  return path.reduce((text, segment) =>
    items === 'brackets' && INDEX.test(segment) ? `${text}[${segment}]` : text + separator + segment,
  );
}

/**
 * An unknown remote key as tokens in this form; undefined where it lacks the form's prefix. Where items stand in brackets, a number between separators
 * is a key of a group that `isGroup` knows, and a part of the name where none is known: taken apart, it would become an item of a list.
 */
export function decodeKey(
  key: string,
  form: RemoteForm,
  isGroup: (path: KeyPath) => boolean,
): string[] | undefined {
  const { separator } = form;
  const prefix = form.prefix === undefined ? '' : form.prefix + separator;
  if (!key.startsWith(prefix)) return undefined;
  const rest = key.slice(prefix.length);
  const tokens = rest.split(separator);
  if (form.items === 'segment') return tokens;
  const path: string[] = [];
  for (const token of tokens) {
    if (path.length > 0 && INDEX.test(token) && !isGroup(path)) return [rest];
    const start = itemsStart(token);
    if (start === 0 || start === token.length) path.push(token);
    else path.push(token.slice(0, start), ...token.slice(start + 1, -1).split(']['));
  }
  return path;
}

/** Where the items of lists at the end of a token begin (`a[0][1]`): its length if there are none. */
function itemsStart(token: string): number {
  let start = token.length;
  while (token[start - 1] === ']') {
    const open = token.lastIndexOf('[', start - 1);
    if (open < 0 || !INDEX.test(token.slice(open + 1, start - 1))) break;
    start = open;
  }
  return start;
}

/**
 * The form in which most of the known keys are found among the remote keys; the plain one (dots, items as segments, no prefix, or
 * nested where the answer nests) where none is. `codes` are the spellings of the locale's code that may stand in front.
 */
export function learnForm(
  remote: readonly { readonly key: RemoteKey }[],
  known: readonly KeyId[],
  codes: readonly string[],
): RemoteForm {
  const nested = remote.some(({ key }) => key.length > 1);
  const plain: RemoteForm = { separator: nested ? NESTED : '.', items: 'segment', prefix: undefined };
  if (known.length > 0 && explainsAll(plain, remote, known)) return plain;
  const separators: RemoteForm['separator'][] = nested ? [NESTED, '.', '/'] : ['.', '/'];
  const texts = remote.map(({ key }) => remoteKeyText(key));
  const sample = known.length === 0 ? [] : sampleOf(known);
  let best = plain;
  let most = 0;
  for (const separator of separators) {
    for (const prefix of prefixesIn(texts, codes, separator)) {
      for (const items of ['segment', 'brackets'] as const) {
        const form = { separator, prefix, items };
        const hits = countHits(sample, texts, form);
        if (hits > most) [best, most] = [form, hits];
        if (hits > 0 && hits === sample.length) return form;
      }
    }
  }
  if (most > 0) return best;
  // Nothing is known yet (a new locale, a new file): a prefix that every key has is the locale's code, not a word of the project.
  const shared = prefixes(texts, codes, best.separator).find((prefix) =>
    texts.every((text) => text.startsWith(prefix + best.separator)),
  );
  return { ...best, prefix: shared };
}

/**
 * Whether all known keys stand among the remote ones in this form, and in one order: true of nearly every file, and found out without a table. False
 * says nothing.
 */
function explainsAll(
  { separator }: RemoteForm,
  remote: readonly { readonly key: RemoteKey }[],
  known: readonly KeyId[],
): boolean {
  let found = 0;
  for (const { key } of remote) {
    const id = known[found];
    if (id === undefined) break;
    if (isSpelt(id, remoteKeyText(key), separator)) found++;
  }
  return found === known.length;
}

/** How many of these keys stand among the remote ones in this form. */
function countHits(sample: readonly KeyId[], texts: readonly string[], form: RemoteForm): number {
  const encoded = sample.map((id) => spellingsOf(id, form));
  const sought = new Set(encoded.flat());
  const found = new Set<string>();
  for (const text of texts) if (sought.has(text)) found.add(text);
  let hits = 0;
  for (const spellings of encoded) if (spellings.some((text) => found.has(text))) hits++;
  return hits;
}

// Enough to tell the forms apart, few enough to cost nothing in a file of a million keys.
const SAMPLE = 400;

/** Keys of one segment look alike in every form, and lists are rare: each part of the form is learned from keys that show it. */
function sampleOf(known: readonly KeyId[]): readonly KeyId[] {
  if (known.length <= SAMPLE) return known;
  return [known, known.filter((id) => id.includes(NESTED)), known.filter(mayHaveItem)].flatMap((ids) => {
    const step = Math.ceil(ids.length / SAMPLE);
    return step <= 1 ? ids : ids.filter((_, i) => i % step === 0);
  });
}

/** No prefix, and then what may be one: looked for only where no prefix does not explain everything. */
function* prefixesIn(
  texts: readonly string[],
  codes: readonly string[],
  separator: string,
): Iterable<string | undefined> {
  yield undefined;
  yield* prefixes(texts, codes, separator);
}

/** The first segments of the remote keys that are spellings of the locale's code. */
function prefixes(texts: readonly string[], codes: readonly string[], separator: string): string[] {
  const folded = new Set(codes.map(foldCode));
  const longest = Math.max(0, ...codes.map((code) => code.length));
  const found = new Set<string>();
  for (const text of texts) {
    const end = text.indexOf(separator);
    if (end > 0 && end <= longest) found.add(text.slice(0, end));
  }
  return [...found].filter((first) => folded.has(foldCode(first)));
}
