import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { CANARY } from '../support/session.js';
import { fastClock, runHere } from './host.js';

it('CO-17 an error that nobody foresaw: exit 70, what to report, the stack only with --debug, no run lock left', async () => {
  const above = mkdtempSync(join(tmpdir(), 'locsync-defect-'));
  onTestFinished(() => rmSync(above, { recursive: true, force: true }));
  const folder = join(above, 'project');
  mkdirSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(folder, '.locsyncrc'), '{"files": ["{locale}.json"]}\n');
  writeFileSync(join(folder, 'en.json'), '{"a": "A"}\n');
  // Nobody listens there, so that the first request fails.
  const env = { LOCSYNC_BASE_URL: 'http://127.0.0.1:9', LOCSYNC_PROJECT: 'pro_1', LOCSYNC_TOKEN: CANARY };
  // What to do about a failed request asks for luck.
  const clock = {
    ...fastClock(1),
    random: (): number => {
      throw new TypeError('x is not a function');
    },
  };
  const run = (...args: string[]) => runHere(args, { folder, env, clock });
  const plain = await run('push');
  expect(plain.exitCode).toBe(70);
  expect(plain.out).toBe('');
  expect(plain.err).toContain('x is not a function');
  expect(plain.err).not.toMatch(/^\s+at /m);
  const debug = await run('push', '--debug');
  expect(debug.exitCode).toBe(70);
  expect(debug.err).toMatch(/^\s+at .*random/m);
  for (const { err } of [plain, debug]) expect(err).not.toContain(CANARY);
  expect(existsSync(join(folder, '.locsync/run.lock'))).toBe(false);
});
