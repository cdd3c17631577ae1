import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { hang, type Endpoint } from '../support/scripted-server.js';
import { CANARY, Session } from '../support/session.js';
import { fastClock, runHere } from './host.js';

it('CO-17 an error that no one foresaw: exit 70, what to report, the stack only with --debug, no run lock left', async () => {
  const above = mkdtempSync(join(tmpdir(), 'locsync-defect-'));
  onTestFinished(() => rmSync(above, { recursive: true, force: true }));
  const folder = join(above, 'project');
  mkdirSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(folder, '.locsyncrc'), '{"files": ["{locale}.json"]}\n');
  writeFileSync(join(folder, 'en.json'), '{"a": "A"}\n');
  // No process listens there, so that the first request fails.
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

// Loaded before the program: on SIGUSR2 something fails that no one waits for.
const FAULT = `process.on('SIGUSR2', () => {
  const fault = new TypeError(process.env.LOCSYNC_TOKEN + ' is not iterable');
  if (process.env.FAULT === 'rejection') void Promise.reject(fault);
  else setImmediate(() => { throw fault; });
});`;

describe.each(['rejection', 'throwing'])(
  'CO-17 in the built program, the %s of something that no one waits for',
  (kind) => {
    /** A push that meets it while this request has no answer. */
    async function faulty(args: string, endpoint: Endpoint) {
      const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
      const { script } = s.service;
      const book = new FakeService(script);
      s.file('l/en.json', '{"a":"A"}').file('../home/fault.cjs', FAULT);
      script.on(endpoint, hang);
      const before = [...s.snapshot()].filter(([path]) => !path.startsWith('.locsync'));
      const ran = await s.run(args, {
        defect: true,
        env: { NODE_OPTIONS: `--require ${join(s.folder, '../home/fault.cjs')}`, FAULT: kind },
        during: (child) => {
          const timer = setInterval(() => {
            if (script.of(endpoint).length === 0) return;
            clearInterval(timer);
            child.kill('SIGUSR2');
          }, 10);
          child.on('exit', () => clearInterval(timer));
        },
      });
      // Session.run has looked for the token, for a stack without --debug, and for a run lock or a
      // temporary file that was left.
      ran.code(70);
      expect(ran.ms, ran.transcript).toBeLessThan(10_000);
      expect([...s.snapshot()].filter(([path]) => !path.startsWith('.locsync'))).toEqual(before);
      return { s, ran, book };
    }

    it('exit 70, one line and what to report, no lock left, and the next run does the work', async () => {
      const { s, ran, book } = await faulty('push', 'locales');
      ran.stderr(/^error: .*\*\*\* is not iterable/m, '--debug');
      expect(ran.out).toBe('');
      new FakeService(s.service.script);
      (await s.run('push')).code(0).stdout('Pushed 1 file.');
      expect(book.versions()).toBe(0);
    });

    it('during an upload too; the stack comes with --debug', async () => {
      const { ran } = await faulty('push --debug', 'upload');
      ran.stderr(/^error: .*\*\*\* is not iterable/m, /^\s+at .*fault\.cjs/m);
    });

    it('--json: one document that says so', async () => {
      const { ran } = await faulty('status --json', 'sourceFiles');
      expect(ran.json).toMatchObject({ command: 'status', ok: false, exitCode: 70 });
      expect(ran.errors).toEqual(['DEFECT']);
    });
  },
);

it('CO-17 a run that comes to its end in spite of it: exit 70, its report on stdout, the defect on stderr', async () => {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  s.file('l/en.json', '{"a":"A"}').file(
    '../home/fault.cjs',
    `const { write } = process.stdout;
process.stdout.write = function (...args) {
  setImmediate(() => { throw new TypeError('x is not iterable'); });
  return write.apply(this, args);
};`,
  );
  const env = { NODE_OPTIONS: `--require ${join(s.folder, '../home/fault.cjs')}` };
  for (const args of ['check', 'check --json', 'check --debug']) {
    const ran = (await s.run(args, { env, defect: true })).code(70).stderr('x is not iterable', 'report it');
    expect(ran.err.includes('fault.cjs'), ran.transcript).toBe(args.includes('--debug'));
    expect(ran.out, ran.transcript).not.toBe('');
  }
});
