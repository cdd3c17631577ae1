import { itemsIn, listsOf } from './answer-lists.js';
import { clashesOf } from './clash.js';
import { OrderedLookup } from '../keys/ordered-lookup.js';
import { keyPath, type KeyId } from '../keys/key.js';
import { textOf } from '../keys/leaf.js';
import { readRemoteKeys } from './remote-keys.js';
import { encodeKey, remoteKeyText } from './key-format.js';
import { type KeyFormatHint } from './learn-format.js';
import { alignInOrder } from './in-order.js';
import { resolveItems } from './item-keys.js';
import { resolveMergeKeys } from './merge-keys.js';
import { rebased, spellingOf, type KeySet, type Spelling } from './spelling.js';
import { UnknownKeys, type UnmatchedText } from './unknown-keys.js';
import { AmbiguousKeys } from './ambiguous-keys.js';
import { unfamiliarIn } from './unfamiliar.js';
import type { RemoteText, KnownKeys, Aligned, DoubtfulKey, AmbiguousKey } from './aligned.js';

/**
 * Aligns the remote texts with a locale file. The form of the remote keys is learned from the keys
 * that are known, then used for the unknown ones. Texts are compared letter for letter. `hint` is
 * the form that other files of the run have shown.
 */
export function align(
  remoteTexts: readonly RemoteText[],
  known: KnownKeys,
  codes: readonly string[],
  hint?: KeyFormatHint,
): Aligned {
  return alignInOrder(remoteTexts, known, codes, hint) ?? alignByKey(remoteTexts, known, codes, hint);
}

/** What {@link align} gives for any answer. */
export function alignByKey(
  remoteTexts: readonly RemoteText[],
  known: KnownKeys,
  codes: readonly string[],
  hint?: KeyFormatHint,
): Aligned {
  const { here, sourceTexts } = known;
  const own = [...here.keys()];
  const localTexts = [...here.values()].map(textOf);
  const baseOnly: KeyId[] = [];
  for (const id of known.base.keys()) if (!here.has(id)) baseOnly.push(id);
  const ids =
    here === sourceTexts ? own.concat(baseOnly) : own.concat(missing(sourceTexts, own, here), baseOnly);
  const doubtful: DoubtfulKey[] = [];
  const leaveOut = (spelt: string, text: string): void =>
    void doubtful.push({ spelt, like: undefined, mergeText: text });
  const merged = known.mayMerge ? resolveMergeKeys(remoteTexts, ids, leaveOut) : remoteTexts;
  const texts = resolveItems(merged, ids);
  const { remote, learned } = readRemoteKeys(texts, ids, codes, hint);
  const { format } = learned;
  const spelling = spellingOf(here === sourceTexts ? [here] : [here, sourceTexts], format);
  const base = rebased(known.base, baseOnly, spelling, format);

  const remoteByKey = new Array<string | undefined>(own.length).fill(undefined);
  const ambiguousKeys = new AmbiguousKeys();
  const unmatched: UnmatchedText[] = [];
  const places = new Places(own, spelling);
  for (const from of remote) {
    const { key, text } = from;
    const spelt = remoteKeyText(key, format.separator);
    const said = text ?? ''; // null is "not translated", as '' is; absent would mean deleted.
    let place = places.next(spelt);
    if (place === undefined) {
      const id = spelling.find(spelt);
      if (id !== undefined && spelling.ambiguous.has(id)) {
        ambiguousKeys.hold(spelt, said);
        continue;
      }
      place = id !== undefined && here.has(id) ? places.of(id) : undefined;
      if (place === undefined) {
        unmatched.push({ spelt, text: said, from, id });
        continue;
      }
    }
    const id = own[place];
    if (remoteByKey[place] !== undefined && id !== undefined) ambiguousKeys.add(id);
    remoteByKey[place] = said;
  }
  for (const id of spelling.ambiguous) ambiguousKeys.add(id, encodeKey(id, format));
  const hasUnknownKeys = unmatched.some(({ id }) => id === undefined);
  if (hasUnknownKeys) {
    const unknownKeys = new UnknownKeys(
      ids,
      here,
      unmatched,
      format,
      (id) => remoteByKey[places.of(id) ?? -1],
      (spelt) => spelling.find(spelt),
      known.isList,
    );
    unknownKeys.respell(ambiguousKeys, doubtful, (id, text) => {
      const place = places.of(id);
      if (place !== undefined) remoteByKey[place] = text;
    });
    unknownKeys.place(learned, doubtful, ambiguousKeys);
  }
  const only = new Map<KeyId, string>();
  for (const { id, text } of unmatched) if (id !== undefined && !ambiguousKeys.has(id)) only.set(id, text);
  const unmatchedIds = new Set(unmatched.map(({ id }) => id));
  const clashes = clashesOf(here, only, (id) => (remoteByKey[places.of(id) ?? -1] ?? '') !== '');
  const isHeld = (id: KeyId): boolean =>
    unmatchedIds.has(id) ||
    ambiguousKeys.has(id) ||
    clashes.has(id) ||
    (here.has(id) && remoteByKey[places.of(id) ?? -1] !== undefined);
  const isSynced = known.isSynced ?? known.base.size > 0;
  const unfamiliar = unfamiliarIn(remote, ids, doubtful, isHeld, isSynced);
  const ambiguous = new Map<KeyId, AmbiguousKey>();
  for (const id of ambiguousKeys.keys()) {
    const place = places.of(id);
    if (place === undefined) continue;
    ambiguous.set(id, { here: localTexts[place], there: ambiguousKeys.textOf(id), base: base.get(id) });
    localTexts[place] = undefined;
    remoteByKey[place] = undefined;
  }
  return {
    keys: own.concat([...only.keys()]),
    here: localTexts,
    there: remoteByKey.concat([...only.values()]),
    base,
    ambiguous,
    doubtful,
    unfamiliar,
    clashes,
    guessed: hasUnknownKeys && learned.shown === undefined,
    lists: listsOf(
      unmatched.flatMap(({ id, from, spelt }) =>
        id === undefined ? [] : { id, items: itemsIn(from, spelt, keyPath(id), format) },
      ),
    ),
    shown: learned.shown,
  };
}

/** The keys of the source locale's file that this file lacks. */
function missing(source: KeySet, own: readonly KeyId[], here: KeySet): KeyId[] {
  const follower = new OrderedLookup(own, here);
  const lacking: KeyId[] = [];
  for (const id of source.keys()) if (!follower.has(id)) lacking.push(id);
  return lacking;
}

/** How many keys are looked at for the next one, before it is searched for. */
const AHEAD = 8;

/**
 * The places of the keys of a file, found without a search as long as the service has them in about
 * the file's order.
 */
class Places {
  #next = 0;
  #byId: Map<KeyId, number> | undefined;

  constructor(
    private readonly keys: readonly KeyId[],
    private readonly spelling: Spelling,
  ) {}

  /** The place of the key with this spelling, if it is one of the next. */
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

  /** The place of a key; undefined if the file lacks it. The key after it is the next. */
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
