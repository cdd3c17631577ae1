import { SCALAR_STYLE } from 'js-yaml';
import type { LeafKind } from '../../../core/keys/leaf.js';
import type { Refused } from '../../edit-tree.js';
import { insertion, type Replacement } from '../../text.js';
import { withoutBreak } from '../parse/lines.js';
import { blockEnd } from '../parse/layout.js';
import type { AliasNode, ScalarNode } from '../parse/nodes.js';
import { kindOf } from '../parse/leaf.js';
import { keepsType, readsAsString, scalarTypeOf } from '../parse/scalar-type.js';
import { contentStart, isBlockStyle, scalarEnd } from '../parse/source.js';
import type { Child } from '../parse/walk.js';
import { blockScalar } from '../style/blocks.js';
import { inlineStyleOf } from '../style/file-style.js';
import { isOfTypeOf } from '../style/model-style.js';
import { canBePlain, inlineScalar, typedScalar } from '../style/scalars.js';
import type { EditContext, ScalarSlot } from './context.js';

/** The replacements that give a scalar this text, in its own style if that can hold the text. */
export function setScalar(
  context: EditContext,
  slot: ScalarSlot,
  text: string,
  asked?: LeafKind,
): readonly Replacement[] | Refused {
  const written = slot.child.owner.values[slot.child.index];
  if (written?.is === 'alias') return [replaceAlias(context, slot, written, text, asked)];
  const made = writeText(context, slot, text, asked);
  const { tag, event } = slot.node;
  // libyaml passes `! 'yes'` to PyYAML and Psych as if it were plain, and they read true. Such a
  // text cannot keep the tag.
  if ('refused' in made || tag !== '!' || readsAsString(text)) return made;
  const rest = /^[ \t]*/.exec(context.source.text.slice(event.tagEnd))?.[0].length ?? 0;
  // An empty value can be between the blanks.
  const end = Math.min(event.tagEnd + rest, made[0]?.start ?? Infinity);
  return [{ start: event.tagStart, end, text: '' }, ...made];
}

/** Puts a text in the place of an alias, written like the text that the alias brings in. */
function replaceAlias(
  context: EditContext,
  { node, inFlow }: ScalarSlot,
  { start, end }: AliasNode,
  text: string,
  asked: LeafKind | undefined,
): Replacement {
  const { source, cautious } = context;
  const reading = source.typeOf(node);
  const isOfKind = reading !== 'null' && (asked === undefined || asked === kindOf(reading));
  if (isOfKind && isOfTypeOf(source, node, text)) return { start, end, text };
  const typed = asked && typedScalar(text, asked, inFlow);
  if (typed !== undefined) return { start, end, text: typed };
  const style = reading === 'string' && !cautious ? inlineStyleOf(node) : undefined;
  if (style === undefined) return { start, end, text: fresh(context, text, inFlow) };
  return { start, end, text: inlineScalar(text, style, inFlow, context.style().quote) };
}

function writeText(
  context: EditContext,
  slot: ScalarSlot,
  text: string,
  asked: LeafKind | undefined,
): readonly Replacement[] | Refused {
  const { node } = slot;
  const { event, tag } = node;
  const reading = context.source.typeOf(node);
  const typed = asked === undefined || tag !== undefined ? undefined : typedScalar(text, asked, slot.inFlow);
  const staysAsItIs =
    reading !== 'string' &&
    (asked !== 'string' || kindOf(reading) === 'string') &&
    scalarTypeOf(text) === reading &&
    (reading !== 'null' || text === '') &&
    (tag !== undefined || keepsType(context.source.textOf(node), text)) &&
    canStay(text, reading, slot.inFlow);
  if (tag !== undefined && tag !== 'str' && tag !== '!' && !staysAsItIs)
    return {
      refused: `its tag ${context.source.text.slice(event.tagStart, event.tagEnd)} does not allow this text`,
    };
  if (event.valueStart < 0)
    return fillEmpty(context, slot, typed ?? (staysAsItIs ? text : fresh(context, text, slot.inFlow)));
  if (isBlockStyle(event.style)) return replaceBlock(context, slot, text, typed);
  const style = inlineStyleOf(node) ?? 'double';
  const untyped = (): string =>
    staysAsItIs && style === 'plain' ? text : rewritten(context, node, text, slot.inFlow, reading === 'null');
  return [{ start: contentStart(node), end: scalarEnd(node), text: typed ?? untyped() }];
}

