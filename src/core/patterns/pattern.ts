import type { Token } from './parse.js';
import type { Template } from './template.js';

/** How a pattern reads a path. */
export interface PatternMatch {
  /**
   * The code as it is spelt in the path; undefined for a pattern without `{locale}`, whose files
   * hold several languages.
   */
  readonly locale: string | undefined;
  /** The path with `{locale}` in the pattern's place: what the files of one set have in common. */
  readonly template: Template;
  /** Whether the code is, folded, one of those given; true for a pattern without `{locale}`. */
  readonly known: boolean;
}

/**
 * A pattern of the configuration (docs/configuration.md, "Patterns"). It works both ways: it reads
 * paths, and it gives them.
 */
export interface Pattern {
  readonly source: string;
  /**
   * What to hand to fast-glob. It may find more than the pattern says, never less: every path found
   * goes through `match`.
   */
  readonly glob: string;
  readonly hasLocale: boolean;
  /** The alternatives of the pattern, for those who read it backwards. */
  readonly alternatives: readonly (readonly Token[])[];
  /** Whether the path holds the fixed texts of the pattern: a fast check that most paths fail. */
  readonly mayMatch: (path: string) => boolean;
  /**
   * The reading of a relative path with `/`, or undefined if the pattern does not match. All
   * placeholders have one code in one spelling. If there are several readings, the order is: a code
   * of `codes` (compared without case, `_` as `-`), the longest first; then what looks most like a
   * language tag; then the longest; then the leftmost.
   */
  match(path: string, codes?: readonly string[]): PatternMatch | undefined;
}
