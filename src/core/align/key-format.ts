import { largest } from '../text/lists.js';
import { foldCode } from '../locales/locale.js';
import {
  isNested,
  isSpelt,
  joinKey,
  keyPath,
  mayHaveItem,
  SEPARATOR,
  type KeyId,
  type KeyPath,
} from '../keys/key.js';
import { folded } from './folding.js';

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

/** The part of a form that all files of a project share; `items` only if lists show it. */
export interface KeyFormatHint {
  readonly separator: KeyFormat['separator'];
  readonly items: KeyFormat['items'] | undefined;
}

/** How the keys of one answer are written, as far as the known keys tell. */
export interface LearnedFormat {
  readonly format: KeyFormat;
  /** What the known keys show beyond doubt: no other form explains as many of them. */
  readonly shown: KeyFormatHint | undefined;
  /** The share of the known keys that it explains, from 0 to 1. */
  readonly explained: number;
  /** Other forms that explain just as many known keys; none if other files of the run decide. */
  rivals(): readonly KeyFormat[];
}

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
 * does not tell which of both it is.
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

/**
 * The form in which most of the known keys are found among the remote keys. If several explain the
 * same number, the one that other files of the run have shown (`hint`), then the plain one: dots,
 * items as segments, no prefix, nested if the answer nests. `codes` are the spellings of the
 * locale's code that may be in front.
 */
export function learnFormat(
  remote: readonly { readonly key: RemoteKey }[],
  known: readonly KeyId[],
  codes: readonly string[],
  hint?: KeyFormatHint,
): LearnedFormat {
  const nested = remote.some(({ key }) => key.length > 1);
  const separators: KeyFormat['separator'][] = nested ? [NESTED, '.', '/'] : ['.', '/'];
  const plain: KeyFormat = { separator: nested ? NESTED : '.', items: 'segment', prefix: undefined };
  const rivalsOf = (best: KeyFormat): readonly KeyFormat[] => {
    const { most, formats } = bestFormats(remote, known, codes, separators);
    return most === 0 ? [] : formats.filter((one) => !isSameFormat(one, best));
  };
  const isHinted = (format: KeyFormat): boolean =>
    format.separator === hint?.separator && format.items === (hint.items ?? format.items);
  const learned = (format: KeyFormat, explained: number, shown?: KeyFormatHint): LearnedFormat => ({
    format,
    shown,
    explained,
    rivals: () => (isHinted(format) ? [] : rivalsOf(format)),
  });
  if (known.length > 0 && (!hint || isHinted(plain)) && explainsAll(plain, remote, known)) {
    const items = known.some(mayHaveItem) ? plain.items : undefined;
    const isShown = known.some((id) => isNested(id));
    return learned(plain, 1, isShown ? { separator: plain.separator, items } : undefined);
  }
  const { most, of, formats } = bestFormats(remote, known, codes, separators);
  const [first = plain] = formats;
  if (most > 0) {
    const hinted = formats.find((format) => isHinted(format) && format.prefix === first.prefix);
    const { separator, items } = first;
    const isShown = formats.every((format) => format.separator === separator);
    const shownItems = formats.every((format) => format.items === items) ? items : undefined;
    return learned(hinted ?? first, most / of, isShown ? { separator, items: shownItems } : undefined);
  }
  // Nothing is known yet (a new locale, a new file): a prefix that every key has is the locale's
  // code, not a word of the project.
  const format =
    hint && separators.includes(hint.separator)
      ? { ...plain, separator: hint.separator, items: hint.items ?? plain.items }
      : plain;
  const texts = remote.map(({ key }) => remoteKeyText(key, format.separator));
  const shared = prefixes(texts, codes, format.separator).find((prefix) =>
    texts.every((text) => text.startsWith(prefix + format.separator)),
  );
  return learned({ ...format, prefix: shared }, 0);
}

const isSameFormat = (one: KeyFormat, other: KeyFormat): boolean =>
  one.separator === other.separator && one.items === other.items && one.prefix === other.prefix;