function canStay(text: string, reading: string, inFlow: boolean): boolean {
  return reading === 'symbol'
    ? /^:[A-Za-z_][\w.]*[?!]?$/.test(text)
    : text === '' || canBePlain(text, inFlow);
}

/** A text for an empty value, in the style of most texts of the file. */
function fresh(context: EditContext, text: string, inFlow: boolean): string {
  const { style, quote } = context.style();
  return inlineScalar(text, context.cautious ? 'double' : style, inFlow, quote);
}

function rewritten(
  context: EditContext,
  node: ScalarNode,
  text: string,
  inFlow: boolean,
  wasNull: boolean,
): string {
  if (wasNull) return fresh(context, text, inFlow);
  const style = context.cautious ? 'double' : (inlineStyleOf(node) ?? 'plain');
  // The file style costs a pass over the file, so ask for it only if a plain text needs quotes.
  if (style !== 'plain') return inlineScalar(text, style, inFlow, style);
  if (node.tag === 'str' && canBePlain(text, inFlow) && text !== '') return text;
  const asDouble = inlineScalar(text, 'plain', inFlow, 'double');
  return asDouble === text ? text : inlineScalar(text, 'plain', inFlow, context.style().quote);
}

/** Adds a value after a key or a dash that has none, and after the blank that may be there. */
function fillEmpty(
  context: EditContext,
  { node, child, inFlow }: ScalarSlot,
  written: string,
): readonly Replacement[] | Refused {
  const { text } = context.source;
  const entry = context.layout.entries(child.owner)[child.index];
  if (entry === undefined) return { refused: 'its place was not found' };
  const properties = scalarEnd(node);
  if (entry.slot < 0 && properties < 0)
    return inFlow
      ? [insertion(entry.end, `: ${written}`)]
      : { refused: 'it is an explicit key without a value' };
  const at = properties < 0 ? entry.slot : properties;
  let next = at;
  while (text[next] === ' ') next++;
  const hasBlank = next > at && text[next] !== '#';
  return [insertion(hasBlank ? at + 1 : at, hasBlank ? written : ` ${written}`)];
}

/**
 * A block scalar stays one if it can hold the text. Otherwise its header becomes the text on one
 * line, and its lines go.
 */
function replaceBlock(
  context: EditContext,
  { node, child, inFlow }: ScalarSlot,
  text: string,
  typed: string | undefined,
): readonly Replacement[] {
  const { source, layout, lines } = context;
  const { event } = node;
  const slot = layout.entries(child.owner)[child.index]?.slot ?? 0;
  const header = layout.header(event.valueStart, slot);
  const oldHeader = source.text.slice(header.start, header.end);
  const block =
    context.cautious || event.indent < 0 || typed !== undefined
      ? undefined
      : blockFor(context, node, child, text, /[0-9]/.test(oldHeader));
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
  const quote = context.style().quote;
  const line = {
    start: header.start,
    end: header.end,
    text: typed ?? inlineScalar(text, context.cautious ? 'double' : quote, inFlow, quote),
  };
  const end = blockEnd(source.text, event);
  if (end <= event.valueStart) return [line];
  return [line, { start: withoutBreak(source.text, header.end, event.valueStart), end, text: '' }];
}

function blockFor(
  context: EditContext,
  { event }: ScalarNode,
  { owner }: Child,
  text: string,
  indicator: boolean,
) {
  const shape = {
    indicator,
    indent: event.indent,
    parentIndent: context.lines.column(owner.event.start),
    newline: context.lines.breakNear(event.valueStart),
  };
  const folded = event.style === SCALAR_STYLE.FOLDED_BLOCK;
  return (
    (folded ? blockScalar(text, { ...shape, folded }) : undefined) ??
    blockScalar(text, { ...shape, folded: false })
  );
}
