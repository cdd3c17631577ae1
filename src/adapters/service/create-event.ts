import { LocsyncError } from '../../core/errors/index.js';
import type { FailedCall } from '../../http/call.js';
import { UNCLEAR } from '../../http/retry.js';
import type { SyncEvent } from '../../ports/service.js';
import type { Api } from './api.js';
import { Fields } from './json-fields.js';
import type { Json } from './json.js';
import type { MessageContext } from './response.js';

/** Creates the event of a run (endpoint 3). */
export async function createEvent(api: Api): Promise<SyncEvent> {
  const what = 'the event';
  const body = JSON.stringify({ kind: 'api_upload' });
  const { json } = await api.json({ kind: 'event', what, url: api.url(['events']), body }, (failed) =>
    eventError(failed, api.address.redact),
  );
  return eventOf(json, api.messageContext(what));
}

/** The event that was created. */
function eventOf(json: Json, context: MessageContext): SyncEvent {
  const fields = new Fields(json, context);
  return { id: fields.id(), kind: fields.textOrNothing('kind') };
}

/** An event that may have been created: nothing is uploaded yet, so it is safe to stop. */
function eventError({ result, decision }: FailedCall, redact: (text: string) => string): Error | undefined {
  const unclear =
    result.kind === 'failure'
      ? ['timeout', 'lost', 'too-large', 'encoding'].includes(result.failure)
      : decision.do === 'fail' && decision.reason === 'final' && UNCLEAR.has(result.status);
  return unclear ? LocsyncError.of('EVENT_UNKNOWN', { reason: redact(decision.detail) }) : undefined;
}
