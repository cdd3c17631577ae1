import { CHOMPING_MODE, COLLECTION_STYLE, type ScalarEvent } from 'js-yaml';
import { isBlank, isBreak, withoutBreak } from './lines.js';
import type { Collection, YamlNode } from './nodes.js';
import { isBlockStyle, scalarEnd, startOfNode } from './source.js';

/** Where one entry of a collection is. All are offsets into the text. */
export interface Entry {
  /** The key's first character, or the `-`, or the `?` of an explicit key. */
  readonly start: number;
  /** After the `:` or `-`, where the value begins; -1 for a key of a flow map without colon. */
  readonly slot: number;
  /** After the value; of a block scalar, before the break of its last line. */
  readonly end: number;
  /** Written with `?`. */
  readonly explicit: boolean;
}

/** Finds the dashes, colons and brackets of collections, of which events tell nothing. */
export class Layout {
  readonly #entries = new Map<Collection, readonly Entry[]>();

  constructor(private readonly text: string) {}

  /** The entries of a collection, in file order. The first call costs a pass over them. */
  entries(node: Collection): readonly Entry[] {
    let entries = this.#entries.get(node);
    if (entries === undefined) {
      entries = this.walk(node);
      this.#entries.set(node, entries);
    }
    return entries;
  }

  /** The end of a node whose place begins at `slot`. */
  endOf(node: YamlNode, slot: number): number {
    if (node.is === 'alias') return node.end;
    if (node.is === 'scalar') {
      const end = scalarEnd(node);
      if (node.event.valueStart >= 0 && isBlockStyle(node.event.style))
        return Math.max(blockEnd(this.text, node.event), this.header(node.event.valueStart, slot).end);
      return end < 0 ? slot : end;
    }
    if (isBraced(this.text, node)) return this.closing(node) + 1;
    return this.entries(node).at(-1)?.end ?? slot;
  }

  /** The `}` or `]` of a flow collection. */
  closing(node: Collection): number {
    const last = this.entries(node).at(-1);
    let at = this.skip(last?.end ?? node.event.start + 1);
    if (this.text[at] === ',') at = this.skip(at + 1);
    return at;
  }

  /**
   * The `|` or `>` of a block scalar with its indicators. Its text begins at `valueStart`, its
   * place at `slot`.
   */
  header(valueStart: number, slot: number): { readonly start: number; readonly end: number } {
    const header = /[|>][-+0-9]*/g;
    // After a tag and an anchor, neither of which can hold a blank.
    let at = this.skip(slot);
    while (at < valueStart && (this.text[at] === '!' || this.text[at] === '&')) {
      while (at < valueStart && !/\s/.test(this.text.charAt(at))) at++;
      at = this.skip(at);
    }
    header.lastIndex = at;
    const found = header.exec(this.text);
    return { start: at, end: at + (found?.[0].length ?? 1) };
  }

  /** The first offset from `from` on that is not a blank, a line break or a comment. */
  skip(from: number): number {
    const { text } = this;
    let at = from;
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === 35 && (at === 0 || isBlank(text.charCodeAt(at - 1)))) {
        while (at + 1 < text.length && !isBreak(text.charCodeAt(at + 1))) at++;
      } else if (!isBlank(unit)) break;
    }
    return at;
  }

  private walk(node: Collection): readonly Entry[] {
    const { text } = this;
    const braced = isBraced(text, node);
    const entries: Entry[] = [];
    let at = node.event.start + (braced ? 1 : 0);
    node.values.forEach((value, index) => {
      let start = this.skip(at);
      if (braced && index > 0 && text[start] === ',') start = this.skip(start + 1);
      const key = node.is === 'map' ? node.keys[index] : undefined;
      const explicit =
        key !== undefined &&
        text[start] === '?' &&
        isBlank(text.charCodeAt(start + 1)) &&
        startOfNode(key) !== start;
      let slot = braced ? start : start + 1;
      let fallback = slot;
      if (key !== undefined) {
        const keyStart = startOfNode(key);
        const keyPlace = explicit ? start + 1 : start;
        const keyEnd = keyStart < 0 ? keyPlace : this.endOf(key, keyPlace);
        const colon = this.skip(keyEnd);
        slot = text[colon] === ':' ? colon + 1 : -1;
        fallback = slot < 0 ? keyEnd : slot;
      }
      at = Math.max(this.endOf(value, fallback), fallback);
      entries.push({ start, slot, end: at, explicit });
    });
    return entries;
  }
}

/** Whether a collection has brackets of its own; `[a: b]` holds a map without. */
export function isBraced(text: string, node: Collection): boolean {
  return node.event.style === COLLECTION_STYLE.FLOW && (node.is === 'list' || text[node.event.start] === '{');
}

/** The entry at this index. Throws a plain Error if there is none, which is a bug of the caller. */
export function entryAt(entries: readonly Entry[], index: number): Entry {
  const entry = entries[index];
  if (entry === undefined) throw new Error(`no entry ${index} of ${entries.length}`);
  return entry;
}

/**
 * Where the last line of a block scalar's text ends, before its break. Blank lines after it are
 * layout unless the scalar keeps them; `keep` counts them in any case. Without text: `valueStart`.
 */
export function blockEnd(
  text: string,
  event: ScalarEvent,
  keep = event.chomping === CHOMPING_MODE.KEEP,
): number {
  let end = withoutBreak(text, event.valueStart, event.valueEnd);
  if (keep) return end;
  const indent = Math.max(0, event.indent);
  while (end > event.valueStart) {
    let lineStart = end;
    while (lineStart > event.valueStart && !isBreak(text.charCodeAt(lineStart - 1))) lineStart--;
    const line = text.slice(lineStart, end);
    if (line.length > indent || line.trimStart() !== '') return end;
    end = withoutBreak(text, event.valueStart, lineStart);
    if (end === lineStart) break;
  }
  return Math.max(end, event.valueStart);
}
