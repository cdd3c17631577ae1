import type { Clock } from '../../../ports/host.js';
import { PLAN_LIFETIME_MS, type PlannedUpload, type UploadBody } from '../../../ports/service.js';

/** A plan that took longer is read again: the rest of its time may be too short to send it. */
const LONG_PLAN_MS = PLAN_LIFETIME_MS / 2;

/**
 * The plan of the next attempt, read again if it took long to make. `outdated` if what it was made
 * from has changed meanwhile; undefined if nothing is left to send.
 */
export async function nextPlan(
  upload: PlannedUpload,
  clock: Pick<Clock, 'now'>,
): Promise<UploadBody | 'outdated' | undefined> {
  const plan = await upload.plan();
  if (!plan || !upload.readAgain || clock.now() - plan.readAt <= LONG_PLAN_MS) return plan;
  const readAt = await upload.readAgain();
  return readAt === undefined ? 'outdated' : { ...plan, readAt };
}

/** What an upload sends, and until when. */
export function bodyOf(
  { filename }: PlannedUpload,
  eventId: number | string,
  { content, readAt }: UploadBody,
): { readonly body: string; readonly notAfter: number } {
  const body = JSON.stringify({ filename, event_id: eventId, content });
  return { body, notAfter: readAt + PLAN_LIFETIME_MS };
}
