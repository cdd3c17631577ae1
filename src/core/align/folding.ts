import { itemsStart } from './key-format.js';
import { nfc } from '../text/normal-form.js';

/** How two spellings of one key may differ: case, Unicode form, blanks at the ends. */
export type Rule = 'case' | 'form' | 'blanks';

// Upper case first: it makes `ß` the two letters that a service may have made of it.
export const caseless = (text: string): string => text.toUpperCase().toLowerCase();

export const ALL_RULES: ReadonlySet<Rule> = new Set(['case', 'form', 'blanks']);

/** A spelling without what these rules change; words of YAML 1.1 and numbers as their value. */
export function folded(text: string, separator: string, rules = ALL_RULES, words = true): string {
  return text
    .split(separator)
    .map((segment) => {
      const [name, items] = withoutItems(segment);
      const word = words ? wordOf(name) : undefined;
      if (word !== undefined) return word + items;
      const trimmed = rules.has('blanks') ? name.trim() : name;
      const lower = rules.has('case') ? caseless(trimmed) : trimmed;
      return (rules.has('form') ? nfc(lower) : lower) + items;
    })
    .join(separator);
}

/** A segment without the items of a list at its end, and these: `days` and `[0]` of `days[0]`. */
export function withoutItems(segment: string): readonly [name: string, items: string] {
  const at = segment.endsWith(']') ? itemsStart(segment) : 0;
  return at <= 0 ? [segment, ''] : [segment.slice(0, at), segment.slice(at)];
}

const WORDS = new Map([
  ...['true', 'yes', 'on'].map((word) => [word, '=true'] as const),
  ...['false', 'no', 'off'].map((word) => [word, '=false'] as const),
  ...['null', '~'].map((word) => [word, '=null'] as const),
]);

/** How YAML 1.1 reads a key that is not a text to it; undefined for a text. */
export function wordOf(segment: string): string | undefined {
  if (segment.length > 24) return undefined;
  const word = WORDS.get(segment.toLowerCase());
  if (word !== undefined) return word;
  if (!/^[-+]?[\d.]/.test(segment)) return undefined;
  const number = /^0[0-7]+$/.test(segment) ? parseInt(segment, 8) : Number(segment.replaceAll('_', ''));
  return Number.isFinite(number) ? `=${number}` : undefined;
}
