import { LocsyncError } from '../../../core/errors/index.js';
import { type Rejection } from './event-id.js';
import type { PlannedUpload } from '../../../ports/service.js';

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
