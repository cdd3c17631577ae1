import { COLLECTION_STYLE, SCALAR_STYLE } from 'js-yaml';
import type { KeyPath } from '../../../core/keys/key.js';
import type { OrderIndex } from '../../order.js';
import { commentStart } from '../parse/comments.js';
import { entryAt } from '../parse/layout.js';
import { kindOf } from '../parse/leaf.js';
import type { ParsedYaml } from '../parse/parsed.js';
import { keepsType, scalarTypeOf, type ScalarType } from '../parse/scalar-type.js';
import type { ScalarNode } from '../parse/nodes.js';
import type { Source } from '../parse/source.js';
import { childAt, type Child } from '../parse/walk.js';
import { inlineStyleOf } from './file-style.js';
import type { InlineStyle } from './scalars.js';

/** How a scalar is written. */
export type ScalarStyle = InlineStyle | 'literal' | 'folded';

/** How another file writes the values at our paths. */
export interface ModelStyle {
  /** The style of the text at this path there. */
  style(path: KeyPath): ScalarStyle | undefined;
  /** Whether to write this text as the type that it looks like, since it has that type there. */
  typed(path: KeyPath, text: string): boolean;
  /** Whether the collection at this path has brackets there. */
  flow(path: KeyPath): boolean;
  /** Spaces by which the collection at this path is indented there, if it is one of this kind. */
  step(path: KeyPath, kind: 'map' | 'list'): number | undefined;
  /** Whether a blank line precedes the key of this path there, or the comment above it. */
  spaced(path: KeyPath): boolean;
}

// Ruby's symbols, as in the `date.order` of Rails. A new item that looks like a symbol is one below
// `order`, and in a file that has symbols: Rails compares the items with symbols and fails on
// strings (ActionView, DateTimeSelector#date_order).
const SYMBOL_NAME = /^:[a-z_]+$/;

/** The style by an outline: it shows types, not styles. */
export function modelStyleOfOrder(order: OrderIndex, hasSymbols: boolean): ModelStyle {
  return {
    style: () => undefined,
    flow: () => false,
    step: () => undefined,
    spaced: () => false,
    typed: (path, text) => {
      const kind = order.node(path)?.kind;
      if (kind === 'number' || kind === 'boolean' || kind === 'null')
        return scalarTypeOf(text) === kind && keepsType(undefined, text);
      return (
        SYMBOL_NAME.test(text) &&
        /^[0-9]+$/.test(path.at(-1) ?? '') &&
        (hasSymbols || path.at(-2) === 'order')
      );
    },
  };
}

/** Whether a plain text says the same as this scalar's type, and has that type without a tag. */
export function isOfTypeOf(source: Source, node: ScalarNode, text: string): boolean {
  const reading: ScalarType = source.typeOf(node);
  // A number in quotes after !!int would need its tag.
  return (
    reading !== 'string' &&
    node.tag === undefined &&
    scalarTypeOf(text) === reading &&
    (source.textOf(node) === text || keepsType(source.textOf(node), text)) &&
    (kindOf(reading) !== 'string' || /^[:\w-]+$/.test(text))
  );
}

/** The style by a YAML document. `theirs` turns one of our paths into one of that document. */
export function modelStyleOfDocument(
  document: Pick<ParsedYaml, 'source' | 'layout' | 'lines'>,
  theirs: (path: KeyPath) => KeyPath,
): ModelStyle {
  const { lines } = document;
  const find = (path: KeyPath): Child | undefined => childAt(document.source, theirs(path));
  return {
    style: (path) => {
      const node = find(path)?.node;
      if (node?.is !== 'scalar' || node.event.valueStart < 0 || document.source.typeOf(node) !== 'string')
        return undefined;
      return inlineStyleOf(node) ?? (node.event.style === SCALAR_STYLE.FOLDED_BLOCK ? 'folded' : 'literal');
    },
    typed: (path, text) => {
      const node = find(path)?.node;
      return node?.is === 'scalar' && isOfTypeOf(document.source, node, text);
    },
    flow: (path) => {
      const node = find(path)?.node;
      return (
        node !== undefined &&
        node.is !== 'scalar' &&
        node.event.style === COLLECTION_STYLE.FLOW &&
        node.values.length > 0
      );
    },
    step: (path, kind) => {
      const child = find(path);
      if (child?.node.is !== kind || child.indirection || child.node.event.style === COLLECTION_STYLE.FLOW)
        return undefined;
      return lines.column(child.node.event.start) - lines.column(child.owner.event.start);
    },
    spaced: (path) => {
      const child = find(path);
      if (child === undefined || child.indirection || child.owner.event.style === COLLECTION_STYLE.FLOW)
        return false;
      const { start } = entryAt(document.layout.entries(child.owner), child.index);
      const above = lines.previous(commentStart(lines, lines.startOf(start), false));
      return above !== undefined && lines.beginsLine(lines.endOf(above));
    },
  };
}
