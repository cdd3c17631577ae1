import { keyPath, type KeyId, type KeyPath } from '../../../core/keys/key.js';
import type { Document, Edit, EditResult, FormatWarning, OutlineNode, TopKey } from '../../format.js';
import { readRenamed } from '../../rename.js';
import { splice } from '../../text.js';
import { editDocument } from '../edit/edit.js';
import { habitsOf } from '../style/file-style.js';
import type { Habits } from '../style/file-style.js';
import { Layout } from './layout.js';
import { YamlLeaf, kindOf } from './leaf.js';
import { Lines } from './lines.js';
import { inlineScalar } from '../style/scalars.js';
import { contentStart, scalarEnd, Source, startOfNode } from './source.js';
import { childOf, childrenOf, walk } from './walk.js';
import type { Child, Detour } from './walk.js';
import type { Collection, ScalarNode } from './nodes.js';
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

  get topKeys(): readonly TopKey[] {
    return this.ownKeys().map(({ name, key }) => ({
      name,
      position: this.source.positionOf(Math.max(0, startOfNode(key))),
    }));
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

  renamed(names: ReadonlyMap<string, string>): YamlDocument | undefined {
    const isFlow = /^[ \t]*[{]/.test(this.text.slice(this.source.tree.root?.event.start ?? 0));
    const replacements = this.ownKeys().flatMap(({ name, key }) => {
      const next = names.get(name);
      if (next === undefined) return [];
      const quotes = { "'": 'single', '"': 'double' } as const;
      const start = contentStart(key);
      const first = this.text.charAt(start);
      const style = first === "'" || first === '"' ? quotes[first] : 'plain';
      return [{ start, end: scalarEnd(key), text: inlineScalar(next, style, isFlow, 'double') }];
    });
    if (replacements.some(({ start, end }) => start < 0 || end < start)) return undefined;
    return readRenamed<YamlDocument>(
      this,
      splice(this.text, replacements),
      names,
      (text) => new YamlDocument(text),
    );
  }

  /** The keys that the root spells out. */
  private ownKeys(): readonly { readonly name: string; readonly key: ScalarNode }[] {
    const keys = this.source.tree.root?.keys ?? [];
    return keys
      .filter((key) => !this.source.isMerge(key))
      .map((key) => ({ name: this.source.textOf(key), key }));
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
