import { uploadedStates } from '../../../plan/push.js';
import { LocsyncError } from '../../../core/errors/index.js';
import type { KeyId } from '../../../core/keys/key.js';
import { hasEntries } from '../../../core/lock/lock.js';
import { textsGoneBack } from '../../../plan/alterations.js';
import { receiptWithoutReadBack } from '../../../plan/receipt.js';
import type { Uploaded } from '../../../ports/service.js';
import type { Project } from '../../context/project.js';
import { olderAnswerWarnings } from '../../file-errors/distrusted.js';
import { pushLosses } from '../../file-errors/loss-warnings.js';
import { nameKeys } from '../../file-errors/name-keys.js';
import type { LocaleFile } from '../../files/locale-file.js';
import type { PushRun } from '../state/push-run.js';
import { attempted } from '../state/upload-attempt.js';
import type { UploadOutcome } from '../state/upload-outcome.js';
import type { Sendable, PriorUpload } from '../state/upload-plan.js';
import { nfc } from '../../../core/text/normal-form.js';
import { uploadNames } from '../fresh-reads/bind-to-source-file.js';

/** What was sent, and what is known of the attempts before. */
interface AnsweredUpload {
  readonly sendable: Sendable;
  /** What earlier attempts have lost. */
  readonly losses: readonly LocsyncError[];
  readonly prior: PriorUpload | undefined;
}

/**
 * The outcome of an upload of this file that the service has answered, the last of `attempts`. Also
 * notes the source file for the run, and the texts that the outcome names. Throws
 * ANSWER_FOR_ANOTHER.
 */
export function pushedOutcome(
  { project, sources }: PushRun,
  file: LocaleFile,
  { sourceFile, version, attempts }: Uploaded & { readonly attempts: number },
  { sendable, losses, prior }: AnsweredUpload,
): UploadOutcome {
  const { compared, plan, rows } = sendable;
  // The plan knows of no source file: nothing of it was compared.
  const isNew =
    compared.file.bound.sourceFile === undefined && !(sourceFile && sources.hasMade(sourceFile.id));
  const wasSynced = compared.locales.some(({ section }) => hasEntries(project.stored.lock, section));
  // A file that is created has version 1 (docs/service-interface.md).
  const isLater = version !== undefined && version > attempts;
  const isOld = isNew && (isLater || (!wasSynced && (version ?? 0) < 1));
  const sourceFileWasThere = isOld ? oldFileError(sendable, version) : undefined;
  if (!file.bound.sourceFile) {
    // A list that lacks only this one still counts for the other sets: theirs have other names.
    if (sourceFile && !(sourceFileWasThere && wasSynced)) sources.add(sourceFile);
    else sources.forget();
  }
  assertSameSourceFile(compared.file, sourceFile);
  const receipts = plan.actions.map(receiptWithoutReadBack);
  const attempt = attempted(sendable);
  const warnings = uploadWarnings(project, sendable, prior);
  const errors = [
    ...(sourceFileWasThere && wasSynced ? [sourceFileWasThere] : []),
    ...sendable.errors,
    ...losses,
  ];
  const outcome = {
    attempt,
    state: 'pushed',
    sourceFile,
    version,
    receipts,
    rows,
    errors,
    warnings,
  } as const;
  return sourceFileWasThere && !wasSynced ? { ...outcome, sourceFileWasThere } : outcome;
}

/** Names what the upload has replaced on purpose, and what it leaves to the service. */
function uploadWarnings(
  { replaced, uploads }: Project,
  { compared, plan }: Sendable,
  prior: PriorUpload | undefined,
): readonly LocsyncError[] {
  // No later run has to name these texts again.
  for (const { section, comparison } of compared.locales)
    uploads.noteNamed(section, textsGoneBack(comparison).keys());
  const isNamed = (i: number, key: KeyId): boolean =>
    prior?.isNamed(i, key) === true ||
    plan.actions[i]?.get('upload')?.some((state) => state.key === key) === true;
  return [...pushLosses(compared, plan, replaced, true), ...olderAnswerWarnings(compared, isNamed)];
}

/** The error for an upload that became a new version of a source file that the list had lacked. */
function oldFileError({ compared, plan }: Sendable, version: number | undefined): LocsyncError {
  const { path } = compared.file;
  const keys = plan.actions.flatMap((actions) => uploadedStates(actions).map(({ key }) => key));
  const args = { name: path, version, count: keys.length, keys: nameKeys(keys, Infinity) };
  return LocsyncError.of('SOURCE_FILE_WAS_THERE', args, { place: { path } });
}

/**
 * Throws ANSWER_FOR_ANOTHER if an upload was answered with another source file than this set's: to
 * read that one back would record as arrived what is not there, and the next pull would revert it.
 * A source file that is new may be called as any locale's file of the set is, or as the end of
 * that.
 */
function assertSameSourceFile(
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
