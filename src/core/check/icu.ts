import { getOrMake } from '../util/collections.js';
import type * as Icu from '@formatjs/icu-messageformat-parser';
import { isPluralForm } from '../keys/key.js';

/** How a message uses an argument; `plain`: none of the choices, it formats one value. */
export type ArgumentUse = 'plain' | 'plural' | 'selectordinal' | 'select';

/** One argument with branches: `{n, plural, one {…} other {…}}`. */
export interface IcuChoice {
  readonly name: string;
  readonly use: Exclude<ArgumentUse, 'plain'>;
  /** The selectors as they are written: `one`, `other`, `=1`, `female`. */
  readonly selectors: readonly string[];
}

/** What an ICU message asks of its application, whatever the order and the words. */
export interface IcuMessage {
  readonly uses: ReadonlyMap<string, ReadonlySet<ArgumentUse>>;
  readonly choices: readonly IcuChoice[];
}

export type IcuResult = IcuMessage | { readonly fault: string };

// Messages come from outside too: deeper ones are not messages, and the parser calls itself once a
// level.
const DEEPEST = 40;

// Tags are compared apart, in whatever syntax a text is written; a skeleton such as
// `::currency/EUR` is the formatter's business.
const OPTIONS = { ignoreTag: true, shouldParseSkeletons: false, requiresOtherClause: false };

let library: typeof Icu | undefined;

/**
 * Loads the parser, once: only projects that have messages in ICU syntax pay for it. Must have
 * resolved before {@link parseIcu}.
 */
export async function loadIcu(): Promise<void> {
  library ??= await import('@formatjs/icu-messageformat-parser');
}

export const isIcuLoaded = (): boolean => library !== undefined;

/**
 * The arguments of a message in ICU syntax (ICU, "Formatting Messages"), or why it cannot be read.
 * An application would throw on it too: a brace that nothing closes, a choice without `other`, a
 * plural form that does not exist.
 */
export function parseIcu(text: string): IcuResult {
  if (!library) throw new Error('loadIcu must come first');
  if (depthOf(text) > DEEPEST) return { fault: `it is nested more than ${DEEPEST} deep` };
  const message = { uses: new Map<string, Set<ArgumentUse>>(), choices: new Array<IcuChoice>() };
  try {
    collect(library.parse(text, OPTIONS), message, library);
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: faultText(error) };
    throw error;
  }
  const fault = message.choices.map(choiceFault).find((reason) => reason !== undefined);
  if (fault !== undefined) return { fault };
  return closesNothing(text) ? { fault: 'a } has no matching {' } : message;
}

/**
 * Where the words of a message are that people read; undefined if it cannot be read as one. What is
 * quoted is syntax.
 */
export function literalsOf(text: string): readonly { start: number; end: number }[] | undefined {
  if (!library || 'fault' in parseIcu(text)) return undefined;
  const spans: { start: number; end: number }[] = [];
  const icu = library;
  const visit = (elements: readonly Icu.MessageFormatElement[]): void => {
    for (const element of elements) {
      if (icu.isSelectElement(element) || icu.isPluralElement(element))
        for (const branch of Object.values(element.options)) visit(branch.value);
      else if (icu.isLiteralElement(element) && element.location)
        spans.push({ start: element.location.start.offset, end: element.location.end.offset });
    }
  };
  visit(library.parse(text, { ...OPTIONS, captureLocation: true }));
  return spans.sort((a, b) => a.start - b.start);
}

/**
 * The parser treats a `}` too many as a character to be shown; who wrote it meant something else.
 * In a text with quotes it may be meant.
 */
const closesNothing = (text: string): boolean =>
  !text.includes("'") && text.split('}').length > text.split('{').length;

/** How deep braces are in braces, quoted ones included: a bound, not the truth. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const char of text) {
    if (char === '{') deepest = Math.max(deepest, ++depth);
    else if (char === '}') depth--;
  }
  return deepest;
}

function collect(
  elements: readonly Icu.MessageFormatElement[],
  message: { readonly uses: Map<string, Set<ArgumentUse>>; readonly choices: IcuChoice[] },
  icu: typeof Icu,
): void {
  const use = (name: string, as: ArgumentUse): void =>
    void getOrMake(message.uses, name, () => new Set<ArgumentUse>()).add(as);
  for (const element of elements) {
    if (icu.isSelectElement(element) || icu.isPluralElement(element)) {
      const isOrdinal = icu.isPluralElement(element) && element.pluralType === 'ordinal';
      const as = icu.isSelectElement(element) ? 'select' : isOrdinal ? 'selectordinal' : 'plural';
      use(element.value, as);
      message.choices.push({ name: element.value, use: as, selectors: Object.keys(element.options) });
      for (const branch of Object.values(element.options)) collect(branch.value, message, icu);
    } else if (!icu.isLiteralElement(element) && !icu.isPoundElement(element)) use(element.value, 'plain');
  }
}

/** The parser treats any word as a plural form; only Intl's six are ever chosen. */
function choiceFault({ name, use, selectors }: IcuChoice): string | undefined {
  const strange = selectors.find(
    (selector) => use !== 'select' && !/^=\d+$/.test(selector) && !isPluralForm(selector),
  );
  if (strange !== undefined) return `"${strange}" is not a plural form`;
  return selectors.includes('other') ? undefined : `{${name}, ${use} has no branch "other"`;
}

/**
 * What the parser's kinds of errors mean, by their names. Other kinds cannot come with our options.
 */
const FAULTS: readonly (readonly [kind: RegExp, text: string])[] = [
  [/^EXPECT_ARGUMENT_CLOSING_BRACE$/, 'a { is not closed'],
  [/^(?:EMPTY|MALFORMED)_ARGUMENT$/, 'a name must follow {'],
  [/ARGUMENT_TYPE$/, 'the word after the name is none of number, date, time, plural, selectordinal, select'],
  [/^DUPLICATE_/, 'a branch is a duplicate'],
  [/^EXPECT_SELECT_ARGUMENT_OPTIONS$/, 'a choice has no branches'],
  [/SELECTOR_FRAGMENT$/, 'a branch has no text in braces'],
  [/ARGUMENT_SELECTOR$/, 'a choice has something in it that is not a branch'],
  [/OFFSET_VALUE$/, 'an offset is not a number'],
  [/(?:STYLE|SKELETON)$/, 'a format is not complete'],
];

const faultText = ({ message }: SyntaxError): string =>
  FAULTS.find(([kind]) => kind.test(message))?.[1] ?? 'its braces do not match';
