import { keyPath, type KeyId, type KeyPath } from '../../../core/keys/key.js';
import type { Position } from '../../../core/text/lines.js';
import type { Leaf, LeafKind } from '../../format.js';
import type { Layout } from './layout.js';
import type { ScalarNode } from './nodes.js';
import type { ScalarType } from './scalar-type.js';
import { startOfNode, type Source } from './source.js';
import type { Child, Indirection } from './walk.js';

/** The file that leaves are in. */
interface LeafFile {
  readonly source: Source;
  readonly layout: Layout;
}

/** A leaf that decodes its text and finds its position when asked. */
export class YamlLeaf implements Leaf {
  constructor(
    private readonly file: LeafFile,
    private readonly id: KeyId,
    readonly node: ScalarNode,
    readonly owner: Child['owner'],
    readonly index: number,
    readonly indirection: Indirection | undefined,
  ) {}

  get path(): KeyPath {
    return keyPath(this.id);
  }

  get type(): ScalarType {
    return this.file.source.typeOf(this.node);
  }

  get kind(): LeafKind {
    return kindOf(this.type);
  }

  get text(): string {
    const text = this.file.source.textOf(this.node);
    return text !== '' && this.type === 'null' ? '' : text;
  }

  get position(): Position {
    const { source, layout } = this.file;
    return source.positionOf(this.indirection?.offset ?? offsetOf(layout, this));
  }
}

/** The kind of leaf for the rest of the program. */
export function kindOf(reading: ScalarType): LeafKind {
  return reading === 'date' || reading === 'symbol' ? 'string' : reading;
}

/** Where a child's value is; where its key or dash is, if the value is empty. */
export function offsetOf(layout: Layout, { owner, index }: Pick<Child, 'owner' | 'index'>): number {
  const value = owner.values[index];
  const start = value === undefined ? -1 : startOfNode(value);
  return start >= 0 ? start : (layout.entries(owner)[index]?.start ?? 0);
}
