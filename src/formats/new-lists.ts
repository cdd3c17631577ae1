import type { KeyPath } from '../core/keys/key.js';
import { editsOf, setsText, type EditTree } from './edit-tree.js';
import type { OrderNode } from './order.js';

/** Why new keys cannot make up a list, and one of them. */
export interface ListFault {
  readonly path: KeyPath;
  readonly reason: string;
}

/** Why an item is not removed that has others after it. */
export const RENUMBERS = 'removing an item that is not at the end of its list would renumber those after it';

/** New keys of one parent, by name. Some may only remove. */
type Added = ReadonlyMap<string, EditTree>;

/**
 * The items that new keys add to a list after those that it has, in order. A list has no gaps:
 * items that `added` lacks are among them if `mayLack` says that the model has them. They are
 * written without a text until there is one. The items after the last one with a text are not
 * needed.
 */
export function newItems(
  added: Added,
  mayLack: (name: string) => boolean,
  /** How many items the list of the file has; undefined if it is new. */
  held?: number,
): readonly string[] | ListFault {
  const wanted = [...added].flatMap(([name, tree]) => (setsText(tree) ? [name] : []));
  const stranger = wanted.find((name) => !INDEX.test(name));
  if (stranger !== undefined) {
    const owner = held === undefined ? 'its model' : 'the file';
    return faultOf(
      added,
      stranger,
      `${owner} has a list here, and ${JSON.stringify(stranger)} is not an item`,
    );
  }
  const items: string[] = [];
  for (const name of wanted.toSorted((a, b) => Number(a) - Number(b))) {
    for (let next = (held ?? 0) + items.length; String(next) !== name; next++) {
      const lacked = String(next);
      if (next > Number(name) || !mayLack(lacked))
        return faultOf(
          added,
          name,
          `a list cannot have gaps: item ${lacked} has no text, and its model has no such item`,
        );
      items.push(lacked);
    }
    items.push(name);
  }
  return items;
}

/**
 * What becomes of new keys of a parent that the file lacks: the items of a list if the model has a
 * list there, else undefined, which means a map. An empty list may be an empty map that PHP wrote:
 * then keys that are not items make a map.
 */
export function asNewList(
  added: Added,
  model: OrderNode | undefined,
): readonly string[] | ListFault | undefined {
  if (model?.kind !== 'list') return undefined;
  const items = newItems(added, mayLackLike(model));
  return model.children === undefined && isFault(items) ? undefined : items;
}

/** Whether a list may lack an item, after a node of another document's outline. */
export const mayLackLike =
  (model: OrderNode | undefined) =>
  (name: string): boolean =>
    model?.children?.has(name) === true;

export const isFault = (items: readonly string[] | ListFault): items is ListFault => 'reason' in items;

function faultOf(added: Added, name: string, reason: string): ListFault {
  const tree = added.get(name);
  const edits = tree === undefined ? [] : [...editsOf(tree)];
  return { path: edits.find(({ text }) => text !== undefined)?.path ?? [name], reason };
}

const INDEX = /^(?:0|[1-9][0-9]*)$/;
