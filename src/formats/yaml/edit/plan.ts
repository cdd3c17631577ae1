import { COLLECTION_STYLE } from 'js-yaml';
import { keyId } from '../../../core/keys/key.js';
import type { KeyId, KeyPath } from '../../../core/keys/key.js';
import type { Edit, Position, Refusal } from '../../format.js';
import type { YamlDocument } from '../parse/parsed.js';
import type { Host } from './insert-parent.js';
import { offsetOf } from '../parse/leaf.js';
import type { Collection, ScalarNode } from '../parse/nodes.js';
import type { Removal } from './remove.js';
import { unwritable } from '../style/scalars.js';
import type { Spot } from './set.js';
import { childOf } from '../parse/walk.js';
import type { Child, Detour } from '../parse/walk.js';

/** What the wishes come down to in one document. */
export interface Plan {
  readonly sets: readonly { readonly path: KeyPath; readonly spot: Spot; readonly text: string }[];
  readonly removals: readonly Removal[];
  readonly hosts: readonly Host[];
  readonly refused: readonly Refusal[];
}

/** New keys that are still being collected. */
export type Growing = Map<string, string | Growing>;

/** Works out what each wish means: nothing, a new text, a removal, a new key, or harm. */
export class Planner {
  readonly #sets: Plan['sets'][number][] = [];
  readonly #removals: Removal[] = [];
  readonly #refused: Refusal[] = [];
  readonly #hosts = new Map<string, Host & { readonly added: Growing }>();
  #reached: Map<ScalarNode, KeyId[]> | undefined;

  constructor(
    private readonly document: YamlDocument,
    private readonly wishes: ReadonlyMap<KeyId, Edit>,
  ) {}

