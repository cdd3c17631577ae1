import type { KeyPath } from '../../../core/keys/key.js';
import type { OrderIndex } from '../../order.js';
import type { Collection, MapNode, ScalarNode } from '../parse/nodes.js';
import type { Source } from '../parse/source.js';
import type { Child } from '../parse/walk.js';
import type { NewKeys, Renderer } from '../style/render.js';
import type { EditContext } from './context.js';

/** An existing parent that gets new keys. */
export interface InsertionParent {
  readonly path: KeyPath;
  /** Its place in its own parent; undefined for the root. */
  readonly child: Child | undefined;
  /** Its collection; undefined for a null that becomes a parent. */
  readonly node: Collection | undefined;
  /** It is inside a flow collection. */
  readonly inFlow: boolean;
  readonly added: NewKeys;
  /** Those of `added` that a merge key brings in with another text, with their keys there. */
  readonly overrides: ReadonlyMap<string, ScalarNode>;
}

/** What the functions that insert new keys share. */
export interface InsertContext {
  readonly file: EditContext;
  readonly order: OrderIndex;
  readonly renderer: Renderer;
}

/** A place in a map for new keys: after the entry of this index; -1 is before all. */
export interface InsertionPoint {
  readonly after: number;
  readonly names: readonly string[];
  /** The keys belong right before the entry that follows, above its comments. */
  readonly before: boolean;
}

/** The places of a map's new keys. */
export function insertionPoints(
  { file, order }: InsertContext,
  { path, added, overrides }: InsertionParent,
  node: MapNode,
): readonly InsertionPoint[] {
  const { last } = file.source.keysOf(node);
  const placed = order.arrange(
    path,
    [...added.keys()],
    (name) => last.get(name) ?? (added.has(name) ? name : undefined),
  );
  const points = placed.map(({ side, sibling, items }) => {
    if (sibling === undefined) return { after: node.values.length - 1, names: items, before: false };
    const before = side === 'before';
    return { after: sibling - (before ? 1 : 0), names: items, before };
  });
  return overrides.size === 0 ? points : belowMergeKey(file.source, points, overrides, node);
}

/**
 * The places of a map's new keys, those of `overrides` after its last merge key. An explicit key
 * counts more than a merged one wherever it is (yaml.org/type/merge.html), but Psych lets the later
 * of the two win.
 */
function belowMergeKey(
  source: Source,
  points: readonly InsertionPoint[],
  overrides: InsertionParent['overrides'],
  { keys }: MapNode,
): readonly InsertionPoint[] {
  const merge = keys.findLastIndex((key) => source.isMerge(key));
  return points.flatMap((point) => {
    if (point.after >= merge) return [point];
    const moved = point.names.filter((name) => overrides.has(name));
    const others = point.names.filter((name) => !overrides.has(name));
    return [
      ...(others.length > 0 ? [{ ...point, names: others }] : []),
      ...(moved.length > 0 ? [{ after: merge, names: moved, before: false }] : []),
    ];
  });
}
