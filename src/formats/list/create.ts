import { keyId, keyPath, type KeyId, type TextsByKey, ITEM_ID, isPluralForm } from '../../core/keys/key.js';
import { FormatError, type Format } from '../format.js';
import { ListDocument } from './document.js';
import { fieldPath, usualShape } from './items.js';
import { itemName, type ListSpelling } from './spelling.js';

/**
 * A new list with these texts in the shape of another list: its order and its fields for texts,
 * without notes such as `description`. Throws FormatError if an item cannot hold them.
 */
function createList(texts: TextsByKey, model: ListDocument, spelling: ListSpelling): string {
  const items = new Map(model.items.map((item) => [item.id, item]));
  const names = new Map(model.items.map(({ id, name }) => [id, name]));
  const usual = usualShape(model.items);
  const made = new Map<KeyId, string>();
  for (const [key, text] of texts) {
    const [id = '', ...rest] = keyPath(key);
    const name = names.get(id) ?? itemName(names.size);
    names.set(id, name);
    if (rest.length > 1 || (rest[0] !== undefined && !isPluralForm(rest[0])))
      throw new FormatError('it has no place in a list', { line: 1, column: 1 }, keyPath(key));
    const own = items.get(id)?.shape ?? usual ?? 'forms';
    const shape = rest.length === 0 ? 'translation' : own;
    made.set(keyId([name, ITEM_ID]), id);
    made.set(keyId(fieldPath(name, shape, rest)), text);
  }
  return spelling.asList(spelling.create(made, { document: model.map }), () => false);
}

/** Makes new files in the shape of their model: a list if that is one, otherwise a map. */
export const createLike =
  (spelling: ListSpelling): Format['create'] =>
  (texts, model, lists) =>
    model?.document instanceof ListDocument
      ? createList(texts, model.document, spelling)
      : spelling.create(texts, model, lists);
