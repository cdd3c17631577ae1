import { ifAvailable } from '../../files/unless-failed.js';
import { append } from '../../../core/util/collections.js';
import { LocsyncError } from '../../../core/errors/index.js';
import { EXIT } from '../../../core/errors/exit.js';
import { keyName, NO_TEXTS, type KeyId, type TextsByKey } from '../../../core/keys/key.js';
import type { ServiceText } from '../../../core/records/upload-entry.js';
import { hasArrived, receiptWithoutReadBack } from '../../../plan/receipt.js';
import { Interrupted } from '../../../ports/host.js';
import type { PlannedUpload, SyncEvent, Uploaded } from '../../../ports/service.js';
import type { ComparedFile } from '../../files/compared-file.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { readDocument } from '../../files/read-file.js';
import { recentFiles } from '../../files/recent-files.js';
import { compareAfterUpload, textsThere } from '../fresh-reads/compare-after-upload.js';
import { readAgain } from '../fresh-reads/read-again.js';
import { newerSince } from '../lost-by-upload/newer-since.js';
import { noteAtRisk, textsAtRisk } from '../lost-by-upload/texts-at-risk.js';
import { sourcesOf } from '../../local-state/upload-note.js';
import { sourceTextsIn } from '../lost-by-upload/source-texts.js';
import { alteredTexts } from '../lost-by-upload/uploaded-languages.js';
import { replan, skippedOutcome, sendableOf, type OnCompared } from '../plan/replan.js';
import type { PriorUpload, Replanned, Sendable } from '../state/upload-plan.js';
import type { PushCommandOptions, PushRun } from '../state/push-run.js';
import { attempted, inspected } from '../state/upload-attempt.js';
import { withoutAltered, type UploadOutcome } from '../state/upload-outcome.js';
import { pushedOutcome } from './pushed-outcome.js';

/**
 * The attempts to upload one file, and what they have shown so far. `adapters/service/upload` makes
 * the attempts, and `uploadOne` calls `ended` or `failed` at the end.
 */
export class FileUpload implements PlannedUpload {
  readonly filename: string;
  readonly event: SyncEvent;
  readonly reads: number;
  /** The last plan. */
  #planned: Replanned | undefined;
  /** What the last plan sends; undefined if it sends nothing. */
  #sendable: Sendable | undefined;
  /** How often something was sent. An attempt with an unclear answer may have arrived. */
  #attempts = 0;
  /** What was sent last. */
  #sent: Sendable | undefined;
  /** For each language the texts that only the service had, in any answer so far. */
  #onlyThere: readonly TextsByKey[];
  /** For each language newer texts that reading after an unclear answer has shown. */
  readonly #newer: Map<KeyId, ServiceText>[] = [];
  /** Texts that attempts before the last one have lost. */
  readonly #losses: LocsyncError[] = [];

  constructor(
    private readonly run: PushRun,
    private readonly file: LocaleFile,
    private readonly onCompared: OnCompared,
    private readonly prior: PriorUpload | undefined,
  ) {
    const [locale] = file.locales;
    if (!locale) throw new Error('a locale file without a locale');
    this.filename = file.bound.uploadName(locale);
    this.event = run.event;
    this.reads = file.locales.length;
    this.#onlyThere = prior?.onlyThere ?? run.files.of(file.path).onlyThere;
  }

