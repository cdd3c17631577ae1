import { getOrMake, groupedBy } from '../util/collections.js';
import { nfc, nfd, nfkc } from '../text/normal-form.js';
import { ALL_RULES, caseless, folded, withoutItems, wordOf, type Rule } from './folding.js';

/** The result for remote keys that no known key spells so. */
export interface Respelt {
  /** Remote spellings with the known spelling that they stand for. */
  readonly same: ReadonlyMap<string, string>;
  /** Known spellings that the service makes one, each with the remote one if it is the only one. */
  readonly merged: ReadonlyMap<string, string | undefined>;
  /** Remote spellings that look like a known one by no known rule, each with that one. */
  readonly alike: ReadonlyMap<string, string>;
}

/** All spellings of the known keys: those that the answer has, and the others. */
export interface KnownSpellings {
  /** Asked for only if a key may be spelt otherwise. */
  readonly held: () => readonly string[];
  readonly unheld: readonly string[];
  /** Whether a key of the locale file itself is spelt so. */
  readonly own: (text: string) => boolean;
}

/**
 * Finds known keys that the service spells by rules of its own: lower or upper case, another
 * Unicode form, trimmed, `true` for `yes` (YAML 1.1), `1` for `1.0`. A rule that a held key
 * contradicts does not count: a service that has `Home` does not change the case.
 */
export function respelt(fresh: readonly string[], known: KnownSpellings, separator: string): Respelt {
  const same = new Map<string, string>();
  const merged = new Map<string, string | undefined>();
  const rules = new Set<Rule>();
  const evidence = new HeldKeys(() => known.held());
  /** The remote keys that this fold makes no known one. */
  const match = (texts: readonly string[], fold: (text: string) => string): string[] => {
    const matched = new Set(same.values());
    const unheld = groupedBy(
      known.unheld.filter((text) => !matched.has(text)),
      fold,
    );
    return [...groupedBy(texts, fold)].flatMap(([folding, spelt]) => {
      const [text = ''] = spelt;
      const possible = (unheld.get(folding) ?? []).filter((one) =>
        evidence.allows(rulesBetween(one, text, separator), text),
      );
      const [only] = possible;
      // Two spellings on the service show that it tells them apart.
      if (only === undefined || spelt.length > 1) return spelt;
      if (possible.length > 1) for (const one of possible) merged.set(one, text);
      else {
        same.set(text, only);
        for (const rule of rulesBetween(only, text, separator) ?? []) rules.add(rule);
      }
      return [];
    });
  };
  // One rule at a time first: keys that differ by another one stay apart.
  const passes = [new Set<Rule>(['case']), new Set<Rule>(['form']), new Set<Rule>(['blanks']), ALL_RULES];
  let rest = fresh;
  for (const pass of passes) rest = match(rest, (text) => folded(text, separator, pass, false));
  rest = match(rest, (text) => folded(text, separator, new Set()));
  rest = match(rest, (text) => folded(text, separator));
  const unclear = unclearIn(rest, known.unheld, evidence, separator);
  for (const one of unclear.values()) merged.set(one, undefined);
  rest = rest.filter((text) => !unclear.has(text));
  if (rules.size > 0)
    for (const [one, text] of collisions(fresh, known, rules, separator))
      if (!merged.has(one)) merged.set(one, text);
  for (const [text, one] of same) if (merged.has(one)) same.delete(text);
  return { same, merged, alike: new Map([...lookAlikes(rest, known), ...unclear]) };
}

/** More pairs than these are not looked at: a key that is unclear is only left alone. */
const MOST_PAIRS = 10_000;

/** Several remote spellings of one fold, each with a known key that any of them may be. */
function unclearIn(
  rest: readonly string[],
  unheld: readonly string[],
  evidence: HeldKeys,
  separator: string,
): Map<string, string> {
  const unclear = new Map<string, string>();
  const fold = (text: string): string => folded(text, separator);
  const known = groupedBy(unheld, fold);
  for (const [folding, texts] of groupedBy(rest, fold)) {
    if (texts.length < 2) continue;
    const possible = known.get(folding) ?? [];
    for (const text of texts) {
      const allows = (each: string): boolean => evidence.allows(rulesBetween(each, text, separator), text);
      const one = possible.length > MOST_PAIRS / texts.length ? possible[0] : possible.find(allows);
      if (one !== undefined) unclear.set(text, one);
    }
  }
  return unclear;
}

