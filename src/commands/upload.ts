import { LocsyncError } from '../core/errors/index.js';
import { EXIT } from '../core/exit.js';
import { counting } from '../core/progress.js';
import type { FileReport, FileState } from '../core/report.js';
import { Interrupted, type Host } from '../ports/host.js';
import type { SyncEvent } from '../ports/service.js';
import { hasArrived, receiptOf, type Receipt } from '../sync/push-plan.js';
import { pool } from './pool.js';
import type { Project } from './project.js';
import type { PlannedUpload, PushOptions } from './push.js';
import {
  basesAfter,
  boundAsAnswered,
  heldTexts,
  lostKeys,
  overtaken,
  readBack,
  refuseStranger,
} from './read-back.js';
import { nothingToSend, replan, uploadable, type Replanned } from './replan.js';
import { notTried, reader, sentAs, type Tried } from './tried.js';

/** What became of one planned upload. */
export interface Outcome {
  readonly tried: Tried;
  readonly state: Extract<FileState, 'pushed' | 'failed' | 'skipped'>;
  readonly sourceFile?: { readonly id: string; readonly name: string } | undefined;
  readonly version?: number | undefined;
  /** For each part of the plan what the service now holds of it; empty where that is not known. */
  readonly receipts: readonly Receipt[];
  /** The file's rows as they stand by now, where it was looked at again and then not sent. */
  readonly rows?: readonly FileReport[];
  readonly errors: readonly LocsyncError[];
  readonly warnings: readonly LocsyncError[];
}

/** What all uploads of one run share. */
interface Run {
  readonly host: Host;
  readonly project: Project;
  readonly options: PushOptions;
  readonly event: SyncEvent;
  /** Ends the run after what is in flight: a refused token. */
  fatal: LocsyncError | undefined;
}

/**
 * A plan older than this is made anew right before its upload: what another machine has uploaded since would be reverted, since an upload
 * carries the whole file and the interface has no condition for it.
 */
const FRESH_MS = 2_000;

/** What a service that imports in its own time may take before an upload counts as not arrived. */
const ARRIVAL_MS = 1_000;

/** Files that are uploaded before the first of them is read back: what was sent is kept until then. */
const BATCH = 500;

/**
 * Creates the run's event and uploads: the files of one set one after another, the source locale first, since the service merges by name;
 * different sets side by side. Afterwards everything sent is read back, and what is not there is planned and sent once more. An error that ends
 * the run ends it after what is in flight. `ended` is told of each file in the order of the sets; a large push is carried out part by part, so
 * that not all of it is in memory at once, and the chains, one for each set, are empty afterwards.
 */
