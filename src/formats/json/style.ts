import { newlineOf } from '../text.js';
import { DEFAULT_STRING_STYLE, type StringStyle } from './strings.js';
import { LIST, type Tape } from '../../core/json/tape.js';
import { blanksAfter, gapOf, lineStart, spansLines } from './trivia.js';

/** How the maps, or the lists, of a file are written. */
export interface BracketLayout {
  /** All members on the line of the brackets. */
  readonly inline: boolean;
  /** What is inside the brackets of an inline one: '' or a space. */
  readonly padding: string;
}

/** How new members are written. */
export interface JsonStyle {
  readonly newline: string;
  /** One step of indentation. */
  readonly unit: string;
  /** What is between key and value. */
  readonly colon: string;
  /** What follows a comma within a line. */
  readonly afterComma: string;
  /** Whether the last member has a comma after it if each has its own line. */
  readonly trailingComma: boolean;
  readonly map: BracketLayout;
  readonly list: BracketLayout;
  readonly strings: StringStyle;
}

const SPREAD: BracketLayout = { inline: false, padding: '' };

export const DEFAULT_STYLE: JsonStyle = {
  newline: '\n',
  unit: '  ',
  colon: ': ',
  afterComma: ' ',
  trailingComma: false,
  map: SPREAD,
  list: SPREAD,
  strings: DEFAULT_STRING_STYLE,
};

/** The style of a file: each property from where it is first seen, else the default. */
export function styleOf(tape: Tape, strings: StringStyle): JsonStyle {
  const found: Partial<Record<'unit' | 'colon' | 'afterComma', string | undefined>> & {
    trailingComma?: boolean;
    map?: BracketLayout;
    list?: BracketLayout;
  } = {};
  for (let node = 0; node < tape.size; node++) {
    if (node > 0 && tape.keyStart(node) >= 0) found.colon ??= colonOf(tape, node);
    if (tape.isLeaf(node) || !tape.hasChildren(node)) continue;
    const shape = shapeOf(tape, node);
    if (tape.kind(node) === LIST) found.list ??= shape;
    else if (node > 0) found.map ??= shape;
    if (shape.inline) found.afterComma ??= afterCommaOf(tape, node);
    else {
      found.unit ??= unitOf(tape, node);
      found.trailingComma ??= hasTrailingComma(tape, node);
    }
    if (
      found.unit !== undefined &&
      found.map !== undefined &&
      found.list !== undefined &&
      found.afterComma !== undefined
    )
      break;
  }
  const root = tape.hasChildren(0) ? shapeOf(tape, 0) : SPREAD;
  // Maps and lists of which the file has no example are written like the root. A root with its
  // first member beside the brace, but on several lines, is not an example.
  const model = root.inline && spansLines(tape.text, tape.start(0), tape.end(0)) ? SPREAD : root;
  const colon = found.colon ?? DEFAULT_STYLE.colon;
  return {
    newline: newlineOf(tape.text),
    unit: found.unit ?? DEFAULT_STYLE.unit,
    colon,
    afterComma: found.afterComma ?? (/\s$/.test(colon) ? ' ' : ''),
    trailingComma: found.trailingComma ?? false,
    map: found.map ?? model,
    list: found.list ?? { ...model, padding: '' },
    strings,
  };
}

/** What is between this member's key and its value, if that is only a colon and blanks. */
export function colonOf(tape: Tape, node: number): string | undefined {
  const between = tape.text.slice(tape.keyEnd(node), tape.start(node));
  return /^[ \t]*:[ \t]*$/.test(between) ? between : undefined;
}

/** The layout of a map or list that is not empty. */
function shapeOf(tape: Tape, node: number): BracketLayout {
  const from = tape.start(node) + 1;
  const to = tape.memberStart(node + 1);
  if (spansLines(tape.text, from, to)) return SPREAD;
  return { inline: true, padding: blanksAfter(tape.text, from) === to ? tape.text.slice(from, to) : '' };
}

/** The blanks after the comma that follows this member. Undefined if anything else follows it. */
export function blanksBehindComma(tape: Tape, node: number, sibling: number): string | undefined {
  const { comma } = gapOf(tape.text, tape.end(node), tape.memberStart(sibling));
  if (comma === undefined) return undefined;
  const to = tape.memberStart(sibling);
  return blanksAfter(tape.text, comma + 1) === to ? tape.text.slice(comma + 1, to) : undefined;
}

function afterCommaOf(tape: Tape, node: number): string | undefined {
  const first = node + 1;
  const second = tape.next(first);
  return second < tape.next(node) ? blanksBehindComma(tape, first, second) : undefined;
}

function hasTrailingComma(tape: Tape, node: number): boolean {
  let last = node + 1;
  for (let child = last; child < tape.next(node); child = tape.next(child)) last = child;
  return gapOf(tape.text, tape.end(last), tape.end(node) - 1).comma !== undefined;
}

/** One step of indentation: the first member against the line on which its parent begins. */
function unitOf(tape: Tape, node: number): string | undefined {
  const { text } = tape;
  const first = tape.memberStart(node + 1);
  const own = lineStart(text, first);
  if (own === undefined) return undefined;
  let line = tape.memberStart(node);
  while (line > 0 && text[line - 1] !== '\n' && text[line - 1] !== '\r') line--;
  const outer = text.slice(line, blanksAfter(text, line));
  const inner = text.slice(own, first);
  return inner.length > outer.length && inner.startsWith(outer) ? inner.slice(outer.length) : undefined;
}
