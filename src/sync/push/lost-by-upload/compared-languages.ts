import { LocsyncError } from '../../../core/errors/index.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { sourceLeaves, sourceTextsHere } from '../../files/source-leaves.js';
import { readLocaleFile, readModel } from '../../files/read-file.js';
import { unlessFailed } from '../../files/unless-failed.js';
import { changeSince } from './lost-since.js';
import type { ServiceBefore } from '../service-before/compared.js';
import { knownSourceTexts } from './source-texts.js';
import { lossErrorsOf } from './loss-errors.js';
import type { LossErrors, UploadOutcome } from '../state/upload-outcome.js';
import type { PushRun } from '../state/push-run.js';
import { compareAfterUpload } from '../fresh-reads/compare-after-upload.js';

/** What an upload has lost of a language that it does not hold. */
export interface LanguageLoss extends LossErrors {
  /** The service drops, empties, replaces or alters texts of languages that were not uploaded. */
  readonly losesTexts: boolean;
}

/** What a compared language that was not uploaded has lost since it was compared. */
export async function comparedLossOf(
  run: PushRun,
  { attempt }: UploadOutcome,
  before: ServiceBefore,
): Promise<LanguageLoss> {
  const { project } = run;
  const { file } = before;
  const model = await readModel(project, file);
  const compared = await unlessFailed(async () => {
    const read = await readLocaleFile(project.files, file.path);
    return (await compareAfterUpload(project, file, read, model))?.locales[0];
  });
  if (compared instanceof LocsyncError) return notRead(attempt.file, compared);
  const [locale] = file.locales;
  if (!locale) return { errors: [], warnings: [], losesTexts: false };
  const here = sourceTextsHere(sourceLeaves(undefined, model, file));
  const change = changeSince(project, before, compared, knownSourceTexts(run, file, here));
  if (compared) project.uploads.noteNamed(compared.section, change.lost.keys());
  const { isEmptied } = change;
  const language = { path: file.path, locale, section: compared?.section ?? '' };
  const emptied = isEmptied ? before : undefined;
  const losses = lossErrorsOf(attempt.file.path, language, { ...change, emptied });
  return { ...losses, losesTexts: isEmptied || losses.unknownBases !== undefined };
}

/** The report of a language that could not be read after an upload: nothing is known to be lost. */
export const notRead = ({ path }: LocaleFile, error: LocsyncError): LanguageLoss => ({
  errors: [],
  warnings: [
    LocsyncError.of('READ_BACK_FAILED', { reason: error.message }, { place: { path }, cause: error }),
  ],
  losesTexts: false,
});
