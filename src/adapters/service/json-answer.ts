import { createHash } from 'node:crypto';
import { LocsyncError } from '../../core/errors/index.js';
import type { FailedCall } from '../../http/call.js';
import type { Answer, IsKnownAnswer } from '../../ports/service.js';
import type { Api } from './api.js';
import type { Json } from './json.js';
import type { ServiceRequest } from './request.js';
import { isHtmlType, jsonOf } from './response.js';

/** The JSON of an answer; that of a known one is parsed when it is asked for. */
export type JsonAnswer = Answer<Json>;

/** Asks for an answer with texts. Without `isKnown` it is parsed at once, and has no digest. */
export function askFor(
  api: Api,
  request: ServiceRequest,
  ownErrors: (failed: FailedCall) => Error | undefined,
  isKnown: IsKnownAnswer | undefined,
): Promise<JsonAnswer> {
  const context = api.messageContext(request.what);
  return api.send(
    request,
    (response) => {
      const digest = isKnown && createHash('sha256').update(response.body).digest('base64url');
      const parse = () => jsonOf(response, context);
      // The same bytes were understood before.
      if (digest !== undefined && isKnown?.(digest) && response.status === 200 && !isHtmlType(response)) {
        const json = (): Json => {
          const parsed = parse();
          if ('value' in parsed) return parsed.value;
          throw LocsyncError.of('ANSWER_NOT_JSON', { what: request.what, reason: parsed.reason });
        };
        return { value: answerFrom({ digest, isParsed: false, texts: json }, json) };
      }
      const parsed = parse();
      return 'value' in parsed ? { value: { digest, isParsed: true, texts: () => parsed.value } } : parsed;
    },
    ownErrors,
  );
}

/** An answer that `read` makes of another one: once, at once if that one is parsed. */
export function answerFrom<T>({ digest, isParsed }: Answer<unknown>, read: () => T): Answer<T> {
  let made: { readonly texts: T } | undefined;
  const texts = (): T => (made ??= { texts: read() }).texts;
  if (isParsed) texts();
  return {
    digest,
    get isParsed() {
      return made !== undefined;
    },
    texts,
  };
}
