import { heldHere } from '../../../core/merge/base-entry.js';
import { hashText, type Hash } from '../../../core/merge/hash.js';
import type { KeyId } from '../../../core/keys/key.js';
import type { KeyState } from '../../../core/merge/key-state.js';
import { countIf, getOrMake } from '../../../core/util/collections.js';
import { isMost, isShrink, SMALL_KEYS } from '../../../core/merge/policy.js';
import type { CopiedTexts } from '../../../plan/comparison.js';
import { isLostHere } from '../../../plan/missing-texts.js';
import type { TextOwners } from './text-owners.js';

/**
 * The translations that have given way here to other texts: to source texts, or for the most part
 * to texts of one other language, as in a copy of its file, or to texts of other keys, as in a file
 * whose texts were sorted. The service still has the translations. New source texts, which all
 * languages may get at once, do not count, unless they come with as many that were synced, or
 * nothing else is left in a file of more than ten. Undefined if there are none.
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
    (await copyFoundBefore(left, lost, translations, owners)) ??
    copyOfSource(left, translations, owners)
  );
}

/**
 * The changed texts that are those of one other language, if they are most of the file. A text that
 * was the other language's when it was synced follows it.
 */
async function copyOfOther(
  left: readonly KeyState[],
  lost: number,
  translations: readonly KeyState[],
  { wasSource, sourceHere, others: locales, wasSynced, textsHere }: TextOwners,
): Promise<CopiedTexts | undefined> {
  const others = translations.filter(({ key, here = '' }) => !wasSource(key, here));
  if (!isMost(others.length, left.length)) return undefined;
  const hashes = new Map(left.map(({ key, here = '' }) => [key, hashText(here)]));
  const step = Math.ceil(others.length / SAMPLE);
  const sample = others.filter((_, i) => i % step === 0);
  for (const locale of locales) {
    const wasTheirs = await wasSynced(locale);
    const texts = await textsHere(locale);
    const wasTheirText = ({ key }: KeyState): boolean => wasTheirs(key, hashes.get(key));
    const isHere = ({ key, here }: KeyState): boolean => texts.get(key) === here;
    const isTheirs = (state: KeyState): boolean => isHere(state) || wasTheirText(state);
    if (!sample.some(isTheirs)) continue;
    const isNewSource = ({ key, here }: KeyState): boolean => sourceHere(key) === here;
    const follows = ({ key, base }: KeyState): boolean => wasTheirs(key, heldHere(base));
    const copies = others.filter(
      (state) => !follows(state) && (wasTheirText(state) || (isHere(state) && !isNewSource(state))),
    );
    const isWhole = left.every(isTheirs);
    if (!isMost(copies.length, left.length)) continue;
    if (isWhole || isShrink(copies.length + lost, left.length + lost))
      return { keys: new Set(copies.map(({ key }) => key)), from: { locale: locale.code }, isWhole };
  }
  return undefined;
}

/** How many texts show whether most of a file may be those of another language. */
const SAMPLE = 16;

/**
 * The texts that other keys of the language had, if they are most of the file. If their source
 * texts have moved in the same way, the keys stand for other things now, as in a list with a new
 * item.
 */
function permutation(
  left: readonly KeyState[],
  lost: number,
  translations: readonly KeyState[],
  { movesWithSource }: TextOwners,
): CopiedTexts | undefined {
  const owners = new Map<Hash, KeyId[]>();
  for (const { key, base } of left) {
    const hash = heldHere(base);
    if (hash !== undefined) getOrMake(owners, hash, () => []).push(key);
  }
  const found = translations.filter(({ key, here = '' }) => {
    const keys = owners.get(hashText(here)) ?? [];
    return keys.length > 0 && !keys.some((from) => movesWithSource(from, key));
  });
  return copiesIfMost(found, left, lost, 'other keys');
}

/**
 * The texts that a run from here has found to be those of another file, if they are most of the
 * file. By now that file may have other ones.
 */
async function copyFoundBefore(
  left: readonly KeyState[],
  lost: number,
  translations: readonly KeyState[],
  { copiedBefore }: TextOwners,
): Promise<CopiedTexts | undefined> {
  const found = await copiedBefore(translations);
  return copiesIfMost(found, left, lost, 'another file');
}

/** The texts that were found, if they are most of what is left in the file. */
function copiesIfMost(
  found: readonly KeyState[],
  left: readonly KeyState[],
  lost: number,
  from: CopiedTexts['from'],
): CopiedTexts | undefined {
  const isWhole = found.length === left.length;
  if (!isMost(found.length, left.length)) return undefined;
  if (!isWhole && !isShrink(found.length + lost, left.length + lost)) return undefined;
  return { keys: new Set(found.map(({ key }) => key)), from, isWhole };
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
  const isWhole = hasOnlySources && copies.length >= SMALL_KEYS && copies.length * 2 >= left.length;
  return { keys: new Set(copies.map(({ key }) => key)), from: undefined, isWhole };
}
