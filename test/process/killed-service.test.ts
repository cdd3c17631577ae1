import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.js';
import { readDatabase } from '../support/service.js';
import { CANARY, PROGRAM, Session } from '../support/session.js';

const FILES = 200;

/** `locsync serve` as a process of its own; resolves once it listens. */
async function serve(db: string, port: number): Promise<ChildProcess> {
  const args = ['serve', '--json', '--verbose', '--db', db, '--port', String(port), '--locales', 'en,de'];
  const child = spawn(process.execPath, [PROGRAM, ...args, '--token', CANARY, '--project', 'pro_7'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const first = once(child.stdout, 'data').then(([chunk]) => JSON.parse(String(chunk)) as unknown);
  const end = once(child, 'exit').then(() => Promise.reject(new Error(`serve ended: ${said}`)));
  end.catch(() => undefined);
  expect(await Promise.race([first, end])).toMatchObject({ project: 'pro_7' });
  return child;
}

describe('kill -9 of the service in the middle of a push', () => {
  it('keeps every version that it acknowledged, and a second push finishes the work', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'locsync-killed-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const db = join(folder, 'service.db');
    const port = await freePort();
    const service = { url: `http://127.0.0.1:${port}`, project: 'pro_7', token: CANARY };
    const s = Session.at(service, { config: { files: ['l/*/{locale}.json'], retries: 0 } });
    for (let i = 0; i < FILES; i++)
      s.file(`l/set${i}/en.json`, JSON.stringify({ title: `Title ${i}`, text: 'x'.repeat(500) }));

    const first = await serve(db, port);
    let seen = 0;
    first.stderr?.on('data', (chunk: Buffer) => {
      seen += (chunk.toString().match(/^POST \S+source_files 201/gm) ?? []).length;
      if (seen > FILES / 4) first.kill('SIGKILL');
    });
    const broken = (await s.run('push --json')).code(4);
    const pushed = broken.json.files.filter(({ state }) => state === 'pushed');
    expect(pushed.length).toBeGreaterThan(0);
    expect(pushed.length).toBeLessThan(FILES);
    expect(broken.json.files.filter(({ state }) => state === 'failed').length).toBeGreaterThan(0);

    const second = await serve(db, port);
    const stored = readDatabase(
      db,
      'SELECT f.name AS name, v.number AS number FROM version v JOIN source_file f ON f.id = v.file',
    );
    for (const { path, version } of pushed) expect(stored).toContainEqual({ name: path, number: version });

    const finish = (await s.run('push --json')).code(0);
    expect(finish.json.files).toHaveLength(FILES);
    (await s.run('status --check')).code(0);
    const versions = readDatabase(db, 'SELECT count(*) AS n, max(number) AS most FROM version')[0];
    expect(Number(versions?.['n']), 'each file was stored exactly once').toBe(FILES);
    expect(Number(versions?.['most'])).toBe(1);
    second.kill('SIGTERM');
    expect(await once(second, 'exit')).toEqual([0, null]);
  });
});
