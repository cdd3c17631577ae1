import { LocsyncError } from '../../../core/errors/index.js';
import type { KeyId } from '../../../core/keys/key.js';
import type { Locale } from '../../../core/locales/locale.js';
import type { KeyState } from '../../../core/merge/key-state.js';
import { isAlteration } from '../../../core/merge/service-form.js';
import { isFormOf } from '../../../plan/receipt.js';
import type { TextsByKey } from '../../../plan/alterations.js';
import type { ReplacedTexts } from '../../memory/replaced-texts.js';
import { scopeOf } from '../../file-errors/diagnostics.js';
import { nameKeys } from '../../file-errors/name-keys.js';
import type { Doubted } from '../outcome/outcome.js';

/*
 * A service may alter the texts of all languages when one of them is uploaded: cut or escape them,
 * or put earlier texts back. The disk still has the texts of other languages then, and the next
 * pull would take the altered ones for a translator's. A translator rarely edits in those seconds,
 * so such a change becomes a conflict.
 */

/** Whether a service may have made `now` of a text that it held some seconds ago. */
export const isAlteredForm = (before: string, now: string): boolean =>
  isFormOf(before, now) || isAlteration(before, now);

/**
 * Texts that both sides held before an upload, and of which the service now holds an altered form,
 * or a text that a pull from here has replaced.
 */
export function alteredSince(
  differed: { has(key: KeyId): boolean },
  section: string,
  states: readonly KeyState[],
  replaced: ReplacedTexts,
): TextsByKey {
  return new Map(
    states.flatMap(({ key, here = '', there = '', verdict }) => {
      if (here === '' || there === '' || here === there) return [];
      if (differed.has(key) || verdict === 'push' || verdict === 'clash') return [];
      const isAltered = isAlteredForm(here, there) || replaced.wasReplacedHere(section, key, there);
      return isAltered ? [[key, here] as const] : [];
    }),
  );
}

/**
 * The error for such texts. `path` is the file that was uploaded, `other` the one that still has
 * them.
 */
export function alteredOthersError(
  path: string,
  other: string,
  { code, tag }: Locale,
  altered: TextsByKey,
): LocsyncError {
  const keys = nameKeys([...altered.keys()], Infinity);
  const args = {
    locale: code,
    count: altered.size,
    keys,
    file: other,
    scope: scopeOf(other, [tag]),
  };
  return LocsyncError.of('UPLOAD_ALTERED_OTHERS', args, { place: { path } });
}

/** The keys of all of these, by section. */
export function joinedKeys(all: readonly { readonly doubted?: Doubted }[]): Doubted {
  const joined = new Map<string, readonly KeyId[]>();
  for (const { doubted } of all)
    for (const [section, keys] of doubted ?? [])
      joined.set(section, [...(joined.get(section) ?? []), ...keys]);
  return joined;
}
