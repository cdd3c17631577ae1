import type { Position } from '../../../core/text/lines.js';
import type { FormatWarning } from '../../format.js';
import type { YamlNode } from './nodes.js';
import { startOfNode, type Source } from './source.js';

/**
 * Each duplicate key, in file order. Aliases cause no warning: what they bring in is read, and an
 * edit that would have to write there is refused by name.
 */
export function warningsOf(source: Source): readonly FormatWarning[] {
  const found: { readonly offset: number; readonly reason: string }[] = [];
  const visit = (node: YamlNode): void => {
    if (node.is === 'map') {
      for (const [name, places] of source.keysOf(node).repeated) {
        const offsets = places.map((at) => Math.max(0, offsetOfKey(node.keys[at])));
        const last = offsets.at(-1) ?? 0;
        const others = offsets.slice(0, -1).map((offset) => placeOf(source.positionOf(offset)));
        found.push({
          offset: last,
          reason: `duplicate key ${JSON.stringify(name)}: it is also at ${others.join(' and ')}, the last one counts`,
        });
      }
    }
    if (node.is === 'map' || node.is === 'list') node.values.forEach(visit);
  };
  if (source.tree.root) visit(source.tree.root);
  return found
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, reason }) => ({ reason, position: source.positionOf(offset) }));
}

const offsetOfKey = (key: YamlNode | undefined): number => (key === undefined ? 0 : startOfNode(key));
const placeOf = ({ line, column }: Position): string => `${line}:${column}`;
