import { keyPath, type KeyId, type KeyPath } from '../../core/key.js';
import type { Document, Edit, EditResult, FormatWarning, OutlineNode } from '../format.js';
import { editDocument } from './edit.js';
import { habitsOf } from './habits.js';
import type { Habits } from './habits.js';
import { Layout } from './layout.js';
import { YamlLeaf, kindOf } from './leaf.js';
import { Lines } from './lines.js';
import { Source } from './source.js';
import { childOf, childrenOf, walk } from './walk.js';
import type { Child, Detour } from './walk.js';
import type { Collection } from './nodes.js';
import { warningsOf } from './warnings.js';

/** A YAML locale file. Everything but the tree is worked out when asked for. */
export class YamlDocument implements Document {
  readonly source: Source;
  readonly layout: Layout;
  readonly lines: Lines;
  #habits: Habits | undefined;
  #leaves: ReadonlyMap<KeyId, YamlLeaf> | undefined;
  #outline: readonly OutlineNode[] | undefined;
  #warnings: readonly FormatWarning[] | undefined;

  /** Throws FormatError where the text is no YAML that we read. */
  constructor(readonly text: string) {
    this.source = new Source(text);
    this.layout = new Layout(text);
    this.lines = new Lines(text);
  }

  get leaves(): ReadonlyMap<KeyId, YamlLeaf> {
    const { root } = this.source.tree;
    return (this.#leaves ??= root ? this.leavesOf(root) : new Map());
  }

  below(root: string): ReadonlyMap<KeyId, YamlLeaf> {
    const { root: map } = this.source.tree;
    const child = map && childOf(this.source, map, root);
    return child && child.node.is !== 'scalar' ? this.leavesOf(child.node, child.detour) : new Map();
  }

  get top(): readonly OutlineNode[] {
    const { root } = this.source.tree;
    return root ? childrenOf(this.source, root).map((each) => this.outlined([each.name], each)) : [];
  }

  get outline(): readonly OutlineNode[] {
    return (this.#outline ??= this.collectOutline());
  }

  get warnings(): readonly FormatWarning[] {
    return (this.#warnings ??= warningsOf(this.source));
  }

  /** How the file is written. */
  get habits(): Habits {
    return (this.#habits ??= habitsOf(this.source, this.lines));
  }

  /** The text begins with `---`. */
  get marked(): boolean {
    return this.source.tree.marked;
  }

  /** The text ends with `...`. */
  get ending(): boolean {
    return this.source.tree.ending;
  }

  edit(edits: readonly Edit[], order?: readonly OutlineNode[]): EditResult {
    return editDocument(this, edits, order, (text) => new YamlDocument(text));
  }

  private leavesOf(node: Collection, from?: Detour): ReadonlyMap<KeyId, YamlLeaf> {
    const leaves = new Map<KeyId, YamlLeaf>();
    const add = (id: KeyId, child: Child, detour: Detour | undefined): void => {
      if (child.node.is === 'scalar')
        leaves.set(id, new YamlLeaf(this.source, this.layout, id, child.node, child, detour));
    };
    walk(this.source, node, add, from);
    return leaves;
  }

  private collectOutline(): readonly OutlineNode[] {
    const outline: OutlineNode[] = [];
    const { root } = this.source.tree;
    if (root) walk(this.source, root, (id, child) => outline.push(this.outlined(keyPath(id), child)));
    return outline;
  }

  private outlined(path: KeyPath, { node }: Child): OutlineNode {
    return { path, kind: node.is === 'scalar' ? kindOf(this.source.readingOf(node)) : node.is };
  }
}
