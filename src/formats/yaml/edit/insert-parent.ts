import type { KeyPath } from '../../../core/keys/key.js';
import type { OrderIndex } from '../../order.js';
import type { Replacement } from '../../text.js';
import type { Collection, MapNode } from '../parse/nodes.js';
import type { Added, Renderer } from '../style/render.js';
import type { Sheet } from './set.js';
import type { Child } from '../parse/walk.js';

/** An existing parent that gets new keys. `child` is its place in its own parent, undefined for the root. */
export interface Host {
  readonly path: KeyPath;
  readonly child: Child | undefined;
  /** Its collection; undefined for a null that becomes a parent. */
  readonly node: Collection | undefined;
  /** Stands inside a flow collection. */
  readonly inFlow: boolean;
  readonly added: Added;
}

/** What the functions that put new keys into a file share. */
export interface Desk {
  readonly sheet: Sheet;
  readonly order: OrderIndex;
  readonly renderer: Renderer;
}

/** Where the new keys of a map go, each place given as the index of the entry that they follow; -1 is before all. */
export interface Group {
  readonly after: number;
  readonly names: readonly string[];
  /** They belong right before the entry that follows, above its comments. */
  readonly before: boolean;
}

/** The places of a map's new keys. */
export function groupsOf({ sheet, order }: Desk, { path, added }: Host, node: MapNode): readonly Group[] {
  const { last } = sheet.source.keysOf(node);
  const placed = order.arrange(
    path,
    [...added.keys()],
    (name) => last.get(name) ?? (added.has(name) ? name : undefined),
  );
  return placed.map(({ side, sibling, items }) => {
    if (sibling === undefined) return { after: node.values.length - 1, names: items, before: false };
    const before = side === 'before';
    return { after: sibling - (before ? 1 : 0), names: items, before };
  });
}

/** New lines below the line of this offset; a file without a final line break keeps to that. */
export function linesBelow({ lines }: Sheet, offset: number, rendered: readonly string[]): Replacement {
  const end = lines.endOf(offset);
  const newline = lines.breakNear(end);
  if (lines.breakAt(end) === '') return insertion(end, rendered.map((line) => newline + line).join(''));
  return insertion(lines.next(offset), rendered.map((line) => line + newline).join(''));
}

export const insertion = (at: number, text: string): Replacement => ({ start: at, end: at, text });

/** The collection of a host that has one. */
export const hasEntries = (node: Collection | undefined): node is Collection =>
  node !== undefined && node.values.length > 0;
