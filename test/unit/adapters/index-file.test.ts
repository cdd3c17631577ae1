import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { indexFile, type IndexOptions } from '../../../src/adapters/signed-files.js';
import type { IndexFile } from '../../../src/ports/memory-file.js';
import type { Connection } from '../../../src/ports/service.js';

const CONNECTION: Connection = {
  baseUrl: new URL('https://one.test/api'),
  project: 'pro_1',
  token: 'tok_1',
  concurrency: 1,
  timeout: 1,
  retries: 0,
};

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'locsync-index-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  for (const name of ['home', 'other-home', 'project/.locsync'])
    mkdirSync(join(folder, name), { recursive: true });
  const open = (
    change: Partial<Connection> = {},
    options: Partial<IndexOptions> = {},
  ): IndexFile | undefined =>
    indexFile(
      { ...CONNECTION, ...change },
      {
        root: join(folder, 'project'),
        writable: true,
        version: '1.0.0',
        writer: { pid: 1 },
        env: { HOME: join(folder, 'home'), LOCALAPPDATA: join(folder, 'home') },
        ...options,
      },
    );
  return { folder, open, path: join(folder, 'project/.locsync/index') };
}

describe('IX-02 .locsync/index', () => {
  it('is read by the run that it is for, whatever its token is', async () => {
    const { open, path } = place();
    await open()?.write('text ü');
    expect(open()?.read()).toBe('text ü');
    expect(open({ token: 'tok_2' })?.read()).toBe('text ü');
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each<[string, Partial<Connection>, (folder: string) => Partial<IndexOptions>]>([
    ['another project', { project: 'pro_2' }, () => ({})],
    ['another service', { baseUrl: new URL('https://two.test/api') }, () => ({})],
    ['another path of it', { baseUrl: new URL('https://one.test/') }, () => ({})],
    ['another version', {}, () => ({ version: '1.0.1' })],
    [
      'another user',
      {},
      (folder) => ({ env: { HOME: join(folder, 'other-home'), LOCALAPPDATA: join(folder, 'other-home') } }),
    ],
  ])('is nothing to %s, and its hashes are others', async (_, change, options) => {
    const { folder, open } = place();
    await open()?.write('text');
    const other = open(change, options(folder));
    expect(other?.read()).toBeUndefined();
    expect(other?.digest(['a'])).not.toBe(open()?.digest(['a']));
  });

  it.each<[string, (text: string) => string]>([
    ['changed', (text) => text.replace('text', 'tex!')],
    ['cut', (text) => text.slice(0, -1)],
    ['longer', (text) => `${text}\n`],
    ['without a signature', () => 'text'],
    ['with that of nothing', (text) => text.replace(/[0-9a-f]{64}/, '0'.repeat(64))],
    ['empty', () => ''],
  ])('is nothing if it is %s', async (_, change) => {
    const { open, path } = place();
    await open()?.write('text');
    writeFileSync(path, change(readFileSync(path, 'utf8')));
    expect(open()?.read()).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32').each<[string, (path: string, other: string) => void]>([
    ['a named pipe', (path) => expect(spawnSync('mkfifo', [path]).status).toBe(0)],
    ['a link', (path, other) => symlinkSync(other, path)],
    ['a folder', (path) => mkdirSync(path)],
  ])('is nothing if it is %s', async (_, put) => {
    const { folder, open, path } = place();
    await open()?.write('text');
    writeFileSync(join(folder, 'copy'), readFileSync(path));
    rmSync(path);
    put(path, join(folder, 'copy'));
    expect(open()?.read()).toBeUndefined();
  });

  it('a run that only looks makes no secret, and has no index without one', () => {
    const { open } = place();
    expect(open({}, { writable: false })).toBeUndefined();
  });

  it('tells lists of parts apart that are one text together', () => {
    const digest = (...parts: readonly string[]): string | undefined => place().open()?.digest(parts);
    const { open } = place();
    const one = open();
    expect(
      new Set(
        [['ab', 'c'], ['a', 'bc'], ['abc'], ['a', 'b', 'c'], ['ab\nc']].map((parts) => one?.digest(parts)),
      ).size,
    ).toBe(5);
    expect(digest('a')).not.toBe(digest('a'));
  });
});
