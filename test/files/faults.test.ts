import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createFiles } from '../../src/adapters/files/files.js';
import { fault, folder, options } from './support.js';

const OLD = '{"a":"old"}\n';
const NEW = JSON.stringify({ a: 'new'.repeat(5000) });

let bundle = '';
beforeAll(async () => {
  bundle = await mkdtemp(join(tmpdir(), 'locsync-child-'));
  await chmod(bundle, 0o755);
  await build({
    input: join(import.meta.dirname, 'child.ts'),
    platform: 'node',
    output: { dir: bundle, entryFileNames: 'child.mjs', chunkFileNames: '[name].mjs' },
    logLevel: 'silent',
  });
});
afterAll(() => rm(bundle, { recursive: true, force: true }));

const child = (): string => join(bundle, 'child.mjs');

interface Ended {
  readonly outcome: unknown;
  readonly signal: string | null;
  readonly stderr: string;
}

/** Runs a command line to its end; the outcome is what the child says last. */
function run(command: string, ...args: string[]): Ended {
  // One thread for the file system, so that calls come in one order.
  const env = { PATH: process.env['PATH'], UV_THREADPOOL_SIZE: '1', UV_USE_IO_URING: '0' };
  const ended = spawnSync(command, args, { encoding: 'utf8', env });
  if (ended.error) throw ended.error;
  const line = ended.stdout.trim().split('\n').at(-1) ?? '';
  return { outcome: line === '' ? undefined : JSON.parse(line), signal: ended.signal, stderr: ended.stderr };
}

const node = (...args: string[]): Ended => run(process.execPath, child(), ...args);

const inject = (fault: string, ...args: string[]): Ended =>
  run('strace', '-f', '-qq', '-o', '/dev/null', '-e', `inject=${fault}`, process.execPath, child(), ...args);

const works = (command: string, ...args: string[]): boolean => {
  const { status, error } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 && error === undefined;
};

const isRoot = process.getuid?.() === 0;
const canTrace = works('strace', '-f', '-qq', '-o', '/dev/null', '-e', 'inject=fsync:error=EIO', 'true');
const canDemote = isRoot && works('setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', 'true');
const canMount = isRoot && works('unshare', '--mount', 'true');

async function projectWith(path: string): Promise<string> {
  const root = await folder();
  await writeFile(join(root, path), OLD);
  return root;
}

const tree = async (root: string): Promise<string[]> => (await readdir(root, { recursive: true })).sort();

/** The file is as it was, and nothing is beside it. */
async function untouched(root: string): Promise<void> {
  expect(await readFile(join(root, 'de.json'), 'utf8')).toBe(OLD);
  expect(await tree(root)).toEqual(['de.json']);
}

it('the child works if nothing fails', async () => {
  const root = await projectWith('de.json');
  expect(node(root, 'write', 'de.json', NEW)).toMatchObject({ outcome: ['written'] });
  expect(await readFile(join(root, 'de.json'), 'utf8')).toBe(NEW);
});

