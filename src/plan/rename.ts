import { pluralGroups, pluralKey } from '../core/check/plural-keys.js';
import { keyId, keyName, keyPath, SEPARATOR, type KeyId, type KeyPath } from '../core/keys/key.js';
import type { Move, OutlineNode } from '../formats/format.js';

/** A key as a person names it, joined with dots, and what it is called from now on. */
export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** One language of a file, as far as its keys are concerned. Paths begin below the root. */
export interface KeyTree {
  readonly nodes: readonly OutlineNode[];
  readonly leaves: ReadonlyMap<KeyId, { readonly text?: string }>;
}

const I18NEXT_FORM = /^(?:_ordinal)?_(?:zero|one|two|few|many|other)$/;
const I18NEXT_OLD = '_plural';

/**
 * The names that go with a key because they are its plural forms, as some language of the files
 * spells them (i18next: `item_one`). Forms that are keys below it go along anyhow.
 */
export function pluralForms(trees: readonly KeyTree[], key: string): ReadonlySet<string> {
  const forms = new Set<string>();
  for (const { leaves } of trees) {
    const names = new Map([...leaves.keys()].map((id) => [keyName(id), id]));
    const groups = pluralGroups([...leaves].map(([id, { text = '' }]) => [id, text]));
    for (const [name, id] of names) {
      if (!name.startsWith(key)) continue;
      const rest = name.slice(key.length);
      const plural = I18NEXT_FORM.test(rest) ? pluralKey(id) : undefined;
      // A language with one form alone, such as Japanese.
      const isAlone = !names.has(key) && names.has(`${key}_other`);
      if (plural && (isAlone || groups.has(plural.group))) forms.add(rest);
      if (rest === I18NEXT_OLD && names.has(key)) forms.add(rest);
    }
  }
  if (forms.size === 0) return forms;
  for (const { leaves } of trees)
    for (const id of leaves.keys()) {
      const rest = keyName(id).startsWith(key) ? keyName(id).slice(key.length) : '';
      if (I18NEXT_FORM.test(rest)) forms.add(rest);
    }
  return forms;
}

/** The new name of a name once a key is renamed; undefined if it is not concerned. */
export function renamedName(
  name: string,
  { from, to }: Rename,
  forms: ReadonlySet<string>,
): string | undefined {
  if (!name.startsWith(from)) return undefined;
  const rest = name.slice(from.length);
  if (rest === '' || rest.startsWith('.') || forms.has(rest)) return to + rest;
  return undefined;
}

/** The keys of a language that a name stands for: a text, a group, a key with its plural forms. */
export function keysNamed(keys: Iterable<KeyId>, key: string, forms: ReadonlySet<string>): KeyId[] {
  return [...keys].filter((id) => renamedName(keyName(id), { from: key, to: key }, forms) !== undefined);
}

/** A key that has the new name already, or a text where a group would have to be. */
export function conflictingKey(
  { leaves }: KeyTree,
  rename: Rename,
  forms: ReadonlySet<string>,
): { readonly key: KeyId; readonly name: string } | undefined {
  const staying = new Map<string, KeyId>();
  const parents = new Map<string, KeyId>();
  const moved: string[] = [];
  for (const id of leaves.keys()) {
    const name = keyName(id);
    const next = renamedName(name, rename, forms);
    if (next !== undefined) moved.push(next);
    else {
      staying.set(name, id);
      for (const above of namesAbove(name)) parents.set(above, id);
    }
  }
  for (const name of moved) {
    const key =
      staying.get(name) ??
      parents.get(name) ??
      namesAbove(name)
        .map((child) => staying.get(child))
        .find(Boolean);
    if (key !== undefined) return { key, name };
  }
  return undefined;
}

const namesAbove = (name: string): string[] =>
  Array.from(name.matchAll(/\./g), ({ index }) => name.slice(0, index));

/**
 * The moves that give a key its new name in one language of a file, as that file spells it: nested,
 * or with dots in one name. `root` is in front of every path.
 */
export function movesOf(
  tree: KeyTree,
  root: readonly string[],
  rename: Rename,
  forms: ReadonlySet<string>,
): Move[] {
  const moves: Move[] = [];
  let above: KeyPath | undefined;
  for (const { path } of tree.nodes) {
    if (above?.every((segment, i) => path[i] === segment) === true && path.length > above.length) continue;
    const next = renamedName(path.join('.'), rename, forms);
    if (next === undefined) continue;
    above = path;
    moves.push({ from: [...root, ...path], to: [...root, ...pathOf(tree, next, path)] });
  }
  return moves;
}

/** The path of a new name: in the group that its beginning names, else in new groups. */
function pathOf({ nodes }: KeyTree, name: string, old: KeyPath): KeyPath {
  const parent = old.slice(0, -1);
  const inside = parent.length === 0 ? '' : `${parent.join('.')}.`;
  const isFlat = old.at(-1)?.includes('.') === true;
  // Beside the old one: its own way of writing.
  if (name.startsWith(inside) && (isFlat || !name.slice(inside.length).includes('.')))
    return [...parent, name.slice(inside.length)];
  // The id of an item is one name, whatever it holds.
  if (nodes.some(({ item }) => item !== undefined)) return [name];
  const groups = nodes.filter(({ kind, path }) => kind === 'map' && name.startsWith(`${path.join('.')}.`));
  const [best = []] = groups
    .filter(({ path }) => path.join(SEPARATOR) !== old.join(SEPARATOR))
    .map(({ path }) => path)
    .sort((a, b) => b.join('.').length - a.join('.').length);
  const rest = best.length === 0 ? name : name.slice(best.join('.').length + 1);
  const flat = best.length === 0 && !nodes.some(({ kind }) => kind === 'map') && hasDots(nodes);
  return [...best, ...(flat ? [rest] : rest.split('.'))];
}

const hasDots = (nodes: readonly OutlineNode[]): boolean =>
  nodes.some(({ path }) => path.length === 1 && path[0]?.includes('.'));

/** The key that a key of this language becomes; itself if it does not move. */
export function movedKey(id: KeyId, moves: readonly Move[], root: readonly string[]): KeyId {
  const path = [...root, ...keyPath(id)];
  const move = moves.find(({ from }) => from.every((segment, i) => path[i] === segment));
  return move ? keyId([...move.to, ...path.slice(move.from.length)].slice(root.length)) : id;
}
