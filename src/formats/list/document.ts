import { keyId, type KeyId, type KeyPath } from '../../core/keys/key.js';
import type { LeafKind } from '../../core/keys/leaf.js';
import type { CommentPlace } from '../comments.js';
import type { Position } from '../../core/text/lines.js';
import { editTreeOf } from '../edit-tree.js';
import {
  FormatError,
  isRefused,
  outlineIn,
  type Document,
  type Edit,
  type EditResult,
  type FormatWarning,
  type Leaf,
  type Move,
  type Order,
  type OutlineNode,
  type Refusal,
  type TopKey,
} from '../format.js';
import { mapEdits } from './edits.js';
import { itemsOf, textKey, type ListItem } from './items.js';
import { moveInMap, type MapMoves } from './move.js';
import { placedIn } from './positions.js';
import { unfitFor } from './refusals.js';
import type { ListAsMap, ListSpelling } from './spelling.js';

/** A leaf of the map that stands for a list. */
class ItemLeaf implements Leaf {
  constructor(
    readonly path: KeyPath,
    private readonly leaf: Leaf,
    private readonly placed: (position: Position) => Position,
  ) {}

  get kind(): LeafKind {
    return this.leaf.kind;
  }

  get text(): string {
    return this.leaf.text;
  }

  get position(): Position {
    return this.placed(this.leaf.position);
  }
}

/**
 * A list at the root of a file whose items have ids, as go-i18n and Hugo have them. The id is the
 * key; other fields of an item are no texts and stay as they are.
 */
export class ListDocument implements Document {
  readonly map: Document;
  readonly items: readonly ListItem[];
  readonly takesComments = false;
  readonly #placed: (position: Position) => Position;
  readonly #byName: ReadonlyMap<string, ListItem>;
  #leaves: ReadonlyMap<KeyId, Leaf> | undefined;
  #outline: readonly OutlineNode[] | undefined;

  /** Throws FormatError if the items cannot be told apart by id. */
  constructor(
    readonly text: string,
    asMap: ListAsMap,
    private readonly spelling: ListSpelling,
    /** Every field of an item is a key below its id, see Format.parseAllFields. */
    private readonly hasAllFields = false,
  ) {
    this.#placed = placedIn(text, asMap);
    this.map = this.#located(() => spelling.parse(asMap.text));
    this.items = this.#located(() => itemsOf(this.map));
    this.#byName = new Map(this.items.map((item) => [item.name, item]));
  }

