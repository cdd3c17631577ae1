import type { KeyPath } from '../../../core/keys/key.js';
import type { LeafKind } from '../../../core/keys/leaf.js';
import { readsAsString, scalarTypeOf } from '../parse/scalar-type.js';

/** The styles of one line. */
export type InlineStyle = 'plain' | 'single' | 'double';
export type Quote = 'single' | 'double';

// Control characters, the line ends of YAML 1.1 (NEL, LS, PS) and byte-order marks: unescaped, some
// reader refuses, folds or drops them.

const NEEDS_ESCAPE = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/;

const ESCAPED = /["\\\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
// Characters that cannot begin a plain scalar (YAML 1.2, 5.3), and `:`, on which readers differ.
const INDICATOR_FIRST = /^[ \t,[\]{}#&*!|>'"%@`:]|^[-?](?:$|[ \t,[\]{}])|^(?:---|\.\.\.)/;
const ENDS_EARLY = /:(?:[ \t]|$)|[ \t]#|[ \t]$|\t/;
// In flow collections, older versions of libyaml end a plain scalar at any colon.
const FLOW_UNSAFE = /[,[\]{}:?]/;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\0', '\\0'],
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\v', '\\v'],
  ['\f', '\\f'],
  ['\r', '\\r'],
  ['\u001b', '\\e'],
  ['\u0085', '\\N'],
  ['\u2028', '\\L'],
  ['\u2029', '\\P'],
]);

// Half of a surrogate pair is not a character; libyaml refuses its escape too.
const isWritable = (text: string): boolean => !/[\ud800-\udfff]/u.test(text);

/** Why no YAML file can hold this text or key; undefined if one can. */
export function unwritable(path: KeyPath, text: string | undefined): string | undefined {
  if (text !== undefined && !isWritable(text)) return 'the text holds half of a character (a lone surrogate)';
  return path.every(isWritable) ? undefined : 'the key holds half of a character (a lone surrogate)';
}

/** Whether a text can be written plain, whatever type readers then take it for. */
export function canBePlain(text: string, inFlow: boolean): boolean {
  return (
    !INDICATOR_FIRST.test(text) &&
    !ENDS_EARLY.test(text) &&
    !NEEDS_ESCAPE.test(text) &&
    !(inFlow && FLOW_UNSAFE.test(text))
  );
}

/**
 * A text as a scalar of one line that YAML 1.1 and 1.2 readers read as this very string. It has the
 * given style if that can hold the text, else quotes: `quote` if both kinds can hold it.
 */
export function inlineScalar(text: string, style: InlineStyle, inFlow: boolean, quote: Quote): string {
  if (style === 'plain' && text !== '' && readsAsString(text) && canBePlain(text, inFlow)) return text;
  const quotes = style === 'plain' ? quote : style;
  return quotes === 'single' && !NEEDS_ESCAPE.test(text) ? single(text) : double(text);
}

/**
 * A text as a plain scalar that readers take for a number, boolean or null; undefined if it cannot
 * be one of this kind.
 */
export function typedScalar(text: string, kind: LeafKind, inFlow: boolean): string | undefined {
  const spelled = kind === 'null' && text === '' ? 'null' : text;
  if (kind === 'string' || scalarTypeOf(spelled) !== kind) return undefined;
  return canBePlain(spelled, inFlow) ? spelled : undefined;
}

const single = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const double = (text: string): string => `"${text.replace(ESCAPED, escape)}"`;

function escape(character: string): string {
  const known = ESCAPES.get(character);
  if (known !== undefined) return known;
  const code = character.charCodeAt(0).toString(16).toUpperCase();
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`;
}
