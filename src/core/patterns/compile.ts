import { LocsyncError } from '../errors/index.js';
import { PatternFault } from './lex.js';
import { parse, type ParsedPattern } from './parse.js';
import { possibleCodes, matchTokens } from './match.js';
import type { Pattern, PatternMatch } from './pattern.js';
import { templateOf } from './template.js';

/** The pattern of this text. Throws PATTERN_INVALID, whose cause is a {@link PatternFault}. */
export function compilePattern(source: string): Pattern {
  const { glob, hasLocale, alternatives } = parsed(source);

  const read = (path: string, code: string | undefined, known: boolean): PatternMatch | undefined => {
    for (const tokens of alternatives) {
      const places = matchTokens(tokens, path, code ?? '');
      if (places) return { locale: code, template: templateOf(path, places, code ?? ''), known };
    }
    return undefined;
  };

  const match = (path: string, codes: readonly string[] = []): PatternMatch | undefined => {
    if (ODD_PART.test(path)) return undefined;
    if (!hasLocale) return read(path, undefined, true);
    for (const code of spellings(path, folded(codes))) {
      const reading = read(path, code, true);
      if (reading) return reading;
    }
    const possible = new Set(alternatives.flatMap((tokens) => [...possibleCodes(tokens, path)]));
    for (const code of [...possible].sort(byLikelihood)) {
      const reading = read(path, code, false);
      if (reading) return reading;
    }
    return undefined;
  };

  return { source, glob, hasLocale, alternatives, match };
}

function parsed(source: string): ParsedPattern {
  try {
    return parse(source);
  } catch (error) {
    if (!(error instanceof PatternFault)) throw error;
    throw LocsyncError.of('PATTERN_INVALID', { pattern: source, reason: error.message }, { cause: error });
  }
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

function byLikelihood(a: string, b: string): number {
  return Number(TAG.test(b)) - Number(TAG.test(a)) || b.length - a.length;
}

// Of ASCII letters only, so that offsets stay what they are.
const fold = (text: string): string => text.replace(/[A-Z_]/g, (c) => (c === '_' ? '-' : c.toLowerCase()));

// A run matches all its paths with the same few lists: 10,000 paths and 500 codes would be five
// million foldings.
const foldedLists = new WeakMap<readonly string[], ReadonlySet<string>>();

function folded(codes: readonly string[]): ReadonlySet<string> {
  const known = foldedLists.get(codes);
  if (known) return known;
  const list = new Set(codes.map(fold).filter((code) => code !== ''));
  foldedLists.set(codes, list);
  return list;
}

/**
 * Where the path holds one of the folded codes, as it is spelt there: the longest first, then the
 * leftmost.
 */
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
