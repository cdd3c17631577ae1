import { isSameCode } from '../locales/locale.js';
import { groupOf, isNested, isSpelt, isTooDeep, mayHaveItem, splitKey, type KeyId } from '../keys/key.js';
import { textOf } from '../keys/leaf.js';
import { OrderedLookup } from '../keys/ordered-lookup.js';
import type { Aligned, AmbiguousKey, KnownKeys, RemoteText } from './aligned.js';
import { hasItem, NESTED, remoteKeyText, type KeyFormat } from './key-format.js';
import { listsOf } from './answer-lists.js';
import type { KeyFormatHint } from './learn-format.js';
import { getOrMake } from '../util/collections.js';
import { isMerged } from './merge-keys.js';
import { separatorIn, type KeySet } from './spelling.js';

const NONE_AMBIGUOUS: ReadonlyMap<KeyId, AmbiguousKey> = new Map();
const NO_LISTS: Aligned['lists'] = new Map();
const NO_CLASHES: ReadonlyMap<KeyId, KeyId> = new Map();

/**
 * What {@link alignByKey} gives for an answer in the plain form, without its tables: one that has
 * exactly the known keys in their order, one that has no key, or any if no key is known yet. Nearly
 * every language is such an answer. Undefined if this is another one.
 */
export function alignInOrder(
  remoteTexts: readonly RemoteText[],
  { here, sourceTexts, base }: KnownKeys,
  codes: readonly string[],
  hint: KeyFormatHint | undefined,
): Aligned | undefined {
  const isNew = here.size === 0;
  if (isNew && base.size > 0) return undefined;
  const known = [...(isNew ? sourceTexts : here).keys()];
  if (known.length > 0 && remoteTexts.length !== known.length && remoteTexts.length > 0) return undefined;
  if (!isNew && !(hasAll(sourceTexts, known, here) && [...base.keys()].every((id) => here.has(id))))
    return undefined;
  const separator = separatorOf(remoteTexts);
  if (hint && (hint.separator !== separator || hint.items === 'brackets')) return undefined;
  if (remoteTexts.some(isMerged)) return undefined;
  const isGuessed = known.length === 0 && remoteTexts.length > 0;
  const own = isGuessed ? newKeys(remoteTexts, separator, codes) : known;
  const form = isNew ? formOfSource(sourceTexts, separator) : formShownBy(here, separator);
  if (!own || !form || !areSpelt(known, remoteTexts, separator)) return undefined;
  const there = remoteTexts.map(({ text }) => text ?? '');
  const isAnswered = there.length > 0;
  const none = { base, ambiguous: NONE_AMBIGUOUS, doubtful: [], unfamiliar: undefined, clashes: NO_CLASHES };
  const answered = isAnswered ? { shown: form.shown, inOrder: separator } : { shown: undefined };
  const common = { ...none, guessed: isGuessed, lists: NO_LISTS, ...answered };
  if (isNew)
    return { ...common, keys: isAnswered ? own : [], here: [], there, lists: listsIn(remoteTexts, own) };
  const localTexts = [...here.values()].map(textOf);
  const silent = new Array<string | undefined>(own.length).fill(undefined);
  return { ...common, keys: own, here: localTexts, there: isAnswered ? there : silent };
}

/**
 * The texts of an answer in the order of these keys; undefined if it has others, or if it does not
 * write them plainly.
 */
