import type { ChildProcess } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { hang, type Received, type ScriptedServer, type Step } from '../support/scripted-server.js';
import { posts, Session } from '../support/session.js';

async function fakeService(config: Record<string, unknown> = {}) {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'], ...config } });
  return { s, script: s.service.script, fakeService: new FakeService(s.service.script) };
}

/** Answers after so many milliseconds, over the raw connection. */
const slowly = (ms: number, body: unknown): Step => ({
  raw: (socket) => {
    const text = JSON.stringify(body);
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n`;
    setTimeout(() => socket.write(head + text), ms);
  },
});

/** Sends a signal as soon as the server has seen a request of this kind. */
const when =
  (script: ScriptedServer, endpoint: Received['endpoint'], signal: NodeJS.Signals, times = 1) =>
  (child: ChildProcess): void => {
    const timer = setInterval(() => {
      if (script.of(endpoint).length === 0) return;
      clearInterval(timer);
      child.kill(signal);
      if (times > 1) setTimeout(() => child.kill(signal), 100);
    }, 10);
    child.on('exit', () => clearInterval(timer));
  };

describe('two runs at once', () => {
  it('CO-01 CO-02 the second run names the holder of the run lock, or waits for it', async () => {
    const { s, script } = await fakeService();
    s.file('l/en.json', '{"a":"A"}');
    const text = JSON.stringify([{ api_id: 'loc_en', name: 'en', code: 'en', country: '' }]);
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n`;
    let answer = (): void => undefined;
    script.on('locales', {
      raw: (socket) => {
        answer = () => socket.write(`${head}${text}`);
      },
    });
    const first = s.launch('pull');
    while (!s.has('.locsync/run.lock')) await new Promise((done) => setTimeout(done, 20));
    const second = await s.launch('push --json');
    second.code(4);
    expect(second.errors).toEqual(['RUN_LOCKED']);
    expect(second.json.errors[0]?.message).toMatch(/process \d+ on .+, since /);
    expect(script.of('event')).toHaveLength(0);
    answer();
    (await first).code(0);
    expect(s.has('.locsync/run.lock')).toBe(false);
  });

  it('CO-01 two short pulls at once both succeed, one after the other', async () => {
    const s = await Session.start();
    s.file('config/locales/en.yml', 'en:\n  a: A\n');
    (await s.run('push')).code(0);
    await s.service.put('en', 'config/locales/en.yml', { a: 'B' });
    const both = await Promise.all([s.launch('pull'), s.launch('pull')]);
    for (const ran of both) ran.code(0);
    s.reads('config/locales/en.yml', 'en:\n  a: B\n');
  });

  it('CO-04 the lock of a run that was killed is taken over', async () => {
    const { s, script } = await fakeService();
    s.file('l/en.json', '{"a":"A"}');
    script.on('locales', hang);
    const killed = await s.run('pull', { killed: true, during: when(script, 'locales', 'SIGKILL') });
    expect(killed.signal).toBe('SIGKILL');
    const { pid } = JSON.parse(s.text('.locsync/run.lock')) as { pid: number };
    new FakeService(script);
    (await s.run('push'))
      .code(0)
      .stdout('Pushed 1 file.')
      .stderr(`took over the run lock of process ${pid}, which is gone`);
  });

  it.each([
    ['CO-05 that nobody can read', 'what is this?', ['run.lock', 'remove']],
    [
      'CO-06 of another machine, two days old',
      JSON.stringify({ id: '0'.repeat(32), pid: 4711, host: 'build-7', since: '2026-01-01T00:00:00.000Z' }),
      ['process 4711 on build-7, since 2026-01-01', 'remove .locsync/run.lock'],
    ],
  ])('%s: respected, exit 4, with what to do about it', async (_, lock, says) => {
    const { s, script } = await fakeService();
    s.file('l/en.json', '{"a":"A"}').file('.locsync/.gitignore', '*\n').file('.locsync/run.lock', lock);
    const before = s.snapshot();
    (await s.run('push', { killed: true })).code(4).stderr(...says);
    s.unchanged(before);
    expect(script.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    s.remove('.locsync/run.lock');
    (await s.run('push')).code(0).stdout('Pushed 1 file.');
  });

  it('two machines that push different keys of one file: both arrive, and both end in sync', async () => {
    const one = await Session.start();
    const two = Session.at(one.service);
    const text = (a: string, b: string): string => `en:\n  a: ${a}\n  b: ${b}\n`;
    one.file('config/locales/en.yml', text('A', 'B'));
    (await one.run('push')).code(0);
    two.file('config/locales/en.yml', text('A', 'B')).file('locsync.lock', one.text('locsync.lock'));
    one.file('config/locales/en.yml', text('mine', 'B'));
    two.file('config/locales/en.yml', text('A', 'yours'));
    (await one.run('push')).code(0);
    (await two.run('push')).code(0);
    expect(await one.service.texts('config/locales/en.yml', 'en')).toEqual({ a: 'mine', b: 'yours' });
    for (const s of [one, two]) {
      (await s.run('pull')).code(0);
      s.reads('config/locales/en.yml', text('mine', 'yours'));
      (await s.run('status --check')).code(0);
    }
    expect(posts(one.service)).toEqual({ events: 3, uploads: 3 });
  });

  it('CO-18 never more requests in flight than --concurrency, and never two uploads of one file set', async () => {
    const { s, script, fakeService: book } = await fakeService({ files: ['l/*/{locale}.json'] });
    for (let i = 0; i < 20; i++)
      s.file(`l/s${i}/en.json`, `{"a":"${i}"}`).file(`l/s${i}/de.json`, `{"a":"${i}"}`);
    let now = 0;
    let most = 0;
    const sets = new Map<string, number>();
    let shared = 0;
    const counted =
      (answer: (request: Received) => Step) =>
      (request: Received): Step => {
        const step = answer(request);
        if ('raw' in step) return step;
        most = Math.max(most, ++now);
        const { filename = '' } = (request.body === '' ? {} : JSON.parse(request.body)) as {
          filename?: string;
        };
        const set = filename.replace(/[^/]+$/, '');
        sets.set(set, (sets.get(set) ?? 0) + 1);
        if (set !== '') shared = Math.max(shared, sets.get(set) ?? 0);
        return {
          raw: (socket) => {
            setTimeout(() => {
              now--;
              sets.set(set, (sets.get(set) ?? 0) - 1);
              const text = JSON.stringify(step.body);
              socket.write(
                `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
              );
            }, 15);
          },
        };
      };
    script.on(
      'upload',
      counted((request) => book.take(request)),
    );
    (await s.run('push --concurrency 4')).code(0).stdout('Pushed 40 files.');
    expect(shared).toBe(1);
    expect(most).toBeLessThanOrEqual(4);
    expect(most).toBeGreaterThan(1);
  });
});

describe('signals', () => {
  it.each([
    ['CO-07 SIGINT', 'SIGINT', 130],
    ['CO-13 SIGTERM', 'SIGTERM', 143],
  ] as const)('%s while the service is silent: nothing is touched', async (_, signal, code) => {
    const { s, script } = await fakeService();
    s.file('l/en.json', '{"a":"A"}').file('.locsync/.gitignore', '*\n');
    script.on('locales', hang);
    const before = s.snapshot();
    const ran = await s.run('pull', { during: when(script, 'locales', signal) });
    ran.code(code).stderr(/interrupted|terminated/);
    s.unchanged(before);
  });

  it('CO-08 SIGINT during a wait that the service asked for ends it at once', async () => {
    const { s, script } = await fakeService();
    s.file('l/en.json', '{"a":"A"}');
    script.on('locales', { status: 429, headers: { 'retry-after': '30' } });
    let signalled = 0;
    const during = (child: ChildProcess): void => {
      const kill = child.kill.bind(child);
      child.kill = (signal) => ((signalled = Date.now()), kill(signal));
      when(script, 'locales', 'SIGINT')(child);
    };
    (await s.run('pull', { during })).code(130).stderr('interrupted');
    // A second is what the row asks for; a machine that does much else at the time takes a little
    // longer.
    expect(Date.now() - signalled).toBeLessThan(2_500);
    expect(script.requests).toHaveLength(script.of('locales').length + script.of('sourceFiles').length);
  });

  it('CO-11 SIGINT while an upload is in flight: its answer is waited for, and the next push has nothing left of it to do', async () => {
    const {
      s,
      script,
      fakeService: book,
    } = await fakeService({ files: ['l/*/{locale}.json'], concurrency: 1 });
    for (const one of ['a', 'b', 'c']) s.file(`l/${one}/en.json`, `{"k":"${one}"}`);
    script.on('upload', (request) => {
      const step = book.take(request);
      return 'raw' in step ? step : slowly(1_000, step.body);
    });
    const ran = await s.run('push --json', { during: when(script, 'upload', 'SIGINT') });
    ran.code(130);
    expect(ran.errors).toContain('INTERRUPTED');
    const sent = script.of('upload').length;
    expect(sent).toBeLessThan(3);
    expect(ran.json.files.filter(({ state }) => state === 'pushed')).toHaveLength(sent);
    script.on('upload', (request) => book.take(request));
    const next = (await s.run('push --json')).code(0);
    expect(next.json.summary).toMatchObject({ uploads: 3 - sent });
    for (const one of ['a', 'b', 'c']) expect(book.versions(`l/${one}/en.json`)).toBe(1);
  });

  it('CO-12 a second SIGINT ends the run at once', async () => {
    const { s, script } = await fakeService();
    s.file('l/en.json', '{"a":"A"}');
    script.on('upload', hang);
    const ran = await s.run('push', { killed: true, during: when(script, 'upload', 'SIGINT', 2) });
    ran.code(130);
    expect(ran.ms).toBeLessThan(10_000);
  });

  it('CO-15 killed after the answer to an upload, before the base is written: the next push uploads nothing', async () => {
    const { s, script, fakeService: book } = await fakeService();
    s.file('l/en.json', '{"a":"A"}');
    let child: ChildProcess | undefined;
    // That it is read back shows that the answer to the upload has arrived; the base comes later.
    script.on('texts', () => {
      child?.kill('SIGKILL');
      return hang;
    });
    const killed = await s.run('push', { killed: true, during: (started) => (child = started) });
    expect([killed.signal, book.versions(), s.has('locsync.lock')]).toEqual(['SIGKILL', 1, false]);
    script.on('texts', (request) => book.read(request));
    (await s.run('push')).code(0).stdout('Nothing to push.');
    expect(book.versions()).toBe(1);
    expect(s.has('locsync.lock')).toBe(true);
    (await s.run('status --check')).code(0);
  });

  it('CO-16 killed before the upload is sent: the next push uploads once', async () => {
    const { s, script, fakeService: book } = await fakeService();
    s.file('l/en.json', '{"a":"A"}');
    script.on('event', hang);
    await s.run('push', { killed: true, during: when(script, 'event', 'SIGKILL') });
    script.on('event', { body: { api_id: 'evt_2', kind: 'api_upload' } });
    (await s.run('push')).code(0).stdout('Pushed 1 file.');
    expect(book.versions()).toBe(1);
  });
});
