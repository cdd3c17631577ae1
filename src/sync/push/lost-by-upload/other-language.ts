import { LocsyncError } from '../../../core/errors/index.js';
import { withUncompared, type TextsByKey } from '../../../plan/alterations.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { readLocaleFile, readModel } from '../../files/read-file.js';
import { unlessFailed } from '../../files/unless-failed.js';
import { alteredSince } from './altered-others.js';
import type { ServiceBefore } from '../other-languages/service-before.js';
import { lossErrorsOf } from './loss-errors.js';
import type { OtherLosses, UploadOutcome } from '../outcome/outcome.js';
import type { PushRun } from '../outcome/push-run.js';
import { takenTexts } from './taken.js';
import { compareAgain } from '../fresh-reads/compare-again.js';

/** What an upload has done to another language. */
export interface OtherLoss extends OtherLosses {
  readonly warnings: readonly LocsyncError[];
  readonly isEmptied?: boolean;
}

/** What a compared language that was not uploaded has lost since it was compared. */
export async function otherLossOf(
  { project }: PushRun,
  { attempt }: UploadOutcome,
  before: ServiceBefore,
): Promise<OtherLoss> {
  const { file, count } = before;
  const model = await readModel(project, file);
  const compared = await unlessFailed(async () => {
    const read = await readLocaleFile(project.files, file.path);
    return (await compareAgain(project, file, read, model))?.locales[0];
  });
  if (compared instanceof LocsyncError) return notRead(attempt.file, compared);
  const [locale] = file.locales;
  if (!locale) return { errors: [], warnings: [] };
  const states = compared ? withUncompared(compared.comparison) : [];
  const isEmptied = states.every(({ there = '' }) => there === '');
  const lost = takenTexts(project, before, states, model);
  if (compared) project.uploads.named(compared.section, lost.keys());
  const altered: TextsByKey = compared
    ? alteredSince(before.differs, compared.section, compared.comparison.states, project.replaced)
    : new Map();
  const other = { path: file.path, locale, section: compared?.section ?? '' };
  const all = isEmptied ? { count } : undefined;
  return { ...lossErrorsOf(attempt.file.path, other, { all, lost, altered }), warnings: [], isEmptied };
}

export const notRead = ({ path }: LocaleFile, error: LocsyncError): OtherLoss => ({
  errors: [],
  warnings: [
    LocsyncError.of('READ_BACK_FAILED', { reason: error.message }, { place: { path }, cause: error }),
  ],
});