/** Known spellings that these rules make one, unless the service has each of them. */
function* collisions(
  fresh: readonly string[],
  { held, unheld, own }: KnownSpellings,
  rules: ReadonlySet<Rule>,
  separator: string,
): Iterable<readonly [string, string | undefined]> {
  const fold = (text: string): string => folded(text, separator, rules, false);
  const all = held();
  const there = groupedBy([...all, ...fresh], fold);
  for (const [folding, texts] of groupedBy([...all, ...unheld].filter(own), fold)) {
    const spelt = there.get(folding) ?? [];
    if (texts.length < 2 || spelt.length === 0 || spelt.length >= texts.length) continue;
    for (const text of texts) yield [text, spelt.length === 1 ? spelt[0] : undefined];
  }
}

/** Remote spellings with the letters and digits of a single known one that is not held. */
function lookAlikes(rest: readonly string[], { held, unheld }: KnownSpellings): Map<string, string> {
  const alike = new Map<string, string>();
  if (rest.length === 0) return alike;
  const known = groupedBy(unheld, lettersOf);
  const signs = once(() => signsOf(held()));
  const hasCapitals = once(() => held().some((key) => key !== key.toLowerCase()));
  for (const [letters, texts] of groupedBy(rest, lettersOf)) {
    const [one, other] = known.get(letters) ?? [];
    if (letters === '' || one === undefined || other !== undefined) continue;
    const ownSigns = Array.from(new Set(one)).filter((sign) => !/[\p{L}\p{N}]/u.test(sign));
    for (const text of texts) {
      // A service that has this sign in another key does not exchange it.
      const kept = new Set(text);
      const lost = ownSigns.filter((sign) => !kept.has(sign));
      const keepsSigns = lost.some((sign) => signs().has(sign));
      const keepsCase = lost.length === 0 && hasCapitals();
      if (!keepsSigns && !keepsCase) alike.set(text, one);
    }
  }
  return alike;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function signsOf(texts: readonly string[]): ReadonlySet<string> {
  const signs = new Set<string>();
  for (const text of texts) for (const sign of text) signs.add(sign);
  return signs;
}

const lettersOf = (text: string): string =>
  nfkc(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** What the held keys say of the rules: each rule is asked of all of them once. */
class HeldKeys {
  readonly #known = new Map<string, boolean>();

  constructor(private readonly held: () => readonly string[]) {}

  /** Whether no held key contradicts these rules as they are applied in `text`. */
  allows(rules: ReadonlySet<Rule> | undefined, text: string): boolean {
    return rules !== undefined && [...rules].every((rule) => this.#allows(rule, text));
  }

  #allows(rule: Rule, text: string): boolean {
    const [name, apply] = applied(rule, text);
    return getOrMake(this.#known, name, () => this.held().every((key) => apply(key) === key));
  }
}

/** A rule as it is applied in this spelling, by name. */
function applied(rule: Rule, text: string): readonly [string, (key: string) => string] {
  if (rule === 'blanks') return ['trim', (key) => key.trim()];
  if (rule === 'form') {
    const form = isComposed(text) ? 'NFC' : 'NFD';
    return [form, form === 'NFC' ? nfc : nfd];
  }
  if (text === text.toLowerCase()) return ['lower', (key) => key.toLowerCase()];
  if (text === text.toUpperCase()) return ['upper', (key) => key.toUpperCase()];
  // Capitals by some other rule: a held key with letters contradicts it.
  return ['other', (key) => key.replace(/\p{L}/u, '')];
}

/** The rules by which two spellings of one fold differ; undefined if they are two keys. */
function rulesBetween(one: string, other: string, separator: string): ReadonlySet<Rule> | undefined {
  const rules = new Set<Rule>();
  const others = other.split(separator);
  for (const [i, whole] of one.split(separator).entries()) {
    const [segment] = withoutItems(whole);
    const [spelt] = withoutItems(others[i] ?? '');
    if (segment === spelt || (wordOf(segment) !== undefined && isValue(spelt))) continue;
    const [a, b] = [segment.trim(), spelt.trim()];
    if (foldedCase(a) !== foldedCase(b)) return undefined;
    if (a.length - segment.length !== b.length - spelt.length) rules.add('blanks');
    if (nfc(a) !== nfc(b)) rules.add('case');
    if (isComposed(a) !== isComposed(b)) rules.add('form');
  }
  return rules;
}

const isComposed = (text: string): boolean => text === nfc(text);
const foldedCase = (text: string): string => nfc(caseless(text));

/** Whether a service writes a value so that it has read as a boolean, a null or a number. */
const isValue = (text: string): boolean =>
  ['true', 'false', 'null', ''].includes(text.toLowerCase()) ||
  (text !== '' && String(Number(text)) === text);
