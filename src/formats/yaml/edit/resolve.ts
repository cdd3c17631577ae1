import { groupedBy } from '../../../core/util/collections.js';
import { COLLECTION_STYLE } from 'js-yaml';
import type { KeyPath } from '../../../core/keys/key.js';
import { editsOf, setsText, type EditTree } from '../../edit-tree.js';
import type { Edit, LeafKind, Refusal } from '../../format.js';
import { kindOf, offsetOf, type YamlLeaf } from '../parse/leaf.js';
import type { Collection, ScalarNode } from '../parse/nodes.js';
import type { ParsedYaml } from '../parse/parsed.js';
import { childOf, type Child, type Indirection } from '../parse/walk.js';
import { unwritable } from '../style/scalars.js';
import type { ScalarSlot } from './context.js';
import type { InsertionParent } from './insert-parent.js';
import { canOverride } from './override.js';
import type { Removal } from './remove.js';

/** A scalar of the file gets this text. */
interface NewText {
  readonly path: KeyPath;
  readonly slot: ScalarSlot;
  readonly text: string;
  readonly kind: LeafKind | undefined;
}

/** What edits amount to in one document. */
export interface EditOperations {
  readonly sets: readonly NewText[];
  readonly removals: readonly Removal[];
  /** The existing parents that get new keys. */
  readonly parents: readonly InsertionParent[];
  readonly refused: readonly Refusal[];
}

/** Works out what each edit means here: nothing, a new text, a removal, a new key, or a refusal. */
export function resolveEdits(document: ParsedYaml, tree: EditTree): EditOperations {
  return new Resolver(document, tree).run();
}

/** The way from the root to a node. */
interface Steps {
  readonly path: KeyPath;
  readonly children: readonly Child[];
  /** One of the collections on the way is a flow collection. */
  readonly inFlow: boolean;
}

class Resolver {
  readonly #sets: EditOperations['sets'][number][] = [];
  readonly #removals: Removal[] = [];
  readonly #parents: InsertionParent[] = [];
  readonly #refused = new Map<Edit, Refusal>();
  #places: Map<ScalarNode, YamlLeaf[]> | undefined;

  constructor(
    private readonly document: ParsedYaml,
    private readonly tree: EditTree,
  ) {}

  run(): EditOperations {
    for (const edit of editsOf(this.tree)) {
      const reason = unwritable(edit.path, edit.text);
      if (reason !== undefined) this.#refuse(edit, reason);
    }
    const root: Steps = { path: [], children: [], inFlow: false };
    this.#collection(this.document.source.tree.root, this.tree, root);
    return {
      sets: this.#sets,
      removals: this.#removals,
      parents: this.#parents,
      refused: [...this.#refused.values()],
    };
  }

  /** The edits below a collection, or below a null that can become one. */
  #collection(node: Collection | undefined, tree: EditTree, steps: Steps): void {
    const added = new Map<string, EditTree>();
    const overrides = new Map<string, ScalarNode>();
    const isFlow = node?.event.style === COLLECTION_STYLE.FLOW;
    for (const [name, below] of tree.children) {
      const child = node && childOf(this.document.source, node, name);
      if (child !== undefined) {
        const path = [...steps.path, name];
        const children = [...steps.children, child];
        const way: Steps = { path, children, inFlow: steps.inFlow || isFlow };
        const merged = this.#overridden(child, below, way);
        if (merged !== undefined) {
          added.set(name, below);
          overrides.set(name, merged);
        } else this.#child(child, below, way);
      } else if (setsText(below)) {
        this.#checkNew(node, below, steps);
        added.set(name, below);
      }
    }
    if (added.size === 0) return;
    // An empty flow map inside a block becomes a block.
    const inFlow = steps.inFlow || (isFlow && node.values.length > 0);
    this.#parents.push({ path: steps.path, child: steps.children.at(-1), node, inFlow, added, overrides });
  }

  /**
   * The key of a merged map whose text an edit changes in this map: this one gets such a key of its
   * own, which counts more. Undefined if there is none, or if others that read this map would see
   * the change.
   */
  #overridden({ node, owner, index }: Child, { edit }: EditTree, steps: Steps): ScalarNode | undefined {
    if (node.is !== 'scalar' || edit?.text === undefined || this.#holds(node, edit)) return undefined;
    if (!isReachedBy('merge', steps) || this.#repeated(steps) !== undefined) return undefined;
    const key = owner.is === 'map' ? owner.keys[index] : undefined;
    if (!canOverride(this.document.source, key, steps.inFlow)) return undefined;
    return this.#sharing(steps, node, edit) === undefined ? undefined : key;
  }

  #child(child: Child, tree: EditTree, steps: Steps): void {
    const { node } = child;
    const { edit } = tree;
    if (node.is !== 'scalar') {
      if (edit === undefined) this.#collection(node, tree, steps);
      else if (edit.text === undefined && node.values.length === 0) this.#removeEmpty(edit, steps);
      else this.#refuse(edit, `it is a ${node.is} here, not a text`, steps);
    } else if (edit !== undefined) this.#scalar(edit, { node, child, inFlow: steps.inFlow }, steps);
    else if (this.document.source.typeOf(node) === 'null') this.#collection(undefined, tree, steps);
    else {
      const reason = `${steps.path.join('.')} is a text here, it can have no keys below it`;
      for (const each of editsOf(tree)) if (each.text !== undefined) this.#refuse(each, reason, steps);
    }
  }

