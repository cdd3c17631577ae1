import { heldHere } from '../../core/merge/base-entry.js';
import { hashText, type Hash } from '../../core/merge/hash.js';
import type { KeyId, TextsByKey } from '../../core/keys/key.js';
import type { KeyState } from '../../core/merge/key-state.js';
import type { Locale } from '../../core/locales/locale.js';
import { countIf } from '../../core/util/collections.js';
import { isMost, isShrink } from '../../core/merge/policy.js';
import type { CopiedTexts } from '../../plan/comparison.js';
import { isLostHere } from '../../plan/missing-texts.js';
import type { TranslatedTexts } from './translated-texts.js';

/** What tells whose texts a file holds. */
interface TextOwners extends TranslatedTexts {
  /** Whether a text of a key was a source text, as far as this machine remembers. */
  readonly wasSource: (key: KeyId, text: string) => boolean;
  /** The source text of a key on disk. */
  readonly sourceHere: (key: KeyId) => string | undefined;
  /** The locales but the file's and the source locale. */
  readonly others: readonly Locale[];
  /** What a locale's base says of its texts, or its file without one. */
  readonly baseOf: (locale: Locale) => Promise<ReadonlyMap<KeyId, Hash>>;
  /** A locale's texts on disk. */
  readonly textsHere: (locale: Locale) => Promise<TextsByKey>;
}

/**
 * The translations that have given way here to other texts: to source texts, or for the most part
 * to texts of one other language, as in a copy of its file, or to texts of other keys, as in a file
 * whose texts were sorted. The service still has the translations. New texts that all languages
 * get at once do not count, unless they come with as many that were synced, or nothing else is
 * left in a file of more than ten. Undefined if there are none.
 */
export async function copiedTexts(
  states: readonly KeyState[],
  owners: TextOwners,
): Promise<CopiedTexts | undefined> {
  const changed = states.filter(
    ({ verdict, here = '', there = '', base }) =>
      (verdict === 'push' || verdict === 'conflict') && base !== undefined && here !== '' && there !== '',
  );
  const translations = changed.filter(owners.isTranslation);
  if (translations.length === 0) return undefined;
  const left = states.filter(({ here = '', base }) => base !== undefined && here !== '');
  const lost = countIf(states, isLostHere);
  return (
    (await copyOfOther(left, lost, translations, owners)) ??
    permutation(left, lost, translations, owners) ??
    copyOfSource(left, translations, owners)
  );
}

/** The changed texts that are those of one other language, if they are most of the file. */
async function copyOfOther(
  left: readonly KeyState[],
  lost: number,
  translations: readonly KeyState[],
  { wasSource, others: locales, baseOf, textsHere }: TextOwners,
): Promise<CopiedTexts | undefined> {
  const others = translations.filter(({ key, here = '' }) => !wasSource(key, here));
  if (!isMost(others.length, left.length)) return undefined;
  const hashes = new Map(others.map(({ key, here = '' }) => [key, hashText(here)]));
  for (const locale of locales) {
    const base = await baseOf(locale);
    const wasSynced = ({ key }: KeyState): boolean => heldHere(base.get(key)) === hashes.get(key);
    const found = others.filter(wasSynced);
    if (found.length === 0) continue;
    const texts = await textsHere(locale);
    const edited = others.filter((state) => !wasSynced(state) && texts.get(state.key) === state.here);
    const copies = edited.length > found.length ? found : [...found, ...edited];
    if (!isMost(copies.length, left.length)) continue;
    const isCopy = ({ key, here = '' }: KeyState): boolean =>
      texts.get(key) === here || heldHere(base.get(key)) === hashText(here);
    const isWhole = left.every(isCopy);
    if (isWhole || isShrink(copies.length + lost, left.length + lost))
      return { keys: new Set(copies.map(({ key }) => key)), from: { locale: locale.code }, isWhole };
  }
  return undefined;
}

/**
 * The texts that other keys of the language had, if they are most of the file. If their source
 * texts have changed as well, the keys stand for other things now, as in a list with a new item.
 */
function permutation(
  left: readonly KeyState[],
  lost: number,
  translations: readonly KeyState[],
  { isSourceUnchanged }: TextOwners,
): CopiedTexts | undefined {
  const held = new Set(left.flatMap(({ base }) => heldHere(base) ?? []));
  const found = translations.filter(
    ({ key, here = '' }) => held.has(hashText(here)) && isSourceUnchanged(key),
  );
  if (!isMost(found.length, left.length) || !isShrink(found.length + lost, left.length + lost))
    return undefined;
  return { keys: new Set(found.map(({ key }) => key)), from: 'other keys', isWhole: false };
}

/** The texts that are source texts, and took the place of translations. */
function copyOfSource(
  left: readonly KeyState[],
  translations: readonly KeyState[],
  { wasSource, sourceHere }: TextOwners,
): CopiedTexts | undefined {
  const isSynced = ({ key, here = '' }: KeyState): boolean => wasSource(key, here);
  const synced = translations.filter(isSynced);
  const edited = translations.filter((state) => !isSynced(state) && sourceHere(state.key) === state.here);
  const isSource = ({ key, here = '' }: KeyState): boolean =>
    sourceHere(key) === here || wasSource(key, here);
  const all = [...synced, ...edited];
  const hasOnlySources = left.every(isSource);
  const isCopy = hasOnlySources && isShrink(all.length, left.length);
  if (synced.length === 0 && !isCopy) return undefined;
  const copies = edited.length > synced.length && !isCopy ? synced : all;
  const isWhole = hasOnlySources && isMost(copies.length, left.length);
  return { keys: new Set(copies.map(({ key }) => key)), from: undefined, isWhole };
}
