import { append } from '../../../core/util/collections.js';
import { keyId } from '../../../core/keys/key.js';
import type { EditTree } from '../../edit-tree.js';
import { isRefused, type EditResult, type Refusal } from '../../format.js';
import type { OrderIndex } from '../../order.js';
import { byPlace, splice, type Replacement } from '../../text.js';
import type { StyledYaml } from '../style/file-style.js';
import { contextOf } from './context.js';
import { insertInto } from './insert.js';
import { keepFinalBreak, removeLeaves } from './remove.js';
import { resolveEdits, type EditOperations } from './resolve.js';
import { setScalar } from './set.js';

/**
 * The text with these edits made, not yet verified. New keys come first: the lines of the other
 * edits do not move under them, and a parent that gets a new key is not removed as empty. `parse`
 * reads the text in between.
 */
export function writeEdits(
  document: StyledYaml,
  tree: EditTree,
  order: OrderIndex,
  cautious: boolean,
  parse: (text: string) => StyledYaml,
): EditResult {
  const operations = resolveEdits(document, tree);
  const { refused, parents, sets, removals } = operations;
  if (isRefused(refused)) return { ok: false, refused };
  if (parents.length === 0) return setAndRemove(document, operations, cautious);
  const text = splice(document.text, insertInto(parents, contextOf(document, cautious), order));
  if (sets.length === 0 && removals.length === 0) return { ok: true, text };
  const next = parse(text);
  return setAndRemove(next, resolveEdits(next, tree), cautious);
}

function setAndRemove(document: StyledYaml, operations: EditOperations, cautious: boolean): EditResult {
  const context = contextOf(document, cautious);
  const refused: Refusal[] = [...operations.refused];
  const replacements: Replacement[] = [];
  const refuse = (path: Refusal['path'], reason: string, more: Pick<Refusal, 'renumbers'> = {}): void =>
    void refused.push({ path, reason, position: document.leaves.get(keyId(path))?.position, ...more });
  for (const { path, slot, text, kind } of operations.sets) {
    const made = setScalar(context, slot, text, kind);
    if ('refused' in made) refuse(path, made.refused);
    else append(replacements, made);
  }
  const { root } = document.source.tree;
  const { removals } = operations;
  if (root && removals.length > 0) {
    const removed = removeLeaves(context, root, removals);
    append(replacements, removed.replacements);
    for (const { path, reason, ...more } of removed.refused) refuse(path, reason, more);
  }
  if (isRefused(refused)) return { ok: false, refused };
  const sorted = replacements.sort(byPlace);
  // The last line break can belong to a block scalar's text: then the second attempt keeps it.
  const made = removals.length > 0 && !cautious ? keepFinalBreak(document.text, sorted) : sorted;
  return { ok: true, text: splice(document.text, made) };
}
