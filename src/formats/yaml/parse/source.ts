import { CHOMPING_MODE, getScalarValue, SCALAR_STYLE } from 'js-yaml';
import type { Position } from '../../../core/text/lines.js';
import { lineIndex } from '../../../core/text/lines.js';
import { eventsOf } from './events.js';
import type { MapNode, ScalarNode, YamlNode, YamlTree } from './nodes.js';
import { scalarTypeOf, type ScalarType } from './scalar-type.js';
import { isMergeKey, treeOf } from './tree.js';

/** The keys of a map by text: the index of the last, and all indices of repeated ones. */
export interface KeyIndex {
  readonly last: ReadonlyMap<string, number>;
  readonly repeated: ReadonlyMap<string, readonly number[]>;
  /** The map has merge keys. */
  readonly merges: boolean;
}

const NONE: ReadonlyMap<string, readonly number[]> = new Map();
// Blank lines after an escaped line break are line feeds (YAML 1.2, 7.3.1, s-double-escaped).
// PyYAML and Psych read them so; js-yaml drops them.
const ESCAPED_BREAK = /\\(?:\r\n|\n|\r(?!\n))[ \t]*[\r\n]/;
const ESCAPES = /\\(?:\r\n|\n|\r(?!\n))((?:[ \t]*(?:\r\n|\n|\r))+)|\\[^]/g;
const spellBlankLines = (escape: string, blank: string | undefined): string =>
  blank === undefined ? escape : `${'\\n'.repeat(blank.match(/\r\n|[\r\n]/g)?.length ?? 0)}\\\n`;

const BREAK_AT_END = /[\r\n]$/;

/** A parsed text: its tree, and what is worked out from it when asked for. */
export class Source {
  readonly tree: YamlTree;
  readonly positionOf: (offset: number) => Position;
  /**
   * Some lines were read with more indentation than they have (see {@link ReindentedText}). Then
   * the parser's flag for plain copies does not hold.
   */
  readonly reindented: boolean;
  readonly #texts = new Map<ScalarNode, string>();
  readonly #indexes = new Map<MapNode, KeyIndex>();

  /** Throws FormatError if the text is not YAML that we read. */
  constructor(readonly text: string) {
    const { events, reindented: joined } = eventsOf(text);
    this.tree = treeOf(text, events);
    this.positionOf = lineIndex(text);
    this.reindented = joined;
  }

  /** The decoded text of a scalar. */
  textOf(node: ScalarNode): string {
    const { event } = node;
    if (event.valueStart < 0) return '';
    if (event.fast && !this.reindented) return this.text.slice(event.valueStart, event.valueEnd);
    const known = this.#texts.get(node);
    if (known !== undefined) return known;
    const text = this.decode(node);
    this.#texts.set(node, text);
    return text;
  }

  /** The type that readers give a scalar, by tag and style. Several lines are a string. */
  typeOf(node: ScalarNode): ScalarType {
    const { event, tag } = node;
    switch (tag) {
      case 'str':
        return 'string';
      case 'int':
      case 'float':
        return 'number';
      case 'bool':
        return 'boolean';
      case 'null':
        return 'null';
      case '!':
      case undefined:
        if (event.style !== SCALAR_STYLE.PLAIN) return 'string';
        // Readers disagree on a plain text after `!`. It is a string by the specification, but
        // users of libyaml resolve it as if `!` were missing.
        return scalarTypeOf(this.textOf(node));
    }
  }

  isMerge(key: ScalarNode): boolean {
    return isMergeKey(this.text, key);
  }

  /** The keys of a map by their text, without merge keys. */
  keysOf(map: MapNode): KeyIndex {
    let index = this.#indexes.get(map);
    if (index === undefined) {
      index = this.index(map);
      this.#indexes.set(map, index);
    }
    return index;
  }

  private index(map: MapNode): KeyIndex {
    const last = new Map<string, number>();
    let repeated: Map<string, number[]> | undefined;
    let merges = false;
    map.keys.forEach((key, at) => {
      if (this.isMerge(key)) {
        merges = true;
        return;
      }
      const name = this.textOf(key);
      const before = last.get(name);
      if (before !== undefined) {
        repeated ??= new Map();
        const places = repeated.get(name);
        if (places) places.push(at);
        else repeated.set(name, [before, at]);
      }
      last.set(name, at);
    });
    return { last, repeated: repeated ?? NONE, merges };
  }

  private decode(event: ScalarNode): string {
    if (event.style === SCALAR_STYLE.DOUBLE_QUOTED) {
      const raw = this.text.slice(event.valueStart, event.valueEnd);
      if (ESCAPED_BREAK.test(raw)) {
        const spelt = raw.replace(ESCAPES, spellBlankLines);
        return getScalarValue(spelt, event.eventWith({ valueStart: 0, valueEnd: spelt.length, fast: false }));
      }
    }
    const text = getScalarValue(this.text, this.reindented ? event.eventWith({ fast: false }) : event);
    // At the end of a file without a final line end there is no line break to keep (YAML 1.2,
    // 8.1.1.2, b-chomped-last). PyYAML and Psych read it so; js-yaml adds one.
    const isBlock = event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK;
    const added =
      isBlock &&
      event.chomping !== CHOMPING_MODE.STRIP &&
      event.valueEnd === this.text.length &&
      !BREAK_AT_END.test(this.text) &&
      text.endsWith('\n');
    return added ? text.slice(0, -1) : text;
  }
}

/** Where a node begins, including its tag and anchor; -1 for an empty value without either. */
export function startOfNode(node: YamlNode): number {
  if (node.is === 'alias') return node.start;
  const { anchorStart, tagStart } = node.event;
  let start = node.is === 'scalar' ? contentStart(node) : node.event.start;
  if (anchorStart > 0 && (start < 0 || anchorStart <= start)) start = anchorStart - 1;
  if (tagStart >= 0 && (start < 0 || tagStart < start)) start = tagStart;
  return start;
}

/** Where a flow scalar begins, quote included; of a block scalar, after its header's line. */
export function contentStart({ event }: ScalarNode): number {
  return event.valueStart - (isQuoted(event.style) ? 1 : 0);
}

/**
 * Where a scalar ends, including its quote; for an empty one, its tag or anchor. -1 if there is
 * nothing at all.
 */
export function scalarEnd({ event }: ScalarNode): number {
  if (event.valueStart < 0) return Math.max(event.tagEnd, event.anchorEnd);
  return event.valueEnd + (isQuoted(event.style) ? 1 : 0);
}

const isQuoted = (style: number): boolean =>
  style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
export const isBlockStyle = (style: number): boolean =>
  style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK;
