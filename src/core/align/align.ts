import { itemsIn, listsOf } from './answer-lists.js';
import { clashesOf } from './clash.js';
import { OrderedLookup } from '../keys/ordered-lookup.js';
import { keyPath, type KeyId } from '../keys/key.js';
import { textOf } from '../keys/leaf.js';
import { readRemoteKeys } from './remote-keys.js';
import { encodeKey, remoteKeyText, type KeyFormat } from './key-format.js';
import { TextsOfKeys } from './texts-of-keys.js';
import { type KeyFormatHint } from './learn-format.js';
import { alignInOrder } from './in-order.js';
import { resolveItems } from './item-keys.js';
import { resolveMergeKeys } from './merge-keys.js';
import { respelledBase, spellingOf, type KeySet, type Spelling } from './spelling.js';
import { UnknownKeys, type Alignment, type UnmatchedText } from './unknown-keys.js';
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
  const base = respelledBase(known.base, baseOnly, spelling, format);

  const there = new TextsOfKeys(own, spelling);
  const ambiguousKeys = new AmbiguousKeys();
  const unmatched: UnmatchedText[] = [];
  const alignment = { there, ambiguousKeys, doubtful, unmatched };
  matchTexts(remote, alignment, { here, spelling, format });
  const hasUnknownKeys = unmatched.some(({ id }) => id === undefined);
  let respelt: Aligned['respelt'];
  if (hasUnknownKeys) {
    const unknownKeys = new UnknownKeys(ids, known, learned, spelling, alignment);
    unknownKeys.findRespelled();
    unknownKeys.placeNew();
    if (unknownKeys.respelt.size > 0) ({ respelt } = unknownKeys);
  }
  const only = new Map<KeyId, string>();
  for (const { id, text } of unmatched) if (id !== undefined && !ambiguousKeys.has(id)) only.set(id, text);
  const clashes = clashesOf(here, only, (id) => (there.get(id) ?? '') !== '');
  const unmatchedIds = new Set(unmatched.map(({ id }) => id));
  const alike = new Set(doubtful.map(({ like }) => like));
  const isHeld = (id: KeyId): boolean =>
    unmatchedIds.has(id) ||
    (ambiguousKeys.has(id) && !alike.has(id)) ||
    clashes.has(id) ||
    (here.has(id) && there.get(id) !== undefined);
  const isSynced = known.isSynced ?? known.base.size > 0;
  const unfamiliar = unfamiliarIn(remote, ids, doubtful, isHeld, isSynced);
  const localTexts = [...here.values()].map(textOf);
  const ambiguous = withoutAmbiguous(alignment, localTexts, base);
  // One that was deleted here keeps its base until it is clear what the service has of it.
  for (const { like } of doubtful)
    if (like !== undefined && !here.has(like) && base.has(like))
      ambiguous.set(like, { here: undefined, there: undefined, base: base.get(like) });
  return {
    keys: own.concat([...only.keys()]),
    here: localTexts,
    there: there.texts.concat([...only.values()]),
    base,
    ambiguous,
    doubtful,
    ...(respelt ? { respelt } : {}),
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

/** What remote keys are matched with. */
interface MatchKeys {
  readonly here: KeySet;
  readonly spelling: Spelling;
  readonly format: KeyFormat;
}

/** Gives the keys of the file their remote texts, and notes those of other keys. */
function matchTexts(
  remote: readonly RemoteText[],
  { there, ambiguousKeys, unmatched }: Alignment,
  { here, spelling, format }: MatchKeys,
): void {
  for (const from of remote) {
    const { key, text } = from;
    const spelt = remoteKeyText(key, format.separator);
    const said = text ?? ''; // null is "not translated", as '' is; absent would mean deleted.
    let place = there.next(spelt);
    if (place === undefined) {
      const id = spelling.find(spelt);
      if (id !== undefined && spelling.ambiguous.has(id)) {
        ambiguousKeys.hold(spelt, said);
        continue;
      }
      place = id !== undefined && here.has(id) ? there.placeOf(id) : undefined;
      if (place === undefined) {
        unmatched.push({ spelt, text: said, from, id });
        continue;
      }
    }
    const twice = there.put(place, said);
    if (twice !== undefined) ambiguousKeys.add(twice);
  }
  for (const id of spelling.ambiguous) ambiguousKeys.add(id, encodeKey(id, format));
}

/** Takes the ambiguous keys out of both sides; returns them with what each side had of them. */
function withoutAmbiguous(
  { there, ambiguousKeys }: Alignment,
  here: (string | undefined)[],
  base: Aligned['base'],
): Map<KeyId, AmbiguousKey> {
  const ambiguous = new Map<KeyId, AmbiguousKey>();
  for (const id of ambiguousKeys.keys()) {
    const place = there.placeOf(id);
    if (place === undefined) continue;
    ambiguous.set(id, { here: here[place], there: ambiguousKeys.textOf(id), base: base.get(id) });
    here[place] = undefined;
    there.texts[place] = undefined;
  }
  return ambiguous;
}

/** The keys of the source locale's file that this file lacks. */
function missing(source: KeySet, own: readonly KeyId[], here: KeySet): KeyId[] {
  const follower = new OrderedLookup(own, here);
  const lacking: KeyId[] = [];
  for (const id of source.keys()) if (!follower.has(id)) lacking.push(id);
  return lacking;
}
