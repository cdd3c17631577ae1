import { progressCounter } from '../../core/report/progress.js';
import type { Host } from '../../ports/host.js';
import type { ComparedFile } from '../files/compared-file.js';
import type { LocaleFile } from '../files/locale-file.js';
import type { Project } from '../context/project.js';
import { readAllBack } from './read-back/read-all-back.js';
import type { SentFilesIndex } from './read-back/sent-files-index.js';
import type { PlannedUploads, PushCommandOptions, PushRun } from './state/push-run.js';
import { noteOutcome } from './outcome/note-outcome.js';
import type { PushOutcomes } from './outcome/push-outcomes.js';
import { withLosses, type UploadOutcome } from './state/upload-outcome.js';
import { notAttempted } from './state/upload-attempt.js';
import { readUncompared } from './service-before/read-uncompared.js';
import type { UncomparedFileSet } from './service-before/uncompared.js';
import { ReadAhead } from './fresh-reads/read-ahead.js';
import { SourceList } from './fresh-reads/source-list.js';
import { findLossesBefore } from './lost-by-upload/later-languages.js';
import { batchesOf } from './plan/batches.js';
import type { OnCompared } from './plan/replan.js';
import { attemptUpload, uploadOne } from './upload/upload-one.js';

/**
 * Creates the run's event and uploads: the files of one set one after another, the source locale
 * first, since the service merges by name; different sets side by side. Each is read and planned
 * again right before it is sent. Afterwards everything sent is read back, and what is not there is
 * planned and sent once more. No upload follows a rejected token or project: what was sent before
 * is still read back, for the lock. A large push is carried out part by part, so that not all of it
 * is in memory at once. `outcomes` gets the outcome of each file, in the order of the sets.
 */
export async function uploadAll(
  host: Host,
  project: Project,
  { chains, before, files, changes }: PlannedUploads,
  options: PushCommandOptions,
  outcomes: PushOutcomes,
  sentFiles: SentFilesIndex | undefined,
): Promise<void> {
  if (chains.length === 0) return;
  const sources = new SourceList(project.service, host.clock);
  const batches = batchesOf(chains, project.connection.concurrency, (path) => files.of(path).texts);
  const [first = []] = batches;
  const readOthers = async (
    batch: readonly LocaleFile[][],
    { losesTexts }: { readonly losesTexts: boolean },
  ): Promise<readonly UncomparedFileSet[]> => {
    const isFirst = batch === first;
    const read = await readUncompared(project, batch, changes, before, { losesTexts, isFirst });
    for (const earlier of read.flatMap((set) => set.earlier)) outcomes.addEarlier(earlier);
    return read;
  };
  const uncomparedSets = await readOthers(first, { losesTexts: false });
  // The first plan of a file set without a source file needs the list: it is asked for meanwhile.
  if (first.flat().some(({ bound }) => !bound.sourceFile)) void sources.read();
  // What the comparison has found counts, whatever becomes of the event.
  await project.replaced.save();
  const event = await project.service.createEvent();
  const run: PushRun = {
    host,
    project,
    options,
    event,
    sources,
    ahead: new ReadAhead(project, host.clock),
    before,
    files,
    sampled: false,
    changes,
    uncomparedSets,
    staleTranslations: undefined,
    onAnswers: sentFiles?.noteAnswers.bind(sentFiles),
    fatal: undefined,
  };
  const uploaded = progressCounter(host.onProgress, 'uploading', chains.flat().length);
  const sendChain = async (chain: readonly LocaleFile[]): Promise<readonly UploadOutcome[]> => {
    const sent: UploadOutcome[] = [];
    for (const [i, file] of chain.entries()) {
      const onCompared: OnCompared = (compared) => {
        findLossesBefore(run, file, sent, compared);
        readNext(run, compared, chain[i + 1]);
      };
      const upload = (): Promise<UploadOutcome> => uploadOne(run, file, onCompared);
      sent.push(await attemptUpload(run, notAttempted(file), upload));
      uploaded();
    }
    return sent;
  };
  let sentCount = 0;
  for (const batch of batches) {
    if (batch !== first) {
      const losesTexts = run.staleTranslations === 'lost';
      // A service that was seen to keep translations needs no further reading, nor does a run that
      // uploads no more.
      const isNeeded = run.staleTranslations !== 'kept' && run.fatal === undefined;
      run.uncomparedSets = isNeeded ? await readOthers(batch, { losesTexts }) : [];
    }
    const sent = await Promise.all(batch.map(sendChain));
    sentCount += batch.flat().filter(({ path }) => files.of(path).isSent).length;
    if (batch === batches.at(-1)) sentFiles?.list(sentCount);
    for (const result of await readAllBack(run, sent)) {
      const { attempt, sourceFileWasThere, readBack } = result;
      const later = files.of(attempt.file.path).lostLater;
      // Reading back has shown keys that were not sent.
      const isOld = sourceFileWasThere && later.length === 0 && readBack?.hasOtherChanges === true;
      const outcome = withLosses(result, isOld ? [{ errors: [sourceFileWasThere], warnings: [] }] : later);
      noteOutcome(project, outcome);
      outcomes.add(outcome);
      sentFiles?.ended(outcome);
    }
    await project.uploads.save();
    forgetBefore(run, batch);
  }
}

/**
 * Begins to read the language that is uploaded after this one, if the run has made their source
 * file. With one request at a time it would only hold up this upload.
 */
function readNext(
  { ahead, project, sources }: PushRun,
  { file: { bound } }: ComparedFile,
  next: LocaleFile | undefined,
): void {
  const { sourceFile } = bound;
  if (!next || !sourceFile || !sources.hasMade(sourceFile.id) || project.connection.concurrency < 2) return;
  for (const locale of next.locales) ahead.begin(sourceFile, locale);
}

/** A large push would hold what the service has held of all its files. */
function forgetBefore({ before, files }: PushRun, chains: readonly LocaleFile[][]): void {
  for (const { bound, path } of chains.flat()) {
    before.delete(bound.set);
    files.forget(path);
  }
}
