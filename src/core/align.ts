import type { Catalog } from './catalog.js';
import { keyId, keyPath, type KeyId, type KeyPath } from './key.js';
import { saysSame, type LeafValue } from './leaf.js';
import type { BaseTexts } from './merge.js';
import {
  decodeKey,
  encodePath,
  learnForm,
  NESTED,
  remoteKeyText,
  type RemoteForm,
  type RemoteKey,
} from './remote-form.js';
import { rebased, spellingOf, type KeySet } from './spelling.js';

/** One text of the service under the service's own key; null where it said null. */
export interface RemoteText {
  readonly key: RemoteKey;
  readonly text: string | null;
}

/** What is known here of the keys of one source file. */
export interface KnownKeys {
  /** The leaves of the locale file. */
  readonly here: ReadonlyMap<KeyId, LeafValue>;
  /** The keys of the source locale's file. */
  readonly source: KeySet;
  readonly base: BaseTexts;
}

/** The service's texts and the base under the keys that they have here. */
export interface Aligned {
  /** The texts here, without nulls and ambiguous keys. */
  readonly here: Catalog;
  readonly there: Catalog;
  /** The base, also where the file has been reshaped since (`a.b` become `a: {b}`), so that its keys are spelt otherwise. */
  readonly base: BaseTexts;
  /** Keys of here that the service's form cannot tell apart (`a.b` beside `a: {b}`): compared, written and settled by nobody. */
  readonly ambiguous: ReadonlySet<KeyId>;
  /** Keys that cannot stand in one file with a key of the other side, each with that key: a text here, a group of keys there. */
  readonly clashes: ReadonlyMap<KeyId, KeyId>;
}

/**
 * The remote texts as a catalog of local keys. The form of the remote keys is learned from the keys that are known, then used for
 * the unknown ones; a text that says the same as the leaf here takes the leaf's spelling, so that the merge compares strings.
 */
export function align(remote: readonly RemoteText[], known: KnownKeys, codes: readonly string[]): Aligned {
  const { here, source } = known;
  const texts = new Map<KeyId, string>();
  for (const [id, leaf] of here) {
    const { text } = leaf;
    if (text !== '' || leaf.kind !== 'null') texts.set(id, text);
  }
  const past: KeyId[] = [];
  for (const id of known.base.keys()) if (!here.has(id)) past.push(id);
  const ids = [...here.keys()];
  if (here !== source) for (const id of source.keys()) if (!here.has(id)) ids.push(id);
  for (const id of past) ids.push(id);
  const form = learnForm(
    remote.map((entry) => entry.key),
    ids,
    codes,
  );
  const spelling = spellingOf(here === source ? [here] : [here, source], form);
  const { ambiguous } = spelling;
  const base = rebased(known.base, past, spelling, form);
  let shape: Shape | undefined;
  const there = new Map<KeyId, string>();
  for (const { key, text } of remote) {
    const encoded = remoteKeyText(key);
    let id = spelling.find(encoded);
    if (id === undefined) {
      const tokens = decodeKey(encoded, form);
      if (tokens === undefined) continue;
      shape ??= new Shape(ids, form);
      id = keyId(shape.place(tokens));
    }
    if (ambiguous.has(id)) continue;
    const theirs = text ?? ''; // null is "not translated", as '' is; absent would mean deleted.
    const mine = texts.get(id);
    if (mine === theirs) {
      there.set(id, mine);
      continue;
    }
    const leaf = here.get(id);
    if (leaf === undefined || !saysSame(leaf, theirs)) there.set(id, theirs);
    else if (mine !== undefined) there.set(id, mine);
  }
  const clashes = clashesOf(here.keys(), texts, there);
  for (const id of ambiguous) texts.delete(id);
  return { here: texts, there, base, ambiguous, clashes };
}

/**
 * Keys that cannot stand in one file: a text and a group of keys under one name, on the two sides or both on the service. A key that
 * both sides hold is none of them; a null here (one of `ids`, not of `here`) is no text, it may become a group.
 */
function clashesOf(ids: Iterable<KeyId>, here: Catalog, there: Catalog): Map<KeyId, KeyId> {
  const clashes = new Map<KeyId, KeyId>();
  const isHere = (id: KeyId): boolean => here.has(id);
  const isThere = (id: KeyId): boolean => (there.get(id) ?? '') !== '';
  const add = (id: KeyId, other: KeyId): void => {
    if (!(isHere(id) && isThere(id))) clashes.set(id, other);
  };
  const look = (
    from: Iterable<KeyId>,
    holds: (parent: KeyId) => boolean,
    counts?: (id: KeyId) => boolean,
  ): void => {
    let clean: string | undefined; // The group of the key before, which most keys share.
    for (const id of from) {
      const last = id.lastIndexOf(NESTED);
      if (last < 0 || (last === clean?.length && id.startsWith(clean))) continue;
      if (counts && !counts(id)) continue;
      let found = false;
      for (let end = last; end >= 0; end = end === 0 ? -1 : id.lastIndexOf(NESTED, end - 1)) {
        const parent = id.slice(0, end) as KeyId;
        if (!holds(parent)) continue;
        found = true;
        add(id, parent);
        add(parent, id);
      }
      if (!found) clean = id.slice(0, last);
    }
  };
  look(there.keys(), (parent) => isThere(parent) || isHere(parent), isThere);
  look(ids, isThere);
  return clashes;
}

/** How keys of this project nest: decides whether `a.b` of the service is a key with a dot or a key in a group. */
class Shape {
  /** The ids of the groups, and of those in which a key holds a separator. */
  private readonly groups = new Set<string>();
  private readonly dotted = new Set<string>();

  constructor(
    ids: readonly KeyId[],
    private readonly form: RemoteForm,
  ) {
    for (const path of ids.map(keyPath)) {
      if (path.at(-1)?.includes(form.separator)) this.dotted.add(keyId(path.slice(0, -1)));
      for (let depth = path.length - 1; depth >= 0; depth--) this.groups.add(keyId(path.slice(0, depth)));
    }
  }

  /**
   * Tokens of an unknown key as a path: as deep into known groups as they lead, the rest as the keys of that group are written. A rest
   * that is a sentence used as its own key is not taken apart: its full stops separate nothing.
   */
  place(tokens: readonly string[]): KeyPath {
    if (this.form.separator === NESTED) return tokens;
    let depth = tokens.length - 1;
    while (depth > 0 && !this.groups.has(keyId(tokens.slice(0, depth)))) depth--;
    const known = tokens.slice(0, depth);
    const rest = tokens.slice(depth);
    const whole = this.dotted.has(keyId(known)) || rest.some((token) => token === '' || /\s/.test(token));
    return whole ? [...known, encodePath(rest, this.form)] : tokens;
  }
}
