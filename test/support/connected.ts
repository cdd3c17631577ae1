import { connectService } from '../../src/adapters/service/service.js';
import type { ResponseCacheFolder, Clock } from '../../src/ports/host.js';
import type { Connection, Service } from '../../src/ports/service.js';
import { PROJECT } from './scripted-server.js';

export const TOKEN = 'tok_SECRET_0123456789';

/** A clock whose sleeps end at once and move it on. `slept` is what was slept. */
export class FakeClock implements Clock {
  readonly slept: number[] = [];
  luck = 0.5;
  #ahead = 0;

  now(): number {
    return Date.now() + this.#ahead;
  }

  date(): number {
    return this.now();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      this.slept.push(ms);
      this.#ahead += ms;
      resolve();
    });
  }

  random(): number {
    return this.luck;
  }
}

export interface Connected {
  readonly service: Service;
  readonly clock: FakeClock;
  readonly notices: string[];
  readonly traces: string[];
  readonly abort: AbortController;
}

/** A service client for this address, on a fake clock. */
export async function connected(
  baseUrl: URL,
  settings: Partial<Connection> = {},
  env: Readonly<Record<string, string>> = {},
  answers?: ResponseCacheFolder,
): Promise<Connected> {
  const clock = new FakeClock();
  const notices: string[] = [];
  const traces: string[] = [];
  const abort = new AbortController();
  const service = await connectService(
    { baseUrl, project: PROJECT, token: TOKEN, concurrency: 8, timeout: 5, retries: 4, ...settings },
    {
      clock,
      signal: abort.signal,
      env,
      notify: (notice) => notices.push(notice),
      trace: (line) => traces.push(line),
      version: '0.1.0',
      userAgentNode: '20.0.0',
      cache: answers && { ...answers, pid: process.pid },
    },
  );
  return { service, clock, notices, traces, abort };
}
