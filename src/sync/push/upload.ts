import { LocsyncError } from '../../core/errors/index.js';
import { EXIT } from '../../core/errors/exit.js';
import { baseOf } from '../../core/merge/lock-file.js';
import type { BaseTexts } from '../../core/merge/merge.js';
import { counting } from '../../core/report/progress.js';
import type { FileReport, FileState } from '../../core/report/report.js';
import { Interrupted, type Host } from '../../ports/host.js';
import type { SyncEvent } from '../../ports/service.js';
import { hasArrived, receiptOf, type Receipt } from '../../plan/push.js';
import type { Project } from '../project.js';
import { readAllBack } from './after-upload.js';
import type { LocaleFile } from '../locale-files.js';
import { pushLosses } from '../report/loss-warnings.js';
import type { PushOptions } from '../../commands/push.js';
import { pushRows } from './rows.js';
import { heldTexts, refuseStranger, type Look } from './verify.js';
import { nameKeys } from '../report/rows.js';
import { nothingToSend, replan, uploadable, type Replanned, type Sendable } from './replan.js';
import { SourceList } from './source-list.js';
import { notTried, sentAs, type Tried } from './outcome.js';

/** What became of one planned upload. */
export interface Outcome {
  readonly tried: Tried;
  readonly state: Extract<FileState, 'pushed' | 'failed' | 'skipped'>;
  readonly sourceFile?: { readonly id: string; readonly name: string } | undefined;
  readonly version?: number | undefined;
  /** For each part of the plan what the service now holds of it; empty where that is not known. */
  readonly receipts: readonly Receipt[];
  /** The file's rows under the last plan, which `errors` speak of as well; undefined if it was not planned again. */
  readonly rows?: readonly FileReport[];
  /** What reading back showed; undefined if that was not tried, or failed. */
  readonly look?: Look;
  readonly errors: readonly LocsyncError[];
  readonly warnings: readonly LocsyncError[];
}

/** What all uploads of one run share. */
export interface Run {
  readonly host: Host;
  readonly project: Project;
  readonly options: PushOptions;
  readonly event: SyncEvent;
  readonly sources: SourceList;
  /** Ends the run after what is in flight: a refused token. */
  fatal: LocsyncError | undefined;
}

/** Files that are uploaded before the first of them is read back: what was sent is kept until then. */
const BATCH = 500;

/**
 * Creates the run's event and uploads: the files of one set one after another, the source locale first, since the service merges by name;
 * different sets side by side. Each is read and planned again right before it is sent. Afterwards everything sent is read back, and what is not
 * there is planned and sent once more. An error that ends the run ends it after what is in flight. `ended` is told of each file in the order of
 * the sets; a large push is carried out part by part, so that not all of it is in memory at once.
 */
export async function uploadAll(
  host: Host,
  project: Project,
  chains: readonly LocaleFile[][],
  options: PushOptions,
  ended: (outcome: Outcome) => void,
): Promise<void> {
  if (chains.length === 0) return;
  const sources = new SourceList(project.service, host.clock);
  const event = await project.service.createEvent();
  await project.replaced.save();
  const run: Run = { host, project, options, event, sources, fatal: undefined };
  const uploaded = counting(host.onProgress, 'uploading', chains.flat().length);
  const sendChain = async (chain: readonly LocaleFile[]): Promise<readonly Outcome[]> => {
    const outcomes: Outcome[] = [];
    for (const file of chain) {
      outcomes.push(await attempt(run, notTried(file), () => uploadOne(run, file, options)));
      uploaded();
    }
    return outcomes;
  };
  for (const batch of batchesOf(chains)) {
    const sent = await Promise.all(batch.map(sendChain));
    for (const outcome of await readAllBack(run, sent)) ended(outcome);
  }
}

/** Whole chains, as many as {@link BATCH} allows, at least one. */
function batchesOf<T>(chains: readonly T[][]): T[][][] {
  const batches: T[][][] = [];
  let room = 0;
  for (const chain of chains) {
    const batch = batches.at(-1);
    if (batch && chain.length <= room) batch.push(chain);
    else {
      batches.push([chain]);
      room = BATCH;
    }
    room -= chain.length;
  }
  return batches;
}

