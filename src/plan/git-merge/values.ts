import { keyId, type KeyId, type KeyPath } from '../../core/keys/key.js';
import type { LeafKind } from '../../core/keys/leaf.js';
import type { Document, OutlineNode } from '../../formats/format.js';

/** A text, number, boolean or null of a file. */
export interface Scalar {
  readonly path: KeyPath;
  readonly kind: LeafKind;
  readonly text: string;
}

/**
 * What is merged as one: a scalar, a whole list, or a map without keys. Items of a list have no
 * names, so that nobody can say which of them is which after one was added.
 */
export interface Value {
  readonly path: KeyPath;
  readonly kind: 'scalar' | 'list' | 'empty-map';
  /** Equal texts mean equal values. */
  readonly content: string;
  /** All scalars in it. */
  readonly scalars: readonly Scalar[];
  /** Every node below a list, in file order. */
  readonly nodes?: readonly NodeInList[];
}

/** A map, list or scalar in a list. */
export interface NodeInList {
  readonly path: KeyPath;
  readonly kind: OutlineNode['kind'];
  /** The text of a scalar. */
  readonly text: string | undefined;
}

export type Values = ReadonlyMap<KeyId, Value>;

export const sameValue = (left: Value, right: Value): boolean => left.content === right.content;

export const scalarValue = (scalar: Scalar): Value => ({
  path: scalar.path,
  kind: 'scalar',
  content: `${scalar.kind} ${scalar.text}`,
  scalars: [scalar],
});

/**
 * The values of a document in file order. The lists named in `byItem` are taken apart, since their
 * items can be told from each other by number.
 */
export function valuesOf(document: Document, byItem: ReadonlySet<KeyId> = new Set()): Map<KeyId, Value> {
  const values = new Map<KeyId, Value>();
  const { outline, leaves } = document;
  for (let at = 0; at < outline.length; at++) {
    const node = outline[at];
    if (node === undefined) break;
    const { path, kind } = node;
    const id = keyId(path);
    if (kind === 'list' && !byItem.has(id)) {
      const first = at;
      while (isBelow(outline[at + 1]?.path, path)) at++;
      const nodes = outline.slice(first + 1, at + 1).map((outlined) => {
        const text = leaves.get(keyId(outlined.path))?.text;
        return { path: outlined.path, kind: outlined.kind, text };
      });
      const content = JSON.stringify(
        nodes.map((child) => [child.path.slice(path.length), child.kind, child.text]),
      );
      const scalars = nodes.flatMap((child) =>
        child.kind === 'map' || child.kind === 'list'
          ? []
          : [{ ...child, kind: child.kind, text: child.text ?? '' }],
      );
      values.set(id, { path, kind: 'list', content: `list ${content}`, scalars, nodes });
    } else if (kind === 'map') {
      if (!isBelow(outline[at + 1]?.path, path))
        values.set(id, { path, kind: 'empty-map', content: 'map', scalars: [] });
    } else if (kind !== 'list') {
      const text = leaves.get(id)?.text ?? '';
      values.set(id, scalarValue({ path, kind, text }));
    }
  }
  return values;
}

const isBelow = (path: KeyPath | undefined, parent: KeyPath): boolean =>
  path !== undefined && path.length > parent.length && parent.every((segment, i) => segment === path[i]);

/** Every map and list of a document. */
export const groupsOf = (document: Document): ReadonlySet<KeyId> =>
  new Set(
    document.outline.flatMap(({ path, kind }) => (kind === 'map' || kind === 'list' ? [keyId(path)] : [])),
  );
