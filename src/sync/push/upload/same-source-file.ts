import { LocsyncError } from '../../../core/errors/index.js';
import { nfc } from '../../../core/text/normal-form.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { uploadNames } from '../fresh-reads/bind-to-source-file.js';

/**
 * Throws ANSWER_FOR_ANOTHER if an upload was answered with another source file than this set's: to
 * read that one back would record as arrived what is not there, and the next pull would revert it.
 * A source file that is new may be called as any locale's file of the set is, or as the end of
 * that.
 */
export function assertSameSourceFile(
  { bound }: LocaleFile,
  answered: { readonly id: string; readonly name: string } | undefined,
): void {
  if (!answered) return;
  const names = [...uploadNames({ bound })];
  const name = nfc(answered.name);
  const same = bound.sourceFile
    ? answered.id === bound.sourceFile.id
    : names.some((own) => own === name || own.endsWith(`/${name}`));
  if (same) return;
  const expected = bound.sourceFile ? `${bound.sourceFile.name} (${bound.sourceFile.id})` : (names[0] ?? '');
  const got = `${answered.name} (${answered.id})`;
  throw LocsyncError.of('ANSWER_FOR_ANOTHER', { what: `the upload of ${expected}`, expected, got });
}
