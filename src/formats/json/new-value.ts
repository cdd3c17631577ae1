import { setsText, type EditTree } from '../edit-tree.js';
import type { LeafKind } from '../format.js';
import { asNewList, isFault, type ListFault } from '../new-lists.js';
import type { OrderNode } from '../order.js';
import { tokenFor, type NewMember, type NewValue } from './render.js';
import type { JsonStyle } from './style.js';
import { LIST, MAP } from '../../core/json/tape.js';

/** Called for new keys that cannot make up the list that the model has. */
export type OnFault = (fault: ListFault) => void;

/**
 * The value for edits of which the file has nothing yet; undefined if they set no text. What is a
 * list in the other document becomes a list, everything else a map. Members have that document's
 * order; names that it lacks come last.
 */
export function newValue(
  tree: EditTree,
  order: OrderNode | undefined,
  inline: boolean,
  style: JsonStyle,
  onFault: OnFault,
): NewValue | undefined {
  if (tree.edit !== undefined) {
    const { text, kind: asked } = tree.edit;
    return text === undefined
      ? undefined
      : tokenFor(text, style.strings, { kind: leafKind(order?.kind), asked });
  }
  const items = asNewList(tree.children, order);
  if (items !== undefined && isFault(items)) {
    onFault(items);
    return undefined;
  }
  const isList = items !== undefined;
  const names = items ?? inOrder(tree, order);
  const ownInline = inline || (isList ? style.list : style.map).inline;
  const members = names.flatMap((name): NewMember[] => {
    const below = tree.children.get(name);
    const like = order?.children?.get(name);
    const value = below ? newValue(below, like, ownInline, style, onFault) : emptyItem(like);
    return value === undefined ? [] : [{ name: isList ? undefined : name, value }];
  });
  return members.length === 0 ? undefined : { kind: isList ? LIST : MAP, inline: ownInline, members };
}

/** An item that holds no text, as its model has it. */
export function emptyItem(like: OrderNode | undefined): NewValue {
  const kind = like?.kind === 'list' ? LIST : like?.kind === 'map' ? MAP : undefined;
  return kind === undefined ? 'null' : { kind, inline: true, members: [] };
}

/** The names at or below which an edit sets a text. */
function inOrder(tree: EditTree, order: OrderNode | undefined): string[] {
  const wanted = [...tree.children].filter(([, below]) => setsText(below)).map(([name]) => name);
  if (order?.children === undefined) return wanted;
  const placed = [...order.children].filter(([, { isUnplaced }]) => !isUnplaced);
  const rank = new Map(placed.map(([name], index) => [name, index]));
  return wanted.toSorted((a, b) => (rank.get(a) ?? rank.size) - (rank.get(b) ?? rank.size));
}

/** The kind of leaf in an outline; a string if the outline has no leaf there. */
export const leafKind = (kind: OrderNode['kind'] | undefined): LeafKind =>
  kind === undefined || kind === 'map' || kind === 'list' ? 'string' : kind;