export function inOrderOf(
  remoteTexts: readonly RemoteText[],
  known: { readonly size: number; keys(): Iterable<KeyId> },
): readonly RemoteText[] | undefined {
  if (remoteTexts.length !== known.size) return undefined;
  const separator = separatorOf(remoteTexts);
  const byKey = new Map(
    remoteTexts.map((text) => [splitKey(remoteKeyText(text.key, separator), separator), text] as const),
  );
  const texts: RemoteText[] = [];
  for (const id of known.keys()) {
    const text = byKey.get(id);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts;
}

const separatorOf = (remoteTexts: readonly RemoteText[]): KeyFormat['separator'] =>
  remoteTexts.some(({ key }) => key.length > 1) ? NESTED : '.';

/**
 * The form of an answer that has exactly these keys in their order, with this between the segments
 * of each. Undefined if two keys could be written alike in it.
 */
export function formShownBy(
  known: Pick<KeySet, 'keys'>,
  separator: KeyFormat['separator'],
): ShownForm | undefined {
  if (separatorIn([known], separator) === undefined) return undefined;
  const ids = [...known.keys()];
  if (!ids.some((id) => isNested(id))) return { shown: undefined };
  return { shown: { separator, items: ids.some(mayHaveItem) ? 'segment' : undefined } };
}

type ShownForm = Pick<Aligned, 'shown'>;

const formsOf = new WeakMap<KnownKeys['sourceTexts'], Map<string, ShownForm | undefined>>();

/** {@link formShownBy} for the keys of the source locale: all new languages of a set ask for it. */
function formOfSource(
  sourceTexts: KnownKeys['sourceTexts'],
  separator: KeyFormat['separator'],
): ShownForm | undefined {
  const forms = getOrMake(formsOf, sourceTexts, () => new Map<string, ShownForm | undefined>());
  if (!forms.has(separator)) forms.set(separator, formShownBy(sourceTexts, separator));
  return forms.get(separator);
}

/** The lists of an answer of which no key is here. */
function listsIn(remoteTexts: readonly RemoteText[], ids: readonly KeyId[]): Aligned['lists'] {
  if (!remoteTexts.some(({ items }) => items)) return NO_LISTS;
  return listsOf(
    remoteTexts.flatMap(({ key, items = [] }, i) => {
      const id = ids[i];
      return id === undefined ? [] : { id, items: items.map((at) => key.length - at) };
    }),
  );
}

/** Whether this file has all keys of the source locale's. */
function hasAll(source: KnownKeys['sourceTexts'], own: readonly KeyId[], here: KnownKeys['here']): boolean {
  if (source === here) return true;
  const lookup = new OrderedLookup(own, here);
  for (const id of source.keys()) if (!lookup.has(id)) return false;
  return true;
}

/** Whether an answer has these keys in this order, as far as both reach. */
function areSpelt(ids: readonly KeyId[], remoteTexts: readonly RemoteText[], separator: string): boolean {
  return remoteTexts.every(({ key }, i) => {
    const id = ids[i];
    return id === undefined || isSpelt(id, remoteKeyText(key, separator), separator);
  });
}

/**
 * The keys of an answer of which none is known; undefined if one of them may be written otherwise
 * in a file, or if no file can hold all of them.
 */
function newKeys(
  remoteTexts: readonly RemoteText[],
  separator: KeyFormat['separator'],
  codes: readonly string[],
): readonly KeyId[] | undefined {
  const [first] = remoteTexts;
  if (first === undefined) return [];
  const [prefix = ''] = remoteKeyText(first.key, separator).split(separator);
  if (codes.some((code) => isSameCode(code, prefix))) return undefined;
  const ids: KeyId[] = [];
  const groups = new Set<KeyId>();
  let last: KeyId | undefined;
  for (const { key } of remoteTexts) {
    const text = remoteKeyText(key, separator);
    const id = splitKey(text, separator);
    if (id === undefined || isTooDeep(id) || (separator !== NESTED && mayBeWhole(text, separator)))
      return undefined;
    ids.push(id);
    const group = groupOf(id);
    if (group !== last) for (let one = group; one !== undefined; one = groupOf(one)) groups.add(one);
    last = group;
  }
  return ids.some((id) => groups.has(id)) ? undefined : ids;
}

const SPACE = /\s/;

/**
 * Whether the separators of a key may be a part of its name, or not all that there are: it is a
 * sentence, or has gaps or items in brackets.
 */
function mayBeWhole(text: string, separator: string): boolean {
  return (
    SPACE.test(text) ||
    hasItem(text) ||
    text.startsWith(separator) ||
    text.endsWith(separator) ||
    text.includes(separator + separator)
  );
}