  get leaves(): ReadonlyMap<KeyId, Leaf> {
    return (this.#leaves ??= this.#collectLeaves());
  }

  below(root: string): ReadonlyMap<KeyId, Leaf> {
    const leaves = new Map<KeyId, Leaf>();
    for (const {
      path: [id, ...rest],
      kind,
      text,
      position,
    } of this.leaves.values())
      if (id === root && rest.length > 0) leaves.set(keyId(rest), { path: rest, kind, text, position });
    return leaves;
  }

  get top(): readonly OutlineNode[] {
    return this.outline.filter(({ path }) => path.length === 1);
  }

  get topKeys(): readonly TopKey[] {
    const positions = new Map(this.map.topKeys.map(({ name, position }) => [name, position]));
    return this.items.map(({ name, id }) => ({
      name: id,
      position: this.#placed(positions.get(name) ?? { line: 1, column: 1 }),
    }));
  }

  get outline(): readonly OutlineNode[] {
    return (this.#outline ??= this.#collectOutline());
  }

  get warnings(): readonly FormatWarning[] {
    return this.map.warnings.map(({ position }) => {
      const reason = 'an item of the list has a field twice; the last one counts';
      return { reason, position: this.#placed(position) };
    });
  }

  edit(edits: readonly Edit[], given?: Order): EditResult {
    const order = outlineIn(given);
    const { refused } = editTreeOf(edits);
    const all = [...refused, ...(this.hasAllFields ? [] : unfitFor(this, edits, order))];
    if (isRefused(all)) return { ok: false, refused: all };
    const items = new Map(this.items.map((item) => [item.id, item]));
    const keys = [...this.leaves.values()].map(({ path }) => path);
    const { map } = this;
    const made = mapEdits({ map, items, keys, hasAllFields: this.hasAllFields }, edits, order);
    return this.#carriedOut(map.edit(made.edits, made.order), (path) => made.keyOf(path));
  }

  /** A list has no top-level keys that could be languages. */
  renamed(names: ReadonlyMap<string, string>): Document | undefined {
    return this.items.some(({ id }) => names.has(id)) ? undefined : this;
  }

  moved(moves: readonly Move[]): EditResult {
    const made: MapMoves = moveInMap(this, moves);
    if ('refused' in made) return { ok: false, refused: made.refused };
    const renamed = this.#carriedOut(this.map.edit(made.renames), ([name = '']) => this.#idOf(name));
    if (!renamed.ok || made.moves.length === 0) return renamed;
    const next = this.#read(renamed.text);
    return next.#carriedOut(next.map.moved(made.moves), ([name = '']) => next.#idOf(name));
  }

  /** None: the text of the list is not the text of the map in which its keys have places. */
  commentPlaces(): ReadonlyMap<KeyId, CommentPlace> {
    return new Map();
  }

  #idOf(name: string): KeyPath {
    const id = this.#byName.get(name)?.id;
    return id === undefined ? [] : [id];
  }

  /** The list of an edited map. It is read back, since only the map is known to be as meant. */
  #carriedOut(result: EditResult, keyOf: (path: KeyPath) => KeyPath): EditResult {
    if (!result.ok) {
      const [first, ...others] = result.refused.map(({ path, reason, position }) => ({
        ...{ path: keyOf(path), reason },
        position: position && this.#placed(position),
      }));
      return first === undefined ? result : { ok: false, refused: [first, ...others] };
    }
    if (result.text === this.map.text) return { ok: true, text: this.text };
    const refuse = (reason: string): EditResult => {
      const refusal: Refusal = { path: [], reason, position: undefined };
      return { ok: false, refused: [refusal] };
    };
    try {
      const text = this.spelling.asList(result.text, (name) => !this.#byName.has(name));
      const isSame = hasSameItems(this.spelling.parse(result.text), this.#read(text).map);
      return isSame ? { ok: true, text } : refuse('the edited list would not read back as meant');
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      return refuse(`the edited list would not be readable: ${error.reason}`);
    }
  }

  #read(text: string): ListDocument {
    return new ListDocument(text, this.spelling.asMap(text), this.spelling, this.hasAllFields);
  }

  #located<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      throw new FormatError(error.reason, this.#placed(error.position));
    }
  }

  #keyOf(item: ListItem, path: KeyPath): KeyPath | undefined {
    return this.hasAllFields ? [item.id, ...path.slice(1)] : textKey(item, path);
  }

  #collectLeaves(): ReadonlyMap<KeyId, Leaf> {
    const leaves = new Map<KeyId, Leaf>();
    for (const leaf of this.map.leaves.values()) {
      const item = this.#byName.get(leaf.path[0] ?? '');
      const key = item && this.#keyOf(item, leaf.path);
      if (key !== undefined) leaves.set(keyId(key), new ItemLeaf(key, leaf, this.#placed));
    }
    return leaves;
  }

  #collectOutline(): readonly OutlineNode[] {
    return this.map.outline.flatMap(({ path, kind }): OutlineNode[] => {
      const item = this.#byName.get(path[0] ?? '');
      if (item === undefined) return [];
      const { id, shape } = item;
      // The forms beside an id have no node of their own, as those below `translation` have.
      const hasNode = path.length === 1 && (this.hasAllFields || shape !== 'translation');
      if (hasNode) return [{ path: [id], kind: 'map', item: shape ?? 'translation' }];
      const key = path.length === 1 ? undefined : this.#keyOf(item, path);
      if (key === undefined) return [];
      return [{ path: key, kind, ...(key.length === 1 ? { item: shape } : {}) }];
    });
  }
}

/** Whether two maps hold the same items with the same fields, whatever the keys of the items. */
function hasSameItems(meant: Document, found: Document): boolean {
  const [one, other] = [[...meant.leaves.values()], [...found.leaves.values()]];
  const names = new Map<string, string>();
  return (
    one.length === other.length &&
    one.every(({ path: [name = '', ...rest], kind, text }, i) => {
      const leaf = other[i];
      if (leaf?.kind !== kind || leaf.text !== text) return false;
      const [otherName = '', ...otherRest] = leaf.path;
      const known = names.get(name) ?? otherName;
      names.set(name, known);
      return known === otherName && keyId(['', ...rest]) === keyId(['', ...otherRest]);
    })
  );
}
