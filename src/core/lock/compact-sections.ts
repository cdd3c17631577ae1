import { getOrMake } from '../util/collections.js';

/** Characters of text from which on further texts are packed: a small run does not need it. */
const PACKED_FROM = 4 * 1024 * 1024;

/** A section's lines without the values between quotes, and these values. */
interface SplitLines {
  /** The same text for all languages of a file set, which have the same keys. */
  readonly frame: string;
  readonly values: string;
}

/** The lines of a section, see {@link CompactSections.pack}. */
export type PackedLines = string | SplitLines;

/**
 * Sections of a lock by name. A run that changes 10,000 files has a million lines of them, and 20
 * languages repeat the same keys: the keys are held once, which takes a third of the memory.
 */
export class CompactSections implements ReadonlyMap<string, string> {
  readonly #sections: Map<string, PackedLines>;
  readonly #frames: Map<string, string>;
  #characters = 0;

  /** Begins with these sections, and holds their texts in common with them. */
  constructor(sections: ReadonlyMap<string, string> = NONE) {
    this.#sections = sections instanceof CompactSections ? new Map(sections.#sections) : new Map(sections);
    this.#frames = sections instanceof CompactSections ? sections.#frames : new Map<string, string>();
  }

  get size(): number {
    return this.#sections.size;
  }

  has(name: string): boolean {
    return this.#sections.has(name);
  }

  get(name: string): string | undefined {
    const lines = this.#sections.get(name);
    return lines === undefined ? undefined : unpacked(lines);
  }

  /** `lines` as text, or as {@link pack} returned them. */
  set(name: string, lines: PackedLines): void {
    this.#sections.set(name, typeof lines === 'string' ? this.pack(lines) : lines);
  }

  /** Lines that are to be set later, in less memory. */
  pack(lines: string): PackedLines {
    this.#characters += lines.length;
    if (this.#characters < PACKED_FROM) return lines;
    const pieces = lines.split('"');
    const values: string[] = [];
    for (let at = VALUE; at < pieces.length; at += PIECES) {
      values.push(pieces[at] ?? '');
      pieces[at] = '';
    }
    const frame = pieces.join('"');
    return { frame: getOrMake(this.#frames, frame, () => frame), values: values.join('"') };
  }

  /** Sets all sections of another map. */
  setAll(sections: ReadonlyMap<string, string>): void {
    if (sections instanceof CompactSections)
      for (const [name, lines] of sections.#sections) this.#sections.set(name, lines);
    else for (const [name, lines] of sections) this.set(name, lines);
  }

  delete(name: string): void {
    this.#sections.delete(name);
  }

  keys(): MapIterator<string> {
    return this.#sections.keys();
  }

  *values(): MapIterator<string> {
    for (const [, lines] of this) yield lines;
  }

  *entries(): MapIterator<[string, string]> {
    for (const [name, lines] of this.#sections) yield [name, unpacked(lines)];
  }

  [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries();
  }

  forEach(visit: (lines: string, name: string, sections: ReadonlyMap<string, string>) => void): void {
    for (const [name, lines] of this) visit(lines, name, this);
  }
}

const NONE: ReadonlyMap<string, string> = new Map();

// A line is `"key": "value",`. If a key holds an escaped quote, the pieces after it are not the
// values: nothing is lost by that, and less is in common.
const PIECES = 4;
const VALUE = 3;

/** The text of these lines. */
export function unpacked(lines: PackedLines): string {
  if (typeof lines === 'string') return lines;
  const { frame, values } = lines;
  const pieces = frame.split('"');
  for (const [i, value] of values.split('"').entries())
    if (VALUE + i * PIECES < pieces.length) pieces[VALUE + i * PIECES] = value;
  return pieces.join('"');
}
