import { hashText, type Hash } from '../../core/merge/hash.js';
import type { KeyId } from '../../core/keys/key.js';
import type { KeyState } from '../../core/merge/key-state.js';
import type { Locale } from '../../core/locales/locale.js';
import { isShrink } from '../../core/merge/policy.js';
import type { CopiedTexts } from '../../plan/comparison.js';

/** What tells whose texts a file holds. */
interface TextOwners {
  /** The file's language is that of the source locale, and may share its texts. */
  readonly isVariant: boolean;
  /** Whether a text of a key was a source text, as far as this machine remembers. */
  readonly wasSource: (key: KeyId, text: string) => boolean;
  /** The locales of other languages than the file's and the source locale's. */
  readonly strangers: readonly Locale[];
  readonly hashesOf: (locale: Locale) => Promise<ReadonlyMap<KeyId, Hash>>;
}

/**
 * The translations that have given way here to texts of another language, as in a copy of its file:
 * to source texts as they were synced, or for the most part to texts of one other language. The
 * service still has the translations. A new text that all languages get at once does not count.
 * Undefined if there are none.
 */
export async function copiedTexts(
  states: readonly KeyState[],
  { isVariant, wasSource, strangers, hashesOf }: TextOwners,
): Promise<CopiedTexts | undefined> {
  const changed = states.filter(
    ({ verdict, here = '', there = '', base }) =>
      (verdict === 'push' || verdict === 'conflict') && base !== undefined && here !== '' && there !== '',
  );
  if (changed.length === 0) return undefined;
  const isCopy = ({ key, here = '', there = '' }: KeyState): boolean =>
    !isVariant && wasSource(key, here) && !wasSource(key, there);
  const copies = new Set<KeyId>();
  const others: KeyState[] = [];
  for (const state of changed)
    if (isCopy(state)) copies.add(state.key);
    else others.push(state);
  const of = states.filter(({ base }) => base !== undefined).length;
  if (isShrink(others.length, of)) {
    const hashed = others.map(({ key, here = '' }) => ({ key, hash: hashText(here) }));
    for (const locale of strangers) {
      const hashes = await hashesOf(locale);
      const found = hashed.flatMap(({ key, hash }) => (hashes.get(key) === hash ? key : []));
      if (isShrink(found.length, of) && found.length * 2 > of)
        return { keys: new Set(found), from: locale.code };
    }
  }
  return copies.size === 0 ? undefined : { keys: copies, from: undefined };
}
