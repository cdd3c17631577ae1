import type { MappingEvent, SequenceEvent } from 'js-yaml';
import type { ScalarNode } from './scalar-node.js';

export type { ScalarNode, ScalarTag } from './scalar-node.js';

/** A map or a list, which can have an anchor. `users` counts the aliases that point here. */
interface Anchored {
  anchor: string | undefined;
  users: number;
}

/** A map in file order, with duplicate and merge keys: `keys[i]` belongs to `values[i]`. */
export interface MapNode extends Anchored {
  readonly is: 'map';
  readonly event: MappingEvent;
  readonly keys: ScalarNode[];
  readonly values: YamlNode[];
  /** The number of nodes in here after all aliases are followed, and how deep they nest. */
  size: number;
  height: number;
}

/** A list in file order. */
export interface ListNode extends Anchored {
  readonly is: 'list';
  readonly event: SequenceEvent;
  readonly values: YamlNode[];
  size: number;
  height: number;
}

/** A `*name`, with the node that it points to. */
export interface AliasNode {
  readonly is: 'alias';
  readonly start: number;
  readonly end: number;
  readonly target: ScalarNode | Collection;
}

export type Collection = MapNode | ListNode;
export type YamlNode = ScalarNode | Collection | AliasNode;

/**
 * The content of a document. `root` is undefined if it is a list, empty or null; `nothing` is that
 * null, if it is spelled out or tagged.
 */
export interface YamlTree {
  readonly root: MapNode | undefined;
  readonly list: ListNode | undefined;
  readonly nothing: ScalarNode | undefined;
  readonly aliased: boolean;
  /** The document begins with `---`, ends with `...`. */
  readonly marked: boolean;
  readonly ending: boolean;
}
