import { clashesOf } from './clash.js';
import { Follower } from './follower.js';
import { keyId, type KeyId } from './key.js';
import { textOf, type LeafValue } from './leaf.js';
import type { BaseTexts, Sides } from './merge.js';
import { decodeKey, learnForm, remoteKeyText, type RemoteKey } from './remote-form.js';
import { Shape } from './shape.js';
import { rebased, spellingOf, type KeySet, type Spelling } from './spelling.js';

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

/**
 * The service's texts beside those of the locale file, under the keys that they have here: the keys of the file in its order, without nulls and
 * ambiguous ones, then those that only the service has, in its order.
 */
export interface Aligned extends Sides {
  /** The base, also where the file has been reshaped since (`a.b` become `a: {b}`), so that its keys are spelt otherwise. */
  readonly base: BaseTexts;
  /** Keys of here that the service's form cannot tell apart (`a.b` beside `a: {b}`): compared, written and settled by nobody. */
  readonly ambiguous: ReadonlySet<KeyId>;
  /** Keys that cannot stand in one file with a key of the other side, each with that key: a text here, a group of keys there. */
  readonly clashes: ReadonlyMap<KeyId, KeyId>;
}

/**
 * Aligns the remote texts with a locale file. The form of the remote keys is learned from the keys that are known, then used for the unknown ones. Texts
 * are compared letter for letter.
 */
export function align(remote: readonly RemoteText[], known: KnownKeys, codes: readonly string[]): Aligned {
  const { here, source } = known;
  const own = [...here.keys()];
  const mine = [...here.values()].map(textOf);
  const past: KeyId[] = [];
  for (const id of known.base.keys()) if (!here.has(id)) past.push(id);
  const ids = here === source ? own.concat(past) : own.concat(missing(source, own, here), past);
  const form = learnForm(remote, ids, codes);
  const spelling = spellingOf(here === source ? [here] : [here, source], form);
  const { ambiguous } = spelling;
  const base = rebased(known.base, past, spelling, form);

  const theirs = new Array<string | undefined>(own.length).fill(undefined);
  const only = new Map<KeyId, string>();
  const places = new Places(own, spelling);
  let shape: Shape | undefined;
  for (const { key, text } of remote) {
    const spelt = remoteKeyText(key);
    const said = text ?? ''; // null is "not translated", as '' is; absent would mean deleted.
    let place = places.next(spelt);
    if (place === undefined) {
      let id = spelling.find(spelt);
      if (id === undefined) {
        const known = (shape ??= new Shape(ids, form));
        const tokens = decodeKey(spelt, form, (path) => known.hasGroup(path));
        if (tokens === undefined) continue;
        id = keyId(known.place(tokens));
      }
      if (ambiguous.has(id)) continue;
      place = here.has(id) ? places.of(id) : undefined;
      if (place === undefined) {
        only.set(id, said);
        continue;
      }
    }
    theirs[place] = said;
  }
  const clashes = clashesOf(here, only, (id) => (theirs[places.of(id) ?? -1] ?? '') !== '');
  for (const id of ambiguous) {
    const place = places.of(id);
    if (place !== undefined) mine[place] = undefined;
  }
  return {
    keys: own.concat([...only.keys()]),
    here: mine,
    there: theirs.concat([...only.values()]),
    base,
    ambiguous,
    clashes,
  };
}

/** The keys of the source locale's file that this file lacks. */
function missing(source: KeySet, own: readonly KeyId[], here: KeySet): KeyId[] {
  const follower = new Follower(own, here);
  const lacking: KeyId[] = [];
  for (const id of source.keys()) if (!follower.has(id)) lacking.push(id);
  return lacking;
}

/** How many keys are looked at for the next one, before it is searched for. */
const AHEAD = 8;

/** The places of the keys of a file, found without a search as long as the service has them in about the file's order. */
class Places {
  #next = 0;
  #byId: Map<KeyId, number> | undefined;

  constructor(
    private readonly keys: readonly KeyId[],
    private readonly spelling: Spelling,
  ) {}

  /** The place of the key that the service spells so, where it is one of the next. */
  next(spelt: string): number | undefined {
    const end = Math.min(this.#next + AHEAD, this.keys.length);
    for (let place = this.#next; place < end; place++) {
      const id = this.keys[place];
      if (id === undefined || !this.spelling.spells(id, spelt)) continue;
      this.#next = place + 1;
      return place;
    }
    return undefined;
  }

  /** The place of a key; undefined where the file lacks it. The key behind it is the next. */
  of(id: KeyId): number | undefined {
    const place = (this.#byId ??= this.#table()).get(id);
    if (place !== undefined) this.#next = place + 1;
    return place;
  }

  #table(): Map<KeyId, number> {
    const table = new Map<KeyId, number>();
    for (const [place, id] of this.keys.entries()) table.set(id, place);
    return table;
  }
}
