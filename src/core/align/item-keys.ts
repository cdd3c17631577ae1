import { getOrMake } from '../util/collections.js';
import { keyPath, type KeyId, ITEM_ID, ITEM_TRANSLATION, isPluralForm } from '../keys/key.js';
import type { RemoteText } from './aligned.js';

// `0`, `[0]`, `0.id`, `[0].translation.one`, `0/id`
const INDEXED = /^\[?(\d+)\]?(?:[./](.+))?$/;

/**
 * The texts of a list whose items a service numbers (`0.id`, `0.translation`), under the ids of the
 * items; notes are left out. Undefined if this is not a list whose items all have an id of their
 * own.
 */
export function textsById(texts: readonly RemoteText[]): readonly RemoteText[] | undefined {
  const items = new Map<string, RemoteText[]>();
  for (const { key, text } of texts) {
    const [, index, rest] = INDEXED.exec(key[0]) ?? [];
    const [first, ...others] = [...(rest?.split(/[./]/) ?? []), ...key.slice(1)];
    if (index === undefined || first === undefined) return undefined;
    getOrMake(items, index, (): RemoteText[] => []).push({ key: [first, ...others], text });
  }
  const ids = new Set<string>();
  const found: RemoteText[] = [];
  for (const fields of items.values()) {
    const id = fields.find(({ key }) => key.length === 1 && key[0] === ITEM_ID)?.text ?? '';
    if (id === '' || ids.has(id)) return undefined;
    ids.add(id);
    for (const { key, text } of fields) {
      const [field, ...forms] = key;
      if (field === ITEM_TRANSLATION) found.push({ key: [id, ...forms], text });
      // Items may have their plural forms beside the id, not below `translation`.
      else if (isPluralForm(field)) found.push({ key: [id, ...key], text });
    }
  }
  return found;
}

/**
 * The texts of a service that numbers the items of a list, under their ids; as they are if the
 * known keys are numbered as well, or if none of the ids is known.
 */
export function resolveItems(texts: readonly RemoteText[], known: readonly KeyId[]): readonly RemoteText[] {
  const [first] = texts;
  if (first === undefined || !INDEXED.test(first.key[0])) return texts;
  const roots = new Set(known.map((id) => keyPath(id)[0] ?? ''));
  const items = [...roots].some((root) => INDEXED.test(root)) ? undefined : textsById(texts);
  return items?.some(({ key }) => roots.has(key[0])) === true ? items : texts;
}
