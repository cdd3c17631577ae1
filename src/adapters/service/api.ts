import { LocsyncError } from '../../core/errors/index.js';
import { errorOf } from './call-error.js';
import { jsonOf, type MessageContext } from './response.js';
import type { AttemptResult, Call, FailedCall, ReadResult } from '../../http/call.js';
import type { HttpClient } from '../../http/client.js';
import type { HttpResponse } from '../../http/messages.js';
import type { CallState } from '../../http/retry.js';
import type { Json } from './json.js';
import type { ServiceAddress, ServiceRequest } from './request.js';
import type { ResponseCache } from './response-cache.js';

/** Upper bound for a Retry-After pause: after it, the service is asked again. */
const LONGEST_PAUSE_MS = 3_600_000;

type ReadResponse<T> = (response: HttpResponse) => ReadResult<T>;
/** The errors that only this kind of call has; undefined for all others. */
type OwnErrors = (failed: FailedCall) => Error | undefined;

/** Sends typed requests to the service and turns responses into JSON or errors of the catalogue. */
export class Api {
  constructor(
    readonly client: HttpClient,
    readonly address: ServiceAddress,
    readonly cache?: ResponseCache,
  ) {}

  /** The address of a part of the project. Segments and values are encoded. */
  url(segments: readonly string[], query: Readonly<Record<string, string>> = {}): URL {
    const path = segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
    const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return new URL(`${this.address.base.href}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`);
  }

  messageContext(what: string): MessageContext {
    return { what, redact: this.address.redact };
  }

  /** The JSON of a call, and its response. */
  json(
    request: ServiceRequest,
    ownErrors?: OwnErrors,
  ): Promise<{ readonly json: Json; readonly response: HttpResponse }> {
    return this.send(
      request,
      (response) => {
        const result = jsonOf(response, this.messageContext(request.what));
        return 'value' in result ? { value: { json: result.value, response } } : result;
      },
      ownErrors,
    );
  }

  /**
   * What `read` makes of the 2xx of a call. If the service rejects the token or the project of a
   * read, every further call fails with the same error. A token that may not write may still read
   * back what was written before. A Retry-After that is too long stops all calls for that time.
   */
  send<T>(request: ServiceRequest, read: ReadResponse<T>, ownErrors?: OwnErrors): Promise<T> {
    return this.client.call(...this.#call(request, read, ownErrors));
  }

  /** One attempt of {@link send}, see {@link HttpClient.attempt}. */
  attempt<T>(
    state: CallState,
    request: ServiceRequest,
    read: ReadResponse<T>,
    ownErrors?: OwnErrors,
  ): Promise<AttemptResult<T>> {
    return this.client.attempt(state, ...this.#call(request, read, ownErrors));
  }

  #call<T>(
    request: ServiceRequest,
    read: ReadResponse<T>,
    ownErrors?: OwnErrors,
  ): [Call, ReadResponse<T>, (failed: FailedCall) => Error] {
    if (request.cacheable === true) this.cache?.allow(request.url);
    const call: Call = { ...request, method: request.kind === 'read' ? 'GET' : 'POST' };
    const readAndCache: ReadResponse<T> = (response) => {
      const result = read(response);
      if (call.method === 'GET' && 'value' in result) this.cache?.keep(request.url, response);
      return result;
    };
    return [call, readAndCache, (failed) => this.#error(failed, request, ownErrors)];
  }

  #error(failed: FailedCall, request: ServiceRequest, ownErrors?: OwnErrors): Error {
    const general = errorOf(failed, request, this.address);
    const error = ownErrors?.(failed) ?? general;
    const { decision } = failed;
    if (decision.do === 'fail' && decision.reason === 'wait') {
      const first = this.client.stop(general, Math.min(decision.retryAfterMs ?? 0, LONGEST_PAUSE_MS));
      // Calls in flight report it once. An upload that may have arrived has its own error.
      return error === general ? first : error;
    }
    if (request.kind === 'read' && isDenial(error)) this.client.stop(error);
    return error;
  }
}

/** Whether the service has rejected the token, or the token may not do this. */
const isDenial = (error: Error): boolean =>
  error instanceof LocsyncError && (error.code === 'TOKEN_REJECTED' || error.code === 'ACCESS_DENIED');
