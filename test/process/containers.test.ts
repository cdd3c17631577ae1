import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { inContainer } from '../support/namespaces.js';
import { hang } from '../support/scripted-server.js';
import { PROGRAM, Session } from '../support/session.js';

const skipped = inContainer === undefined ? ' (skipped: unshare cannot make a process namespace here)' : '';
const container = (inContainer ?? []).join(' ');
const LOCK = '.locsync/run.lock';
const linux = process.platform === 'linux';

/** A project whose run lock a killed run has left; `change` says what its record says instead. */
async function left(change: (record: Record<string, unknown>) => Record<string, unknown>) {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  s.service.script.on('locales', hang);
  s.file('l/en.json', '{"a":"A"}');
  await s.run('pull', {
    killed: true,
    during: (child) => {
      const timer = setInterval(() => {
        if (s.service.script.of('locales').length === 0) return;
        clearInterval(timer);
        child.kill('SIGKILL');
      }, 20);
    },
  });
  const record = JSON.parse(s.text(LOCK)) as Record<string, unknown>;
  s.file(LOCK, JSON.stringify(change(record)));
  new FakeService(s.service.script);
  return s;
}

describe('M6 the run lock', () => {
  it.skipIf(inContainer === undefined)(`of a run in another container is respected${skipped}`, async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    s.file('l/en.json', '{"a":"A"}');
    s.service.script.on('locales', hang);
    const holder = s.launch('pull', {
      killed: true,
      shell: `${container} "$@"`,
      during: (child) => onTestFinished(() => void child.kill('SIGKILL')),
    });
    while (s.service.script.of('locales').length === 0) await new Promise((done) => setTimeout(done, 20));
    const before = s.text(LOCK);
    // Both ways: from outside into the container, and from another container.
    (await s.launch('push'))
      .code(4)
      .stderr('another locsync run is in progress', 'in another container', 'run.lock');
    (await s.launch('push', { shell: `${container} "$@"` })).code(4).stderr('in another container');
    s.reads(LOCK, before);
    for (const one of s.service.script.of('locales').slice(1)) expect(one).toBeUndefined();
    void holder.catch(() => undefined);
  });

  it.runIf(linux)('of a dead process in another container is never taken over by itself', async () => {
    const s = await left((record) => ({ ...record, namespace: 'pid:[1]' }));
    const before = s.text(LOCK);
    (await s.launch('push')).code(4).stderr('in another container', 'remove .locsync/run.lock');
    s.reads(LOCK, before);
    // What a newer version wrote on another system of the same name, and what an older one wrote.
    for (const name of ['namespace', 'machine'] as const) {
      const value = name === 'machine' ? 'another' : undefined;
      s.file(LOCK, JSON.stringify({ ...(JSON.parse(before) as object), [name]: value }));
      (await s.launch('push')).code(4);
      expect(s.has(LOCK)).toBe(true);
    }
    s.remove(LOCK);
    (await s.run('push')).code(0);
  });

  it.runIf(linux)(
    'of a run before the machine was started anew is taken over, also if its number is in use again',
    async () => {
      const s = await left((record) => ({
        ...record,
        boot: 'an-earlier-one',
        pid: process.pid,
        started: undefined,
      }));
      (await s.run('push')).code(0).stderr(`took over the run lock of process ${process.pid}`);
    },
  );

  it.runIf(linux)(
    'of a process that has ended, but whose parent has not noticed, is taken over',
    async () => {
      const parent = spawn('bash', ['-c', 'sleep 0.3 & echo $!; exec sleep 100'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      onTestFinished(() => void parent.kill('SIGKILL'));
      const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
      const stat = (): string => readFileSync(`/proc/${line}/stat`, 'utf8');
      while (!stat().includes(') Z ')) await new Promise((done) => setTimeout(done, 20));
      const started = stat()
        .slice(stat().lastIndexOf(')') + 2)
        .split(' ')[19];
      const s = await left((record) => ({ ...record, pid: Number(line), started }));
      (await s.run('push')).code(0).stderr(`took over the run lock of process ${line}`);
    },
  );
});

describe('M6 the database of the embedded service', () => {
  type Server = ChildProcessByStdio<null, Readable, Readable>;

  function serve(s: Session, before: readonly string[] = []): Server {
    const [file, ...args] = [
      ...before,
      process.execPath,
      PROGRAM,
      'serve',
      '--port',
      '0',
      '--json',
      '--db',
      'x.db',
    ];
    const child = spawn(file, args, {
      cwd: s.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, LOCSYNC_TOKEN: undefined },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  }

  const listens = async (child: Server): Promise<unknown> =>
    (await once(createInterface({ input: child.stdout }), 'line'))[0];

  async function refused(child: Server): Promise<string> {
    let told = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (told += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    expect(code, told).toBe(5);
    return told;
  }

  it.skipIf(inContainer === undefined)(
    `is not taken from a service in another container${skipped}`,
    async () => {
      const s = await Session.scripted();
      await listens(serve(s, inContainer));
      const record = s.text('x.db.owner');
      expect(await refused(serve(s))).toContain('is in use by process');
      expect(await refused(serve(s, inContainer))).toContain('is in use by process');
      s.reads('x.db.owner', record);
      expect(s.has('x.db.lock')).toBe(true);
    },
  );

  it.runIf(linux)(
    'is taken over after the machine was started anew, and from no dead process in another container',
    async () => {
      const s = await Session.scripted();
      const first = serve(s);
      await listens(first);
      first.kill('SIGKILL');
      await once(first, 'close');
      const record = JSON.parse(s.text('x.db.owner')) as Record<string, unknown>;
      s.file('x.db.owner', JSON.stringify({ ...record, namespace: 'pid:[1]' }));
      expect(await refused(serve(s))).toContain('x.db.owner');
      s.file(
        'x.db.owner',
        JSON.stringify({ ...record, boot: 'an-earlier-one', pid: process.pid, started: undefined }),
      );
      await listens(serve(s));
    },
  );
});
