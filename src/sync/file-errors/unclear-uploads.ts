import { LocsyncError } from '../../core/errors/index.js';
import type { UploadEntry } from '../../core/records/upload-entry.js';
import type { LostTexts } from '../../core/records/upload-losses.js';
import type { LocaleFile } from '../files/locale-file.js';
import { alteredErrors, droppedErrors, quotedTexts } from './diagnostics.js';

/** An upload whose outcome is unknown, with the texts that it may have lost. */
const unknownEnd = ({ id, at, onlyThere }: UploadEntry) => ({
  name: id,
  on: new Date(at).toISOString().slice(0, 10),
  count: onlyThere.size,
  texts: quotedTexts([...onlyThere].map(([key, { text }]) => [key, text])),
});

/** The warning of an upload that is too old to be looked for. */
export const forgottenUpload = (entry: UploadEntry): LocsyncError =>
  LocsyncError.of('UPLOAD_FORGOTTEN', unknownEnd(entry));

/** The warning of an upload of a file that no file set has; `isHere`: the disk has it. */
export const uncoveredUpload = (entry: UploadEntry, isHere: boolean): LocsyncError =>
  LocsyncError.of('UPLOAD_UNCOVERED', { ...unknownEnd(entry), isHere });

/** The warning for newer texts that were taken back after an upload of an earlier run. */
export function revertedWarnings(
  { path }: Pick<LocaleFile, 'path'>,
  lost: readonly LostTexts[],
): LocsyncError[] {
  const reverted = lost.flatMap((texts) => texts.reverted);
  if (reverted.length === 0) return [];
  const args = { count: reverted.length, texts: quotedTexts(reverted) };
  return [LocsyncError.of('TEXTS_REVERTED', args, { place: { path } })];
}

/** The errors for texts that an upload has lost; `earlier`: one of an earlier run. */
export const lostTextErrors = (
  file: Pick<LocaleFile, 'path' | 'locales'>,
  lost: readonly LostTexts[],
  earlier = false,
): LocsyncError[] => [
  ...droppedErrors(
    file,
    lost.map(({ dropped }) => dropped),
    earlier,
  ),
  ...alteredErrors(
    file,
    lost.map(({ altered }) => altered),
    earlier,
  ),
];
