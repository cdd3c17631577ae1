import { NO_DIFFERENCE, type Difference } from './finding.js';

/** The arguments of a printf text by their number from 1, each with the kind of its value. */
export type PrintfArguments = ReadonlyMap<number, string>;

// The blank flag is left out on purpose: "100% sure" would be one.
const CONVERSION =
  /%(?:%|(?:(\d{1,3})\$)?[-+#0']{0,5}(?:\d{1,4}|\*)?(?:\.(?:\d{1,4}|\*))?(?:hh|h|ll|l|L|q|j|z|t)?([diouxXeEfFgGcs@]))/g;

// strftime: of its letters only those that are not a conversion of printf.
const DATE = /%[-0^#_]?(?:[YymBbHIMSjZzAaPpk]|l(?![diouxX]))/;

const WORD = /%[A-Za-z_]\w{2,}/g;

const KINDS: Readonly<Record<string, string>> = { i: 'd', u: 'd', X: 'x', E: 'e', F: 'f', G: 'g' };

/**
 * The arguments of a text; undefined if it has none, or is a date's format (`%d.%m.%Y`), whose
 * order is the locale's.
 */
export function printfArguments(text: string): PrintfArguments | undefined {
  if (!text.includes('%') || DATE.test(text)) return undefined;
  const found = new Map<number, string>();
  let next = 1;
  for (const [, number, conversion] of text.matchAll(CONVERSION)) {
    if (conversion !== undefined)
      found.set(number === undefined ? next++ : Number(number), KINDS[conversion] ?? conversion);
  }
  return found.size === 0 ? undefined : found;
}

/** A text with conversions, or words that look like them, and the arguments that it takes. */
interface PrintfText {
  readonly rest: string;
  readonly printf: PrintfArguments | undefined;
}

/**
 * How the arguments differ. A per cent sign in front of a letter means something only if the source
 * text has such arguments. A word too long for a conversion (`%player`, but also `%dMB`) is taken
 * for a name if the two texts differ by such words only.
 */
export function comparePrintf(source: PrintfText, translation: PrintfText): Difference {
  const plain = differenceOf(source.printf, translation.printf);
  if (plain === NO_DIFFERENCE) return NO_DIFFERENCE;
  const argumentsWithoutWords = (text: string): PrintfArguments | undefined =>
    printfArguments(text.replaceAll(WORD, ''));
  const byName = differenceOf(
    argumentsWithoutWords(source.rest) ?? NONE,
    argumentsWithoutWords(translation.rest),
  );
  if (byName !== NO_DIFFERENCE) return plain;
  const wanted = new Set(source.rest.match(WORD));
  const found = new Set(translation.rest.match(WORD));
  if (wanted.size === 0) return plain;
  return {
    missing: [...wanted].filter((word) => !found.has(word)),
    extra: [...found].filter((word) => !wanted.has(word)),
  };
}

const NONE: PrintfArguments = new Map();

function differenceOf(wanted: PrintfArguments | undefined, found: PrintfArguments = NONE): Difference {
  if (!wanted) return NO_DIFFERENCE;
  const missing = [...wanted].filter(([number, kind]) => found.get(number) !== kind);
  const extra = [...found].filter(([number, kind]) => wanted.get(number) !== kind);
  if (missing.length + extra.length === 0) return NO_DIFFERENCE;
  const spell = ([number, kind]: readonly [number, string]): string => argumentText(number, kind, wanted);
  return { missing: missing.map(spell), extra: extra.map(spell) };
}

/** An argument as a person would write it: `%s` if it is the only one, else `%2$s`. */
const argumentText = (number: number, kind: string, of: PrintfArguments): string =>
  of.size === 1 && number === 1 ? `%${kind}` : `%${number}$${kind}`;
