import { LocsyncError } from '../../../core/errors/index.js';
import type { TextsByKey } from '../../../core/keys/key.js';
import type { Locale } from '../../../core/locales/locale.js';
import type { LossErrors } from '../state/upload-outcome.js';
import { quotedTexts, scopeOf } from '../../file-errors/diagnostics.js';
import { nameKeys } from '../../file-errors/name-keys.js';

/**
 * The error for texts of a language that an upload of another one has lost. `emptied`: how many
 * texts the language had, if it has none now. `lost`: those that are not on disk.
 */
function lostError(
  path: string,
  { code, tag }: Locale,
  emptied: { readonly count: number } | undefined,
  lost: TextsByKey,
): LocsyncError {
  const keys = nameKeys([...lost.keys()], Infinity);
  const texts = quotedTexts([...lost]);
  const args = { locale: code, tag, all: emptied?.count, count: lost.size, keys, texts };
  return LocsyncError.of('UPLOAD_LOST_OTHERS', args, { place: { path } });
}

/**
 * The error for texts that both sides held, and that the upload of the file `path` has altered.
 * `other` is the file that still has them.
 */
function alteredError(path: string, other: string, { code, tag }: Locale, altered: TextsByKey): LocsyncError {
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

/**
 * The errors for what the upload of `by` has lost of another language, and the keys of which it
 * is unknown now who changed them. `emptied` as for {@link lostError}; `differing`: lost
 * keys for which disk and service now hold different texts.
 */
export function lossErrorsOf(
  by: string,
  { path, locale, section }: { readonly path: string; readonly locale: Locale; readonly section: string },
  {
    emptied,
    lost,
    differing,
    altered,
  }: {
    readonly emptied: { readonly count: number } | undefined;
    readonly lost: TextsByKey;
    readonly differing: TextsByKey;
    readonly altered: TextsByKey;
  },
): LossErrors {
  const errors: LocsyncError[] = [];
  if (emptied || lost.size > 0) errors.push(lostError(by, locale, emptied, lost));
  if (altered.size > 0) errors.push(alteredError(by, path, locale, altered));
  const unknownBases = [...altered.keys(), ...differing.keys()];
  const found = { errors, warnings: [] };
  return unknownBases.length === 0 ? found : { ...found, unknownBases: new Map([[section, unknownBases]]) };
}
