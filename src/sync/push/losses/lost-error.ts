import { LocsyncError } from '../../../core/errors/index.js';
import type { Locale } from '../../../core/locales/locale.js';
import type { TextsByKey } from '../../../plan/altered.js';
import { quotedTexts } from '../../problems/diagnostics.js';
import { nameKeys } from '../../problems/name-keys.js';

/**
 * The error for texts of a language that an upload of another one has taken. `all`: how many texts
 * the language had, if it has none now. `lost`: those that are not on disk.
 */
export function lostError(
  path: string,
  { code, tag }: Locale,
  all: { readonly count: number } | undefined,
  lost: TextsByKey,
): LocsyncError {
  const keys = nameKeys([...lost.keys()], Infinity);
  const texts = quotedTexts([...lost]);
  const args = { locale: code, tag, all: all?.count, count: lost.size, keys, texts };
  return LocsyncError.of('UPLOAD_LOST_OTHERS', args, { place: { path } });
}
