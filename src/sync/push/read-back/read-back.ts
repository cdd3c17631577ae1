import { uploadedStates } from '../../../plan/push.js';
import { NO_TEXTS, type TextsByKey } from '../../../core/keys/key.js';
import { settledBase } from '../../../core/lock/base.js';
import { LocsyncError } from '../../../core/errors/index.js';
import { EXIT } from '../../../core/errors/exit.js';
import type { BaseHashes } from '../../../core/merge/key-state.js';
import { Interrupted } from '../../../ports/host.js';
import { withAltered, withLost, withUnmerged } from '../../../plan/alterations.js';
import { receiptOf, type Receipt } from '../../../plan/receipt.js';
import type { ComparedFile } from '../../files/compared-file.js';
import { withSourceFile, type LocaleFile } from '../../files/locale-file.js';
import type { FileSetTexts } from '../../compare/read/file-set-texts.js';
import { sourcesOf } from '../../local-state/upload-note.js';
import { quotedTexts } from '../../file-errors/diagnostics.js';
import { newerSince } from '../lost-by-upload/newer-since.js';
import { sourceTextsIn } from '../lost-by-upload/source-texts.js';
import type { PushRun } from '../state/push-run.js';
import { alteredTexts } from '../lost-by-upload/uploaded-languages.js';
import { type SentFile, type SentFileReader, othersOf } from '../state/upload-attempt.js';
import {
  keysNotStored,
  newestTexts,
  withoutAltered,
  type NewerTexts,
  type ReadBack,
  type UploadOutcome,
} from '../state/upload-outcome.js';
import { compareAfterUpload, textsThere } from '../fresh-reads/compare-after-upload.js';

const NO_NEWER: NewerTexts = new Map();

/** The file of an upload, its set bound to the source file that the answer to it named. */
export function withAnsweredSource({ attempt: { file }, sourceFile }: UploadOutcome): LocaleFile {
  return sourceFile ? withSourceFile(file, { ...sourceFile, keys: 0 }) : file;
}

/**
 * What the service holds after an upload, compared with what was sent. A text that the service does
 * not have keeps its old base. If it cannot be read back, no base changes, and the next run reads
 * it again. With `texts`, one response may cover all languages. It can only confirm success;
 * anything else is checked with a request for this language.
 */
export async function readFileBack(
  run: PushRun,
  outcome: UploadOutcome,
  readSent: SentFileReader,
  texts: FileSetTexts | undefined,
): Promise<UploadOutcome> {
  const { project } = run;
  let result = await readBackOnce(run, outcome, readSent, texts);
  const wasShared = outcome.attempt.file.locales.some((locale) => texts?.wasShared(locale));
  if (wasShared && !isAsSent(result)) {
    result = await readBackOnce(run, outcome, readSent, undefined);
    if (result.readBack && isAsSent(result)) project.service.doubtAllLanguages(true);
  }
  const { attempt, readBack } = result;
  if (!readBack) return result;
  const newer = withoutAltered(readBack.newer, readBack.altered);
  await project.uploads.noteNewer(attempt.file.path, attempt.bases, newer, readBack.newerSources);
  return result;
}

/** Whether reading back has shown what was sent, and nothing else that has changed. */
function isAsSent({ attempt: { sent }, readBack, receipts }: UploadOutcome): boolean {
  if (!sent) return true;
  if (!readBack || readBack.isNothingStored || readBack.hasForeignTexts || readBack.hasOtherChanges)
    return false;
  const changed = [...readBack.dropped, ...readBack.altered, ...readBack.newer].some(({ size }) => size > 0);
  return !changed && keysNotStored(receipts).length === 0;
}

async function readBackOnce(
  run: PushRun,
  outcome: UploadOutcome,
  readSent: SentFileReader,
  texts: FileSetTexts | undefined,
): Promise<UploadOutcome> {
  const { sent } = outcome.attempt;
  if (!sent) return outcome;
  try {
    const { read, model } = readSent(outcome.attempt.file.path, sent);
    const compared = await compareAfterUpload(run.project, withAnsweredSource(outcome), read, model, {
      texts,
      wasSent: true,
      onAnswers: run.onAnswers,
    });
    return { ...outcome, ...shownBy(run, outcome, sent, compared) };
  } catch (error) {
    return unreadOutcome(run, outcome, sent, error);
  }
}

/**
 * What reading back shows of an upload. `compared`: undefined if the service has no such source
 * file.
 */
