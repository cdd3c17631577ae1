import { keyId, type KeyId, type KeyPath } from '../../../core/keys/key.js';
import type { Edit, Refusal } from '../../format.js';
import type { OrderIndex } from '../../order.js';
import type { ParsedYaml } from '../parse/parsed.js';
import type { StyledYaml } from '../style/file-style.js';
import { modelStyleOfOrder } from '../style/model-style.js';

/** Compares every leaf of the edited document with what was meant, types included. */
export function differences(
  before: StyledYaml,
  after: ParsedYaml,
  edits: readonly Edit[],
  order: OrderIndex,
): readonly Refusal[] {
  const byKey = new Map(edits.map((edit) => [keyId(edit.path), edit]));
  const model = modelStyleOfOrder(order, before.style.symbols);
  const wrong: Refusal[] = [];
  const say = (path: Edit['path'], reason: string): void =>
    void wrong.push({ path, reason, position: before.leaves.get(keyId(path))?.position });
  for (const [id, leaf] of after.leaves) {
    const edit = byKey.get(id);
    const old = before.leaves.get(id);
    if (edit === undefined) {
      const isFiller = old === undefined && leaf.type === 'null' && isItem(leaf.path, order);
      const isSame = old?.text === leaf.text && old.type === leaf.type;
      if (!isFiller && !isSame) say(leaf.path, 'the edit would change this key as well');
    } else if (edit.text === undefined) say(leaf.path, 'the key would still be there');
    else {
      const isTyped = old === undefined ? model.typed(leaf.path, edit.text) : old.type === leaf.type;
      const isOfKind = edit.kind === undefined ? leaf.type === 'string' || isTyped : leaf.kind === edit.kind;
      if (leaf.text !== edit.text || !isOfKind) say(leaf.path, 'the new text would not read back as meant');
    }
  }
  const parents = parentsOf(edits);
  for (const [id, leaf] of before.leaves) {
    const edit = byKey.get(id);
    if (after.leaves.has(id) || (edit !== undefined && edit.text === undefined)) continue;
    if (leaf.type !== 'null' || !parents.has(id)) say(leaf.path, 'the edit would remove this key as well');
  }
  for (const [id, { path, text }] of byKey) {
    if (text !== undefined && !after.leaves.has(id) && !before.leaves.has(id))
      say(path, 'the new key would be missing');
  }
  return wrong;
}

/** Whether the other document has an item of a list here: new items after it may need its place. */
const isItem = (path: KeyPath, order: OrderIndex): boolean =>
  order.node(path.slice(0, -1))?.kind === 'list' && order.node(path) !== undefined;

/** The parents of all new texts: a null among them is no longer a leaf. */
function parentsOf(edits: readonly Edit[]): ReadonlySet<KeyId> {
  const parents = new Set<KeyId>();
  for (const { path, text } of edits) {
    for (let length = path.length - 1; text !== undefined && length > 0; length--) {
      const id = keyId(path.slice(0, length));
      if (parents.has(id)) break;
      parents.add(id);
    }
  }
  return parents;
}
