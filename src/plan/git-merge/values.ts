import { keyId, type KeyId, type KeyPath } from '../../core/keys/key.js';
import type { LeafKind } from '../../core/keys/leaf.js';
import type { Document } from '../../formats/format.js';

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
}

export type Values = ReadonlyMap<KeyId, Value>;

export const sameValue = (left: Value, right: Value): boolean => left.content === right.content;

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
      values.set(id, { path, kind: 'list', content: `list ${content}`, scalars });
    } else if (kind === 'map') {
      if (!isBelow(outline[at + 1]?.path, path))
        values.set(id, { path, kind: 'empty-map', content: 'map', scalars: [] });
    } else if (kind !== 'list') {
      const text = leaves.get(id)?.text ?? '';
      values.set(id, { path, kind: 'scalar', content: `${kind} ${text}`, scalars: [{ path, kind, text }] });
    }
  }
  return values;
}

const isBelow = (path: KeyPath | undefined, parent: KeyPath): boolean =>
  path !== undefined && path.length > parent.length && parent.every((segment, i) => segment === path[i]);

/** The lists that can be merged item by item: scalars only, of one length in all versions. */
export function listsByItem(versions: readonly Values[]): ReadonlySet<KeyId> {
  const found = new Set<KeyId>();
  const [first, ...others] = versions;
  for (const [id, value] of first ?? []) {
    if (value.kind !== 'list' || value.scalars.length === 0) continue;
    const isAlike = ({ kind: is, scalars, path }: Value): boolean =>
      is === 'list' &&
      scalars.length === value.scalars.length &&
      scalars.every((scalar) => scalar.path.length === path.length + 1);
    const isEverywhere = others.every((version) => {
      const match = version.get(id);
      return match !== undefined && isAlike(match);
    });
    if (isAlike(value) && isEverywhere) found.add(id);
  }
  return found;
}

/** Every map and list of a document. */
export const groupsOf = (document: Document): ReadonlySet<KeyId> =>
  new Set(
    document.outline.flatMap(({ path, kind }) => (kind === 'map' || kind === 'list' ? [keyId(path)] : [])),
  );
