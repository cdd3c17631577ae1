import { insertion, type Replacement } from '../../text.js';
import type { Layout } from '../parse/layout.js';
import type { Lines } from '../parse/lines.js';
import type { ScalarNode } from '../parse/nodes.js';
import type { Source } from '../parse/source.js';
import type { Child } from '../parse/walk.js';
import type { StyledYaml, YamlStyle } from '../style/file-style.js';

/** What the writers need to know of the file that they change. */
export interface EditContext {
  readonly source: Source;
  readonly layout: Layout;
  readonly lines: Lines;
  readonly style: () => YamlStyle;
  /** The second attempt: texts are written in double quotes, which can hold everything. */
  readonly cautious: boolean;
}

/** The context of edits of a document; `cautious` for the second attempt. */
export function contextOf(document: StyledYaml, cautious: boolean): EditContext {
  const { source, layout, lines } = document;
  return { source, layout, lines, style: () => document.style, cautious };
}

/** A scalar and its place in a collection. */
export interface ScalarSlot {
  readonly node: ScalarNode;
  readonly child: Child;
  /** Inside a flow collection, however far up. */
  readonly inFlow: boolean;
}

/** New lines below the line of this offset. A file without a final line break stays without one. */
export function linesBelow({ lines }: EditContext, offset: number, rendered: readonly string[]): Replacement {
  const end = lines.endOf(offset);
  const newline = lines.breakNear(end);
  if (lines.breakAt(end) === '') return insertion(end, rendered.map((line) => newline + line).join(''));
  return insertion(lines.next(offset), rendered.map((line) => line + newline).join(''));
}
