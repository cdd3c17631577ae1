import { keepsKind } from '../../../core/keys/leaf.js';

/**
 * The type of a plain scalar (tag resolution in the specification). `date` is a type of YAML 1.1,
 * `symbol` one of Ruby; for everybody else both are strings.
 */
export type ScalarType = 'string' | 'number' | 'boolean' | 'null' | 'date' | 'symbol';

const NULL = /^(?:~|null|Null|NULL|)$/;
// YAML 1.1 (yaml.org/type/bool.html) and the core schema of 1.2. Its `y` and `n` are texts for
// PyYAML and Psych.
const BOOLEAN = /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/;
const NUMBER = new RegExp(
  '^(?:' +
    [
      // YAML 1.2 core schema, section 10.3.2
      '[-+]?[0-9]+',
      '0o[0-7]+',
      '0x[0-9a-fA-F]+',
      String.raw`[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?`,
      String.raw`[-+]?\.(?:inf|Inf|INF)`,
      String.raw`\.(?:nan|NaN|NAN)`,
      // YAML 1.1, yaml.org/type/int.html and float.html as PyYAML and Psych have them
      '[-+]?0b[01_]+',
      '[-+]?0[0-7_]+',
      '[-+]?[1-9][0-9_]*',
      '[-+]?0x[0-9a-fA-F_]+',
      String.raw`[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?`,
      String.raw`[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?`,
      String.raw`[-+]?\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?`,
    ].join('|') +
    ')$',
);
// yaml.org/type/timestamp.html, and what Psych takes for a date.
const DATE = /^[-+]?\d{4}-\d{1,2}-\d{1,2}(?:$|[Tt \t])/;
// Psych's scalar_scanner.rb: /^:./ becomes a Symbol.
const SYMBOL = /^:./;
// What some reader does without any schema: Psych ignores case and reads commas in numbers; PyYAML
// fails on `=` and `<<`, and on `!`, `&` and `*`.
const BEWARE =
  /^(?:=|<<|[!&*]|y|n|null|yes|no|true|false|on|off|[-+]?\.(?:inf|nan)|[-+]?0[bo]?[0-7_,]*|[-+]?0x[0-9a-f_,]*|[-+]?[0-9][0-9_,]*(?:\.[0-9_,]*)?(?:e[-+]?[0-9_]*)?|[-+]?\.[0-9_,]*(?:e[-+]?[0-9_]*)?)$/i;

// All of the above begin with one of these characters, which most texts do not.
const SUSPECT = /^[-+.:~=<!&*0-9yYnNtTfFoO]|^$/;

/** The type of a plain scalar of this text for YAML 1.1 or 1.2 readers. */
export function scalarTypeOf(text: string): ScalarType {
  if (!SUSPECT.test(text)) return 'string';
  if (NULL.test(text)) return 'null';
  if (BOOLEAN.test(text)) return 'boolean';
  if (NUMBER.test(text)) return 'number';
  if (DATE.test(text)) return 'date';
  if (SYMBOL.test(text)) return 'symbol';
  return 'string';
}

// Texts on whose type readers of 1.1 and 1.2 agree.
const AGREED =
  /^(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|)$/;

/**
 * Whether a plain text that replaces another has the same type for every reader, and says the same
 * as that type. `5` may become `6`. `1:30` and `yes` need quotes: only YAML 1.1 reads them as a
 * number and a boolean.
 */
export function keepsType(old: string | undefined, text: string): boolean {
  const reading = scalarTypeOf(text);
  if (old !== undefined && scalarTypeOf(old) !== reading) return false;
  if (reading === 'date' || reading === 'symbol') return true;
  return AGREED.test(text) && keepsKind(reading, old, text);
}

/** Whether every reader that we know reads a plain scalar of this text as a string. */
export function readsAsString(text: string): boolean {
  return !SUSPECT.test(text) || (scalarTypeOf(text) === 'string' && !BEWARE.test(text));
}
