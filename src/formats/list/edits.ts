import { keyId, type KeyPath, ITEM_ID, isPluralForm } from '../../core/keys/key.js';
import type { Document, Edit, ItemShape, OutlineNode } from '../format.js';
import { emptyGroupsAt } from '../empty-groups.js';
import { fieldPath, usualShape, type ListItem } from './items.js';
import { itemName } from './spelling.js';

/** Edits of a list as edits of the map that stands for it. */
export interface MapEdits {
  readonly edits: readonly Edit[];
  readonly order: readonly OutlineNode[] | undefined;
  /** The key that an edit of the map is about. */
  keyOf(path: KeyPath): KeyPath;
}

/** What edits need to know of the list. */
interface EditedList {
  readonly map: Document;
  readonly items: ReadonlyMap<string, ListItem>;
  /** The keys and texts of the list. */
  readonly keys: readonly KeyPath[];
  /** Keys name every field of an item, its id included. */
  readonly hasAllFields: boolean;
}

/** The map's edits. A new item has its id first; one without texts loses all its fields. */
export function mapEdits(
  { map, items, keys, hasAllFields }: EditedList,
  edits: readonly Edit[],
  order: readonly OutlineNode[] | undefined,
): MapEdits {
  const names = new Map([...items].map(([id, { name }]) => [id, name]));
  const nameOf = (id: string): string => {
    const known = names.get(id) ?? itemName(names.size);
    names.set(id, known);
    return known;
  };
  const shapes = new Map(order?.flatMap(({ path: [id = ''], item }) => (item ? [[id, item]] : [])));
  const usual = usualShape(items.values()) ?? usualShape([...shapes.values()].map((shape) => ({ shape })));
  const shapeOf = (id: string, rest: KeyPath): ItemShape => {
    const own = items.get(id)?.shape;
    if (own !== undefined) return own;
    const [form] = rest;
    if (form === undefined || !isPluralForm(form)) return 'translation';
    return shapes.get(id) ?? usual ?? 'forms';
  };
  const pathOf = ([id = '', ...rest]: KeyPath): KeyPath =>
    hasAllFields ? [nameOf(id), ...rest] : fieldPath(nameOf(id), shapeOf(id, rest), rest);

  const emptied = emptiedBy(keys, edits);
  const made: Edit[] = [];
  const known = new Map<string, KeyPath>();
  const put = (edit: Edit, key: KeyPath): void => {
    known.set(edit.path[0] ?? '', key);
    made.push(edit);
  };
  const gone = new Map<string, KeyPath[]>([...emptied].map((id) => [items.get(id)?.name ?? '', []]));
  if (gone.size > 0) {
    const leaves = Array.from(map.leaves.values(), ({ path }) => path);
    for (const path of [...leaves, ...emptyGroupsAt(map.outline, [])]) gone.get(path[0] ?? '')?.push(path);
  }
  const done = new Set<string>();
  for (const edit of edits) {
    const { path: key, text } = edit;
    const [id = ''] = key;
    if (emptied.has(id)) {
      if (!done.has(id)) for (const path of gone.get(nameOf(id)) ?? []) put({ path, text: undefined }, key);
    } else if (text === undefined && !items.has(id)) continue;
    else {
      if (!hasAllFields && !items.has(id) && !done.has(id))
        put({ path: [nameOf(id), ITEM_ID], text: id }, key);
      put({ ...edit, path: pathOf(key) }, key);
    }
    done.add(id);
  }
  return {
    edits: made,
    order: hasAllFields
      ? order?.map(({ path: [id = '', ...rest], kind }) => ({ path: [nameOf(id), ...rest], kind }))
      : order && mapOrder(order, nameOf, (id) => items.get(id)?.shape ?? shapes.get(id) ?? 'translation'),
    keyOf: ([name = '']) => known.get(name) ?? [],
  };
}

/** The ids of the items of which these edits remove every text, or that have none and go. */
function emptiedBy(keys: readonly KeyPath[], edits: readonly Edit[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const kept = new Set<string>();
  for (const {
    path: [id = ''],
    text,
  } of edits) {
    if (text === undefined) counts.set(id, 0);
    else kept.add(id);
  }
  if (counts.size === 0) return new Set();
  const removed = new Set(edits.flatMap(({ path, text }) => (text === undefined ? [keyId(path)] : [])));
  for (const key of keys) {
    const [id = ''] = key;
    const count = counts.get(id);
    if (count === undefined) continue;
    if (removed.has(keyId(key))) counts.set(id, count + 1);
    else kept.add(id);
  }
  return new Set(
    [...counts].flatMap(([id, count]) =>
      (count > 0 || removed.has(keyId([id]))) && !kept.has(id) ? [id] : [],
    ),
  );
}

/** Another document's outline in terms of the map. */
function mapOrder(
  order: readonly OutlineNode[],
  nameOf: (id: string) => string,
  shapeOf: (id: string) => ItemShape,
): readonly OutlineNode[] {
  const nodes: OutlineNode[] = [];
  const seen = new Set<string>();
  for (const {
    path: [id = '', ...rest],
    kind,
  } of order) {
    const name = nameOf(id);
    if (!seen.has(name)) {
      seen.add(name);
      nodes.push({ path: [name], kind: 'map' }, { path: [name, ITEM_ID], kind: 'string' });
    }
    const path = fieldPath(name, shapeOf(id), rest);
    if (path.length > 1) nodes.push({ path, kind });
  }
  return nodes;
}
