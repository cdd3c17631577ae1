import { EXIT } from './exit.js';
import { printable } from '../text/printable.js';
import { ADDRESS, AGAIN, answerErrors, afterColon } from './answers.js';
import { entry } from './entry.js';
import { quantity } from '../text/wording.js';

/** Whether a host may be `locsync serve`, so that a hint can name it. */
const mayBeEmbeddedService = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/.test(host);

/** What the service and the way to it can do wrong. */
export const serviceErrors = {
  // Before anything is sent.
  PROJECT_ID_INVALID: entry<{ id: string }>({
    exit: EXIT.usage,
    text: ({ id }) => `"${printable(id)}" cannot be a project's API ID`,
    hint: () => 'API IDs are made of letters, digits, "_" and "-", as in pro_123',
  }),
  PROXY_INVALID: entry<{ variable: string }>({
    exit: EXIT.usage,
    text: ({ variable }) => `the value of ${variable} is not an http or https address`,
    hint: ({ variable }) => `set ${variable} to something like http://proxy.example:3128, or unset it`,
  }),
  TLS_UNVERIFIED: entry<{ host: string }>({
    exit: EXIT.auth,
    text: ({ host }) =>
      `NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of certificates, so the token is not sent to ${host}`,
    hint: () => 'unset it; for a certificate authority of your own, set NODE_EXTRA_CA_CERTS to its file',
  }),

  // Refused.
  TOKEN_REJECTED: entry<{ host: string; text: string }>({
    exit: EXIT.auth,
    text: ({ host, text }) => `${host} rejected the token (401)${afterColon(text)}`,
    hint: ({ host }, run) =>
      mayBeEmbeddedService(host)
        ? 'if `locsync serve` of this project runs there, unset LOCSYNC_TOKEN and LOCSYNC_BASE_URL: commands find it and its token; else set LOCSYNC_TOKEN to the token that it printed, or store that one with `locsync login`'
        : `set LOCSYNC_TOKEN to a valid token, or run ${run('login')}`,
  }),
  ACCESS_DENIED: entry<{ host: string; project: string; text: string }>({
    exit: EXIT.auth,
    text: ({ host, project, text }) => `no access to project ${project} at ${host} (403)${afterColon(text)}`,
    hint: () => 'ask for access to the project, or use a token that has it',
  }),
  PROJECT_NOT_FOUND: entry<{ host: string; project: string; text: string; doubled: boolean }>({
    exit: EXIT.auth,
    text: ({ host, project, text }) =>
      `${host} has no project ${project}, or the token cannot see it (404)${afterColon(text)}`,
    hint: ({ doubled }) =>
      doubled ? 'leave /api/v1 out of the base URL: locsync adds it' : 'check the project and the base URL',
  }),
  SOURCE_FILE_NOT_FOUND: entry<{ name: string; status: number }>({
    exit: EXIT.remote,
    text: ({ name, status }) =>
      `the source file "${printable(name)}" is no longer on the service (${status})`,
    hint: () => AGAIN,
  }),
  SERVICE_STATUS: entry<{ what: string; status: number; text: string; attempts: number }>({
    exit: EXIT.remote,
    text: ({ what, status, text, attempts }) =>
      `the service answered ${status} for ${what}${attempts > 1 ? ` after ${quantity(attempts, 'attempt')}` : ''}${afterColon(text)}`,
    hint: ({ status }) => (status >= 500 ? AGAIN : ADDRESS),
  }),
  NETWORK_LOGIN_REQUIRED: entry<{ host: string }>({
    exit: EXIT.remote,
    text: ({ host }) => `network login required: something between here and ${host} answered 511`,
    hint: () => 'log in to the network with a browser, then run the same command again',
  }),
  REDIRECT_ELSEWHERE: entry<{ from: string; to: string; status: number }>({
    exit: EXIT.auth,
    text: ({ from, to, status }) =>
      `${from} redirects to ${printable(to)} (${status}); the token is not sent there`,
    hint: ({ from, to }) =>
      from.startsWith('https:') && to.startsWith('http:')
        ? 'it would go there unencrypted; ask who runs the service'
        : `if the service has moved there, set the base URL to ${printable(to)}`,
  }),
  REDIRECTED: entry<{ what: string; status: number; to: string }>({
    exit: EXIT.remote,
    text: ({ what, status, to }) =>
      `unexpected redirect (${status}) for ${what}${to === '' ? '' : ` to ${printable(to)}`}`,
    hint: () => 'check the base URL: it must be the address of the service itself',
  }),
  RATE_LIMITED: entry<{ what: string; status: number; attempts: number; waited: number }>({
    exit: EXIT.remote,
    text: ({ what, status, attempts, waited }) =>
      `the service still rejects ${what} for too many requests (${status}), after ${quantity(attempts, 'attempt')} and ${waited} s of waiting`,
    hint: () => 'run the same command again later, or with a lower --concurrency',
  }),
  WAIT_TOO_LONG: entry<{ what: string; status: number; asked: number; limit: number }>({
    exit: EXIT.remote,
    text: ({ what, status, asked, limit }) =>
      `the service asks to wait ${asked} s before ${what} (${status}); the limit is ${limit} s`,
    hint: () => 'run the same command again when that time is over',
  }),

  // Not reached, or no complete answer.
  HOST_UNKNOWN: entry<{ host: string }>({
    exit: EXIT.remote,
    text: ({ host }) => `the host ${host} cannot be found`,
    hint: () => 'check the base URL and the network',
  }),
  SERVICE_UNREACHABLE: entry<{ host: string; reason: string; attempts: number }>({
    exit: EXIT.remote,
    text: ({ host, reason, attempts }) =>
      `cannot connect to ${host} (${quantity(attempts, 'attempt')}): ${printable(reason)}`,
    hint: ({ host }) =>
      mayBeEmbeddedService(host)
        ? 'is `locsync serve` running? Start it in the folder of the project, or check the base URL'
        : 'check the base URL and the network',
  }),
  SERVICE_DOWN: entry<{ host: string; reason: string }>({
    exit: EXIT.remote,
    text: ({ host, reason }) =>
      `${host} has failed too often in this run (last: ${printable(reason)}); not asked again`,
    hint: () => AGAIN,
  }),
  TLS_FAILED: entry<{ host: string; reason: string; plain: boolean }>({
    exit: EXIT.remote,
    text: ({ host, reason }) => `no secure connection to ${host}: ${printable(reason)}`,
    hint: ({ plain }) =>
      plain
        ? 'check the port of the base URL; for a service on this machine it may have to begin with http://'
        : "if its certificate comes from your own certificate authority, set NODE_EXTRA_CA_CERTS to the authority's file",
  }),
  PROXY_REFUSED: entry<{ proxy: string; status: number }>({
    exit: EXIT.remote,
    text: ({ proxy, status }) => `the proxy ${proxy} refused the connection (${status})`,
    hint: ({ status }) =>
      // tinyproxy answers 401 to a wrong password and 407 to none (run, 1.11).
      status === 407 || status === 401
        ? 'put user and password of the proxy into HTTPS_PROXY'
        : 'check HTTPS_PROXY, HTTP_PROXY and NO_PROXY',
  }),
  SERVICE_TIMEOUT: entry<{ what: string; reason: string; attempts: number }>({
    exit: EXIT.remote,
    text: ({ what, reason, attempts }) => `timeout: ${reason} for ${what} (${quantity(attempts, 'attempt')})`,
    hint: () => 'run the same command again, or with a longer --timeout',
  }),
  ANSWER_LOST: entry<{ what: string; reason: string; attempts: number }>({
    exit: EXIT.remote,
    text: ({ what, reason, attempts }) =>
      `no usable answer for ${what} (${quantity(attempts, 'attempt')}): ${printable(reason)}`,
    hint: () => AGAIN,
  }),

  ...answerErrors,

  // Event and upload.
  EVENT_UNKNOWN: entry<{ reason: string }>({
    exit: EXIT.remote,
    text: ({ reason }) =>
      `it is unknown whether the event was created (${printable(reason)}); nothing was uploaded`,
    hint: () => 'push again: at worst the project has one event too many',
  }),
  UPLOAD_REFUSED: entry<{ name: string; status: number; text: string }>({
    exit: EXIT.remote,
    text: ({ name, status, text }) =>
      `the service rejected "${printable(name)}" (${status})${afterColon(text)}`,
    hint: () => 'correct what the service names, then push again',
  }),
  UPLOAD_TOO_LARGE: entry<{ name: string; bytes: number; text: string }>({
    exit: EXIT.remote,
    text: ({ name, bytes, text }) =>
      `"${printable(name)}" is too large for the service: ${bytes} bytes (413)${afterColon(text)}`,
    hint: () => 'split the file',
  }),
  UPLOAD_CONFLICT: entry<{ name: string; status: number; text: string }>({
    exit: EXIT.differences,
    text: ({ name, status, text }) =>
      `"${printable(name)}" has changed on the service (${status})${afterColon(text)}`,
    hint: () => 'pull first, then push again',
  }),
  PLAN_STALE: entry<{ name: string; times: number; limit: number }>({
    exit: EXIT.remote,
    text: ({ name, times, limit }) =>
      `"${printable(name)}" was not uploaded: between reading what the service holds and sending, more than ${limit} s passed ${times} times in a row`,
    hint: () =>
      'push again when the service is faster and nobody edits these texts there; split a very large file; a larger `--concurrency` reads more languages at once',
  }),
  UPLOAD_UNKNOWN: entry<{ name: string; event: string; reason: string }>({
    exit: EXIT.remote,
    text: ({ name, event, reason }) =>
      `it is unknown whether "${printable(name)}" arrived (event ${event}): ${printable(reason)}`,
    hint: () => 'push again: it compares before it sends',
  }),
} as const;
