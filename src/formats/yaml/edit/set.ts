import { SCALAR_STYLE } from 'js-yaml';
import type { Replacement } from '../../text.js';
import { blockEnd, blockScalar, withoutBreak } from '../style/blocks.js';
import { inlineStyleOf } from '../style/file-style.js';
import type { Habits } from '../style/file-style.js';
import { insertion } from './insert-parent.js';
import type { Layout } from '../parse/layout.js';
import type { Lines } from '../parse/lines.js';
import type { ScalarNode } from '../parse/nodes.js';
import { canBePlain, inlineScalar } from '../style/scalars.js';
import { keepsType, readingOf, readsAsString } from '../parse/types.js';
import { contentStart, isBlockStyle, scalarEnd } from '../parse/source.js';
import type { Source } from '../parse/source.js';
import type { Child } from '../parse/walk.js';

/** What the writers need to know of the file that they write in. */
export interface Sheet {
  readonly source: Source;
  readonly layout: Layout;
  readonly lines: Lines;
  readonly habits: () => Habits;
  /** The second try: texts are written in double quotes, whatever stood there, since they can hold everything. */
  readonly cautious: boolean;
}

/** A scalar with a place in a collection. */
export interface Spot {
  readonly node: ScalarNode;
  readonly child: Child;
  /** Inside a flow collection, however far up. */
  readonly inFlow: boolean;
}

/** The replacements that give a scalar this text, in the style it has where that can hold the text; a string where nothing can be done. */
export function setScalar(sheet: Sheet, spot: Spot, text: string): readonly Replacement[] | string {
  const made = writeText(sheet, spot, text);
  const { tag, event } = spot.node;
  // libyaml hands `! 'yes'` to PyYAML and Psych as if it were plain, and they read true: such a text cannot keep the tag.
  if (typeof made === 'string' || tag !== '!' || readsAsString(text)) return made;
  const rest = /^[ \t]*/.exec(sheet.source.text.slice(event.tagEnd))?.[0].length ?? 0;
  return [{ start: event.tagStart, end: event.tagEnd + rest, text: '' }, ...made];
}

function writeText(sheet: Sheet, spot: Spot, text: string): readonly Replacement[] | string {
  const { node } = spot;
  const { event, tag } = node;
  const reading = sheet.source.readingOf(node);
  const staysAsItIs =
    reading !== 'string' &&
    readingOf(text) === reading &&
    (reading !== 'null' || text === '') &&
    (tag !== undefined || keepsType(sheet.source.textOf(node), text)) &&
    canStay(text, reading, spot.inFlow);
  if (tag !== undefined && tag !== 'str' && tag !== '!' && !staysAsItIs)
    return `its tag ${sheet.source.text.slice(event.tagStart, event.tagEnd)} does not allow this text`;
  if (event.valueStart < 0)
    return fillEmpty(sheet, spot, staysAsItIs ? text : fresh(sheet, text, spot.inFlow));
  if (isBlockStyle(event.style)) return replaceBlock(sheet, spot, text);
  const style = inlineStyleOf(node) ?? 'double';
  const written =
    staysAsItIs && style === 'plain' ? text : rewritten(sheet, node, text, spot.inFlow, reading === 'null');
  return [{ start: contentStart(node), end: scalarEnd(node), text: written }];
}

function canStay(text: string, reading: string, inFlow: boolean): boolean {
  return reading === 'symbol'
    ? /^:[A-Za-z_][\w.]*[?!]?$/.test(text)
    : text === '' || canBePlain(text, inFlow);
}

/** A text where none stood: written as most texts of the file are. */
function fresh(sheet: Sheet, text: string, inFlow: boolean): string {
  const { style, quote } = sheet.habits();
  return inlineScalar(text, sheet.cautious ? 'double' : style, inFlow, quote);
}

function rewritten(sheet: Sheet, node: ScalarNode, text: string, inFlow: boolean, wasNull: boolean): string {
  if (wasNull) return fresh(sheet, text, inFlow);
  const style = sheet.cautious ? 'double' : (inlineStyleOf(node) ?? 'plain');
  // The habits cost a walk over the file, and are wanted only where a plain text needs quotes.
  if (style !== 'plain') return inlineScalar(text, style, inFlow, style);
  if (node.tag === 'str' && canBePlain(text, inFlow) && text !== '') return text;
  const asDouble = inlineScalar(text, 'plain', inFlow, 'double');
  return asDouble === text ? text : inlineScalar(text, 'plain', inFlow, sheet.habits().quote);
}

/** A value is put where a key or a dash has none: behind the blank that stands there already, if one does. */
function fillEmpty(
  sheet: Sheet,
  { node, child, inFlow }: Spot,
  written: string,
): readonly Replacement[] | string {
  const { text } = sheet.source;
  const entry = sheet.layout.entries(child.owner)[child.index];
  if (entry === undefined) return 'its place was not found';
  const properties = scalarEnd(node);
  if (entry.slot < 0 && properties < 0)
    return inFlow ? [insertion(entry.end, `: ${written}`)] : 'it is an explicit key without a value';
  const at = properties < 0 ? entry.slot : properties;
  let next = at;
  while (text[next] === ' ') next++;
  const hasBlank = next > at && text[next] !== '#';
  return [insertion(hasBlank ? at + 1 : at, hasBlank ? written : ` ${written}`)];
}

/** A block scalar stays one where it can; else its header gives way to the text on one line, and its lines go. */
function replaceBlock(sheet: Sheet, { node, child, inFlow }: Spot, text: string): readonly Replacement[] {
  const { source, layout, lines } = sheet;
  const { event } = node;
  const slot = layout.entries(child.owner)[child.index]?.slot ?? 0;
  const header = layout.header(event.valueStart, slot);
  const oldHeader = source.text.slice(header.start, header.end);
  const block =
    sheet.cautious || event.indent < 0
      ? undefined
      : blockFor(sheet, node, child, text, /[0-9]/.test(oldHeader));
  if (block !== undefined) {
    const end = blockEnd(source.text, event, block.keeps || oldHeader.includes('+'));
    const fits = !block.endsWithBreak || lines.breakAt(end) !== '';
    if (fits) {
      return [
        { start: header.start, end: header.end, text: block.header },
        { start: event.valueStart, end, text: block.body },
      ];
    }
  }
  const quote = sheet.habits().quote;
  const line = {
    start: header.start,
    end: header.end,
    text: inlineScalar(text, sheet.cautious ? 'double' : quote, inFlow, quote),
  };
  const end = blockEnd(source.text, event);
  if (end <= event.valueStart) return [line];
  return [line, { start: withoutBreak(source.text, header.end, event.valueStart), end, text: '' }];
}

function blockFor(sheet: Sheet, { event }: ScalarNode, { owner }: Child, text: string, indicator: boolean) {
  const shape = {
    indicator,
    indent: event.indent,
    parentIndent: sheet.lines.column(owner.event.start),
    newline: sheet.lines.breakNear(event.valueStart),
  };
  const folded = event.style === SCALAR_STYLE.FOLDED_BLOCK;
  return (
    (folded ? blockScalar(text, { ...shape, folded }) : undefined) ??
    blockScalar(text, { ...shape, folded: false })
  );
}
