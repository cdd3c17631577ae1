import type { LeafKind } from '../format.js';
import type { OrderNode } from '../order.js';
import { tokenFor, type NewMember, type NewValue } from './render.js';
import type { Style } from './style.js';
import { LIST, MAP } from './tape.js';
import { wantsText, type Wish } from '../edit-tree.js';

/** Called for a wish that a list with holes would be needed for. */
export type OnGap = (wish: Wish) => void;

/**
 * The value, with all that it holds, for a wish of which the file has nothing yet; undefined if nothing is wanted. What is a list in the other
 * document's outline becomes one, everything else a map; members stand in that document's order, those it does not know last.
 */
export function newValue(
  wish: Wish,
  order: OrderNode | undefined,
  inline: boolean,
  style: Style,
  onGap: OnGap,
): NewValue | undefined {
  if (wish.edit !== undefined) {
    const { text } = wish.edit;
    return text === undefined ? undefined : tokenFor(text, leafKind(order?.kind), style.strings);
  }
  const isList = order?.kind === 'list';
  const names = inOrder(wish, order);
  if (isList && names.some((name, index) => name !== String(index))) {
    onGap(wish);
    return undefined;
  }
  const ownInline = inline || (isList ? style.list : style.map).inline;
  const members = names.flatMap((name): NewMember[] => {
    const below = wish.children.get(name);
    const value = below && newValue(below, order?.children?.get(name), ownInline, style, onGap);
    return value === undefined ? [] : [{ name: isList ? undefined : name, value }];
  });
  return members.length === 0 ? undefined : { kind: isList ? LIST : MAP, inline: ownInline, members };
}

/** The names below a wish that are to hold a text; of a list by number. */
function inOrder(wish: Wish, order: OrderNode | undefined): string[] {
  const wanted = [...wish.children].filter(([, below]) => wantsText(below)).map(([name]) => name);
  if (order?.kind === 'list') return wanted.toSorted((a, b) => Number(a) - Number(b));
  if (order?.children === undefined) return wanted;
  const rank = new Map([...order.children.keys()].map((name, index) => [name, index]));
  return wanted.toSorted((a, b) => (rank.get(a) ?? rank.size) - (rank.get(b) ?? rank.size));
}

/** The kind of leaf that an outline tells; a string where it tells none. */
export const leafKind = (kind: OrderNode['kind'] | undefined): LeafKind =>
  kind === undefined || kind === 'map' || kind === 'list' ? 'string' : kind;
