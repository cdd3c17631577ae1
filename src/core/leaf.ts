/** What a leaf is in its file (formats/format.ts says when a text counts as which). */
export type LeafKind = 'string' | 'number' | 'boolean' | 'null';

/** What the comparison needs to know of a leaf: its text, and what kind of value carries it. */
export interface LeafValue {
  readonly kind: LeafKind;
  readonly text: string;
}

const TRUE = new Set(['true', 'yes', 'on', 'y']);
const FALSE = new Set(['false', 'no', 'off', 'n']);
const NULL = new Set(['', 'null', '~', 'nil']);
// Fifteen significant digits survive a double; longer numbers, and those with leading zeros (octal to some), are compared as they are spelt.
const PLAIN_NUMBER = /^[-+]?(?:0|[1-9]\d{0,14})?(?:\.\d{1,15})?(?:(?<=\d)e[-+]?\d{1,2})?$/i;
/** Hexadecimal, and octal as YAML 1.2 writes it (section 10.3.2). */
const OTHER_BASE = /^0(?:x[0-9a-f]{1,12}|o[0-7]{1,16})$/i;
const isNumber = (text: string): boolean => text !== '' && (PLAIN_NUMBER.test(text) || OTHER_BASE.test(text));

/**
 * Whether a text of the service says the same as this leaf (contract.md, section 6: non-string values are compared as text, written back
 * in the type that the file had). Services spell `1.0` and `1e0` as `1`, `yes` as `true`, null as '' or not at all.
 */
export function saysSame(leaf: LeafValue, text: string): boolean {
  if (leaf.text === text) return true;
  switch (leaf.kind) {
    case 'string':
      return false;
    case 'null':
      return NULL.has(text.toLowerCase());
    case 'boolean': {
      const mine = leaf.text.toLowerCase();
      const theirs = text.toLowerCase();
      return (TRUE.has(mine) && TRUE.has(theirs)) || (FALSE.has(mine) && FALSE.has(theirs));
    }
    case 'number':
      return isNumber(leaf.text) && isNumber(text) && Number(leaf.text) === Number(text);
  }
}
