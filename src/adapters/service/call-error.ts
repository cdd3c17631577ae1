import { LocsyncError } from '../../core/errors/index.js';
import type { FailedCall } from '../../http/call.js';
import { seconds } from '../../http/wait.js';
import { SPEAKS_NO_TLS } from '../../http/failure.js';
import { isRateLimit, WAIT_LIMIT_MS } from '../../http/retry.js';
import { errorText } from './error-body.js';
import type { HttpResponse, Failure } from '../../http/messages.js';
import type { ServiceRequest, ServiceAddress } from './request.js';

/** The catalogue error of a failed call of any kind. */
export function errorOf(failed: FailedCall, ask: ServiceRequest, address: ServiceAddress): LocsyncError {
  const { result } = failed;
  return result.kind === 'failure'
    ? failureError(failed, result, ask, address)
    : statusError(failed, result, ask, address);
}

/** What the body of an error says, without the token. */
export function errorTextOf(response: HttpResponse, { redact }: ServiceAddress): string {
  return redact(errorText(response.body));
}

function failureError(
  { attempts }: FailedCall,
  failure: Failure,
  { what }: ServiceRequest,
  address: ServiceAddress,
): LocsyncError {
  const { host } = address;
  const reason = address.redact(failure.reason);
  const options = { cause: failure.cause };
  switch (failure.failure) {
    case 'no-host':
      return LocsyncError.of(
        'HOST_UNKNOWN',
        { host: address.proxyHost === '' ? host : `${host} or the proxy ${address.proxyHost}` },
        options,
      );
    case 'connect':
    case 'expired':
      return LocsyncError.of('SERVICE_UNREACHABLE', { host: viaProxy(address), reason, attempts }, options);
    case 'tls':
      return LocsyncError.of(
        'TLS_FAILED',
        { host: viaProxy(address), reason, plain: failure.reason === SPEAKS_NO_TLS },
        options,
      );
    case 'proxy':
      return LocsyncError.of(
        'PROXY_REFUSED',
        { proxy: address.proxyHost, status: failure.proxyStatus ?? 0 },
        options,
      );
    case 'timeout':
      return LocsyncError.of('SERVICE_TIMEOUT', { what, reason, attempts }, options);
    case 'lost':
      return LocsyncError.of('ANSWER_LOST', { what, reason, attempts }, options);
    case 'too-large':
    case 'encoding':
      return LocsyncError.of('ANSWER_REFUSED', { what, reason }, options);
  }
}

function viaProxy({ host, proxyHost }: ServiceAddress): string {
  return proxyHost === '' ? host : `${host} (proxy ${proxyHost})`;
}

function statusError(
  { decision, attempts, waitedMs }: FailedCall,
  response: HttpResponse,
  { what, url }: ServiceRequest,
  address: ServiceAddress,
): LocsyncError {
  const { status } = response;
  const { host, project } = address;
  const text = errorTextOf(response, address);
  if (decision.do === 'fail' && decision.reason === 'wait') {
    return LocsyncError.of('WAIT_TOO_LONG', {
      what,
      status,
      asked: seconds(decision.retryAfterMs ?? 0),
      limit: seconds(WAIT_LIMIT_MS),
    });
  }
  // A 403 without a time to wait is final at once; only one with a time is a rate limit.
  const hasWait = !(decision.do === 'fail' && decision.reason === 'final');
  if (isRateLimit(status, hasWait)) {
    return LocsyncError.of('RATE_LIMITED', { what, status, attempts, waited: seconds(waitedMs) });
  }
  if (status >= 300 && status <= 399 && status !== 304) return redirectError(response, what, url, address);
  switch (status) {
    case 401:
      return LocsyncError.of('TOKEN_REJECTED', { host, text });
    case 403:
      return LocsyncError.of('ACCESS_DENIED', { host, project, text });
    case 404:
      return LocsyncError.of('PROJECT_NOT_FOUND', { host, project, text, doubled: isDoubled(url) });
    case 511:
      return LocsyncError.of('NETWORK_LOGIN_REQUIRED', { host });
    default:
      return LocsyncError.of('SERVICE_STATUS', { what, status, text, attempts });
  }
}

/** Whether the base URL already had the beginning that every address of the service has. */
const isDoubled = ({ pathname }: URL): boolean => pathname.includes('/api/v1/api/v1/');

/** No redirect is followed: it could send the token to a place that its owner never named. */
function redirectError(
  { status, headers }: HttpResponse,
  what: string,
  from: URL,
  { redact }: ServiceAddress,
): LocsyncError {
  const location = headers.get('location') ?? '';
  if (location === '' || !URL.canParse(location, from.href))
    return LocsyncError.of('REDIRECTED', { what, status, to: '' });
  const to = new URL(location, from);
  if (to.origin !== from.origin) {
    return LocsyncError.of('REDIRECT_ELSEWHERE', { from: from.origin, to: redact(originOf(to)), status });
  }
  return LocsyncError.of('REDIRECTED', { what, status, to: redact(to.pathname) });
}

/** The origin for a message; of a scheme without origins (`file:`, `javascript:`) the scheme. */
export function originOf(url: URL): string {
  return url.origin === 'null' ? url.protocol : url.origin;
}