  plan(): Plan {
    for (const wish of this.wishes.values()) this.add(wish);
    return {
      sets: this.#sets,
      removals: this.#removals,
      hosts: [...this.#hosts.values()],
      refused: this.#refused,
    };
  }

  private add({ path, text }: Edit): void {
    const fault = path.length === 0 ? 'a key needs a name' : unwritable(path, text);
    if (fault === undefined) this.locate(path, text);
    else this.refuse(path, fault);
  }

  private locate(path: KeyPath, text: string | undefined): void {
    let node: Collection | undefined = this.document.source.tree.root;
    const way: Child[] = [];
    let inFlow = false;
    for (const [depth, name] of path.entries()) {
      if (node === undefined) break;
      const child = childOf(this.document.source, node, name);
      if (child === undefined) break;
      inFlow ||= node.event.style === COLLECTION_STYLE.FLOW;
      way.push(child);
      if (child.node.is === 'scalar') {
        this.atScalar(path, text, way, depth, inFlow);
        return;
      }
      node = child.node;
    }
    if (way.length === path.length) {
      if (node) this.refuse(path, `it is a ${node.is} here, not a text`, way);
    } else if (text !== undefined) this.grow(path, text, way, node, inFlow);
  }

  private atScalar(
    path: KeyPath,
    text: string | undefined,
    way: readonly Child[],
    depth: number,
    inFlow: boolean,
  ): void {
    const child = way.at(-1);
    if (child?.node.is !== 'scalar') return;
    const { node } = child;
    const isNull = this.document.source.readingOf(node) === 'null';
    if (depth + 1 < path.length) {
      if (text === undefined) return;
      if (isNull) this.grow(path, text, way, undefined, inFlow);
      else
        this.refuse(
          path,
          `${way.map(({ name }) => name).join('.')} is a text here, it can have no keys below it`,
          way,
        );
      return;
    }
    if (text !== undefined && (isNull ? text === '' : this.document.source.textOf(node) === text)) return;
    const repeated = this.repeatedIn(way);
    if (repeated !== undefined) {
      this.refuse(path, `the key ${JSON.stringify(repeated)} stands there more than once`, way);
      return;
    }
    const shared = this.harmTo(way, node, text);
    if (shared !== undefined) {
      this.refuse(path, shared, way);
      return;
    }
    if (way.some(({ detour }) => detour)) return;
    if (text === undefined) this.#removals.push({ path, way });
    else this.#sets.push({ path, spot: { node, child, inFlow }, text });
  }

  /** Puts a new key below the last parent of its path that exists. */
  private grow(
    path: KeyPath,
    text: string,
    way: readonly Child[],
    node: Collection | undefined,
    inFlow: boolean,
  ): void {
    const repeated = this.repeatedIn(way);
    if (repeated !== undefined) {
      this.refuse(path, `the key ${JSON.stringify(repeated)} stands there more than once`, way);
      return;
    }
    const detour = way.find((child) => child.detour)?.detour;
    if (detour) {
      this.refuse(path, behind(detour), way);
      return;
    }
    const anchor = sharedAnchor(way, node);
    if (anchor !== undefined) {
      this.refuse(path, sharedReason(anchor), way);
      return;
    }
    const long = path.find((name) => name.length > LONGEST_KEY);
    if (long !== undefined) {
      this.refuse(
        path,
        `a key of more than ${LONGEST_KEY} characters needs a form that other readers do not take`,
        way,
      );
      return;
    }
    const hostPath = path.slice(0, way.length);
    const id = keyId(hostPath);
    let host = this.#hosts.get(id);
    if (host === undefined) {
      const added: Growing = new Map();
      host = {
        path: hostPath,
        child: way.at(-1),
        node,
        inFlow: inFlow || node?.event.style === COLLECTION_STYLE.FLOW,
        added,
      };
      // An empty flow map that stands in a block becomes a block.
      if (node?.values.length === 0) host = { ...host, inFlow };
      this.#hosts.set(id, host);
    }
    if (!graft(host.added, path.slice(way.length), text))
      this.refuse(path, 'one key would be a text and a parent at once', way);
  }

  private repeatedIn(way: readonly Child[]): string | undefined {
    const { source } = this.document;
    return way.find(({ owner, name }) => owner.is === 'map' && source.keysOf(owner).repeated.has(name))?.name;
  }

  /** Why a leaf cannot get this text, where it or a parent of it is read in several places: they would all have to get it. */
  private harmTo(way: readonly Child[], node: ScalarNode, text: string | undefined): string | undefined {
    if (!this.document.source.tree.aliased && way.every(({ detour }) => detour === undefined))
      return undefined;
    const detour = way.find((child) => child.detour)?.detour;
    const anchor = sharedAnchor(way, undefined);
    if (detour === undefined && anchor === undefined) return undefined;
    const ids = this.reachedBy(node);
    const agreed =
      text !== undefined &&
      ids.every((id) => this.wishes.get(id)?.text === text) &&
      ids.some((id) => !this.document.leaves.get(id)?.detour);
    if (agreed) return undefined;
    return detour ? behind(detour) : sharedReason(anchor ?? '');
  }

  private reachedBy(node: ScalarNode): readonly KeyId[] {
    if (this.#reached === undefined) {
      this.#reached = new Map();
      for (const [id, leaf] of this.document.leaves) {
        const ids = this.#reached.get(leaf.node);
        if (ids) ids.push(id);
        else this.#reached.set(leaf.node, [id]);
      }
    }
    return this.#reached.get(node) ?? [];
  }

  private refuse(path: KeyPath, reason: string, way: readonly Child[] = []): void {
    const last = way.at(-1);
    const offset =
      way.find(({ detour }) => detour)?.detour?.offset ??
      (last === undefined ? undefined : offsetOf(this.document.layout, last));
    const position: Position | undefined =
      offset === undefined ? undefined : this.document.source.positionOf(offset);
    this.#refused.push({ path, reason, position });
  }
}

// libyaml and PyYAML want the colon of an ordinary key within 1,024 characters (YAML 1.2, 7.4.2); quotes and escapes take some of them.
const LONGEST_KEY = 500;

const behind = ({ how, anchor }: Detour): string =>
  `it stands elsewhere${anchor === undefined ? '' : `, at the anchor &${anchor}`}, and is read here through ${how === 'merge' ? 'a merge key (<<)' : 'an alias'}`;

const sharedReason = (anchor: string): string =>
  `it is read in other places too, through the anchor &${anchor}`;

function sharedAnchor(way: readonly Child[], node: Collection | undefined): string | undefined {
  if (node !== undefined && node.users > 0) return node.anchor ?? '';
  const shared = way.find((child) => child.node.users > 0);
  return shared && (shared.node.anchor ?? '');
}

/** Adds a text to a tree of new keys; false where a leaf and a parent would be one key. */
export function graft(tree: Growing, path: KeyPath, text: string): boolean {
  let parent = tree;
  for (const [depth, name] of path.entries()) {
    const known = parent.get(name);
    if (depth === path.length - 1) {
      if (known !== undefined && typeof known !== 'string') return false;
      parent.set(name, text);
    } else if (typeof known === 'string') return false;
    else if (known) parent = known;
    else {
      const child: Growing = new Map();
      parent.set(name, child);
      parent = child;
    }
  }
  return true;
}
