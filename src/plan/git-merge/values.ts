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
  readonly is: 'scalar' | 'list' | 'empty-map';
  /** Equal texts mean equal values. */
  readonly content: string;
  /** All scalars in it. */
  readonly scalars: readonly Scalar[];
}

export type Values = ReadonlyMap<KeyId, Value>;

export const sameValue = (one: Value, other: Value): boolean => one.content === other.content;

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
      const nodes = outline.slice(first + 1, at + 1).map((each) => {
        const text = leaves.get(keyId(each.path))?.text;
        return { path: each.path, kind: each.kind, text };
      });
      const content = JSON.stringify(
        nodes.map((each) => [each.path.slice(path.length), each.kind, each.text]),
      );
      const scalars = nodes.flatMap((each) =>
        each.kind === 'map' || each.kind === 'list'
          ? []
          : [{ ...each, kind: each.kind, text: each.text ?? '' }],
      );
      values.set(id, { path, is: 'list', content: `list ${content}`, scalars });
    } else if (kind === 'map') {
      if (!isBelow(outline[at + 1]?.path, path))
        values.set(id, { path, is: 'empty-map', content: 'map', scalars: [] });
    } else if (kind !== 'list') {
      const text = leaves.get(id)?.text ?? '';
      values.set(id, { path, is: 'scalar', content: `${kind} ${text}`, scalars: [{ path, kind, text }] });
    }
  }
  return values;
}

const isBelow = (path: KeyPath | undefined, parent: KeyPath): boolean =>
  path !== undefined && path.length > parent.length && parent.every((segment, i) => segment === path[i]);

/**
 * The lists whose items can be merged one by one: lists of scalars that have the same length in all
 * versions.
 */
export function listsByItem(versions: readonly Values[]): ReadonlySet<KeyId> {
  const found = new Set<KeyId>();
  const [first, ...others] = versions;
  for (const [id, value] of first ?? []) {
    if (value.is !== 'list' || value.scalars.length === 0) continue;
    const isAlike = ({ is, scalars, path }: Value): boolean =>
      is === 'list' &&
      scalars.length === value.scalars.length &&
      scalars.every((scalar) => scalar.path.length === path.length + 1);
    const isEverywhere = others.every((version) => {
      const other = version.get(id);
      return other !== undefined && isAlike(other);
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
