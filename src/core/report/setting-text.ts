import { printable } from '../text/printable.js';

/** A value for people: a list item by item. */
export function valueLines(value: unknown): readonly string[] {
  if (value === null || value === undefined) return ['-'];
  if (Array.isArray(value) && value.length > 0) return value.map(textOf);
  return [textOf(value)];
}

const textOf = (value: unknown): string =>
  printable(typeof value === 'string' ? value : JSON.stringify(value));
