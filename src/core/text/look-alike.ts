import { nfc } from './normal-form.js';
import { printable } from './printable.js';

/**
 * Two names for one message. Names that differ in their normal form only (`é` as one character or
 * as two) look the same: then what is not ASCII is shown as `\u{…}`.
 */
export function distinguishable(one: string, other: string): readonly [string, string] {
  const show = one !== other && nfc(one) === nfc(other) ? escaped : printable;
  return [show(one), show(other)];
}

const escaped = (text: string): string =>
  printable(text).replace(/[^\0-\x7f]/gu, (c) => `\\u{${c.codePointAt(0)?.toString(16) ?? ''}}`);
