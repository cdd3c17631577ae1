import { largest } from '../util/collections.js';
import { foldCode } from '../locales/locale.js';
import { isNested, isSpelt, mayHaveItem, type KeyId } from '../keys/key.js';
import { folded } from './folding.js';
import { hasItem, NESTED, remoteKeyText, spellingsOf, type KeyFormat, type RemoteKey } from './key-format.js';

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
  /**
   * Other forms that explain just as many known keys. Other files of the run decide between
   * separators, and the answer itself shows whether it has items in brackets.
   */
  rivals(): readonly KeyFormat[];
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
  // The names of some keys may end like items.
  const mayBeName = known.some(hasItem);
  const hasItems = !mayBeName && remote.some(({ key }) => key.length === 1 && hasItem(key[0]));
  const rivalsOf = (best: KeyFormat): readonly KeyFormat[] => {
    const { most, formats } = bestFormats(remote, known, codes, separators);
    if (most === 0) return [];
    return formats.filter(
      (one) =>
        !isSameFormat(one, best) &&
        (mayBeName || one.items === best.items) &&
        (hint?.separator !== best.separator || one.separator === best.separator),
    );
  };
  const isHinted = (format: KeyFormat): boolean =>
    format.separator === hint?.separator && format.items === (hint.items ?? format.items);
  const learned = (form: KeyFormat, explained: number, shown?: KeyFormatHint): LearnedFormat => {
    // This explains as many known keys: names that are numbers stay without brackets.
    const format: KeyFormat = hasItems && form.separator !== NESTED ? { ...form, items: 'brackets' } : form;
    return { format, shown, explained, rivals: () => rivalsOf(format) };
  };
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

/** No prefix, then those that may be one: looked for only if no prefix is not enough. */
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
