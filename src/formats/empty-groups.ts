import type { KeyPath } from '../core/keys/key.js';
import type { OutlineNode } from './format.js';

/** The maps and lists without anything in them, at this path or below it. */
export function emptyGroupsAt(outline: readonly OutlineNode[], above: KeyPath): readonly KeyPath[] {
  return outline.flatMap(({ path, kind }, i) => {
    const isGroup = kind === 'map' || kind === 'list';
    if (!isGroup || !isAt(path, above)) return [];
    const next = outline[i + 1];
    return next && isAt(next.path, path) ? [] : [path];
  });
}

/** Whether a path is another one, or below it. */
export const isAt = (path: KeyPath, above: KeyPath): boolean =>
  path.length >= above.length && above.every((segment, i) => path[i] === segment);
