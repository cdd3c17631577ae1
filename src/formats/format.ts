import type { Position } from '../core/text/lines.js';
import type { FormatName, FormatTraits } from '../core/formats.js';
import type { KeyId, KeyPath, TextsByKey } from '../core/keys/key.js';
import type { LeafKind } from '../core/keys/leaf.js';
import type { CommentPlace } from './comments.js';

/** A text that a YAML 1.1 or 1.2 reader takes for a number, boolean or null counts as that kind. */
export type { LeafKind };

/** One value of a document: neither a map nor a list. */
export interface Leaf {
  readonly path: KeyPath;
  readonly kind: LeafKind;
  /**
   * The text as an application reads it: the value of a string, the spelling of a number or
   * boolean, '' for null.
   */
  readonly text: string;
  /** Where the value is; for an empty value, where its key is. Computed when asked for. */
  readonly position: Position;
}

/**
 * Where an item of a list has its texts: in `translation`, as a text or a map of plural forms, or
 * in the plural forms beside its id.
 */
export type ItemShape = 'translation' | 'forms';

/**
 * One node of a document in file order, parents before children. It tells another file where a new
 * key belongs, and in what shape.
 */
export interface OutlineNode {
  readonly path: KeyPath;
  readonly kind: 'map' | 'list' | LeafKind;
  /** For an item of a list that is read by id: where it has its texts. */
  readonly item?: ItemShape | undefined;
  /** Only its kind is known, and not where it is among its siblings. */
  readonly isUnplaced?: boolean;
}

/**
 * Another document's outline, which says where new keys go. Only new keys need it, and that of a
 * large file takes memory: it may be made when it is asked for.
 */
export type Order = readonly OutlineNode[] | (() => readonly OutlineNode[]);

/** The outline of an order. */
export const outlineIn = (order: Order | undefined): readonly OutlineNode[] | undefined =>
  typeof order === 'function' ? order() : order;

/** Something a person should know although the file can be used: a duplicate key. */
export interface FormatWarning {
  readonly reason: string;
  readonly position: Position;
}

/** A top-level key as the file writes it. */
export interface TopKey {
  readonly name: string;
  readonly position: Position;
}

/**
 * One edit: sets the text of a key, or removes the key if `text` is undefined. An empty map or list
 * can be removed as well.
 */
export interface Edit {
  readonly path: KeyPath;
  readonly text: string | undefined;
  /**
   * The kind to write it as, spelled as `text` has it, where the format can. Without one the text
   * is what counts: it keeps the kind of what it replaces only if that says the same.
   */
  readonly kind?: LeafKind;
  /** Of a removal: the map or list this many levels above stays, even if it is empty then. */
  readonly keepsParent?: number;
}

/** A key, or a group of keys, that gets another path. */
export interface Move {
  readonly from: KeyPath;
  readonly to: KeyPath;
}

/** An edit that is refused because it would do harm, and why. */
export interface Refusal {
  readonly path: KeyPath;
  readonly reason: string;
  readonly position: Position | undefined;
  /** It would remove an item of a list that has others after it. */
  readonly renumbers?: boolean;
}

export type EditResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly refused: readonly [Refusal, ...Refusal[]] };

export const isRefused = (refused: readonly Refusal[]): refused is readonly [Refusal, ...Refusal[]] =>
  refused.length > 0;

/** A parsed locale file. It holds the text that it was made from and never changes. */
export interface Document {
  readonly text: string;
  /**
   * All leaves in file order, by path from the root of the file, a locale root included. If a key
   * occurs twice, the last one counts, as for other readers.
   */
  readonly leaves: ReadonlyMap<KeyId, Leaf>;
  /** The leaves below one top-level key, by path from there; none of a scalar. */
  below(root: string): ReadonlyMap<KeyId, Leaf>;
  /** The top-level nodes of the outline. */
  readonly top: readonly OutlineNode[];
  /**
   * The top-level keys that the file spells out, in file order. Equal keys all count; keys that a
   * merge key brings in do not.
   */
  readonly topKeys: readonly TopKey[];
  readonly outline: readonly OutlineNode[];
  readonly warnings: readonly FormatWarning[];
  /**
   * The text with these edits made and every other byte unchanged. New keys go where `order` has
   * them, else to the end of their parent. `order` is another document's outline, with paths of
   * this document. The result is parsed again and compared with what was meant. If that fails, or
   * if an edit would do harm, nothing is edited and the refusals say why.
   */
  edit(edits: readonly Edit[], order?: Order): EditResult;
  /**
   * The document with top-level keys renamed, old to new, and every other byte unchanged. Undefined
   * if it would then read differently.
   */
  renamed(names: ReadonlyMap<string, string>): Document | undefined;
  /**
   * The text with these keys and groups moved, each with its comments and as it is spelt; every
   * other byte stays. A key that stays in its group keeps its place, another goes where `order` has
   * its new path. If the result does not read as the same texts under the new keys, nothing is
   * moved and the refusal says why.
   */
  moved(moves: readonly Move[], order?: readonly OutlineNode[]): EditResult;
  /**
   * Where the comments of each key and group are, or would be. A comment above keys that move
   * `together` is not the heading of others. Keys without a line of their own may be left out.
   */
  commentPlaces(together: ReadonlySet<KeyId>): ReadonlyMap<KeyId, CommentPlace>;
  /** Whether readers of the file accept comments, as far as it shows. */
  readonly takesComments: boolean;
}

/**
 * How deep maps and lists may nest, including the root. Locale files need far less; the call stack
 * allows far more.
 */
export const MAX_DEPTH = 100;

/** One kind of file. `core/formats.ts` has its traits, `formats/index.ts` its name. */
export interface Format extends FormatTraits {
  readonly name: FormatName;
  /** Parses a text, which may begin with a byte-order mark. Throws {@link FormatError}. */
  parse(text: string): Document;
  /**
   * As `parse`, but every field of a list's item is a key below its id, notes included: for merges,
   * which must not lose them. A format whose lists have no ids does without.
   */
  parseAllFields?(text: string): Document;
  /**
   * A new file with these texts only, in the shape of `model`: its order, indentation, quoting,
   * line ends, byte-order mark and final newline. Without `model`: two spaces and LF. The paths are
   * those of the new file. `lists` are what the texts make up that the model lacks. Throws
   * {@link FormatError} if no file can hold these texts: a key that is a text and a parent at the
   * same time, a list with gaps, or a name in what is a list in the model.
   */
  create(texts: TextsByKey, model?: ModelFile, lists?: readonly OutlineNode[]): string;
}

/** The file whose shape a new file gets. */
export interface ModelFile {
  readonly document: Document;
  /** The root key `from` is spelled `to` in the new file. */
  readonly root?: { readonly from: string; readonly to: string };
}

/** The text cannot be read in its format. The caller knows the path. */
export class FormatError extends Error {
  override readonly name = 'FormatError';

  constructor(
    readonly reason: string,
    readonly position: Position,
    /** The key that a new file cannot hold. */
    readonly key?: KeyPath,
  ) {
    super(`${reason} (${position.line}:${position.column})`);
  }
}
