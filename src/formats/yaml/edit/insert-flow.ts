import { insertion, type Replacement } from '../../text.js';
import { commentStart } from '../parse/comments.js';
import { entryAt, type Entry } from '../parse/layout.js';
import type { Collection } from '../parse/nodes.js';
import type { EditContext } from './context.js';
import { insertionPoints, type InsertContext, type InsertionParent } from './insert-parent.js';

/**
 * New entries of a flow collection that has some, with their commas. They get lines of their own if
 * the first entry has one.
 */
export function intoFlow(context: InsertContext, parent: InsertionParent, node: Collection): Replacement[] {
  const { file, renderer } = context;
  const { layout, source, lines } = file;
  const { path, added } = parent;
  const entries = layout.entries(node);
  const render = (names: readonly string[]): string[] =>
    names.map((name) => {
      const value = added.get(name);
      return node.is === 'map'
        ? renderer.flowPair(name, value, [...path, name])
        : renderer.flowValue(value, [...path, name]);
    });
  const first = entryAt(entries, 0);
  const ownLine = lines.beginsLine(first.start) && lines.startOf(first.start) > node.event.start;
  const indent = ownLine ? source.text.slice(lines.startOf(first.start), first.start) : undefined;
  const placed =
    node.is === 'map'
      ? insertionPoints(context, parent, node)
      : [{ after: entries.length - 1, names: renderer.items(added, path, entries.length) }];
  // After the last entry and at the end are the same place, with one comma.
  const groups = new Map<number, string[]>();
  for (const { after, names } of placed) groups.set(after, [...(groups.get(after) ?? []), ...render(names)]);
  return [...groups].flatMap(([after, rendered]) => {
    if (after >= 0) return flowAfter(file, entryAt(entries, after), rendered, indent);
    if (indent !== undefined) {
      // Above the first entry and its comments. What follows the bracket on its line stays there.
      const at = commentStart(file.lines, lines.startOf(first.start), false);
      const newline = lines.breakNear(node.event.start);
      return [insertion(at, rendered.map((each) => `${indent}${each},${newline}`).join(''))];
    }
    return [insertion(first.start, rendered.map((each) => `${each}, `).join(''))];
  });
}

/** After an entry of a flow collection, its comma and the comment on its line. */
function flowAfter(
  { layout, source, lines }: EditContext,
  entry: Entry,
  rendered: readonly string[],
  indent: string | undefined,
): Replacement[] {
  const gap = indent === undefined ? ' ' : lines.breakNear(entry.end) + indent;
  const next = layout.skip(entry.end);
  const hasComma = source.text[next] === ',';
  const after = hasComma ? next + 1 : entry.end;
  const comment =
    indent !== undefined
      ? /^[ \t]+#[^\r\n]*/.exec(source.text.slice(after, lines.endOf(after)))?.[0].length
      : undefined;
  const at = after + (comment ?? 0);
  if (hasComma) return [insertion(at, rendered.map((each) => `${gap}${each},`).join(''))];
  const joined = rendered.map((each) => `${gap}${each}`).join(',');
  return comment === undefined
    ? [insertion(after, `,${joined}`)]
    : [insertion(after, ','), insertion(at, joined)];
}