/** The outcome of one upload; an error is one file's outcome unless it is a defect. */
export async function attempt(run: Run, tried: Tried, upload: () => Promise<Outcome>): Promise<Outcome> {
  const outcome = { tried, receipts: [], errors: [], warnings: [] };
  if (run.fatal !== undefined || run.host.signal.aborted) return { ...outcome, state: 'skipped' };
  try {
    return await upload();
  } catch (error) {
    // What has been uploaded by now must still be recorded: an interruption is the outcome of one file, not the end of all.
    if (error instanceof Interrupted) return { ...outcome, state: 'skipped' };
    if (!(error instanceof LocsyncError)) throw error;
    if (error.exit === EXIT.auth) run.fatal = error;
    return { ...outcome, state: 'failed', errors: [error] };
  }
}

/** An upload of which nobody knows whether it arrived, unlike one that was interrupted before it was sent. */
function interruptedUpload(error: unknown, { path }: LocaleFile): unknown {
  if (!(error instanceof Interrupted)) return error;
  return LocsyncError.of('UPLOAD_INTERRUPTED', { name: path }, { place: { path }, cause: error });
}

/** Mostly all of it is written down already, as it was planned before the first upload. */
async function noteReplaced({ replaced }: Project, { compared, plan }: Sendable): Promise<void> {
  replaced.uploading(compared, plan.actions);
  await replaced.save();
}

/**
 * Uploads one file: whatever is sent, at the first attempt or at a later one, was planned right before from what both sides hold. `before`: it was
 * uploaded earlier in this run, and settled these `bases`.
 */
export async function uploadOne(
  { host, project, event, sources }: Run,
  file: LocaleFile,
  options: PushOptions,
  bases?: readonly BaseTexts[],
): Promise<Outcome> {
  const [locale] = file.locales;
  if (!locale) throw new Error('a locale file without a locale');
  const { doubt } = project.stored.lock;
  const last: { again?: Replanned; sendable?: Sendable | undefined } = {};
  const arrived = async ({ compared, model, plan }: Sendable): Promise<boolean> => {
    const held = await heldTexts(project, compared.file, compared, model);
    return (
      held !== undefined && plan.actions.every((actions, i) => hasArrived(actions, held[i] ?? new Map()))
    );
  };
  const uploading = project.service.upload({
    filename: file.bound.uploadName(locale),
    event,
    reads: file.locales.length,
    plan: async () => {
      last.sendable = undefined;
      last.again = await replan(host, project, sources, file, options, bases);
      last.sendable = uploadable(last.again);
      if (last.sendable) await noteReplaced(project, last.sendable);
      return last.sendable;
    },
    arrived: async () => last.sendable !== undefined && arrived(last.sendable),
  });
  const uploaded = await uploading.catch((error: unknown) => {
    throw last.sendable ? interruptedUpload(error, file) : error;
  });
  const { again, sendable } = last;
  if (!again) throw new Error('an upload without a plan');
  if (!uploaded || !sendable) return nothingToSend(file, again, options, doubt);
  const { sourceFile, version } = uploaded;
  const isNew = file.bound.source === undefined && !(sourceFile && sources.made.has(sourceFile.id));
  const wasThere = isNew ? oldFileError(project, sendable, version) : undefined;
  if (!file.bound.source) {
    sources.forget();
    if (sourceFile && !wasThere) sources.made.add(sourceFile.id);
  }
  refuseStranger(sendable.compared.file, sourceFile);
  const receipts = sendable.plan.actions.map((actions) => receiptOf(actions, undefined, false));
  const tried = sentAs(sendable, doubt);
  const { compared, plan, errors } = sendable;
  const rows = pushRows(compared, plan, options);
  const all = wasThere ? [wasThere, ...errors] : errors;
  const warnings = pushLosses(compared, plan, true);
  return { tried, state: 'pushed', sourceFile, version, receipts, rows, errors: all, warnings };
}

/** An upload that was to make a source file anew, and that became a further version of one that the list had lacked. */
function oldFileError(
  { stored }: Project,
  { compared, plan }: Sendable,
  version: number | undefined,
): LocsyncError | undefined {
  const wasSynced = compared.locales.some(({ section }) => baseOf(stored.lock, section).size > 0);
  if (!wasSynced || version === undefined || version <= 1) return undefined;
  const { path } = compared.file;
  const keys = plan.actions.flatMap((actions) => (actions.get('upload') ?? []).map(({ key }) => key));
  const args = { name: path, version, count: keys.length, keys: nameKeys(keys) };
  return LocsyncError.of('SOURCE_FILE_WAS_THERE', args, { place: { path } });
}
