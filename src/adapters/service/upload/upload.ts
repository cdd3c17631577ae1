import { LocsyncError } from '../../../core/errors/index.js';
import { EXIT } from '../../../core/errors/exit.js';
import { printable } from '../../../core/text/printable.js';
import { seconds } from '../../../http/wait.js';
import { jsonOf } from '../response.js';
import { EventIdType, type DeliveryResult } from './event-id.js';
import { bodyOf, nextPlan } from './next-plan.js';
import { uploadedOf } from './upload-answer.js';
import type { Clock } from '../../../ports/host.js';
import { PLAN_LIFETIME_MS, type PlannedUpload, type Uploaded } from '../../../ports/service.js';
import type { HttpResponse } from '../../../http/messages.js';
import type { CallState } from '../../../http/retry.js';
import type { Api } from '../api.js';
import type { ServiceRequest } from '../request.js';
import {
  failedUpload,
  rejectionError,
  RejectedUpload,
  UnclearResponse,
  uploadUnknown,
} from './upload-errors.js';

/** The waits before each read-back: an import may take some time. */
const READ_BACK_DELAYS_MS = [1_000, 3_000, 6_000];

/**
 * After this many unconfirmed attempts in a row the service counts as failing, and an upload is
 * sent at most twice.
 */
const UNCLEAR_LIMIT = 8;

/** If this many plans in a row get too old, the upload ends: the service is too slow to read. */
const PLANS_LIMIT = 5;

export interface UploaderOptions {
  readonly api: Api;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Attempts after the first. */
  readonly retries: number;
  readonly notify: (notice: string) => void;
}

/** The uploads of one run. */
export class Uploader {
  readonly #options: UploaderOptions;
  readonly #eventIdType = new EventIdType();
  /**
   * Whether the service has accepted any upload of this run, and the unconfirmed attempts since
   * then.
   */
  #accepts = false;
  #unclearAnswers = 0;

  constructor(options: UploaderOptions) {
    this.#options = options;
  }

  /**
   * Uploads one file, with a new plan for each attempt. An upload that may have arrived is sent
   * again only after `arrived` has returned false three times, and only once. It is sent more often
   * only while other uploads of this run succeed.
   */
  async upload(upload: PlannedUpload): Promise<Uploaded | undefined> {
    const state = this.#options.api.client.newCall();
    let wasRejected = false;
    const delivery = await this.#eventIdType.deliver(upload.event.id, (eventId) => {
      if (wasRejected) upload.notCarriedOut?.();
      wasRejected = true;
      return this.#deliver(upload, eventId, state);
    });
    if (delivery === 'nothing') return undefined;
    if ('done' in delivery) return delivery.done;
    throw rejectionError(upload, delivery.rejected);
  }

  async #deliver(
    upload: PlannedUpload,
    eventId: number | string,
    state: CallState,
  ): Promise<DeliveryResult<Uploaded>> {
    for (let time = 1; ; time += 1) {
      try {
        const uploaded = await this.#send(upload, eventId, state);
        if (uploaded === undefined) return 'nothing';
        this.#noteAccepted();
        return { done: uploaded };
      } catch (error) {
        if (error instanceof RejectedUpload) return { rejected: error.rejection };
        if (!(error instanceof UnclearResponse)) throw error;
        if (await this.#confirm(upload, error)) {
          this.#noteAccepted();
          return { done: { sourceFile: undefined, version: undefined } };
        }
        if (error.accepted)
          throw uploadUnknown(upload, `${error.reason}, and the service does not hold it`, error);
        this.#unclearAnswers += 1;
        if (time >= this.#attemptsAllowed()) throw uploadUnknown(upload, error.reason, error);
      }
    }
  }

  #noteAccepted(): void {
    this.#accepts = true;
    this.#unclearAnswers = 0;
  }

  /**
   * How often one file may be sent: twice. A service that answers every tenth upload with 503 would
   * so fail three of 300 files. If it accepts the others, an upload has as many attempts as any
   * call.
   */
  #attemptsAllowed(): number {
    const { retries } = this.#options;
    return this.#accepts && this.#unclearAnswers < UNCLEAR_LIMIT ? Math.max(2, 1 + retries) : 2;
  }

  /** Whether the service holds what was sent; asks up to three times. */
  async #confirm(upload: PlannedUpload, unclear: UnclearResponse): Promise<boolean> {
    if (!upload.arrived) throw uploadUnknown(upload, unclear.reason, unclear);
    const { clock, signal, notify } = this.#options;
    const name = printable(upload.filename);
    notify(`${name}: no clear answer (${printable(unclear.reason)}); checking whether the upload arrived`);
    let failure: LocsyncError | undefined;
    for (const wait of READ_BACK_DELAYS_MS) {
      await clock.sleep(wait, signal);
      try {
        if (await upload.arrived()) {
          notify(`${name}: confirmed after an unclear answer`);
          return true;
        }
        failure = undefined;
      } catch (error) {
        if (!(error instanceof LocsyncError)) throw error;
        if (error.exit === EXIT.auth)
          throw uploadUnknown(upload, `${unclear.reason}; then: ${error.message}`, error);
        failure = error;
      }
    }
    // Only the last read-back counts as a denial. If it failed, the upload may have arrived.
    if (failure !== undefined)
      throw uploadUnknown(upload, `${unclear.reason}; then: ${failure.message}`, failure);
    return false;
  }

  /**
   * Sends a fresh plan, and plans again as often as it gets too old. Returns undefined if nothing
   * is left to send.
   */
  async #send(
    upload: PlannedUpload,
    eventId: number | string,
    state: CallState,
  ): Promise<Uploaded | undefined> {
    const { api } = this.#options;
    const name = printable(upload.filename);
    const request = {
      kind: 'upload',
      what: `the upload of "${name}"`,
      url: api.url(['source_files']),
    } as const;
    for (let expired = 0; expired < PLANS_LIMIT;) {
      const release = await api.client.planningSlot(state, upload.reads);
      try {
        const body = await nextPlan(upload, this.#options.clock);
        if (!body) return undefined;
        if (body === 'outdated') {
          upload.notCarriedOut?.();
          expired += 1;
          continue;
        }
        const result = await api.attempt(
          state,
          { ...request, ...bodyOf(upload, eventId, body) },
          (response) => ({ value: response }),
          (failed) => failedUpload(failed, upload, body, api.address),
        );
        if (typeof result === 'object') return this.#uploaded(result.value, request);
        upload.notCarriedOut?.();
        expired = result === 'expired' ? expired + 1 : 0;
      } finally {
        release();
      }
    }
    throw LocsyncError.of('PLAN_STALE', { name, times: PLANS_LIMIT, limit: seconds(PLAN_LIFETIME_MS) });
  }

  /**
   * The result of an accepted upload. Throws {@link UnclearResponse} if the response does not name
   * the source file.
   */
  #uploaded(response: HttpResponse, request: ServiceRequest): Uploaded {
    const { api } = this.#options;
    const context = api.messageContext(request.what);
    let fault: unknown;
    try {
      const read = jsonOf(response, context);
      const uploaded = 'value' in read ? uploadedOf(read.value, context, api.address.project) : undefined;
      if (uploaded !== undefined) return uploaded;
    } catch (error) {
      if (!(error instanceof LocsyncError)) throw error;
      if (error.code === 'ANSWER_IS_ERROR' || error.code === 'ANSWER_FOR_ANOTHER') throw error;
      fault = error;
    }
    throw new UnclearResponse(`the answer (${response.status}) does not name the source file`, true, fault);
  }
}
