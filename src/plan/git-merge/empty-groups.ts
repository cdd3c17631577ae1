import { keyId, type KeyId, type KeyPath } from '../../core/keys/key.js';
import type { Document, Edit } from '../../formats/format.js';
import { groupsOf, type Values } from './values.js';

/** A map or list without anything in it. */
interface EmptyGroup {
  readonly path: KeyPath;
  readonly kind: 'map' | 'list';
}

/** The edits, of which those that remove the content of a group without values keep the group. */
export function keepingGroups(edits: readonly Edit[], values: Values): readonly Edit[] {
  const empty = new Set(emptyGroupsOf(values).map(({ path }) => keyId(path)));
  if (empty.size === 0) return edits;
  return edits.map((edit) => {
    if (edit.text !== undefined) return edit;
    const { path } = edit;
    for (let levels = 1; levels < path.length; levels++)
      if (empty.has(keyId(path.slice(0, -levels)))) return { ...edit, keepsParent: levels };
    return edit;
  });
}

/** A text for each group without values that a document lacks: removed again, it leaves that. */
export function fillersFor(document: Document, values: Values): readonly Edit[] {
  const empty = emptyGroupsOf(values);
  if (empty.length === 0) return [];
  const groups: ReadonlySet<KeyId> = groupsOf(document);
  return empty
    .filter(({ path }) => !groups.has(keyId(path)))
    .map(({ path, kind }) => ({ path: [...path, kind === 'list' ? '0' : 'x'], text: 'x', kind: 'string' }));
}

function emptyGroupsOf(values: Values): readonly EmptyGroup[] {
  const groups: EmptyGroup[] = [];
  for (const { path, kind, nodes = [] } of values.values()) {
    if (kind === 'empty-map') groups.push({ path, kind: 'map' });
    if (kind === 'list' && nodes.length === 0) groups.push({ path, kind });
    for (const [at, node] of nodes.entries()) {
      const isEmpty = (nodes[at + 1]?.path.length ?? 0) <= node.path.length;
      if ((node.kind === 'map' || node.kind === 'list') && isEmpty)
        groups.push({ path: node.path, kind: node.kind });
    }
  }
  return groups;
}
