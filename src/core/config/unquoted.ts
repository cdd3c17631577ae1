import { printable } from '../text/printable.js';

const PLACEHOLDER = /\{(?:locale|path|dir|basename)\}/;

/**
 * What to do about the line of a YAML file that cannot be parsed, where it holds a pattern or a name that YAML does not read as a text: `{` begins
 * a mapping there, `*` an alias. Undefined where the line holds none.
 */
export function quotesNeeded(line: string): string | undefined {
  const isInBrackets = /\[|,\s*$|\]\s*$/.test(withoutComment(line));
  const found = valuesOf(line).find(
    (value) =>
      (PLACEHOLDER.test(value) && (isInBrackets || value.startsWith('{') || value.startsWith('*'))) ||
      /^\*+[./]/.test(value),
  );
  return found === undefined
    ? undefined
    : `a text that begins with { or *, or stands in [ ], needs quotes: "${printable(found, 80)}"`;
}

const withoutComment = (line: string): string => line.replace(/(?:^|\s)#[^]*$/, '');

/** The values of a line that have no quotes: behind its dashes and its key, and those of a list in brackets one by one. */
function valuesOf(line: string): readonly string[] {
  const value = withoutComment(line)
    .replace(/^[\s-]*(?=\S)/, '')
    .replace(/^[A-Za-z]+:\s+/, '')
    .replace(/^\[|(?<![\],\s])[\],\s]+$/g, '');
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/["']/.test(part));
}