function shownBy(
  run: PushRun,
  outcome: UploadOutcome,
  sent: SentFile,
  compared: ComparedFile | undefined,
): Pick<UploadOutcome, 'receipts' | 'readBack'> {
  const held = compared?.locales.map(({ comparison }) => comparison.states) ?? [];
  const now = sent.actions.map((_, i) => textsThere(held[i] ?? []));
  const sourceTexts = compared ? sourceTextsIn(run, outcome.attempt.file, compared) : () => [];
  const { project } = run;
  const altered = compared
    ? alteredTexts(project, outcome, compared, sourceTexts)
    : sent.along.map(() => NO_TEXTS);
  const newer = compared ? newerSince(sent, compared, sourceTexts) : sent.along.map(() => NO_NEWER);
  const receiptsOf = (isLast: boolean): Receipt[] =>
    sent.actions.map((actions, i) => {
      const { section = '' } = outcome.attempt.bases[i] ?? {};
      const states = held[i] ?? [];
      const receipt = receiptOf(actions, now[i] ?? NO_TEXTS, isLast, (key, text) =>
        project.replaced.has('refused', { section, key }, text),
      );
      const withForms = withAltered(receipt, states, sent.touched[i]);
      return withLost(withForms, altered[i] ?? NO_TEXTS, states);
    });
  const receipts = receiptsOf(false);
  // Only what is not there so far can be otherwise the last time.
  const last = keysNotStored(receipts).length === 0 ? receipts : receiptsOf(true);
  const uploads = sent.actions.flatMap((actions) => uploadedStates(actions));
  const arrived = receipts.reduce((sum, receipt) => sum + receipt.arrived, 0);
  const readBack: ReadBack = {
    last,
    isNothingStored: arrived === 0 && uploads.some(({ here = '' }) => here !== ''),
    hasForeignTexts: keysNotStored(receipts).length > uploads.length - arrived,
    dropped: droppedTexts(outcome, sent, compared),
    altered,
    newer,
    newerSources: newer.map((texts) => sourcesOf(texts.keys(), sourceTexts)),
    hasOtherChanges: sent.others.some((before, i) => before !== othersOf(sent.actions[i], held[i] ?? [])),
  };
  return { receipts, readBack };
}

/** For each language texts that only the service had before the upload, and that are gone. */
const droppedTexts = (
  outcome: UploadOutcome,
  { onlyThere }: SentFile,
  compared: ComparedFile | undefined,
): readonly TextsByKey[] =>
  onlyThere.map((before, i) => {
    if (before.size === 0) return NO_TEXTS;
    const comparison = compared?.locales[i]?.comparison;
    const after = textsThere(comparison ? withUnmerged(comparison) : []);
    // If a text was written over since, the new one is named.
    const since = newestTexts(outcome)[i];
    return new Map([...before].filter(([key]) => (after.get(key) ?? '') === '' && !since?.has(key)));
  });

/** The outcome of an upload that could not be read back; throws what is a bug. */
function unreadOutcome(
  run: PushRun,
  outcome: UploadOutcome,
  { along, onlyThere }: SentFile,
  error: unknown,
): UploadOutcome {
  // The service has acknowledged the upload, so it must be reported. A token that is rejected only
  // now is an error of the run, and an interruption is reported as such.
  if (error instanceof Interrupted) return outcome;
  if (!(error instanceof LocsyncError)) throw error;
  if (error.exit === EXIT.auth && run.fatal === undefined)
    return { ...outcome, errors: [...outcome.errors, error] };
  const atRisk = [...along, ...onlyThere].flatMap((texts) => [...texts]);
  const unread = LocsyncError.of(
    'READ_BACK_FAILED',
    { reason: error.message, texts: quotedTexts(atRisk) },
    { place: { path: outcome.attempt.file.path }, cause: error },
  );
  return { ...outcome, warnings: [...outcome.warnings, unread] };
}

/** The bases of the languages of this file with what the run has settled so far. */
export const basesAfter = ({ attempt, receipts }: UploadOutcome): BaseHashes[] =>
  attempt.bases.map(({ base }, i) => settledBase(base, receipts[i]?.settled ?? new Map()));

/** The warning about an upload that did not last; `again`: it was made once more. */
export function overtakenWarning({ attempt, receipts }: UploadOutcome, again: boolean): LocsyncError {
  const { path } = attempt.file;
  const args = { count: keysNotStored(receipts).length, again };
  return LocsyncError.of('UPLOAD_OVERTAKEN', args, { place: { path } });
}