/** The forms that explain most of the known keys, the plainest first, and how many they explain. */
function bestFormats(
  remote: readonly { readonly key: RemoteKey }[],
  known: readonly KeyId[],
  codes: readonly string[],
  separators: readonly KeyFormat['separator'][],
): { readonly most: number; readonly of: number; readonly formats: readonly KeyFormat[] } {
  // An answer without keys shows no form: every new file and new language has one.
  if (remote.length === 0) return { most: 0, of: known.length, formats: [] };
  const sample = known.length === 0 ? [] : sampleOf(known);
  const best = (fold?: Fold): { most: number; formats: KeyFormat[] } => {
    let most = 0;
    let formats: KeyFormat[] = [];
    for (const separator of separators) {
      const texts = remote.map(({ key }) => remoteKeyText(key, separator));
      for (const prefix of prefixesIn(texts, codes, separator)) {
        for (const items of ['segment', 'brackets'] as const) {
          const format = { separator, prefix, items };
          const hits = countHits(sample, texts, format, fold);
          if (hits > most) [most, formats] = [hits, []];
          if (hits === most && hits > 0) formats.push(format);
        }
      }
    }
    return { most, formats };
  };
  const exact = best();
  const isTold = exact.most > 0 && new Set(exact.formats.map((format) => format.separator)).size === 1;
  const of = sample.length;
  if (isTold || !sample.some((id) => isNested(id) || /[./]/.test(id))) return { ...exact, of };
  // The keys that would tell the forms apart may be spelt by a rule of the service.
  const loose = best(folded);
  return { ...(loose.most > exact.most ? loose : exact), of };
}

type Fold = (text: string, separator: string) => string;

/**
 * Whether all known keys are among the remote ones in this form, and in one order: true of nearly
 * every file, and found out without a table. False proves nothing.
 */
function explainsAll(
  { separator }: KeyFormat,
  remote: readonly { readonly key: RemoteKey }[],
  known: readonly KeyId[],
): boolean {
  let found = 0;
  for (const { key } of remote) {
    const id = known[found];
    if (id === undefined) break;
    if (isSpelt(id, remoteKeyText(key, separator), separator)) found++;
  }
  return found === known.length;
}

/** How many of these keys are among the remote ones in this form. */
function countHits(
  sample: readonly KeyId[],
  texts: readonly string[],
  format: KeyFormat,
  fold: Fold = (text) => text,
): number {
  const encoded = sample.map((id) => spellingsOf(id, format).map((text) => fold(text, format.separator)));
  const sought = new Set(encoded.flat());
  const found = new Set<string>();
  for (const text of texts) {
    const seen = fold(text, format.separator);
    if (sought.has(seen)) found.add(seen);
  }
  let hits = 0;
  for (const spellings of encoded) if (spellings.some((text) => found.has(text))) hits++;
  return hits;
}

// Enough to tell the forms apart, few enough to cost nothing in a file of a million keys.
const SAMPLE = 400;

/**
 * Keys of one segment look alike in every form, and lists are rare: each part of the form is
 * learned from keys that show it.
 */
function sampleOf(known: readonly KeyId[]): readonly KeyId[] {
  if (known.length <= SAMPLE) return known;
  return [known, known.filter((id) => isNested(id)), known.filter(mayHaveItem)].flatMap((ids) => {
    const step = Math.ceil(ids.length / SAMPLE);
    return step <= 1 ? ids : ids.filter((_, i) => i % step === 0);
  });
}

/**
 * No prefix, and then what may be one: looked for only if no prefix does not explain everything.
 */
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
  const longest = largest(codes.map((code) => code.length));
  const found = new Set<string>();
  for (const text of texts) {
    const end = text.indexOf(separator);
    if (end > 0 && end <= longest) found.add(text.slice(0, end));
  }
  return [...found].filter((first) => folded.has(foldCode(first)));
}

/** What the files of a run have shown of the service's form, for those that show nothing. */
export class KeyFormatNotes {
  readonly #shown = new Map<boolean, KeyFormatHint | undefined>();

  /** Files that contradict each other show nothing. */
  add(hint: KeyFormatHint): void {
    const nested = hint.separator === NESTED;
    const known = this.#shown.get(nested);
    if (!this.#shown.has(nested)) this.#shown.set(nested, hint);
    else if (known && known.separator !== hint.separator) this.#shown.set(nested, undefined);
    else if (known?.items === undefined && known) this.#shown.set(nested, hint);
  }

  /** The form of flat answers: a nested one shows its own. */
  get hint(): KeyFormatHint | undefined {
    return this.#shown.get(false);
  }
}