export async function uploadAll(
  host: Host,
  project: Project,
  chains: readonly PlannedUpload[][],
  options: PushOptions,
  ended: (outcome: Outcome) => void,
): Promise<void> {
  if (chains.length === 0) return;
  // While one request of a chain is on its way, its next file can be read again at no cost in time, as long as there are places for both.
  const renew = 2 * chains.length <= project.connection.concurrency;
  const renewed = (planned: PlannedUpload | undefined): Promise<Replanned> | undefined => {
    const again = renew && planned ? replan(host, project, planned.compared.file, options) : undefined;
    again?.catch(() => undefined); // Thrown where it is waited for.
    return again;
  };
  const heads = new Map(chains.map((chain) => [chain, renewed(chain[0])]));
  const run: Run = { host, project, options, event: await project.service.createEvent(), fatal: undefined };
  const uploaded = counting(host.onProgress, 'uploading', chains.flat().length);
  const sendChain = async (chain: PlannedUpload[]): Promise<readonly Outcome[]> => {
    const outcomes: Outcome[] = [];
    let ready = heads.get(chain);
    heads.delete(chain);
    let last: number | undefined;
    let overtaking = false;
    // Taken out of the chain: what has been sent is kept by nobody.
    for (let planned = chain.shift(); planned; planned = chain.shift()) {
      const first = planned;
      const own = overtaking ? replan(host, project, first.compared.file, options) : ready;
      own?.catch(() => undefined);
      ready = renewed(chain[0]);
      const outcome = await attempt(run, notTried(first), () => uploadOne(run, first, own));
      outcomes.push(outcome);
      uploaded();
      const { version } = outcome;
      // A number in between is the upload of another machine.
      overtaking = version !== undefined && last !== undefined && version !== last + 1;
      last = version ?? last;
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

/** Reads back what was sent, and sends once more what is not there. */
async function readAllBack(run: Run, sent: readonly (readonly Outcome[])[]): Promise<readonly Outcome[]> {
  const { host, project } = run;
  const pushed = sent.flat().filter((outcome) => outcome.state === 'pushed');
  if (run.fatal !== undefined || host.signal.aborted) return sent.flat();
  const readOne = counting(host.onProgress, 'reading back', pushed.length);
  // It bounds how many of the files are parsed at a time.
  const inTurn = pool(project.connection.concurrency * 2);
  const received = await Promise.all(
    sent.map((chain) => {
      const textsOf = reader();
      return Promise.all(
        chain.map(async (outcome) =>
          outcome.state === 'pushed'
            ? inTurn(() => readBack(project, outcome, false, textsOf)).finally(readOne)
            : outcome,
        ),
      );
    }),
  );
  return (await Promise.all(received.map((chain) => sendLostAgain(run, chain)))).flat();
}

/** The outcome of one upload; an error is one file's outcome unless it is a defect. */
async function attempt(run: Run, tried: Tried, upload: () => Promise<Outcome>): Promise<Outcome> {
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
function interruptedUpload(error: unknown, { compared }: PlannedUpload): unknown {
  if (!(error instanceof Interrupted)) return error;
  const { path } = compared.file;
  return LocsyncError.of('UPLOAD_INTERRUPTED', { name: path }, { place: { path }, cause: error });
}

async function uploadOne(
  run: Run,
  first: PlannedUpload,
  renewed: Promise<Replanned> | undefined,
): Promise<Outcome> {
  const { host, project, options } = run;
  let again = await renewed;
  const age = host.clock.now() - (again ?? first).readAt;
  const { file } = first.compared;
  if (age > FRESH_MS) again = await replan(host, project, file, options);
  if (!again) return send(run, first);
  const planned = uploadable(again);
  return planned ? send(run, planned) : nothingToSend(file, again, options, project.stored.lock.doubt);
}

async function send({ project, event }: Run, planned: PlannedUpload): Promise<Outcome> {
  const { compared, model, plan, content } = planned;
  const { file } = compared;
  const [locale] = file.locales;
  if (!locale) throw new Error('a locale file without a locale');
  const arrived = async (): Promise<boolean> => {
    const held = await heldTexts(project, file, compared, model);
    return (
      held !== undefined && plan.actions.every((actions, i) => hasArrived(actions, held[i] ?? new Map()))
    );
  };
  const upload = { filename: file.bound.uploadName(locale), content, event };
  const { sourceFile, version } = await project.service.upload(upload, arrived).catch((error: unknown) => {
    throw interruptedUpload(error, planned);
  });
  refuseStranger(file, sourceFile);
  const receipts = plan.actions.map((actions) => receiptOf(actions, undefined, false));
  const tried = sentAs(planned, project.stored.lock.doubt);
  return { tried, state: 'pushed', sourceFile, version, receipts, errors: [], warnings: [] };
}

/**
 * Plans and sends the files of one set once more whose texts have not arrived: another machine's upload at the same moment has put back what it
 * had read before. A service that keeps its own texts sees one upload more, and is remembered for it.
 */
async function sendLostAgain(run: Run, chain: readonly Outcome[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const first of chain) {
    const isLost = lostKeys(first.receipts).length > 0;
    outcomes.push(isLost ? await sendAgain(run, first) : first);
  }
  return outcomes;
}

async function sendAgain(run: Run, first: Outcome): Promise<Outcome> {
  const { host, project, options } = run;
  let again: Replanned | undefined;
  const second = await attempt(run, first.tried, async () => {
    await host.clock.sleep(ARRIVAL_MS, host.signal);
    const bases = basesAfter(first);
    again = await replan(host, project, boundAsAnswered(first), { ...options, all: false }, bases);
    const planned = uploadable(again);
    if (!planned) return nothingToSend(first.tried.file, again, options, project.stored.lock.doubt, true);
    const outcome = await send(run, planned);
    return readBack(project, { ...outcome, warnings: [overtaken(first, true)] }, true);
  });
  const warnings = [...first.warnings, ...second.warnings];
  if (second.state === 'pushed') return { ...second, warnings };
  // The first upload did go out, whatever became of the second.
  const { state, sourceFile, version } = first;
  const { errors } = second;
  // Texts that only took their time are no other machine's.
  const arrived = errors.length === 0 && again?.plan !== undefined;
  if (!arrived) warnings.push(overtaken(first, false));
  return { ...(second.rows ? second : first), state, sourceFile, version, errors, warnings };
}