describe.skipIf(!canTrace)('failing system calls (skipped without a working strace)', () => {
  it.each([
    ['FS-03', 'fsync:error=EIO', 'EIO'],
    ['FS-04', 'rename,renameat,renameat2:error=EXDEV', 'EXDEV'],
    ['FS-04', 'rename,renameat,renameat2:error=EACCES', 'EACCES'],
    ['FS-01', 'fsync:error=ENOSPC', 'ENOSPC'],
    ['FS-16', 'fchmod:error=EPERM', 'EPERM'],
  ])('%s %s leaves the old file and no temporary one', async (_, fault, code) => {
    const root = await projectWith('de.json');
    expect(inject(fault, root, 'write', 'de.json', NEW).outcome).toEqual([
      expect.stringContaining(`(${code})`),
    ]);
    await untouched(root);
  });

  it('FS-03 the file is flushed before the rename and its folder after it, made folders included', async () => {
    const root = await projectWith('de.json');
    const log = join(await folder(), 'log');
    const calls = 'trace=fsync,rename,renameat,renameat2,mkdir,mkdirat';
    run(
      'strace',
      '-f',
      '-qq',
      '-y',
      '-o',
      log,
      '-e',
      calls,
      process.execPath,
      child(),
      root,
      'write',
      'a/fr.json',
      NEW,
    );
    const lines = (await readFile(log, 'utf8'))
      .split('\n')
      .filter((line) => line.includes(root) && !line.includes('resumed'));
    const steps = lines.map((line) => {
      const [, call, rest = ''] = /(\w+?)(?:at2?)?\((.*)/.exec(line) ?? [];
      return `${call} ${rest.includes('.tmp') ? 'temp' : rest.includes(`${root}/a`) ? 'folder' : 'root'}`;
    });
    expect(steps).toEqual(['mkdir folder', 'fsync root', 'fsync temp', 'rename temp', 'fsync folder']);
  });

  it('a new folder is taken away again if the file in it cannot be written', async () => {
    const root = await projectWith('de.json');
    expect(inject('rename,renameat,renameat2:error=EIO', root, 'write', 'a/b/fr.json', NEW).outcome).toEqual([
      expect.stringContaining('FILE_UNWRITABLE'),
    ]);
    await untouched(root);
  });

  // The process dies at the n-th of these calls, for every n. Node's own calls while it starts are
  // among them.
  const CALLS = [
    'mkdir,mkdirat',
    'link,linkat',
    'unlink,unlinkat',
    'fsync',
    'rename,renameat,renameat2',
    'fchmod',
    'close',
    'openat',
  ];

  it.each(CALLS)(
    'CO-14 killed at any %s, the file is old or new, and the next run finishes the work',
    async (calls) => {
      let killed = 0;
      for (let nth = 1; ; nth += 1) {
        const root = await projectWith('de.json');
        const first = inject(`${calls}:signal=KILL:when=${nth}`, root, 'run', 'de.json', NEW);
        if (first.outcome === 'done') break;
        killed += 1;
        expect([OLD, NEW]).toContain(await readFile(join(root, 'de.json'), 'utf8'));
        const files = createFiles(root, options({ isAlive: (pid) => pid === process.pid }));
        const release = await files.runLock();
        await files.write('de.json', NEW, (await files.read('de.json'))?.contentHash);
        await release();
        expect(await readFile(join(root, 'de.json'), 'utf8'), `${calls} ${nth}`).toBe(NEW);
        expect(await tree(root), `${calls} ${nth}`).toEqual(['.locsync', '.locsync/.gitignore', 'de.json']);
      }
      expect(killed).toBeGreaterThan(0);
    },
  );
});

describe('limits of the account', () => {
  it('FS-05 a limit on file sizes leaves the old file', async () => {
    const root = await projectWith('de.json');
    const { outcome } = run(
      'sh',
      '-c',
      'ulimit -f 1; exec "$@"',
      'sh',
      process.execPath,
      child(),
      root,
      'write',
      'de.json',
      NEW,
    );
    expect(outcome).toEqual([expect.stringContaining('(EFBIG)')]);
    await untouched(root);
  });

  it('FS-06 500 files are read and written with 64 handles', async () => {
    const root = await folder();
    for (let n = 0; n < 500; n += 1) await writeFile(join(root, `${n}.json`), OLD);
    const { outcome } = run(
      'sh',
      '-c',
      'ulimit -n 64; unset UV_THREADPOOL_SIZE; exec "$@"',
      'sh',
      process.execPath,
      child(),
      root,
      'many',
    );
    expect(outcome).toBe(500);
    const texts = await Promise.all((await readdir(root)).map((name) => readFile(join(root, name), 'utf8')));
    expect(new Set(texts)).toEqual(new Set(['new']));
  });
});

describe.skipIf(!canMount)('a full disk (skipped if nothing can be mounted)', () => {
  it('FS-01 no space left leaves the old file and no temporary one', async () => {
    const root = await folder();
    const script = `
      mount -t tmpfs -o size=64k none "$1" || exit 9
      printf '%s' '{"a":"old"}' > "$1/de.json"
      head -c 45000 /dev/zero > "$1/ballast"
      node=$2; child=$3; shift 3
      "$node" "$child" "$@"
      test "$(cat "$1/de.json")" = '{"a":"old"}' && test "$(ls -A "$1" | wc -l)" = 2 || echo '"damaged"'`;
    const text = 'x'.repeat(100_000);
    const { outcome, stderr } = run(
      'unshare',
      '--mount',
      'sh',
      '-c',
      script,
      'sh',
      root,
      process.execPath,
      child(),
      root,
      'write',
      'de.json',
      text,
    );
    expect(stderr).toBe('');
    expect(outcome).toEqual([expect.stringContaining('no space left on the disk (ENOSPC)')]);
  });
});

describe.skipIf(isRoot && !canDemote)(
  'permissions (skipped for root if it cannot become another person)',
  () => {
    const asNobody = (...args: string[]): Ended =>
      isRoot
        ? run(
            'setpriv',
            '--reuid=65534',
            '--regid=65534',
            '--clear-groups',
            process.execPath,
            child(),
            ...args,
          )
        : node(...args);

    it('FS-02 one folder that may not be written is one error; the other files are written', async () => {
      const root = await folder();
      await chmod(root, 0o777);
      for (const name of ['a', 'b', 'c']) {
        await mkdir(join(root, name));
        await chmod(join(root, name), name === 'b' ? 0o555 : 0o777);
        await writeFile(join(root, name, 'de.json'), OLD);
        await chmod(join(root, name, 'de.json'), 0o666);
      }
      const { outcome } = asNobody(root, 'write', 'a/de.json', NEW, 'b/de.json', NEW, 'c/de.json', NEW);
      expect(outcome).toEqual([
        'written',
        expect.stringMatching(/^FILE_UNWRITABLE: .*permission denied/),
        'written',
      ]);
      expect(await readFile(join(root, 'b/de.json'), 'utf8')).toBe(OLD);
      expect(await readFile(join(root, 'c/de.json'), 'utf8')).toBe(NEW);
    });

    it('a read-only file is not replaced, although its folder would allow it', async () => {
      const root = await projectWith('de.json');
      await chmod(root, 0o777);
      await chmod(join(root, 'de.json'), 0o444);
      expect(asNobody(root, 'write', 'de.json', NEW).outcome).toEqual([
        expect.stringContaining('permission denied'),
      ]);
      await untouched(root);
      expect((await stat(join(root, 'de.json'))).mode & 0o777).toBe(0o444);
    });

    it('a file that may not be read is named', async () => {
      const root = await projectWith('de.json');
      await chmod(root, 0o777);
      await chmod(join(root, 'de.json'), 0o000);
      expect(asNobody(root, 'write', 'de.json', NEW).outcome).toEqual([
        expect.stringMatching(/^FILE_UNREADABLE: .*permission denied/),
      ]);
    });

    it('a folder that may not be searched is named: its files are not gone', async () => {
      const root = await projectWith('de.json');
      await chmod(root, 0o777);
      await mkdir(join(root, 'a/secret'), { recursive: true });
      await chmod(join(root, 'a/secret'), 0o000);
      expect(asNobody(root, 'many').outcome).toBe(
        'FOLDER_UNREADABLE: the folder cannot be searched: permission denied (EACCES) at a/secret',
      );
    });

    it('the run lock of a read-only project says so', async () => {
      const root = await projectWith('de.json');
      await chmod(root, 0o555);
      onTestFinished(() => chmod(root, 0o777));
      expect(asNobody(root, 'run', 'de.json', NEW).outcome).toMatch(/^RUN_LOCK_FAILED: .*permission denied/);
      await untouched(root);
    });
  },
);

it('CO-01 CO-04 a lock is held by a living process and taken over when it was killed', async () => {
  const root = await projectWith('de.json');
  const holder = spawn(process.execPath, [child(), root, 'hold'], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await new Promise<void>((resolve) => holder.stdout.once('data', () => resolve()));
  const files = createFiles(
    root,
    options({ isAlive: (pid) => pid === process.pid || (pid === holder.pid && holder.signalCode === null) }),
  );
  const error = await fault(files.runLock());
  expect(error.message).toContain(`process ${holder.pid} on here`);
  expect(node(root, 'run', 'de.json', NEW).outcome).toMatch(/^RUN_LOCKED/);
  const ended = new Promise((resolve) => holder.once('exit', resolve));
  holder.kill('SIGKILL');
  await ended;
  expect(node(root, 'run', 'de.json', NEW).outcome).toBe('done');
  expect(await tree(root)).toEqual(['.locsync', '.locsync/.gitignore', 'de.json']);
});
