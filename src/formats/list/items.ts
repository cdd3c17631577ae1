import { keyId, type KeyPath, ITEM_ID, ITEM_TRANSLATION, isPluralForm } from '../../core/keys/key.js';
import { FormatError, type Document, type ItemShape, type OutlineNode } from '../format.js';

/** One item of a list that is read by id. */
export interface ListItem {
  /** Its key in the map that stands for the list. */
  readonly name: string;
  readonly id: string;
  /** Where its texts are; undefined if it has none. */
  readonly shape: ItemShape | undefined;
}

/** What an item may have beside its texts (go-i18n, `Message`). Other fields are kept as well. */
export const NOTES: ReadonlySet<string> = new Set([
  ITEM_ID,
  'description',
  'hash',
  'leftDelim',
  'rightDelim',
]);

const ADVICE = 'a list is read if each item is a map with an `id` of its own';

/**
 * The items of a list, of which `map` is the map. Throws FormatError, with the place in the map, if
 * they cannot be told apart by id, or if it is unclear what their texts are.
 */
export function itemsOf(map: Document): readonly ListItem[] {
  const fields = new Map<string, OutlineNode[]>(map.top.map(({ path: [name = ''] }) => [name, []]));
  for (const node of map.outline) if (node.path.length === 2) fields.get(node.path[0] ?? '')?.push(node);
  const places = new Map<string, string>();
  return map.top.map(({ path: [name = ''], kind }): ListItem => {
    const fail = (reason: string): never => {
      const position = map.topKeys.find((key) => key.name === name)?.position ?? { line: 1, column: 1 };
      throw new FormatError(reason, position);
    };
    if (kind !== 'map') return fail(`${shown(name)} of the list at the root is not a map; ${ADVICE}`);
    const leaf = map.leaves.get(keyId([name, ITEM_ID]));
    if (leaf === undefined) return fail(`${shown(name)} of the list at the root has no \`id\`; ${ADVICE}`);
    const { kind: idKind, text: id } = leaf;
    if (idKind !== 'string' || id === '')
      return fail(`the \`id\` of ${shown(name)} in the list at the root is not a text; ${ADVICE}`);
    const same = places.get(id);
    if (same !== undefined)
      return fail(`${shown(name)} of the list has the \`id\` of ${shown(same)}, ${quoted(id)}; ${ADVICE}`);
    places.set(id, name);
    const names = (fields.get(name) ?? []).map(({ path }) => path[1] ?? '');
    const hasTranslation = names.includes(ITEM_TRANSLATION);
    const form = names.find((one) => isPluralForm(one));
    if (hasTranslation && form !== undefined)
      return fail(
        `the item ${quoted(id)} has both \`translation\` and \`${form}\`; keep one of them as its text`,
      );
    const unknown = names.find((one) => !NOTES.has(one));
    if (!hasTranslation && form === undefined && unknown !== undefined)
      return fail(`the item ${quoted(id)} has neither \`translation\` nor \`other\`, but \`${unknown}\``);
    const shape = hasTranslation ? 'translation' : form === undefined ? undefined : 'forms';
    return { name, id, shape };
  });
}

/** The place of a text of an item, in the map: where an item of this shape has it. */
export function fieldPath(name: string, shape: ItemShape, rest: KeyPath): KeyPath {
  return shape === 'translation' ? [name, ITEM_TRANSLATION, ...rest] : [name, ...rest];
}

/** The key for a place in the map; undefined if no text is there. */
export function textKey(item: ListItem, [, field = '', ...rest]: KeyPath): KeyPath | undefined {
  if (item.shape === 'translation') return field === ITEM_TRANSLATION ? [item.id, ...rest] : undefined;
  return item.shape === 'forms' && isPluralForm(field) ? [item.id, field, ...rest] : undefined;
}

/** The shape of most items that have texts; undefined if no item has one. */
export function usualShape(items: Iterable<Pick<ListItem, 'shape'>>): ItemShape | undefined {
  const counts = { translation: 0, forms: 0 };
  for (const { shape } of items) if (shape !== undefined) counts[shape]++;
  if (counts.translation + counts.forms === 0) return undefined;
  return counts.forms > counts.translation ? 'forms' : 'translation';
}

const shown = (name: string): string => name.replace(' apart', '');
const quoted = (id: string): string => JSON.stringify(id);
