import { heldInOtherForm, unusedKeys } from '../core/check/plural-keys.js';
import type { KeyId } from '../core/keys/key.js';
import type { KeyState } from '../core/merge/key-state.js';
import { isShrink } from '../core/merge/policy.js';
import { getOrMake } from '../core/util/collections.js';

/** A language of a locale file, as far as it decides which keys need a translation. */
export interface Countable {
  readonly sourceTexts: ReadonlyMap<KeyId, { readonly text?: string }>;
  /** Whether the disk holds the file, and in it this language. */
  readonly exists: boolean;
}

/** The keys that need no translation, and whether some of them are plural forms of others. */
export interface Uncounted {
  readonly keys: ReadonlySet<KeyId>;
  readonly hasForms: boolean;
}

const emptyOf = new WeakMap<Countable['sourceTexts'], readonly KeyId[]>();

/** The keys with an empty text. All languages of a set ask for those of the source locale. */
const emptyKeys = (texts: Countable['sourceTexts']): readonly KeyId[] =>
  getOrMake(emptyOf, texts, () => [...texts].flatMap(([key, { text }]) => (text === '' ? [key] : [])));

/** Whether a language has a text for each source key, in one order. False proves nothing. */
function holdsAll(
  states: readonly KeyState[],
  exists: boolean,
  sourceTexts: { keys(): Iterable<KeyId> },
): boolean {
  const keys = [...sourceTexts.keys()];
  return (
    keys.length === states.length &&
    states.every(({ key, here, there }, i) => key === keys[i] && ((exists ? here : there) ?? '') !== '')
  );
}

/**
 * The keys that need no translation: their source text is empty, they were deleted here on purpose,
 * or they are plural forms without a text that the locale does not use. Also those that the locale
 * has in another form: plural forms in place of one text, or the reverse. So many deletions that
 * they may be an accident all count. `locale` is a translated language; undefined for the source
 * locale.
 */
export function uncountedOf(
  states: readonly KeyState[],
  { sourceTexts, exists }: Countable,
  locale: string | undefined,
): Uncounted {
  const deleted = exists
    ? states.filter(
        ({ here, there, base }) => here === undefined && base !== undefined && there !== undefined,
      )
    : [];
  const keys = new Set(isShrink(deleted.length, states.length) ? [] : deleted.map(({ key }) => key));
  for (const key of emptyKeys(sourceTexts)) keys.add(key);
  if (locale === undefined || holdsAll(states, exists, sourceTexts)) return { keys, hasForms: false };
  const held = new Set<KeyId>();
  for (const { key, here = '', there = '' } of states) if ((exists ? here : there) !== '') held.add(key);
  const lacking: KeyId[] = [];
  for (const key of sourceTexts.keys()) if (!held.has(key)) lacking.push(key);
  // Both kinds of forms are among the keys without a text.
  if (lacking.length === 0) return { keys, hasForms: false };
  const unused = unusedKeys([...sourceTexts.keys()], locale).filter((key) => !held.has(key));
  const replaced = heldInOtherForm(lacking, held);
  for (const key of [...unused, ...replaced]) keys.add(key);
  return { keys, hasForms: unused.length + replaced.length > 0 };
}
