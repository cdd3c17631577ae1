import type { WhitespaceDifference } from './whitespace.js';
import type { PluralForm } from '../keys/key.js';

/** What a translation has too little and too much, as a person would write it. */
export interface Difference {
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

export const NO_DIFFERENCE: Difference = { missing: [], extra: [] };

/** One thing about a translation that does not fit its source text. */
export type Finding =
  | ({ readonly kind: 'placeholders' } & Difference)
  | ({ readonly kind: 'tags' } & Difference)
  | ({ readonly kind: 'blanks' } & WhitespaceDifference)
  /** A message with choices that no application could read. */
  | { readonly kind: 'syntax'; readonly reason: string }
  /** In one text (ICU), or in the keys of a key's forms (Rails, i18next). */
  | { readonly kind: 'plural'; readonly forms: readonly PluralForm[] }
  /** A key that the source locale lacks. */
  | { readonly kind: 'orphans' }
  /** The source text has changed since the translation last did. */
  | { readonly kind: 'stale' };

export const NO_FINDINGS: readonly Finding[] = [];
