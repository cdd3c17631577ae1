import { keyPath, type KeyId, type KeyPath } from '../../../core/keys/key.js';
import type { FormatWarning, OutlineNode, TopKey } from '../../format.js';
import { Layout } from './layout.js';
import { kindOf, YamlLeaf } from './leaf.js';
import { Lines } from './lines.js';
import type { Collection, ScalarNode, YamlNode } from './nodes.js';
import { Source, startOfNode } from './source.js';
import { fault } from './syntax-error.js';
import { childOf, childrenOf, visitBelow, type Child, type Indirection } from './walk.js';
import type { Position } from '../../../core/text/lines.js';

/** A parsed YAML text. Only the tree is made at once, everything else when first asked for. */
export class ParsedYaml {
  readonly source: Source;
  readonly layout: Layout;
  readonly lines: Lines;
  #leaves: ReadonlyMap<KeyId, YamlLeaf> | undefined;
  #outline: readonly OutlineNode[] | undefined;
  #warnings: readonly FormatWarning[] | undefined;

  /** Throws FormatError if the text is not YAML that we read, or holds a list. */
  constructor(
    readonly text: string,
    source = new Source(text),
  ) {
    const { list } = source.tree;
    if (list !== undefined)
      throw fault(text, list.event.start, 'the file holds a list where a map of keys is expected');
    this.source = source;
    this.layout = new Layout(text);
    this.lines = new Lines(text);
  }

  get leaves(): ReadonlyMap<KeyId, YamlLeaf> {
    const { root } = this.source.tree;
    return (this.#leaves ??= root ? this.#leavesOf(root) : new Map());
  }

  below(root: string): ReadonlyMap<KeyId, YamlLeaf> {
    const { root: map } = this.source.tree;
    const child = map && childOf(this.source, map, root);
    return child && child.node.is !== 'scalar' ? this.#leavesOf(child.node, child.indirection) : new Map();
  }

  get top(): readonly OutlineNode[] {
    const { root } = this.source.tree;
    return root ? childrenOf(this.source, root).map((each) => this.#outlined([each.name], each)) : [];
  }

  get topKeys(): readonly TopKey[] {
    return this.ownKeys.map(({ name, key }) => ({
      name,
      position: this.source.positionOf(Math.max(0, startOfNode(key))),
    }));
  }

  get outline(): readonly OutlineNode[] {
    return (this.#outline ??= this.#collectOutline());
  }

  get warnings(): readonly FormatWarning[] {
    return (this.#warnings ??= warningsOf(this.source));
  }

  /** The keys that the root spells out, without merge keys. */
  protected get ownKeys(): readonly { readonly name: string; readonly key: ScalarNode }[] {
    const keys = this.source.tree.root?.keys ?? [];
    return keys
      .filter((key) => !this.source.isMerge(key))
      .map((key) => ({ name: this.source.textOf(key), key }));
  }

  #leavesOf(root: Collection, from?: Indirection): ReadonlyMap<KeyId, YamlLeaf> {
    const leaves = new Map<KeyId, YamlLeaf>();
    const add = (id: KeyId, { node, owner, index }: Child, indirection: Indirection | undefined): void => {
      if (node.is === 'scalar') leaves.set(id, new YamlLeaf(this, id, node, owner, index, indirection));
    };
    visitBelow(this.source, root, add, from);
    return leaves;
  }

  #collectOutline(): readonly OutlineNode[] {
    const outline: OutlineNode[] = [];
    const { root } = this.source.tree;
    if (root) visitBelow(this.source, root, (id, child) => outline.push(this.#outlined(keyPath(id), child)));
    return outline;
  }

  #outlined(path: KeyPath, { node }: Child): OutlineNode {
    return { path, kind: node.is === 'scalar' ? kindOf(this.source.typeOf(node)) : node.is };
  }
}

/**
 * Each duplicate key, in file order. Aliases cause no warning: what they bring in is read, and an
 * edit that would have to write there is refused by name.
 */
function warningsOf(source: Source): readonly FormatWarning[] {
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
