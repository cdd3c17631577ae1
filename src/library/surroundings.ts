import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHost } from '../adapters/host.js';
import { createSecrets } from '../adapters/tokens/secrets.js';
import { LocsyncError } from '../core/errors/index.js';
import { VERSION } from '../version.js';
import type { InterruptSignals } from './interruption.js';
import type { Host, Stream, Terminal } from '../ports/host.js';
import type { LoadOptions } from './options.js';

/** What `call` runs in. Throws CALL_OPTION_VALUE for a folder that is not absolute. */
export function surroundingsOf(call: string, options: LoadOptions) {
  const { env = {}, onNotice, onTrace, onProgress } = options;
  const secrets = createSecrets(env['LOCSYNC_TOKEN']);
  const say = (line: string): void => onNotice?.(secrets.redact(line.trimEnd()));
  const notices = {
    notify: say,
    ...(onTrace && { trace: (line: string) => onTrace(secrets.redact(line)) }),
  };
  const cwd = pathOf(call, 'cwd', options.cwd);
  return {
    cwd,
    hostUntil: ({ signal, giveUp }: InterruptSignals): Host => {
      const host = createHost({
        cwd,
        env,
        terminal: quietTerminal(say),
        version: VERSION,
        signal,
        giveUp,
        secrets,
        onProgress,
      });
      return { ...host, service: (to, _notices, ...rest) => host.service(to, notices, ...rest) };
    },
  };
}

/** An absolute path: the library does not ask for the process's working folder. */
export function pathOf(call: string, option: string, given: string | URL): string {
  const isFile = given instanceof URL && given.protocol === 'file:';
  const path = given instanceof URL ? (isFile ? fileURLToPath(given) : '') : given;
  if (isAbsolute(path)) return path;
  throw LocsyncError.of('CALL_OPTION_VALUE', {
    call,
    option,
    expected: 'an absolute path or a file: URL',
  });
}

/** A terminal without a person: stderr becomes notices, the rest goes nowhere. */
function quietTerminal(say: (line: string) => void): Terminal {
  const stream = (write: (text: string) => void): Stream => ({
    write,
    arrived: () => Promise.resolve(true),
    isTerminal: false,
    columns: 80,
    color: false,
  });
  return {
    out: stream(() => undefined),
    err: stream(say),
    canAsk: false,
    readAll: () => Promise.resolve(''),
    ask: (question) => Promise.reject(LocsyncError.of('NO_ANSWER', { question })),
    choose: (question) => Promise.reject(LocsyncError.of('NO_ANSWER', { question })),
    edit: (_, name) => Promise.reject(LocsyncError.of('NO_ANSWER', { question: name })),
    confirm: (question) => Promise.reject(LocsyncError.of('NO_ANSWER', { question })),
  };
}
