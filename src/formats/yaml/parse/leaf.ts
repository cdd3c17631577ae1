import { keyPath, type KeyId, type KeyPath } from '../../../core/keys/key.js';
import type { Position } from '../../../core/text/lines.js';
import type { Leaf, LeafKind } from '../../format.js';
import type { Layout } from './layout.js';
import type { ScalarNode } from './nodes.js';
import type { ScalarType } from './scalar-type.js';
import { startOfNode, type Source } from './source.js';
import type { Child, Indirection } from './walk.js';

/** A leaf that decodes its text and finds its position when asked. */
export class YamlLeaf implements Leaf {
  constructor(
    private readonly source: Source,
    private readonly layout: Layout,
    private readonly id: KeyId,
    readonly node: ScalarNode,
    readonly child: Child,
    readonly indirection: Indirection | undefined,
  ) {}

  get path(): KeyPath {
    return keyPath(this.id);
  }

  get type(): ScalarType {
    return this.source.typeOf(this.node);
  }

  get kind(): LeafKind {
    return kindOf(this.type);
  }

  get text(): string {
    const text = this.source.textOf(this.node);
    return text !== '' && this.type === 'null' ? '' : text;
  }

  get position(): Position {
    return this.source.positionOf(this.indirection?.offset ?? offsetOf(this.layout, this.child));
  }
}

/** The kind of leaf for the rest of the program. */
export function kindOf(reading: ScalarType): LeafKind {
  return reading === 'date' || reading === 'symbol' ? 'string' : reading;
}

/** Where a child's value is; where its key or dash is, if the value is empty. */
export function offsetOf(layout: Layout, { owner, index }: Child): number {
  const value = owner.values[index];
  const start = value === undefined ? -1 : startOfNode(value);
  return start >= 0 ? start : (layout.entries(owner)[index]?.start ?? 0);
}
