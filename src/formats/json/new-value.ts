import type { LeafKind } from '../format.js';
import type { OrderNode } from '../order.js';
import { tokenFor, type NewMember, type NewValue } from './render.js';
import type { JsonStyle } from './style.js';
import { LIST, MAP } from './tape.js';
import { setsText, type EditTree } from '../edit-tree.js';

/** Called for a wish that a list with holes would be needed for. */
export type OnGap = (tree: EditTree) => void;

/**
 * The value, with all that it holds, for a wish of which the file has nothing yet; undefined if nothing is wanted. What is a list in the other
 * document's outline becomes one, everything else a map; members stand in that document's order, those it does not know last.
 */
export function newValue(
  tree: EditTree,
  order: OrderNode | undefined,
  inline: boolean,
  style: JsonStyle,
  onGap: OnGap,
): NewValue | undefined {
  if (tree.edit !== undefined) {
    const { text } = tree.edit;
    return text === undefined ? undefined : tokenFor(text, leafKind(order?.kind), style.strings);
  }
  const isList = order?.kind === 'list';
  const names = inOrder(tree, order);
  if (isList && names.some((name, index) => name !== String(index))) {
    onGap(tree);
    return undefined;
  }
  const ownInline = inline || (isList ? style.list : style.map).inline;
  const members = names.flatMap((name): NewMember[] => {
    const below = tree.children.get(name);
    const value = below && newValue(below, order?.children?.get(name), ownInline, style, onGap);
    return value === undefined ? [] : [{ name: isList ? undefined : name, value }];
  });
  return members.length === 0 ? undefined : { kind: isList ? LIST : MAP, inline: ownInline, members };
}

/** The names below a wish that are to hold a text; of a list by number. */
function inOrder(tree: EditTree, order: OrderNode | undefined): string[] {
  const wanted = [...tree.children].filter(([, below]) => setsText(below)).map(([name]) => name);
  if (order?.kind === 'list') return wanted.toSorted((a, b) => Number(a) - Number(b));
  if (order?.children === undefined) return wanted;
  const rank = new Map([...order.children.keys()].map((name, index) => [name, index]));
  return wanted.toSorted((a, b) => (rank.get(a) ?? rank.size) - (rank.get(b) ?? rank.size));
}

/** The kind of leaf that an outline tells; a string where it tells none. */
export const leafKind = (kind: OrderNode['kind'] | undefined): LeafKind =>
  kind === undefined || kind === 'map' || kind === 'list' ? 'string' : kind;
