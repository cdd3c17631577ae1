import { nfc } from './normal-form.js';

// C0, DEL, C1, line and paragraph separators, interlinear annotations, lone surrogates; and
// whatever is invisible (bidi controls, zero-width characters, tags, fillers), except a variation
// selector that belongs to a picture.
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{Cs}]|(?!(?<=[\p{Extended_Pictographic}0-9#*])[\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/**
 * What may have to be changed, which nearly no text has. A pattern for all other texts would need
 * memory for each character, and a message may name 200,000 keys.
 */
const UNUSUAL = /[^ -~]|##|::/;

/** The most characters of one untrusted text that are ever printed. */
const PRINTABLE_LIMIT = 300;

/**
 * Untrusted text made safe for a terminal and a CI log, on one line. Characters that could move the
 * cursor, reorder or hide text become `\u{…}`. What CI runners read as a command (`##[`, `##vso[`,
 * a leading `::`) is broken up. At most `limit` characters are kept.
 */
export function printable(text: string, limit: number = PRINTABLE_LIMIT): string {
  if (text.length <= limit && !UNUSUAL.test(text)) return text;
  const points = text.length > limit ? Array.from(text.slice(0, limit + 1)) : undefined;
  const cut =
    points && points.length > limit
      ? `${points.slice(0, limit - 1).join('')}…`
      : text.length > limit
        ? `${text.slice(0, limit - 1)}…`
        : text;
  return cut
    .replace(UNSAFE, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(/##(?=\[|vso\[)/gi, '#\\#')
    .replace(/^(\s*):(?=:)/, '$1\\:');
}

/**
 * A JSON text made safe for a terminal and a CI log. What {@link printable} would take out becomes
 * an escape of JSON, so that a parser gets the same value.
 */
export function printableJson(json: string): string {
  return json.replace(UNSAFE, (c) => (c === '\n' ? c : escape(c))).replace(/##(?=\[|vso\[)/gi, '\\u0023#');
}

/** A character as JSON escapes it: one of two units for what is beyond U+FFFF. */
function escape(character: string): string {
  let escapes = '';
  for (let i = 0; i < character.length; i++)
    escapes += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return escapes;
}

/**
 * Two names for one message. Names that differ in their normal form only (`é` as one character or
 * as two) look the same: then what is not ASCII is shown as `\u{…}`.
 */
export function printDistinguishably(left: string, right: string): readonly [string, string] {
  const show = left !== right && nfc(left) === nfc(right) ? asciiOnly : printable;
  return [show(left), show(right)];
}

const asciiOnly = (text: string): string =>
  printable(text).replace(/[^\0-\x7f]/gu, (c) => `\\u{${c.codePointAt(0)?.toString(16) ?? ''}}`);
