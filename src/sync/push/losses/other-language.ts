import { LocsyncError } from '../../../core/errors/index.js';
import type { KeyId } from '../../../core/keys/key.js';
import { withUncompared } from '../../../plan/altered.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { readLocaleFile, readModel } from '../../files/read-file.js';
import { unlessFailed } from '../../files/unless-failed.js';
import { alteredOthersError, alteredSince } from './altered-others.js';
import type { ServiceBefore } from '../snapshot/service-before.js';
import { lostError } from './lost-error.js';
import type { Doubted, UploadOutcome } from '../outcome/outcome.js';
import type { PushRun } from '../outcome/push-run.js';
import { takenTexts } from './taken.js';
import { compareAgain } from '../reread/compare-again.js';

/** What an upload has done to another language. */
export interface OtherLoss {
  readonly errors: readonly LocsyncError[];
  readonly warnings: readonly LocsyncError[];
  readonly isEmptied?: boolean;
  readonly doubted?: Doubted;
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
  const errors: LocsyncError[] = [];
  if (isEmptied || lost.size > 0)
    errors.push(lostError(attempt.file.path, locale, isEmptied ? { count } : undefined, lost));
  const { differs } = before;
  if (compared) project.uploads.named(compared.section, lost.keys());
  const altered = compared
    ? alteredSince(differs, compared.section, compared.comparison.states, project.replaced)
    : new Map<KeyId, string>();
  if (!compared || altered.size === 0) return { errors, warnings: [], isEmptied };
  errors.push(alteredOthersError(attempt.file.path, file.path, locale, altered));
  return { errors, warnings: [], isEmptied, doubted: new Map([[compared.section, [...altered.keys()]]]) };
}

export const notRead = ({ path }: LocaleFile, error: LocsyncError): OtherLoss => ({
  errors: [],
  warnings: [
    LocsyncError.of('READ_BACK_FAILED', { reason: error.message }, { place: { path }, cause: error }),
  ],
});
