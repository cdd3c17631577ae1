import { getOrMake } from '../util/collections.js';
import { LocsyncError } from '../errors/index.js';
import { PatternFault } from './lex.js';
import { parse, type ParsedPattern, type Token } from './parse.js';
import { possibleCodes, matchTokens, type MatchOptions } from './match.js';
import type { Pattern, PatternMatch } from './pattern.js';
import { templateOf } from './template.js';

/**
 * The pattern of this text. With `dotNames`, wildcards match names that begin with a dot, too.
 * Throws PATTERN_INVALID, whose cause is a {@link PatternFault}.
 */
export function compilePattern(source: string, options: MatchOptions = {}): Pattern {
  const { glob, hasLocale, alternatives } = parsePattern(source);

  const read = (path: string, code: string | undefined, isKnown: boolean): PatternMatch | undefined => {
    for (const tokens of alternatives) {
      const places = matchTokens(tokens, path, code ?? '', options);
      if (places) return { locale: code, template: templateOf(path, places, code ?? ''), known: isKnown };
    }
    return undefined;
  };

  const fixed = alternatives.map(fixedTextsOf);
  const mayMatch = (path: string): boolean =>
    fixed.some(
      ({ head, tail, inner }) =>
        path.startsWith(head) && path.endsWith(tail) && inner.every((text) => path.includes(text)),
    );
  const match = (path: string, codes: readonly string[] = []): PatternMatch | undefined => {
    // Most paths of a project belong to another pattern.
    if (!mayMatch(path)) return undefined;
    if (path.length > LONGEST || ODD_PART.test(path)) return undefined;
    if (!hasLocale) return read(path, undefined, true);
    for (const code of spellings(path, foldedList(codes))) {
      const reading = read(path, code, true);
      if (reading) return reading;
    }
    const possible = new Set(alternatives.flatMap((tokens) => [...possibleCodes(tokens, path)]));
    const steps = alternatives.reduce((sum, tokens) => sum + (tokens.length + 1) * (path.length + 1), 0);
    for (const code of byLikelihood(possible).slice(0, Math.ceil(MOST_STEPS / steps))) {
      const reading = read(path, code, false);
      if (reading) return reading;
    }
    return undefined;
  };

  return { source, glob, hasLocale, alternatives, mayMatch, match };
}

function parsePattern(source: string): ParsedPattern {
  try {
    return parse(source);
  } catch (error) {
    if (!(error instanceof PatternFault)) throw error;
    throw LocsyncError.of('PATTERN_INVALID', { pattern: source, reason: error.message }, { cause: error });
  }
}

/** PATH_MAX of Linux: the ways to read a path grow faster than its length. */
const LONGEST = 4_096;

/**
 * A path in which this many steps find none of the likeliest codes is not a locale file. Usual
 * paths need a few thousand.
 */
const MOST_STEPS = 2_000_000;

/** The fixed texts that a path which these tokens match begins with, ends with, and holds. */
function fixedTextsOf(tokens: readonly Token[]): {
  readonly head: string;
  readonly tail: string;
  readonly inner: readonly string[];
} {
  const textOf = (token: Token | undefined): string => (token?.kind === 'text' ? token.text : '');
  const inner = tokens.slice(1, -1).map(textOf);
  return {
    head: textOf(tokens[0]),
    tail: textOf(tokens.at(-1)),
    inner: inner.filter((text) => text !== '' && text !== '/'),
  };
}

// '', '.', '..', '/a', 'a//b': no path of the project.
const ODD_PART = /(?:^|\/)\.{0,2}(?:\/|$)/;

// Language, script, region, variants (RFC 5646, section 2.1), with the joints that file names use.
const TAG = /^[A-Za-z]{2,3}(?:[-_][A-Za-z]{4})?(?:[-_](?:[A-Za-z]{2}|\d{3}))?(?:[-_@][A-Za-z0-9]{4,8})*$/;

/**
 * Whether a part of a path looks like the tag of a language: a guess, used while the project's
 * locales are not known.
 */
export const looksLikeLanguage = (code: string): boolean => TAG.test(code);

/** What looks like a language's tag first, then the longest. */
function byLikelihood(codes: ReadonlySet<string>): readonly string[] {
  const marked = Array.from(codes, (code) => ({ code, isTag: TAG.test(code) }));
  marked.sort((a, b) => Number(b.isTag) - Number(a.isTag) || b.code.length - a.code.length);
  return marked.map(({ code }) => code);
}

// Only ASCII letters are folded, so that offsets stay what they are.
const fold = (text: string): string => text.replace(/[A-Z_]/g, (c) => (c === '_' ? '-' : c.toLowerCase()));

// A run matches all its paths with the same few lists: 10,000 paths and 500 codes would be five
// million foldings.
const foldedLists = new WeakMap<readonly string[], ReadonlySet<string>>();

const foldedList = (codes: readonly string[]): ReadonlySet<string> =>
  getOrMake(foldedLists, codes, () => new Set(codes.map(fold).filter((code) => code !== '')));

/** The folded codes in the path, as it spells them: the longest, then the leftmost first. */
function spellings(path: string, codes: ReadonlySet<string>): ReadonlySet<string> {
  const text = fold(path);
  const places: { at: number; length: number }[] = [];
  for (const code of codes) {
    for (let at = text.indexOf(code); at >= 0; at = text.indexOf(code, at + 1))
      places.push({ at, length: code.length });
  }
  places.sort((a, b) => b.length - a.length || a.at - b.at);
  return new Set(places.map(({ at, length }) => path.slice(at, at + length)));
}
