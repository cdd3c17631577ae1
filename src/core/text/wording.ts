/*
 * The parts of a message that depend on a number or on the run. Messages are English only, so a
 * word has two forms.
 */

/** A count for people: `12,345`. */
export function digits(n: number): string {
  const text = String(n);
  if (!/^\d{4,}$/.test(text)) return text;
  const head = text.length % 3;
  const groups = text.slice(head).match(/\d{3}/g) ?? [];
  return [...(head === 0 ? [] : [text.slice(0, head)]), ...groups].join(',');
}

/** A number with its word: "1 text", "2 texts". */
export const quantity = (count: number, word: string): string =>
  `${digits(count)} ${word}${count === 1 ? '' : 's'}`;

/** "it" or "them". */
export const itOrThem = (count: number): string => (count === 1 ? 'it' : 'them');

/** What was done to `count` things: "was", "were"; "would be" in a run that writes nothing. */
export const wasOrWouldBe = (count: number, done: boolean): string =>
  done ? (count === 1 ? 'was' : 'were') : 'would be';

/** " in de" of a file that holds several languages; "" without a language. */
export const inLocale = (locale: string | undefined): string => (locale === undefined ? '' : ` in ${locale}`);

/** The first ones of these: `a, b and 3 more`. */
export function someOf(names: readonly string[], most: number, separator = ', '): string {
  const named = names.slice(0, most).join(separator);
  return names.length > most ? `${named} and ${digits(names.length - most)} more` : named;
}

/** `a`, `a and b`, `a, b and c`, without empty ones. */
export function inWords(parts: readonly string[]): string {
  const nonEmpty = parts.filter((part) => part !== '');
  const last = nonEmpty.pop() ?? '';
  return nonEmpty.length === 0 ? last : `${nonEmpty.join(', ')} and ${last}`;
}