  #scalar(edit: Edit, slot: ScalarSlot, steps: Steps): void {
    const { path, text, kind, keepsParent = 0 } = edit;
    if (this.#holds(slot.node, edit)) return;
    // The alias goes, or gives its place to the text; what it points to stays.
    const isAlias = isReachedBy('alias', steps);
    const sharing = this.#sharing(steps, slot.node, edit);
    const reason = this.#repeated(steps) ?? (isAlias ? undefined : sharing);
    if (reason !== undefined) this.#refuse(edit, reason, steps);
    else if (text === undefined) this.#removals.push({ path, steps: steps.children, keepsParent });
    // The edit of the key where the value is written changes this one as well.
    else if (sharing === undefined && steps.children.some(({ indirection }) => indirection)) return;
    else this.#sets.push({ path, slot, text, kind });
  }

  #removeEmpty(edit: Edit, steps: Steps): void {
    const shared = readIndirectly(steps) ?? readElsewhere(steps, undefined);
    const reason = this.#repeated(steps) ?? (isReachedBy('alias', steps) ? undefined : shared);
    if (reason !== undefined) this.#refuse(edit, reason, steps);
    else this.#removals.push({ path: edit.path, steps: steps.children, keepsParent: edit.keepsParent ?? 0 });
  }

  /** Whether a scalar reads as an edit wants it. */
  #holds(node: ScalarNode, { text, kind }: Edit): boolean {
    const { source } = this.document;
    const kindHere = kindOf(source.typeOf(node));
    const textHere = kindHere === 'null' ? '' : source.textOf(node);
    return textHere === text && (kind ?? kindHere) === kindHere;
  }

  /** Refuses the new keys that their parent cannot get. */
  #checkNew(parent: Collection | undefined, tree: EditTree, steps: Steps): void {
    const reason = this.#repeated(steps) ?? readIndirectly(steps) ?? readElsewhere(steps, parent);
    for (const edit of editsOf(tree)) {
      if (edit.text === undefined) continue;
      if (reason !== undefined) this.#refuse(edit, reason, steps);
      else if (edit.path.some((name) => name.length > LONGEST_KEY)) this.#refuse(edit, TOO_LONG, steps);
    }
  }

  #repeated({ children }: Steps): string | undefined {
    const { source } = this.document;
    const found = children.find(
      ({ owner, name }) => owner.is === 'map' && source.keysOf(owner).repeated.has(name),
    );
    return found && `the file has the key ${JSON.stringify(found.name)} more than once`;
  }

  /**
   * Why a leaf cannot get this text although the file reads it, or a parent of it, in several
   * places: all of them would have to get it.
   */
  #sharing(steps: Steps, node: ScalarNode, { text, kind }: Edit): string | undefined {
    const reason = readIndirectly(steps) ?? readElsewhere(steps, undefined);
    if (reason === undefined) return undefined;
    const places = this.#placesOf(node);
    const agreed =
      text !== undefined &&
      places.every(({ path, indirection }) => {
        const edit = editAt(this.tree, path);
        const isGone = edit !== undefined && edit.text === undefined && indirection !== undefined;
        return isGone || (edit?.text === text && edit.kind === kind);
      }) &&
      places.some(({ indirection }) => !indirection);
    return agreed ? undefined : reason;
  }

  /** The leaves that read this scalar. */
  #placesOf(node: ScalarNode): readonly YamlLeaf[] {
    const places = (this.#places ??= groupedBy(this.document.leaves.values(), (leaf) => leaf.node));
    return places.get(node) ?? [];
  }

  /** Only the first reason counts. */
  #refuse(edit: Edit, reason: string, steps?: Steps): void {
    if (this.#refused.has(edit)) return;
    const { layout, source } = this.document;
    const last = steps?.children.at(-1);
    const offset =
      steps?.children.find(({ indirection }) => indirection)?.indirection?.offset ??
      (last && offsetOf(layout, last));
    const position = offset === undefined ? undefined : source.positionOf(offset);
    this.#refused.set(edit, { path: edit.path, reason, position });
  }
}

// libyaml and PyYAML expect the colon of an ordinary key within 1,024 characters
// (YAML 1.2, 7.4.2). Quotes and escapes take some of them.
const LONGEST_KEY = 500;
const TOO_LONG = `other readers do not accept a key of more than ${LONGEST_KEY} characters`;

/** The reason if a step goes through an alias or a merge key. */
function readIndirectly({ children }: Steps): string | undefined {
  const indirection = children.find((child) => child.indirection)?.indirection;
  if (indirection === undefined) return undefined;
  const { how, anchor } = indirection;
  const where = anchor === undefined ? '' : `, at the anchor &${anchor}`;
  return `it is written elsewhere${where}, and read here through ${how === 'merge' ? 'a merge key (<<)' : 'an alias'}`;
}

/**
 * Whether the last step, and no other one, is an alias or a merge key, in a place that nothing else
 * reads: this key can have a text of its own.
 */
function isReachedBy(how: Indirection['how'], { children }: Steps): boolean {
  const last = children.at(-1);
  if (last?.indirection?.how !== how) return false;
  return children.slice(0, -1).every(({ indirection, node }) => !indirection && node.users === 0);
}

/** The reason if an alias points to a node on the way, or to this collection. */
function readElsewhere({ children }: Steps, node: Collection | undefined): string | undefined {
  const shared =
    node !== undefined && node.users > 0 ? node : children.find((each) => each.node.users > 0)?.node;
  return shared && `it is also read in other places, through the anchor &${shared.anchor ?? ''}`;
}

function editAt(tree: EditTree, path: KeyPath): Edit | undefined {
  let node: EditTree | undefined = tree;
  for (const name of path) node = node?.children.get(name);
  return node?.edit;
}
