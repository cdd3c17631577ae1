import {
  EVENT_ID,
  SCALAR_STYLE,
  type Event,
  type MappingEvent,
  type ScalarEvent,
  type SequenceEvent,
} from 'js-yaml';
import { MAX_DEPTH } from '../../format.js';
import type { AliasNode, Collection, MapNode, ScalarNode, YamlNode, YamlTree } from './nodes.js';
import { ScalarNodes } from './scalar-node.js';
import { scalarTypeOf } from './scalar-type.js';
import { fault } from './syntax-error.js';
import { TagResolver } from './tags.js';

/**
 * The most nodes that aliases may add to a document when followed: far above any locale file, far
 * below what hurts.
 */
const ALIAS_LIMIT = 100_000;

/** The tree of one document's events. Throws FormatError for what a locale file must not hold. */
export function treeOf(text: string, events: readonly Event[]): YamlTree {
  return new YamlTreeBuilder(text, events).build();
}

/** Whether a key is YAML's merge key: `<<`, plain and without a tag. */
export function isMergeKey(text: string, { event, tag }: ScalarNode): boolean {
  return (
    event.valueEnd - event.valueStart === 2 &&
    event.style === SCALAR_STYLE.PLAIN &&
    tag === undefined &&
    text.startsWith('<<', event.valueStart)
  );
}

class YamlTreeBuilder {
  readonly #open: Collection[] = [];
  readonly #anchors = new Map<string, ScalarNode | Collection>();
  readonly #scalars = new ScalarNodes();
  #tags: TagResolver;
  #key: (ScalarNode | undefined)[] = [];
  #aliased = false;
  #marked = false;
  #ending = false;
  #content: YamlNode | undefined;

  constructor(
    private readonly text: string,
    private readonly events: readonly Event[],
  ) {
    this.#tags = new TagResolver(text, []);
  }

  build(): YamlTree {
    let documents = 0;
    for (const event of this.events) {
      switch (event.type) {
        case EVENT_ID.DOCUMENT:
          if (++documents > 1) throw fault(this.text, this.secondDocument(), 'several documents in one file');
          this.#tags = new TagResolver(this.text, event.directives);
          this.#marked = event.explicitStart;
          this.#ending = event.explicitEnd;
          break;
        case EVENT_ID.SCALAR:
          this.attach(this.scalar(event), 1, 0);
          break;
        case EVENT_ID.ALIAS: {
          const alias = this.alias(event.anchorStart, event.anchorEnd);
          const { target } = alias;
          this.attach(
            alias,
            target.is === 'scalar' ? 1 : target.size,
            target.is === 'scalar' ? 0 : target.height,
          );
          break;
        }
        case EVENT_ID.MAPPING:
        case EVENT_ID.SEQUENCE:
          this.openCollection(event);
          break;
        case EVENT_ID.POP:
          this.close();
      }
    }
    return this.tree();
  }

