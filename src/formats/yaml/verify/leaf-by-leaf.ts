import { keyId } from '../../../core/keys/key.js';
import type { KeyId } from '../../../core/keys/key.js';
import type { Edit, Refusal } from '../../format.js';
import type { OrderIndex } from '../../order.js';
import type { YamlDocument } from '../parse/parsed.js';
import { mannerOfOrder } from '../style/model-style.js';

/** What is asked of a document, by key. */
export type Wishes = ReadonlyMap<KeyId, Edit>;

/** Compares all leaves of the edited document with what was meant, their types included. Returns what is wrong. */
export function misread(
  before: YamlDocument,
  after: YamlDocument,
  wishes: Wishes,
  order: OrderIndex,
): readonly Refusal[] {
  const manner = mannerOfOrder(order, before.habits.symbols);
  const wrong: Refusal[] = [];
  const say = (path: Edit['path'], reason: string): void =>
    void wrong.push({ path, reason, position: before.leaves.get(keyId(path))?.position });
  for (const [id, leaf] of after.leaves) {
    const wish = wishes.get(id);
    const old = before.leaves.get(id);
    if (wish === undefined) {
      const isFiller = old === undefined && leaf.reading === 'null' && order.node(leaf.path)?.kind === 'null';
      const isSame = old?.text === leaf.text && old.reading === leaf.reading;
      if (!isFiller && !isSame) say(leaf.path, 'the edit would change this key as well');
    } else if (wish.text === undefined) say(leaf.path, 'the key would still be there');
    else {
      const isTyped = old === undefined ? manner.typed(leaf.path, wish.text) : old.reading === leaf.reading;
      const reads = leaf.text === wish.text;
      if (!reads || (leaf.reading !== 'string' && !isTyped))
        say(leaf.path, 'the new text would not read back as it is meant');
    }
  }
  const parents = parentsOf(wishes);
  for (const [id, leaf] of before.leaves) {
    if (after.leaves.has(id) || (wishes.has(id) && wishes.get(id)?.text === undefined)) continue;
    if (leaf.reading !== 'null' || !parents.has(id)) say(leaf.path, 'the edit would remove this key as well');
  }
  for (const [id, { path, text: wanted }] of wishes) {
    if (wanted !== undefined && !after.leaves.has(id) && !before.leaves.has(id))
      say(path, 'the new key would not be there');
  }
  return wrong;
}

/** The parents of all new texts: a null among them is no leaf any more. */
function parentsOf(wishes: Wishes): ReadonlySet<KeyId> {
  const parents = new Set<KeyId>();
  for (const { path, text } of wishes.values()) {
    for (let length = path.length - 1; text !== undefined && length > 0; length--) {
      const id = keyId(path.slice(0, length));
      if (parents.has(id)) break;
      parents.add(id);
    }
  }
  return parents;
}
