import { failed, type Failure } from './messages.js';

// Codes of Node and OpenSSL for a handshake that can never succeed:
// https://nodejs.org/docs/latest-v20.x/api/tls.html#x509-certificate-error-codes
const TLS_CODE =
  /^(CERT_|CRL_|ERR_TLS_|ERR_SSL_|ERROR_IN_C|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_(CA|PURPOSE)|PATH_LENGTH_|HOSTNAME_MISMATCH|EPROTO$)/;

// The peer hung up during the handshake (node:_tls_wrap). The code is ECONNRESET, as after sending.
const HANDSHAKE_CUT = 'before secure TLS connection was established';

// OpenSSL's codes for a server that speaks plain HTTP, in Node 20 and later.
const NO_TLS = /^(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL|HTTP_REQUEST)$/;
/** The reason of a failure with a server that does not speak TLS. */
export const SPEAKS_NO_TLS = 'what listens there does not speak TLS';

const PROXY_STATUS = /^Proxy response \((\d{3})\) !== 200 when HTTP Tunneling$/;

const NOT_SENT = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: 'no route to the host',
  EHOSTDOWN: 'the host is down',
  ENETUNREACH: 'the network is unreachable',
  ENETDOWN: 'the network is down',
  EPIPE: 'the connection was closed while sending',
  ETIMEDOUT: 'the connection timed out',
  EAI_AGAIN: 'the name could not be looked up at the moment',
  ENOTFOUND: 'no such host',
  UND_ERR_CONNECT_TIMEOUT: 'connect timeout',
  UND_ERR_SOCKET: 'the connection was closed before the response was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the response was cut short',
  UND_ERR_ABORTED: 'the connection was closed before the response was complete',
};

/** What an error of undici or of Node's network says. Throws any other error again. */
export function failureOf(error: unknown): Failure {
  const { code, syscall, message } = details(error);
  // undici has no code for a response that is not HTTP at all.
  if (error instanceof Error && error.name === 'HTTPParserError' && code === undefined)
    return failed('lost', 'invalid HTTP response', error);
  const proxy = PROXY_STATUS.exec(message);
  if (proxy?.[1] !== undefined) {
    return { ...failed('proxy', `the proxy answered ${proxy[1]}`, error), proxyStatus: Number(proxy[1]) };
  }
  if (code === undefined || code === 'UND_ERR_INVALID_ARG') throw error;
  if (code === 'ENOTFOUND') return failed('no-host', reason(code), error);
  if (NO_TLS.test(code.replace('ERR_SSL_', ''))) return failed('tls', SPEAKS_NO_TLS, error);
  if (TLS_CODE.test(code)) return failed('tls', `${message} (${code})`, error);
  // Node's other ERR_ codes are bugs of the caller; only these two can happen to a connection.
  if (code.startsWith('ERR_') && !code.startsWith('ERR_STREAM_') && !code.startsWith('ERR_SOCKET_'))
    throw error;
  if (code === 'UND_ERR_PRX_TLS') return failed('tls', message, error);
  if (
    NOT_SENT.has(code) ||
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    message.includes(HANDSHAKE_CUT)
  ) {
    return failed(
      'connect',
      message.includes(HANDSHAKE_CUT) ? 'the connection was closed during the TLS handshake' : reason(code),
      error,
    );
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW')
    return failed('too-large', 'headers too large', error);
  if (code.startsWith('HPE_')) return failed('lost', `invalid HTTP response (${code})`, error);
  return failed('lost', reason(code), error);
}

function reason(code: string): string {
  return REASONS[code] ?? code;
}

interface Details {
  readonly code: string | undefined;
  readonly syscall: string | undefined;
  readonly message: string;
}

/**
 * The innermost error that has a code. undici wraps errors, and node:net joins the attempts at
 * several addresses (RFC 8305) into an AggregateError.
 */
function details(error: unknown, depth = 0): Details {
  if (!(error instanceof Error)) return { code: undefined, syscall: undefined, message: String(error) };
  const inner = error instanceof AggregateError ? (error.errors.at(-1) as unknown) : error.cause;
  const own: Details = { code: text(error, 'code'), syscall: text(error, 'syscall'), message: error.message };
  if (inner === undefined || depth > 4 || (own.code !== undefined && own.message !== '')) return own;
  return details(inner, depth + 1);
}

function text(error: object, name: 'code' | 'syscall'): string | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(error, name)?.value;
  return typeof value === 'string' ? value : undefined;
}
