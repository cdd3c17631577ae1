import { align } from '../../../core/align/align.js';
import type { KnownKeys } from '../../../core/align/aligned.js';
import type { KeyId, TextsByKey } from '../../../core/keys/key.js';
import type { Locale } from '../../../core/locales/locale.js';
import type { BaseHashes } from '../../../core/merge/key-state.js';
import type { LocaleLeaves } from '../../../plan/locale-root.js';
import type { RemoteTexts } from '../../../ports/service.js';

/** The language in question, with the keys that show how the service writes keys. */
export interface LanguageQuery {
  readonly locale: Locale;
  readonly here: LocaleLeaves;
  readonly sourceTexts: LocaleLeaves;
  readonly base: BaseHashes;
  readonly isList: boolean;
  readonly mayMerge: boolean;
}

/** The texts of an answer under the keys that they have here. */
export function alignedTexts(
  answer: RemoteTexts,
  codes: readonly string[],
  knownKeys: KnownKeys,
): TextsByKey {
  const { keys, there } = align(answer, knownKeys, codes);
  const texts = new Map<KeyId, string>();
  for (const [i, key] of keys.entries()) {
    const text = there[i];
    if (text !== undefined) texts.set(key, text);
  }
  return texts;
}
