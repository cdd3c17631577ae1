import type { ChildProcess } from 'node:child_process';
import { expect } from 'vitest';
import type { FakeService } from './fake-service.js';
import type { synced } from './replaced.js';
import type { Received, Step } from './scripted-server.js';
import type { Session } from './session.js';

export const DE = { k0: 'v0', k1: 'v1', k2: 'v2' };
export const TEXT = 'A text that a translator has just written';
export const CUT = 'A text that a';

type Synced = Awaited<ReturnType<typeof synced>>;

/** Lets the service treat uploads so from now on: `import` imports the body, as it came. */
export function onUpload(
  { s, fakeService }: Synced,
  step: (request: Received, take: () => Step) => Step,
): void {
  s.service.script.on('upload', (request) => step(request, () => fakeService.take(request)));
}

/** A push that is killed, or interrupted, while the service has its upload. */
export async function killedPush(
  at: Synced,
  step: (take: () => Step) => Step | undefined,
  { signal = 'SIGKILL', command = 'push' }: { signal?: NodeJS.Signals; command?: string } = {},
): Promise<string> {
  let child: ChildProcess | undefined;
  let isOver = false;
  onUpload(at, (_, take) => {
    if (isOver) return take();
    isOver = true;
    const answer = step(take);
    child?.kill(signal);
    return signal === 'SIGKILL' || !answer ? { raw: () => undefined } : answer;
  });
  const ran = await at.s.run(command, { killed: true, during: (process) => (child = process) });
  expect(ran.exitCode ?? ran.signal, ran.transcript).toBe(signal === 'SIGKILL' ? 'SIGKILL' : 130);
  return ran.transcript;
}

/** Changes texts of a language on the service. */
export const change = (
  fakeService: FakeService,
  texts: Readonly<Record<string, string | undefined>>,
): void => {
  const now = Object.entries({ ...fakeService.texts('de'), ...texts });
  fakeService.set('de', Object.fromEntries(now.flatMap(([k, t]) => (t === undefined ? [] : [[k, t]]))));
};

const RECORD = '.locsync/uploads.jsonl';

/** So many milliseconds pass for the record of uploads. */
export function passed(s: Session, ms: number): void {
  const older = s.text(RECORD).replace(/"at":(\d+)/g, (_, at: string) => `"at":${Number(at) - ms}`);
  s.file(RECORD, older);
}