  /** Plans the next attempt from what both sides hold now; undefined if nothing is to be sent. */
  async plan(): Promise<Sendable | undefined> {
    const { run, file, onCompared, prior } = this;
    throwIfFatal(run);
    this.#sendable = undefined;
    // Parsed before the service is asked: the answer must not get too old meanwhile.
    const { files } = run.project;
    if (recentFiles(files).isLarge(file.path)) await readDocument(files, file.path);
    const planned = await replan(run, file, onCompared, {
      wasSent: this.#sent !== undefined,
      onlyThere: this.#onlyThere,
      prior,
    });
    this.#planned = planned;
    this.#onlyThere = planned.onlyThere;
    append(this.#losses, planned.losses);
    const sendable = sendableOf(planned);
    this.#sendable = sendable;
    noteAtRisk(run, planned.compared, sendable?.plan);
    if (!sendable) return undefined;
    throwIfFatal(run);
    refuseMoved(sendable, run.options);
    await noteSending(run, sendable);
    this.#sent = sendable;
    this.#attempts++;
    run.files.of(file.path).isSent = true;
    return sendable;
  }

  /** The service has not carried the last attempt out: nothing of it may come late. */
  notCarriedOut(): void {
    if (this.#sent) this.run.project.uploads.record.own.notCarriedOut(this.file.path);
  }

  /** When both sides were as the last plan says, read now; undefined if they may differ. */
  async readAgain(): Promise<number | undefined> {
    const { host, project, sources } = this.run;
    const { clock } = host;
    return this.#sendable && readAgain({ clock, project, sources }, this.file, this.#sendable);
  }

  /** Whether the service holds what an attempt with an unclear answer has sent. */
  async arrived(): Promise<boolean> {
    const sendable = this.#sendable;
    if (!sendable) return false;
    const { compared, model, plan } = sendable;
    const found = await compareAfterUpload(this.run.project, compared.file, compared, model);
    if (found === undefined) return false;
    await this.#noteNewer(sendable, found);
    const held = found.locales.map(({ comparison }) => textsThere(comparison.states));
    return plan.actions.every((actions, i) => hasArrived(actions, held[i] ?? new Map()));
  }

  /** The outcome once the service has answered; `uploaded`: undefined if nothing was sent. */
  ended(uploaded: Uploaded | undefined): UploadOutcome {
    const { project } = this.run;
    const planned = this.#planned;
    if (!planned) throw new Error('an upload without a plan');
    const sendable = this.#sendable;
    const losses = this.#losses;
    if (!uploaded || !sendable) {
      if (this.#sent) project.uploads.settleLanded(planned.compared);
      const skipped = skippedOutcome(this.file, planned, this.prior !== undefined);
      return { ...skipped, errors: [...skipped.errors, ...losses] };
    }
    const answer = { ...uploaded, attempts: this.#attempts };
    const pushed = pushedOutcome(this.run, this.file, answer, { sendable, losses, prior: this.prior });
    return { ...pushed, newer: this.#newer };
  }

  /** The outcome after an error; throws it if nothing was sent, or nothing is lost. */
  async failed(error: unknown): Promise<UploadOutcome> {
    const shown = this.#sendable ? interruptedUpload(error, this.file) : error;
    if (!this.#sent) throw shown;
    return this.#failedAfterSending(this.#sent, shown);
  }

  /**
   * The outcome of an upload that failed after it was sent. The service may have imported it: if
   * only the service held some texts, it is read once more. Throws the error if nothing is lost.
   */
  async #failedAfterSending({ compared, model }: Sendable, error: unknown): Promise<UploadOutcome> {
    const { host, project } = this.run;
    if (!(error instanceof LocsyncError) || error.exit === EXIT.auth || host.signal.aborted) throw error;
    const found = project.uploads.mayLose(compared)
      ? await ifAvailable(() => compareAfterUpload(project, compared.file, compared, model))
      : undefined;
    if (found) {
      append(this.#losses, project.uploads.lossErrors(found, this.prior?.replaced));
      noteAtRisk(this.run, found, undefined);
    }
    if (this.#losses.length === 0) throw error;
    const attempt = inspected(project.uploads.rejudged(found ?? compared));
    const receipts = attempt.bases.map(() => receiptWithoutReadBack(new Map()));
    return { attempt, state: 'failed', receipts, errors: [error, ...this.#losses], warnings: [] };
  }

  /** Notes what was written on the service since an upload; `found` has it. */
  async #noteNewer(sendable: Sendable, found: ComparedFile): Promise<void> {
    const { project } = this.run;
    const attempt = attempted(sendable);
    if (!attempt.sent) return;
    const sourceTexts = sourceTextsIn(this.run, this.file, found);
    const altered = alteredTexts(project, { attempt, newer: this.#newer }, found, sourceTexts);
    const newer = withoutAltered(newerSince(attempt.sent, found, sourceTexts), altered);
    const sources = newer.map((texts) => sourcesOf(texts.keys(), sourceTexts));
    for (const [i, texts] of newer.entries())
      for (const [key, text] of texts) (this.#newer[i] ??= new Map()).set(key, text);
    await project.uploads.noteNewer(attempt.file.path, attempt.bases, newer, sources);
  }
}

/** The error for an upload that was interrupted after it was sent: it may have arrived. */
function interruptedUpload(error: unknown, { path }: LocaleFile): unknown {
  if (!(error instanceof Interrupted)) return error;
  return LocsyncError.of('UPLOAD_INTERRUPTED', { name: path }, { place: { path }, cause: error });
}

/** Most of what is replaced is recorded already, since it was planned before the first upload. */
async function noteSending(run: PushRun, { compared, plan }: Sendable): Promise<void> {
  const { replaced, uploads } = run.project;
  replaced.noteUpload(compared, plan.actions);
  const sources = {
    changed: run.changes.get(compared.file.bound.set) ?? NO_TEXTS,
    sourceTexts: sourceTextsIn(run, compared.file, compared),
  };
  const others = textsAtRisk(run, compared.file, sources);
  await Promise.all([replaced.save(), uploads.sending(compared, plan.actions, others, sources)]);
}

/** Throws the error that ends the uploads of a run: a rejected token or project. */
function throwIfFatal({ fatal }: PushRun): void {
  if (fatal) throw fatal;
}

/**
 * Throws PLAN_MOVED if the upload that a plan asks for would replace a text of the service that the
 * plan does not know.
 */
function refuseMoved({ compared, plan }: Sendable, { planRecorder }: PushCommandOptions): void {
  const moved = planRecorder?.movedKeys(compared, plan.actions) ?? [];
  if (moved.length === 0) return;
  const place = { path: compared.file.path };
  throw LocsyncError.of(
    'PLAN_MOVED',
    { moved: moved.map(keyName), command: 'push', isFile: true },
    { place },
  );
}
