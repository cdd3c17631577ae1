import type { MappingEvent, ScalarEvent, SequenceEvent } from 'js-yaml';

/** The types that we take from a tag: those of the core schema, or the non-specific `!` that Rails files write in front of quotes. */
export type ScalarTag = 'str' | 'int' | 'float' | 'bool' | 'null' | '!';

/** Anything that may carry an anchor. `users` counts the aliases that point here. */
interface Anchored {
  anchor: string | undefined;
  users: number;
}

/** A scalar of the file. Its text is decoded when asked for. */
export interface ScalarNode extends Anchored {
  readonly is: 'scalar';
  readonly event: ScalarEvent;
  readonly tag: ScalarTag | undefined;
}

/** A map in file order, duplicate keys and merge keys included: `keys[i]` belongs to `values[i]`. */
export interface MapNode extends Anchored {
  readonly is: 'map';
  readonly event: MappingEvent;
  readonly keys: ScalarNode[];
  readonly values: YamlNode[];
  /** Nodes in here after all aliases were followed, and how deep they nest. */
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

/** A `*name`, with the node it stands for. */
export interface AliasNode {
  readonly is: 'alias';
  readonly start: number;
  readonly end: number;
  readonly target: ScalarNode | Collection;
}

export type Collection = MapNode | ListNode;
export type YamlNode = ScalarNode | Collection | AliasNode;

/** A document's content: `root` undefined where it is empty or null; the null, if one is spelt out or tagged, is `nothing`. */
export interface YamlTree {
  readonly root: MapNode | undefined;
  readonly nothing: ScalarNode | undefined;
  readonly aliased: boolean;
  /** The document begins with `---`, ends with `...`. */
  readonly marked: boolean;
  readonly ending: boolean;
}