  private tree(): YamlTree {
    const content = this.#content;
    const kinds = { root: undefined, list: undefined, nothing: undefined };
    const common = { ...kinds, aliased: this.#aliased, marked: this.#marked, ending: this.#ending };
    if (content === undefined) return common;
    if (content.is === 'map') return { ...common, root: content };
    if (content.is === 'list') return { ...common, list: content };
    if (content.is === 'scalar' && this.isNull(content)) return { ...common, nothing: content };
    throw fault(
      this.text,
      Math.max(0, offsetOf(content)),
      'the file holds a single value where a map of keys is expected',
    );
  }

  private isNull({ event, tag }: ScalarNode): boolean {
    if (tag !== undefined) return tag === 'null';
    return (
      event.style === SCALAR_STYLE.PLAIN &&
      scalarTypeOf(this.text.slice(event.valueStart, Math.max(event.valueStart, event.valueEnd))) === 'null'
    );
  }

  private scalar(event: ScalarEvent): ScalarNode {
    const tag = this.#tags.scalar(event.tagStart, event.tagEnd);
    return this.anchored(this.#scalars.of(event, tag));
  }

  private openCollection(event: MappingEvent | SequenceEvent): void {
    const depth = this.#open.length;
    if (this.#open.at(-1)?.is === 'map' && this.#key[depth - 1] === undefined)
      throw fault(this.text, event.start, 'complex key');
    const common = { anchor: undefined, users: 0, size: 1, height: 1 };
    const isMap = event.type === EVENT_ID.MAPPING;
    this.#tags.collection(event.tagStart, event.tagEnd, isMap ? 'map' : 'seq');
    const node: Collection = isMap
      ? { is: 'map', event, keys: [], values: [], ...common }
      : { is: 'list', event, values: [], ...common };
    this.anchored(node);
    this.#open.push(node);
    this.#key[depth] = undefined;
  }

  private close(): void {
    const node = this.#open.pop();
    if (node) this.attach(node, node.size, node.height);
  }

  private anchored<Node extends ScalarNode | Collection>(node: Node): Node {
    const { anchorStart, anchorEnd } = node.event;
    if (anchorStart >= 0) {
      node.anchor = this.text.slice(anchorStart, anchorEnd);
      this.#anchors.set(node.anchor, node);
    }
    return node;
  }

  private alias(start: number, end: number): AliasNode {
    const name = this.text.slice(start, end);
    const target = this.#anchors.get(name);
    if (target === undefined) throw fault(this.text, start - 1, `alias *${name} has no anchor`);
    if (target.is !== 'scalar' && this.#open.includes(target))
      throw fault(this.text, start - 1, `circular alias *${name}`);
    target.users++;
    this.#aliased = true;
    return { is: 'alias', start: start - 1, end, target };
  }

  /** Adds a node whose children are complete to the open collection. */
  private attach(node: YamlNode, size: number, height: number): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) {
      this.#content = node;
      return;
    }
    parent.size += size;
    parent.height = Math.max(parent.height, height + 1);
    if (this.#aliased) this.checkExpansion(parent, node);
    if (parent.is === 'list') parent.values.push(node);
    else this.attachToMap(parent, node);
  }

  private attachToMap(parent: MapNode, node: YamlNode): void {
    const depth = this.#open.length - 1;
    const key = this.#key[depth];
    if (key === undefined) {
      if (node.is !== 'scalar')
        throw fault(
          this.text,
          Math.max(0, offsetOf(node)),
          node.is === 'alias' ? 'an alias as a key' : 'complex key',
        );
      this.#key[depth] = node;
      return;
    }
    parent.keys.push(key);
    parent.values.push(node);
    this.#key[depth] = undefined;
    if (isMergeKey(this.text, key) && !mergeable(node))
      throw fault(this.text, key.event.valueStart, 'a merge key << without a map');
  }

  private checkExpansion(parent: Collection, node: YamlNode): void {
    if (parent.size > this.events.length + ALIAS_LIMIT)
      throw fault(this.text, offsetOf(node), `aliases expand to more than ${ALIAS_LIMIT} values`);
    if (parent.height > MAX_DEPTH)
      throw fault(this.text, offsetOf(node), `nesting limit: aliases nest more than ${MAX_DEPTH} levels`);
  }

  private secondDocument(): number {
    const separator = /(?<=[\r\n])---(?=\s|$)/g;
    separator.lastIndex = Math.max(0, this.#content === undefined ? 0 : lastOffset(this.#content));
    return separator.exec(this.text)?.index ?? this.text.length;
  }
}

const resolved = (node: YamlNode): ScalarNode | Collection => (node.is === 'alias' ? node.target : node);

function mergeable(node: YamlNode): boolean {
  const source = resolved(node);
  return (
    source.is === 'map' ||
    (source.is === 'list' && source.values.every((item) => resolved(item).is === 'map'))
  );
}

/** Where a node's content begins; -1 for an empty value. */
function offsetOf(node: YamlNode): number {
  if (node.is === 'alias') return node.start;
  return node.is === 'scalar' ? node.event.valueStart : node.event.start;
}

/** An offset after which only the end of this node comes. */
function lastOffset(node: YamlNode): number {
  if (node.is === 'alias') return node.end;
  if (node.is === 'scalar') return node.event.valueEnd;
  const last = node.values.at(-1);
  return Math.max(node.event.start, last === undefined ? 0 : lastOffset(last));
}
