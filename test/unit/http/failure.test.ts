import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../src/http/failure.js';

function systemError(code: string, message = code, more: object = {}): Error {
  return Object.assign(new Error(message), { code, ...more });
}

describe('what an error says about the request', () => {
  it.each([
    ['NT-01', systemError('ECONNREFUSED'), 'connect'],
    [
      'NT-01 both addresses',
      new AggregateError([systemError('ECONNREFUSED'), systemError('ECONNREFUSED')], ''),
      'connect',
    ],
    ['NT-02', systemError('ENOTFOUND', 'getaddrinfo ENOTFOUND h', { syscall: 'getaddrinfo' }), 'no-host'],
    ['NT-02', systemError('EAI_AGAIN', 'getaddrinfo EAI_AGAIN h', { syscall: 'getaddrinfo' }), 'connect'],
    ['NT-03', systemError('UND_ERR_CONNECT_TIMEOUT'), 'connect'],
    ['NT-03', systemError('ETIMEDOUT', 'connect ETIMEDOUT', { syscall: 'connect' }), 'connect'],
    ['read', systemError('ETIMEDOUT', 'read ETIMEDOUT', { syscall: 'read' }), 'lost'],
    ['NT-07', systemError('ECONNRESET', 'read ECONNRESET', { syscall: 'read' }), 'lost'],
    ['NT-16', systemError('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), 'tls'],
    ['NT-16', systemError('CERT_HAS_EXPIRED', 'certificate has expired'), 'tls'],
    [
      'NT-16',
      systemError('ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames"),
      'tls',
    ],
    ['NT-16', systemError('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'tls'],
    ['NT-16', systemError('SELF_SIGNED_CERT_IN_CHAIN'), 'tls'],
    ['NT-16', systemError('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls'],
    [
      'handshake',
      systemError(
        'ECONNRESET',
        'Client network socket disconnected before secure TLS connection was established',
      ),
      'connect',
    ],
    ['NT-18', systemError('UND_ERR_ABORTED', 'Proxy response (407) !== 200 when HTTP Tunneling'), 'proxy'],
    ['NT-20', systemError('HPE_INVALID_CONSTANT'), 'lost'],
    ['NT-20', Object.assign(new Error('no HTTP'), { name: 'HTTPParserError' }), 'lost'],
    ['NT-20', systemError('UND_ERR_SOCKET', 'other side closed'), 'lost'],
    ['HT-33', systemError('UND_ERR_HEADERS_OVERFLOW'), 'too-large'],
    ['NT-08', systemError('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'), 'lost'],
    ['wrapped', new TypeError('fetch failed', { cause: systemError('ECONNREFUSED') }), 'connect'],
  ])('%s %s', (_, error, failure) => {
    expect(failureOf(error)).toMatchObject({ kind: 'failure', failure });
  });

  it.each([new TypeError('x is not a function'), systemError('UND_ERR_INVALID_ARG'), 'a text'])(
    'a defect stays one: %s',
    (error) => {
      expect(() => failureOf(error)).toThrow();
    },
  );
});
