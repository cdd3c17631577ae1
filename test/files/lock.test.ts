import { mkdir, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFiles } from '../../src/adapters/files/files.js';
import { EXIT } from '../../src/core/errors/exit.js';
import { fault, folder, options, project } from './support.js';

// Greater than any pid of Linux (PID_MAX_LIMIT is 2^22), so that /proc knows nothing of them.
const PID = 5_000_000;

const lockText = (changes: Record<string, unknown> = {}): string =>
  JSON.stringify({
    id: '0123456789abcdef0123456789abcdef',
    pid: PID,
    host: 'here',
    since: '2026-01-01T00:00:00.000Z',
    ...changes,
  });

async function locked(changes: Record<string, unknown> | string): Promise<string> {
  const root = await folder();
  await mkdir(join(root, '.locsync'));
  await writeFile(join(root, '.locsync/run.lock'), typeof changes === 'string' ? changes : lockText(changes));
  return root;
}

const lockFiles = async (root: string): Promise<string[]> => (await readdir(join(root, '.locsync'))).sort();

describe('the run lock', () => {
  it('is given back, and its folder ignores itself from git', async () => {
    const { root, files } = await project();
    const release = await files.runLock();
    expect(await lockFiles(root)).toEqual(['.gitignore', 'run.lock']);
    expect(await readFile(join(root, '.locsync/.gitignore'), 'utf8')).toBe('*\n');
    await release();
    await release();
    expect(await lockFiles(root)).toEqual(['.gitignore']);
    await (
      await files.runLock()
    )();
  });

  it('CO-01 CO-02 a second run waits a little, then says who holds it and since when', async () => {
    const root = await folder();
    const release = await createFiles(root, options()).runLock();
    const waits: number[] = [];
    const clock = { ...options().clock, sleep: (ms: number) => Promise.resolve(void waits.push(ms)) };
    const error = await fault(createFiles(root, options({ clock, lockWait: 1000 })).runLock());
    expect(error).toMatchObject({ code: 'RUN_LOCKED', exit: EXIT.remote });
    expect(error.message).toContain(`process ${process.pid} on here, since 2026-01-02T03:04:05.000Z`);
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(1000);
    await release();
    await (
      await createFiles(root, options()).runLock()
    )();
  });

  it('is taken as soon as the other run is done', async () => {
    const root = await folder();
    const release = await createFiles(root, options()).runLock();
    const clock = { ...options().clock, sleep: () => release() };
    await (
      await createFiles(root, options({ clock })).runLock()
    )();
    expect(await lockFiles(root)).toEqual(['.gitignore']);
  });

  it('the wait ends with the signal', async () => {
    const root = await folder();
    const release = await createFiles(root, options()).runLock();
    const abort = new AbortController();
    const clock = {
      ...options().clock,
      sleep: (_: number, signal?: AbortSignal) => {
        abort.abort(new Error('interrupted'));
        signal?.throwIfAborted();
        return Promise.resolve();
      },
    };
    await expect(createFiles(root, options({ clock, signal: abort.signal })).runLock()).rejects.toThrow(
      'interrupted',
    );
    await release();
    expect(await lockFiles(root)).toEqual(['.gitignore']);
  });

  it('CO-04 a dead run on this machine is succeeded, with a notice', async () => {
    const root = await locked({});
    const notices: string[] = [];
    const release = await createFiles(root, options({ notify: (notice) => notices.push(notice) })).runLock();
    expect(notices).toEqual([`took over the run lock of process ${PID}, which is gone`]);
    expect((await fault(createFiles(root, options()).runLock())).message).toContain(
      `process ${process.pid} `,
    );
    await release();
    expect(await lockFiles(root)).toEqual(['.gitignore']);
  });

  it('CO-04 a process that got the number of a dead one is not taken for it', async () => {
    const root = await locked({ pid: process.pid, started: '1' });
    await (
      await createFiles(root, options()).runLock()
    )();
    expect(await lockFiles(root)).toEqual(['.gitignore']);
  });

  it('CO-04 a run that dies while it takes over is succeeded too', async () => {
    const root = await locked({});
    await createFiles(root, options({ pid: PID + 1 })).runLock();
    await createFiles(root, options({ pid: PID + 2 })).runLock();
    expect(await lockFiles(root)).toHaveLength(4);
    const release = await createFiles(root, options()).runLock();
    expect((await fault(createFiles(root, options()).runLock())).code).toBe('RUN_LOCKED');
    await release();
    expect(await lockFiles(root)).toEqual(['.gitignore']);
  });

  it('what a killed give-back left of a chain is cleaned', async () => {
    const root = await locked({});
    await createFiles(root, options({ pid: PID + 1 })).runLock();
    await rm(join(root, '.locsync/run.lock'));
    await (
      await createFiles(root, options()).runLock()
    )();
    expect(await lockFiles(root)).toEqual(['.gitignore']);
  });

  it.each([
    '',
    '{',
    '[]',
    'null',
    '{"pid":1}',
    lockText({ pid: '1' }),
    lockText({ pid: -1 }),
    lockText({ id: '../../x' }),
    lockText({ host: 1 }),
  ])('CO-05 a lock that cannot be understood is respected: %s', async (text) => {
    const root = await locked(text);
    const error = await fault(createFiles(root, options()).runLock());
    expect(error).toMatchObject({ code: 'RUN_LOCK_UNREADABLE', exit: EXIT.remote });
    expect(error.hint).toContain('remove .locsync/run.lock');
    expect(await readFile(join(root, '.locsync/run.lock'), 'utf8')).toBe(text);
  });

  it('CO-05 a folder in place of the lock is respected', async () => {
    const root = await folder();
    await mkdir(join(root, '.locsync/run.lock'), { recursive: true });
    expect((await fault(createFiles(root, options()).runLock())).code).toBe('RUN_LOCK_UNREADABLE');
  });

  it('CO-06 a lock of another machine is never broken', async () => {
    const root = await locked({ host: 'there', since: '2025-12-30T00:00:00.000Z' });
    const error = await fault(createFiles(root, options()).runLock());
    expect(error).toMatchObject({ code: 'RUN_LOCKED', exit: EXIT.remote });
    expect(error.message).toContain('on there, since 2025-12-30');
    expect(error.hint).toContain('remove .locsync/run.lock');
    expect(await lockFiles(root)).toEqual(['.gitignore', 'run.lock']);
  });

  it('a lock that is no longer ours is not removed', async () => {
    const { root, files } = await project();
    const release = await files.runLock();
    await writeFile(join(root, '.locsync/run.lock'), lockText({ host: 'there' }));
    await release();
    expect(await lockFiles(root)).toEqual(['.gitignore', 'run.lock']);
  });

  it('a link or a file in place of the folder is refused', async () => {
    const { root, files } = await project();
    const outside = await folder();
    await symlink(outside, join(root, '.locsync'));
    expect(await fault(files.runLock())).toMatchObject({ code: 'RUN_LOCK_FAILED', exit: EXIT.local });
    expect(await readdir(outside)).toEqual([]);
    await rm(join(root, '.locsync'));
    await writeFile(join(root, '.locsync'), '');
    expect((await fault(files.runLock())).code).toBe('RUN_LOCK_FAILED');
  });

  it('FS-14 temporary files of a killed run are cleaned with its lock, and only those', async () => {
    const root = await locked({});
    const temp = (pid: number): string => `.locsync-${pid}-0123456789abcdef.tmp`;
    await mkdir(join(root, 'a/b'), { recursive: true });
    await mkdir(join(root, 'node_modules'));
    const outside = await folder();
    await symlink(outside, join(root, 'linked'));
    const kept = [
      `a/b/${temp(process.pid)}`,
      'a/.locsync-x.tmp',
      'a/en.json',
      `node_modules/${temp(PID)}`,
      `linked/${temp(PID)}`,
    ];
    const gone = [temp(PID), `a/${temp(PID)}`, `a/b/${temp(PID + 7)}`, `.locsync/${temp(PID)}`];
    for (const path of [...kept, ...gone]) await writeFile(join(root, path), '');
    await (
      await createFiles(root, options()).runLock()
    )();
    for (const path of kept) expect((await stat(join(root, path))).isFile(), path).toBe(true);
    for (const path of gone) await expect(stat(join(root, path)), path).rejects.toThrow('ENOENT');
  });

  it('of many runs that see a dead one, one at a time holds the lock', async () => {
    const root = await locked({});
    const dead = new Set([PID]);
    const inside = new Set<number>();
    const overlaps: number[][] = [];
    let takeovers = 0;
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
    const run = async (pid: number): Promise<void> => {
      const release = await createFiles(
        root,
        options({
          pid,
          isAlive: (other) => !dead.has(other),
          clock: { ...options().clock, sleep: pause },
          lockWait: 1_000_000,
          notify: () => (takeovers += 1),
        }),
      ).runLock();
      inside.add(pid);
      if (inside.size > 1) overlaps.push([...inside]);
      await pause();
      inside.delete(pid);
      if (pid % 2 === 0) dead.add(pid);
      else await release();
    };
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 12 }, (_, n) => run(PID + 1 + round * 12 + n)));
    }
    expect(overlaps).toEqual([]);
    expect(takeovers).toBeGreaterThan(10);
    await (
      await createFiles(root, options({ isAlive: (pid) => !dead.has(pid) })).runLock()
    )();
    expect(await lockFiles(root)).toEqual(['.gitignore']);
  });
});
