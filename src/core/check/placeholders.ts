import { append } from '../util/collections.js';
import type { Difference } from './finding.js';
import { comparePrintf, printfArguments, type PrintfArguments } from './printf.js';

/** The placeholders of one text. */
export interface Placeholders {
  readonly text: string;
  /** The text without its names. It may still hold a conversion. */
  readonly rest: string;
  /** By name, as they are written without spaces and formats: `%{name}`, `{{sum}}`, `$t(key)`. */
  readonly named: ReadonlySet<string>;
  /** How often `{}` is in it: the next argument in turn. */
  readonly unnamed: number;
  readonly printf: PrintfArguments | undefined;
}

// One after another: `%%{x}` is an escape (ruby i18n), `%{x}`, `%<x>d`, `%(x)s`, `%x%` (Symfony),
// `${x}`, `$t(x)`, `{{x, format}}`, `{x}`, the latter also with a format of Python (`{x:.2f}`,
// `{0!r}`) or C# (`{0,10}`), and `{}`.
export const NAMED =
  /%%(?:\{[^{}]*\})?|%\{\s*([\w|.@?!-]+)\s*\}|%<(\w+)>|%\((\w+)\)[-+#0]{0,4}\d{0,4}(?:\.\d{1,4})?[hlL]?([A-Za-z])|(%[A-Za-z_](?:[\w.-]*\w)%)|\$\{([^{}]+)\}|\$t\(\s*([^,()\s]+)|\{\{-?\s*([\w.$-]+)\s*(?:,[^{}]*)?\}\}|\{\s*([A-Za-z_$][\w.$-]*|\d+)\s*(?:[:!][^{}]*|,\s*-?\d+[^{}]*)?\}|(\{\})/g;

// Every placeholder but Laravel's holds one of these.
const SYNTAX = /[%{$]/;
const NO_NAMES: ReadonlySet<string> = new Set();

/** The placeholders of a text in any syntax, but for messages with choices (see icu.ts). */
export function placeholdersOf(text: string): Placeholders {
  if (!SYNTAX.test(text)) return { text, rest: text, named: NO_NAMES, unnamed: 0, printf: undefined };
  const named = new Set<string>();
  let unnamed = 0;
  for (const found of text.matchAll(NAMED)) {
    const [, ruby, typed, python, conversion, symfony, script, nesting, double, single, empty] = found;
    if (ruby !== undefined) named.add(`%{${ruby}}`);
    else if (typed !== undefined) named.add(`%<${typed}>`);
    else if (python !== undefined) named.add(`%(${python})${conversion ?? ''}`);
    else if (symfony !== undefined) named.add(symfony);
    else if (script !== undefined) named.add(`\${${script.trim()}}`);
    else if (nesting !== undefined) named.add(`$t(${nesting})`);
    else if (double !== undefined) named.add(`{{${double}}}`);
    else if (single !== undefined) named.add(`{${single}}`);
    else if (empty !== undefined) unnamed++;
  }
  // Where names are after %, what is left of them is not a conversion.
  const rest = named.size === 0 || !text.includes('%') ? text : text.replaceAll(NAMED, '');
  return { text, rest, named, unnamed, printf: printfArguments(rest) };
}

/** How a translation differs from its source text. */
export function comparePlaceholders(source: Placeholders, translation: Placeholders): Difference {
  const missing = [...source.named].filter((name) => !translation.named.has(name));
  const symfony = [...source.named].some(isSymfony);
  const extra = [...translation.named].filter(
    (name) => !source.named.has(name) && !ALWAYS_GIVEN.has(name) && (symfony || !isSymfony(name)),
  );
  if (source.unnamed > 0 && source.unnamed !== translation.unnamed)
    (source.unnamed > translation.unnamed ? missing : extra).push('{}');
  const printf = comparePrintf(source, translation);
  append(missing, printf.missing);
  append(extra, printf.extra);
  append(missing, missingLaravel(source.text, translation.text));
  append(missing, missingNames(source.text, translation.text, LINKED, '@:'));
  append(missing, missingNames(source.text, translation.text, DOLLARS, '$'));
  return { missing, extra };
}

// Rails gives these to every message of a validation, whether the source text uses them or not.
const ALWAYS_GIVEN: ReadonlySet<string> = new Set(['%{attribute}', '%{model}', '%{value}']);

/** `%x%` in a text alone is more often two percentages than a placeholder. */
const isSymfony = (name: string): boolean => name.startsWith('%') && name.endsWith('%');

// Laravel's `:name`. Only if it begins a word and no second colon follows it (`:smile:`), and only
// as something that is missing: elsewhere a colon in front of a word is punctuation.
export const LARAVEL = /(?<=^|[\s("'[>])(:[A-Za-z][A-Za-z_]+)(?![\w:])/g;

// Vue's linked messages: `@:key`, `@.lower:key`, `@:(key)`. Only as something that is missing.
export const LINKED = /(?<![\w.])@(?:\.[A-Za-z]{1,20})?:\(?([A-Za-z_][\w-]*(?:\.[\w-]+)*)/g;

// Chrome's `$NAME$`. Only as something that is missing.
export const DOLLARS = /\$([A-Za-z_][\w@]*)\$/g;

function missingNames(source: string, translation: string, names: RegExp, sign: '@:' | '$'): string[] {
  if (!source.includes(sign.charAt(0))) return [];
  const of = (text: string): string[] => Array.from(text.matchAll(names), ([, name = '']) => name);
  const found = new Set(of(translation).map((name) => name.toLowerCase()));
  return [...new Set(of(source))]
    .filter((name) => !found.has(name.toLowerCase()))
    .map((name) => (sign === '$' ? `$${name}$` : `@:${name}`));
}

// A symbol of Ruby: `date.order` of Rails is a list of them.
const SYMBOL = /^:\w+$/;

function missingLaravel(source: string, translation: string): string[] {
  if (!source.includes(':') || SYMBOL.test(source)) return [];
  const found = translation.toLowerCase();
  const names = Array.from(source.matchAll(LARAVEL), ([, name = '']) => name);
  return [...new Set(names)].filter((name) => !found.includes(name.toLowerCase()));
}
