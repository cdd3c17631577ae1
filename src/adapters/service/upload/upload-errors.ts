import { LocsyncError } from '../../../core/errors/index.js';
import type { FailedCall } from '../../../http/call.js';
import { seconds } from '../../../http/wait.js';
import type { PlannedUpload, UploadBody } from '../../../ports/service.js';
import { errorTextOf } from '../call-error.js';
import type { ServiceAddress } from '../request.js';
import type { Rejection } from './event-id.js';

/** The response does not tell whether the upload was carried out. */
export class UnclearResponse extends Error {
  override readonly name = 'UnclearResponse';

  constructor(
    readonly reason: string,
    /**
     * The service has accepted the upload, but the response is of no use: sending again would make
     * a second version.
     */
    readonly accepted: boolean,
    cause: unknown,
  ) {
    super(reason, { cause });
  }
}

/** The service has read the upload and rejects it; other files may still be uploaded. */
export class RejectedUpload extends Error {
  override readonly name = 'RejectedUpload';

  constructor(readonly rejection: Rejection) {
    super(`rejected with ${rejection.status}`);
  }
}

/** The upload may have arrived: the next push reads back before it sends. */
export function uploadUnknown(upload: PlannedUpload, reason: string, cause?: unknown): LocsyncError {
  return LocsyncError.of(
    'UPLOAD_UNKNOWN',
    { name: upload.filename, event: upload.event.id, reason },
    { cause },
  );
}

/** The error of an upload that the service has rejected with this status. */
export function rejectionError(
  { filename: name }: PlannedUpload,
  { status, text, bytes }: Rejection,
): LocsyncError {
  switch (status) {
    case 409:
    case 412:
      return LocsyncError.of('UPLOAD_CONFLICT', { name, status, text });
    case 413:
      return LocsyncError.of('UPLOAD_TOO_LARGE', { name, bytes, text });
    default:
      return LocsyncError.of('UPLOAD_REFUSED', { name, status, text });
  }
}

/** The errors of a failed attempt that only an upload has; undefined for all others. */
export function failedUpload(
  { result, decision }: FailedCall,
  upload: PlannedUpload,
  { content }: UploadBody,
  address: ServiceAddress,
): Error | undefined {
  if (decision.do === 'read-back') {
    const reason = reasonOf(decision.detail, result, address);
    if (result.kind === 'response') return new UnclearResponse(reason, false, undefined);
    const accepted = result.failure === 'too-large' || result.failure === 'encoding';
    return new UnclearResponse(reason, accepted, result.cause);
  }
  if (result.kind === 'failure') return undefined;
  const { status } = result;
  // A gateway that asks for a wait of minutes may have passed the upload on: too long to read back.
  if (decision.reason === 'wait' && status >= 500) {
    const reason = reasonOf(`status ${status}`, result, address);
    const wait = seconds(decision.retryAfterMs ?? 0);
    return uploadUnknown(upload, `${reason}, and the service asks to wait ${wait} s`);
  }
  if (decision.reason !== 'final' || status < 400 || status > 499 || status === 401 || status === 403)
    return undefined;
  return new RejectedUpload({
    status,
    text: errorTextOf(result, address),
    bytes: Buffer.byteLength(content),
  });
}

/** What happened, with what the service says of it. */
function reasonOf(detail: string, result: FailedCall['result'], address: ServiceAddress): string {
  const text = result.kind === 'response' ? errorTextOf(result, address) : '';
  return text === '' ? address.redact(detail) : `${address.redact(detail)} (${text})`;
}
