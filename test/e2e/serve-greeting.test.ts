import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { COMPILED } from '../support/compiled.js';
import { CANARY, PROGRAM } from '../support/session.js';

/** What `locsync serve` says once it listens; it is stopped then. */
async function greeting(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'locsync-serve-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--locales', 'en', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, ...COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (/Ctrl\+C|\}\n/.test(said)) child.kill('SIGTERM');
  });
  await once(child, 'close');
  return said;
}

describe('the lines that serve prints for another terminal', () => {
  it('hold the token that it made up', async () => {
    expect(await greeting([])).toMatch(
      /Commands in this folder find it by themselves\. Elsewhere:\n[^]*\n {2}export LOCSYNC_TOKEN=loc_[\w-]{20,}\n/,
    );
  });

  it.each([{}, { LOCSYNC_TOKEN: CANARY }])(
    'leave out a token that was given, with %j in the environment',
    async (env) => {
      const said = await greeting(['--token', CANARY], env);
      expect(said).toContain('Elsewhere, with LOCSYNC_TOKEN set to the token that you gave:\n');
      expect(said).toMatch(/^ {2}export LOCSYNC_PROJECT=pro_\d+$/m);
      expect(said).not.toMatch(/export LOCSYNC_TOKEN|\*\*\*/);
      expect(said).not.toContain(CANARY);
    },
  );

  it.each([{}, { LOCSYNC_TOKEN: CANARY }])(
    'are one of JSON with --json, with the token, %j in the environment',
    async (env) => {
      const said = await greeting(['--json', '--token', CANARY], env);
      expect(JSON.parse(said)).toMatchObject({ token: CANARY });
    },
  );
});
