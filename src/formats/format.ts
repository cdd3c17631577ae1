import type { FormatName, FormatTraits } from '../core/formats.js';
import type { Catalog } from '../core/keys/catalog.js';
import type { KeyId, KeyPath } from '../core/keys/key.js';
import type { LeafKind } from '../core/keys/leaf.js';

/** A place in a text: line and column from 1, column in UTF-16 units as editors count. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A text that a YAML 1.1 or 1.2 reader would take for a number, boolean or null counts as that kind. */
export type { LeafKind };

/** One value of a document that is no map and no list. */
export interface Leaf {
  readonly path: KeyPath;
  readonly kind: LeafKind;
  /** The text as an application reads it: of a string its value, of a number or boolean its spelling in the file, of null ''. */
  readonly text: string;
  /** Where the value stands (for an empty value: where its key stands). Computed when asked for. */
  readonly position: Position;
}

/** One node of a document in file order, parents before children. Tells other files where a new key belongs, and in what shape. */
export interface OutlineNode {
  readonly path: KeyPath;
  readonly kind: 'map' | 'list' | LeafKind;
}

/** Something a person should know although the file can be used: a duplicate key, an alias. */
export interface FormatWarning {
  readonly reason: string;
  readonly position: Position;
}

/** A key of the top as it is written in the file. */
export interface TopKey {
  readonly name: string;
  readonly position: Position;
}

/** One wished-for change: the new text of a key, or undefined to remove it. */
export interface Edit {
  readonly path: KeyPath;
  readonly text: string | undefined;
}

/** An edit that cannot be made without harm, and why. */
export interface Refusal {
  readonly path: KeyPath;
  readonly reason: string;
  readonly position: Position | undefined;
}

export type EditResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly refused: readonly [Refusal, ...Refusal[]] };

export const isRefused = (refused: readonly Refusal[]): refused is readonly [Refusal, ...Refusal[]] =>
  refused.length > 0;

/** A parsed locale file. It holds the text that it was made from and never changes. */
export interface Document {
  readonly text: string;
  /** All leaves in file order, by path from the file's root (a locale root included). Of a duplicate key the last, as readers do. */
  readonly leaves: ReadonlyMap<KeyId, Leaf>;
  /** The leaves below one key of the top, by path from there; none where it is no map and no list. */
  below(root: string): ReadonlyMap<KeyId, Leaf>;
  /** The nodes of the outline that are keys of the top. */
  readonly top: readonly OutlineNode[];
  /** The keys that the top spells out, in file order: both of two equal ones, and none that a merge key brings in. */
  readonly topKeys: readonly TopKey[];
  readonly outline: readonly OutlineNode[];
  readonly warnings: readonly FormatWarning[];
  /**
   * The text with these edits made and every other byte as it was. New keys go where `order` (another document's outline, its paths
   * already in this document's terms) has them, else to the end of their parent. The result is parsed again and compared with
   * what was meant; where that fails or an edit would do harm, nothing is edited and the refusals say why.
   */
  edit(edits: readonly Edit[], order?: readonly OutlineNode[]): EditResult;
  /** The document with keys of its top renamed, old to new, and every other byte as it was; undefined if it would then read otherwise. */
  renamed(names: ReadonlyMap<string, string>): Document | undefined;
}

/** How deep maps and lists may stand in each other, the root counted: far more than a locale file needs, far less than a stack holds. */
export const MAX_DEPTH = 100;

/** One kind of file. A new format is one file and one line in the table of `formats/index.ts`. */
export interface Format extends FormatTraits {
  readonly name: FormatName;
  /** The document of this text, a byte-order mark included. Throws {@link FormatError}. */
  parse(text: string): Document;
  /**
   * A new file with these texts only, in the shape of `like`: its order, indentation, quoting, line
   * ends, byte-order mark and final newline. Without `like`: two spaces and LF. The paths are those
   * of the new file. Throws {@link FormatError} if no file can hold these texts: a key that is a
   * text and a parent at the same time, or a list with gaps.
   */
  create(texts: Catalog, like?: ModelFile): string;
}

/** The file whose shape a new file gets. */
export interface ModelFile {
  readonly document: Document;
  /** The root key `from` is spelled `to` in the new file. */
  readonly root?: { readonly from: string; readonly to: string };
}

/** A text that its format cannot be read from. The caller knows the path. */
export class FormatError extends Error {
  override readonly name = 'FormatError';

  constructor(
    readonly reason: string,
    readonly position: Position,
  ) {
    super(`${reason} (${position.line}:${position.column})`);
  }
}
