import type { ChildProcess } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { posts, Session } from '../support/session.js';
import { frontOf, type Fate } from './front.js';

/** A project whose requests all pass a front that a test can watch. */
async function watched(files: number, latencyMs: number, fate: (method: string) => Fate) {
  const s = await Session.start({ config: { files: ['app/*/{locale}.json'] }, service: { latencyMs } });
  for (let set = 1; set <= files; set += 1) s.file(`app/s${set}/en.json`, `{"a": "${set}"}\n`);
  const front = await frontOf(s.service.url, (_, { method = '', url = '' }) =>
    fate(`${method} ${url.replace(/.*\//, '')}`),
  );
  onTestFinished(() => front.close());
  return { s, front, env: { LOCSYNC_BASE_URL: front.url } };
}

describe('how many requests, and how long', () => {
  it('CO-18 ten sets in two languages with --concurrency 4: all requests count, and the uploads of one set never overlap', async () => {
    const s = await Session.start({ config: { files: ['app/*/{locale}.json'] }, service: { latencyMs: 20 } });
    for (let set = 1; set <= 10; set += 1)
      for (const code of ['en', 'de']) s.file(`app/s${set}/${code}.json`, `{"a": "${code} ${set}"}\n`);
    const underWay = new Map<string, number>();
    const overlapping: string[] = [];
    const front = await frontOf(s.service.url, (_, incoming, outgoing) => {
      if (incoming.method !== 'POST') return undefined;
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const { filename = '' } = JSON.parse(Buffer.concat(chunks).toString()) as { filename?: string };
        const set = filename.replace(/\/[^/]*$/, '');
        if (set === '') return;
        const now = (underWay.get(set) ?? 0) + 1;
        underWay.set(set, now);
        if (now > 1) overlapping.push(filename);
        outgoing.once('finish', () => underWay.set(set, (underWay.get(set) ?? 1) - 1));
      });
      return undefined;
    });
    onTestFinished(() => front.close());
    (await s.run('push --concurrency 4', { env: { LOCSYNC_BASE_URL: front.url } }))
      .code(0)
      .stdout('Pushed 20 files.');
    expect([front.busiest, overlapping]).toEqual([4, []]);
    expect(underWay.size).toBe(10);
  });

  it('CO-18 50 files with --concurrency 4: four requests at once and no more, each upload once', async () => {
    const { s, front, env } = await watched(50, 20, () => undefined);
    (await s.run('push --concurrency 4', { env })).code(0).stdout('Pushed 50 files.');
    expect(front.busiest).toBe(4);
    expect(posts(s.service)).toEqual({ events: 1, uploads: 50 });
    (await s.run('pull --concurrency 1', { env })).code(0);
    expect(front.busiest).toBe(4);
  });

  it('NT-23 a process that is stopped during an upload looks whether it arrived when it goes on', async () => {
    let child: ChildProcess | undefined;
    const { s, env } = await watched(2, 0, (asked) => {
      const running = child;
      if (asked !== 'POST source_files' || running === undefined) return undefined;
      child = undefined;
      // Longer than the whole time of an attempt: what the service answers meanwhile comes too
      // late.
      running.kill('SIGSTOP');
      setTimeout(() => running.kill('SIGCONT'), 3_000);
      return undefined;
    });
    const ran = await s.run('push --timeout 2', { env, during: (running) => (child = running) });
    ran.code(0).stdout('Pushed 2 files.');
    expect(posts(s.service)).toEqual({ events: 1, uploads: 2 });
  });
});
