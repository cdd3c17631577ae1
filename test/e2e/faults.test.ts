import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { hang, resetEarly, type Received, type Step } from '../support/scripted-server.js';
import { posts, Session } from '../support/session.js';
import { sized } from '../support/runs.js';

const FILE = { files: ['l/{locale}.json'] };

/** A project of one JSON file set on a service whose memory the test may rewrite. */
async function fakeService(config: Record<string, unknown> = FILE) {
  const s = await Session.scripted({ config });
  return { s, script: s.service.script, fakeService: new FakeService(s.service.script) };
}

describe('the command line', () => {
  it('ARG-01 to ARG-17: what is refused before anything is attempted', async () => {
    const s = await Session.start();
    s.file('config/locales/en.yml', 'en:\n  a: A\n');
    s.file('.locsync/.gitignore', '*\n'); // A command that writes takes the run lock first.
    const rows: readonly (readonly [string, string | readonly string[], number, RegExp])[] = [
      ['ARG-01', '--nope', 2, /unknown option --nope/],
      ['ARG-02', 'push --tokne=SECRET123', 2, /unknown option --tokne/],
      ['ARG-03', 'pul', 2, /did you mean pull\?/],
      ['ARG-04', '', 2, /Usage: locsync/],
      ['ARG-06', 'pull --locale=', 2, /without a locale/],
      ['ARG-07', 'pull --locale ../../x', 2, /is not a locale code/],
      // The table of faults says 4, the newer contract 2.
      ['ARG-08', 'pull --locale xx', 2, /no locale xx; it has en, de, pt-BR/],
      ['ARG-10', 'pull --timeout 0', 2, /timeout/],
      ['ARG-10', 'pull --timeout 1e12', 2, /timeout/],
      ['ARG-11', 'pull --concurrency 1.5', 2, /concurrency/],
      ['ARG-12', 'pull --config /does/not/exist', 2, /\/does\/not\/exist/],
      ['ARG-15', ['\u001b[31m\n::error::x'], 2, /\\u\{1b\}\[31m/],
      ['ARG-16', 'status --quiet --verbose', 2, /cannot be combined/],
      ['ARG-16', 'push --force --check', 2, /unknown option --check/],
    ];
    const before = s.snapshot();
    for (const [id, args, code, says] of rows) {
      const ran = await s.run(args);
      expect.soft(ran.exitCode, `${id} ${ran.transcript}`).toBe(code);
      expect.soft(ran.err, `${id} ${ran.transcript}`).toMatch(says);
      expect.soft(ran.out + ran.err, `${id} ${ran.transcript}`).not.toMatch(/SECRET123|^::/m);
      expect.soft(ran.out, `${id}: stdout is for results`).toBe('');
    }
    s.unchanged(before);
    expect(s.service.lines.filter((line) => line.startsWith('POST'))).toEqual([]);
  });

  it('ARG-05 help and version need no configuration, ARG-17 nor a folder that exists', async () => {
    const s = await Session.start();
    s.config('{ broken');
    (await s.run('push --help')).code(0).emptyStderr().stdout('--dry-run');
    (await s.run('--version'))
      .code(0)
      .emptyStderr()
      .stdout(/^\d+\.\d+\.\d+\n$/);
    mkdirSync(join(s.folder, 'gone'));
    const gone = await s.run('status', { shell: 'cd gone && rmdir "$PWD" && "$@"' });
    gone.code(5).stderr('the working folder cannot be read').never('uv_cwd');
  });

  it.each([
    ['ARG-18', '', /is empty/],
    ['ARG-21', 'Bearer abcdef', /Bearer/],
    ['ARG-22', '${{ secrets.LOCSYNC_TOKEN }}', /variable/],
    ['ARG-22', '$LOCSYNC_TOKEN', /variable/],
    ['ARG-20', 'to\u0001ken-with-control', /illegal|character/],
  ])('%s LOCSYNC_TOKEN=%j is refused without a request', async (_, token, says) => {
    const s = await Session.start();
    s.file('config/locales/en.yml', 'en:\n  a: A\n');
    const ran = await s.run('push', { env: { LOCSYNC_TOKEN: token } });
    ran
      .code(3)
      .stderr(says)
      .never(/to.?ken-with-control/);
    expect(s.service.lines).toEqual([]);
  });
});

describe('answers of the service', () => {
  it('HT-02 401 after some uploads: the rest is not sent, and the report says what was done', async () => {
    const {
      s,
      script,
      fakeService: book,
    } = await fakeService({ files: ['l/*/{locale}.json'], concurrency: 1 });
    for (let i = 0; i < 6; i++) s.file(`l/s${i}/en.json`, `{"a":"${i}"}`);
    let left = 3;
    script.on('upload', (request) =>
      left-- > 0 ? book.take(request) : { status: 401, body: { error: 'expired' } },
    );
    const push = (await s.run('push --json')).code(3);
    const count = (state: string): number => push.json.files.filter((file) => file.state === state).length;
    expect([count('pushed'), count('failed') + count('skipped')]).toEqual([3, 3]);
    expect(count('failed')).toBeGreaterThan(0);
    expect(script.of('upload').length).toBeLessThanOrEqual(6);
    // The lock has what arrived: else another clone would write over a text that is taken back.
    expect(s.text('locsync.lock').match(/"a": /g)).toHaveLength(3);
    script.on('upload', (request) => book.take(request));
    const next = (await s.run('push --json')).code(0);
    expect(next.json.summary).toMatchObject({ pushed: 3 });
  });

  it.each([401, 403])(
    'HT-02 %i for an upload and everything after it: one error, and what is unclear is named',
    async (status) => {
      const {
        s,
        script,
        fakeService: book,
      } = await fakeService({
        files: ['l/*/{locale}.json'],
        concurrency: 2,
      });
      for (let i = 0; i < 6; i++) s.file(`l/s${i}/en.json`, `{"a":"${i}"}`);
      const refused = { status, body: { error: 'expired' } };
      let left = 3;
      script.on('upload', (request) => {
        if (left-- > 0) return book.take(request);
        script.on('texts', refused);
        return refused;
      });
      const push = (await s.run('push --json')).code(3);
      expect(push.errors).toEqual([status === 401 ? 'TOKEN_REJECTED' : 'ACCESS_DENIED']);
      const pushed = push.json.files.filter((file) => file.state === 'pushed').length;
      expect(push.warnings.filter((code) => code === 'READ_BACK_FAILED')).toHaveLength(pushed);
      script.on('upload', (request) => book.take(request)).on('texts', (request) => book.read(request));
      const next = (await s.run('push --json')).code(0);
      expect(next.json.summary).toMatchObject({ pushed: 6 - pushed });
    },
  );

  it('HT-02 B3 401 after the uploads: what was uploaded is reported, and the base waits for the next run', async () => {
    const { s, script, fakeService: book } = await fakeService({ files: ['l/*/{locale}.json'] });
    for (const one of ['a', 'b']) s.file(`l/${one}/en.json`, `{"k":"${one}"}`);
    script.on('texts', { status: 401, body: { error: 'expired' } });
    const push = (await s.run('push --json')).code(3);
    expect(push.states).toEqual({ 'l/a/en.json': 'pushed', 'l/b/en.json': 'pushed' });
    expect(push.errors).toEqual(['TOKEN_REJECTED']);
    expect([book.versions('l/a/en.json'), book.versions('l/b/en.json')]).toEqual([1, 1]);
    expect(s.has('locsync.lock')).toBe(false);
    script.on('texts', (request) => book.read(request));
    (await s.run('push')).code(0).stdout('Nothing to push.');
    expect(s.text('locsync.lock')).toMatch(/"k": /);
  });

  it('HT-06 404 for one source file during the run: that file fails, the others are written', async () => {
    const { s, script, fakeService: book } = await fakeService({ files: ['l/*/{locale}.json'] });
    for (const one of ['a', 'b']) {
      s.file(`l/${one}/en.json`, '{"k":"old"}');
      book.set('en', { k: 'old' }, `l/${one}/en.json`);
    }
    (await s.run('push')).code(0);
    for (const one of ['a', 'b']) book.set('en', { k: 'new' }, `l/${one}/en.json`);
    const id = 'fil_1';
    script.on('texts', ({ url }): Step =>
      url.includes(`/${id}?`)
        ? { status: 404, body: { error: 'deleted' } }
        : { body: { api_id: 'fil_2', name: 'l/b/en.json', keys: 1, content: { en: { k: 'new' }, de: {} } } },
    );
    const pull = (await s.run('pull --json')).code(4);
    expect(pull.states).toMatchObject({ 'l/a/en.json': 'failed', 'l/b/en.json': 'pulled' });
    s.reads('l/a/en.json', '{"k":"old"}').reads('l/b/en.json', '{"k":"new"}');
  });

  it('HT-09 OU-07 413 for one file of three: it is named, the others are uploaded', async () => {
    const { s, script, fakeService: book } = await fakeService({ files: ['l/*/{locale}.json'] });
    for (const one of ['a', 'b', 'c']) s.file(`l/${one}/en.json`, `{"k":"${one}"}`);
    const answer = (request: Received): Step =>
      request.body.includes('l/b/en.json')
        ? { status: 413, body: { error: 'too large' } }
        : book.take(request);
    script.on('upload', answer);
    const push = (await s.run('push --json')).code(4);
    expect(push.states).toEqual({
      'l/a/en.json': 'pushed',
      'l/b/en.json': 'failed',
      'l/c/en.json': 'pushed',
    });
    expect(push.json.files.find(({ path }) => path === 'l/b/en.json')?.error?.code).toBe(push.errors[0]);
    expect(push.json).toMatchObject({ ok: false, exitCode: 4, summary: { pushed: 2, failed: 1 } });
    expect(script.of('upload')).toHaveLength(3);
    (await s.run('push'))
      .code(4)
      .stderr('"l/b/en.json" is too large for the service')
      .stdout('Did not push anything.');
  });

  it('HT-39 a list that cannot be read whole changes nothing', async () => {
    const { s, script } = await fakeService({ ...FILE, retries: 0 });
    s.file('l/en.json', '{"a":"A"}').file('.locsync/.gitignore', '*\n');
    script.on(
      'sourceFiles',
      {
        body: [{ api_id: 'fil_1', name: 'l/en.json', keys: 1 }],
        headers: { link: '</api/v1/projects/pro_1/source_files?page=2>; rel="next"' },
      },
      { status: 500, body: { error: 'no' } },
    );
    const before = s.snapshot();
    (await s.run('pull')).code(4);
    s.unchanged(before);
    expect(script.of('event')).toHaveLength(0);
  });

  it('ARG-14 a failing server with --json: one document, exit 4', async () => {
    const { s, script } = await fakeService({ ...FILE, retries: 0 });
    s.file('l/en.json', '{"a":"A"}');
    script.on('locales', { status: 500, body: 'down' });
    const status = (await s.run('status --json')).code(4);
    expect(status.json).toMatchObject({ command: 'status', ok: false, exitCode: 4, files: [] });
    expect(status.json.errors).toHaveLength(1);
  });

  it('NT-13 an upload whose answer is lost and cannot be looked up is unknown; NT-14 the next push finds it there', async () => {
    const { s, script, fakeService: book } = await fakeService({ ...FILE, retries: 1 });
    s.file('l/en.json', '{"a":"A"}');
    let lost = false;
    script.on('upload', (request) => {
      book.take(request);
      lost = true;
      return { raw: (socket) => socket.destroy() };
    });
    const list = (): Step => ({ body: [{ api_id: 'fil_1', name: 'l/en.json', keys: 1 }] });
    script.on('sourceFiles', () => (lost ? { status: 503, body: 'down' } : { body: [] }));
    const push = (await s.run('push --json')).code(4);
    expect(push.states).toEqual({ 'l/en.json': 'failed' });
    expect(script.of('upload')).toHaveLength(1);
    script.on('sourceFiles', list);
    (await s.run('push')).code(0).stdout('Nothing to push.');
    expect(book.versions()).toBe(1);
    expect(script.of('upload')).toHaveLength(1);
  });

  it('BD-13 texts that do not fit the file are refused, and nothing is written', async () => {
    const { s, fakeService: book } = await fakeService();
    s.file('l/en.json', '{"a":"A"}').file('l/de.json', '{"a":"Ä"}');
    (await s.run('push')).code(0);
    book.set('de', { a: 'Ä', 'a.b': 'clash' });
    const before = s.snapshot();
    (await s.run('pull --json')).code(1);
    expect(s.text('l/de.json')).toBe('{"a":"Ä"}');
    expect([...s.snapshot()].filter(([path]) => path.startsWith('l/'))).toEqual(
      [...before].filter(([path]) => path.startsWith('l/')),
    );
  });
});

describe('files', () => {
  it('JS-17 a file edited during the run is uploaded as it is then, and the base tells what was uploaded', async () => {
    const { s, script, fakeService: book } = await fakeService();
    s.file('l/en.json', '{"a":"A"}');
    // The event takes longer than a read is taken for fresh.
    script.on('event', {
      raw: (socket) => {
        s.file('l/en.json', '{"a":"edited"}');
        const body = JSON.stringify({ api_id: 'evt_1', kind: 'api_upload' });
        const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
        setTimeout(() => socket.end(head + body), 3_500);
      },
    });
    (await s.run('push')).code(0).stdout('Pushed 1 file.');
    expect(book.texts('en')).toEqual({ a: 'edited' });
    (await s.run('status --check')).code(0);
  });

  describe('a file that another program removes during a push', () => {
    /** Two files that wait for an upload; `l/de.json` is removed once the first upload has come. */
    async function removed() {
      const { s, script, fakeService: book } = await fakeService();
      s.file('l/en.json', '{"a":"A"}').file('l/de.json', '{"a":"B"}');
      script.on('upload', (request) => {
        s.remove('l/de.json');
        return book.take(request);
      });
      return { s, book };
    }

    it('is named, the others are sent, and the exit code is 5', async () => {
      const { s, book } = await removed();
      const push = (await s.run('push --json')).code(5);
      expect(push.states).toEqual({ 'l/en.json': 'pushed', 'l/de.json': 'failed' });
      expect(push.json.errors).toMatchObject([{ code: 'FILE_REMOVED', path: 'l/de.json' }]);
      expect(book.texts('en')).toEqual({ a: 'A' });
      expect(book.texts('de')).toEqual({});
      (await s.run('push')).code(0);
      s.file('l/de.json', '{"a":"B"}');
      (await s.run('push')).code(0).stdout('Pushed 1 file.');
      expect(book.texts('de')).toEqual({ a: 'B' });
    });

    it('is named for people, without a change of its base', async () => {
      const { s } = await removed();
      (await s.run('push')).code(5).stderr('error: l/de.json: the file was removed during the run');
      expect(s.text('locsync.lock')).not.toContain('de');
    });
  });

  it('FS-02 a file that cannot be written: the others are, exit 5', async () => {
    const { s, fakeService: book } = await fakeService({ files: ['l/*/{locale}.json'] });
    for (const one of ['a', 'b', 'c']) {
      s.file(`l/${one}/en.json`, '{"k":"old"}');
      book.set('en', { k: 'old' }, `l/${one}/en.json`);
    }
    (await s.run('push')).code(0);
    for (const one of ['a', 'b', 'c']) book.set('en', { k: 'new' }, `l/${one}/en.json`);
    book.set('de', { k: 'neu' }, 'l/b/en.json');
    // A name that is taken by a folder cannot be written by anybody, root included.
    mkdirSync(join(s.folder, 'l/b/de.json'));
    const pull = (await s.run('pull --json')).code(5);
    expect(pull.states['l/b/de.json']).toBe('failed');
    for (const one of ['a', 'b', 'c']) s.reads(`l/${one}/en.json`, '{"k":"new"}');
  });

  it('FS-07 a symbolic link that leaves the project is not written through', async () => {
    const { s, fakeService: book } = await fakeService();
    s.file('l/en.json', '{"k":"old"}').file('../outside.json', '{"k":"alt"}');
    symlinkSync(join(dirname(s.folder), 'outside.json'), join(s.folder, 'l/de.json'));
    book.set('de', { k: 'neu' });
    const pull = (await s.run('pull --json')).code(5);
    expect(pull.errors).toContain('LINK_LEAVES_PROJECT');
    expect(pull.states).toMatchObject({ 'l/de.json': 'failed' });
    s.reads('../outside.json', '{"k":"alt"}');
  });

  it.each([
    ['invalid JSON', () => 'not json at all', /cannot be used/],
    ['another version', (lock: string) => lock.replace(/"version": \d+/, '"version": 99'), /99/],
    ['FS-18 another project', (lock: string) => lock.replace('pro_1', 'pro_2'), /pro_2.*pro_1|pro_1.*pro_2/],
    [
      'FS-18 another service',
      (lock: string) => lock.replace(/http:\/\/127\.0\.0\.1:\d+/, 'https://old.example'),
      /old\.example.*127\.0\.0\.1|127\.0\.0\.1.*old\.example/,
    ],
  ])('FS-17 a base that is %s is said, and nothing is overwritten by it', async (_, spoil, says) => {
    const { s, fakeService: book } = await fakeService();
    s.file('l/en.json', '{"k":"A"}').file('l/de.json', '{"k":"Ä"}');
    (await s.run('push')).code(0);
    const spoilt = spoil(s.text('locsync.lock'));
    expect(spoilt).not.toBe(s.text('locsync.lock'));
    s.file('locsync.lock', spoilt).file('l/de.json', '{"k":"hier"}');
    book.set('de', { k: 'dort' });
    for (const command of ['push', 'pull']) {
      const ran = (await s.run(`${command} --json`)).code(1);
      expect(ran.warnings).toContain('BASE_DOUBTFUL');
      expect(ran.json.warnings[0]?.message).toMatch(says);
      expect(ran.errors).toEqual(['CONFLICT']);
      s.reads('l/de.json', '{"k":"hier"}').file('locsync.lock', spoilt);
    }
    expect(book.texts('de')).toEqual({ k: 'dort' });
  });

  it('FS-17 a base of a later version is left as it is by every run, also one that finds no difference', async () => {
    const { s, fakeService: book } = await fakeService();
    s.file('l/en.json', '{"k":"A"}').file('l/de.json', '{"k":"Ä"}');
    (await s.run('push')).code(0);
    const newer = s.text('locsync.lock').replace('"version": 1', '"version": 2');
    s.file('locsync.lock', newer);
    for (const command of ['pull', 'push', 'push --all', 'pull --force']) {
      const ran = (await s.run(`${command} --json`)).code(0);
      expect(ran.warnings).toContain('BASE_DOUBTFUL');
      expect(ran.json.warnings[0]?.message).toMatch(/newer version of locsync.*left alone/);
      expect(ran.json.warnings[0]?.hint).toContain('update locsync');
      s.reads('locsync.lock', newer);
    }
    book.set('de', { k: 'Ö' });
    (await s.run('pull --force')).code(0);
    s.reads('l/de.json', '{"k":"Ö"}').reads('locsync.lock', newer);
  });

  it('MG-13 FS-17 conflict markers of git spoil only the keys between them', async () => {
    const { s, fakeService: book } = await fakeService();
    s.file('l/en.json', '{"a":"A","b":"B"}');
    (await s.run('push')).code(0);
    const lock = s.text('locsync.lock');
    const line = /^.*"a": .*$/m.exec(lock)?.[0] ?? '';
    s.file(
      'locsync.lock',
      lock.replace(line, `<<<<<<< HEAD\n${line}\n=======\n${line.replace(/: "./, ': "0')}\n>>>>>>> other`),
    );
    book.set('en', { a: 'A2', b: 'B2' });
    const pull = (await s.run('pull --json')).code(1);
    expect(pull.warnings).toContain('BASE_DOUBTFUL');
    expect(pull.errors).toEqual(['CONFLICT']);
    expect(JSON.parse(s.text('l/en.json'))).toEqual({ a: 'A', b: 'B2' });
    expect(book.texts('en')).toEqual({ a: 'A2', b: 'B2' });
  });

  it('MG-22 conflict markers around the braces of a section spoil no key outside of them', async () => {
    const { s, fakeService: book } = await fakeService();
    s.file('l/en.json', '{"a":"A","b":"B"}').file('l/de.json', '{"a":"Ah","b":"Be","c":"Ce"}');
    (await s.run('push')).code(0);
    const lock = s.text('locsync.lock');
    const last = /^.*"c": .*\n/m.exec(lock)?.[0] ?? '';
    const section = `    },\n    "l/de.json!source": {\n      "b": "${'0'.repeat(22)}"\n`;
    s.file('locsync.lock', lock.replace(last, `<<<<<<< HEAD\n${last}=======\n${section}>>>>>>> other\n`));
    s.file('l/de.json', '{"b":"Be","c":"Ce"}');
    book.set('de', { ...book.texts('de'), b: 'Bee', c: 'Zeh' });
    const pull = (await s.run('pull --json')).code(1);
    expect(pull.warnings).toContain('BASE_DOUBTFUL');
    expect(pull.errors).toEqual(['CONFLICT']);
    expect(JSON.parse(s.text('l/de.json'))).toEqual({ b: 'Bee', c: 'Ce' });
    expect(s.text('locsync.lock')).not.toContain('<<<<<<<');
  });

  it('MG-13 a base whose lines are the union of two branches loses nothing', async () => {
    const { s, fakeService: book } = await fakeService();
    s.file('l/en.json', '{"a":"A"}');
    (await s.run('push')).code(0);
    const one = s.text('locsync.lock');
    s.file('l/en.json', '{"a":"A","b":"B"}');
    (await s.run('push')).code(0);
    const other = s.text('locsync.lock');
    const extra = other.split('\n').filter((text) => !one.split('\n').includes(text));
    s.file(
      'locsync.lock',
      one.replace(/^(.*"a": .*)$/m, (text) => [text, ...extra].join('\n')),
    );
    (await s.run('push')).never('Pushed');
    s.reads('l/en.json', '{"a":"A","b":"B"}');
    expect(book.texts('en')).toEqual({ a: 'A', b: 'B' });
  });

  it('FS-19 the base cannot be written after the files were: it is said, and the next run heals it', async () => {
    const { s, script, fakeService: book } = await fakeService({ ...FILE, lock: 'state/locsync.lock' });
    s.file('l/en.json', '{"k":"old"}');
    book.set('en', { k: 'old', more: 'M' });
    script.on('texts', (request) => {
      // Not there while the base was looked for; when it is to be written, a file stands where its
      // folder should be.
      s.file('state', 'in the way');
      return book.read(request);
    });
    const pull = (await s.run('pull --json')).code(5);
    // The files are updated, the base is not, and it is said which.
    expect(JSON.parse(s.text('l/en.json'))).toEqual({ k: 'old', more: 'M' });
    expect(pull.json.errors).toMatchObject([{ code: 'BASE_NOT_WRITTEN', path: 'state/locsync.lock' }]);
    expect(pull.states).toMatchObject({ 'l/en.json': 'pulled' });
    expect(pull.json.summary).toMatchObject({ pulled: 1 });
    // The same for what was uploaded.
    s.file('l/en.json', '{"k":"old","more":"M","up":"U"}');
    s.remove('state');
    script.on('texts', (request) => {
      s.file('state', 'in the way');
      return book.read(request);
    });
    const push = (await s.run('push --json')).code(5);
    expect(book.texts('en')).toEqual({ k: 'old', more: 'M', up: 'U' });
    expect(push.json.errors).toMatchObject([{ code: 'BASE_NOT_WRITTEN', path: 'state/locsync.lock' }]);
    expect(push.states).toMatchObject({ 'l/en.json': 'pushed' });
    expect(push.json.summary).toMatchObject({ pushed: 1, uploads: 1 });
    s.remove('state');
    script.on('texts', (request) => book.read(request));
    // Neither side loses or reverts anything for it: what is new here and there meanwhile is new.
    book.set('en', { k: 'old', more: 'M', up: 'U', there: 'T' });
    s.file('l/en.json', '{"k":"old","more":"M","up":"U","here":"H"}');
    (await s.run('push')).code(0).stdout('Pushed 1 file.');
    expect(book.texts('en')).toEqual({ k: 'old', more: 'M', up: 'U', there: 'T', here: 'H' });
    (await s.run('pull')).code(0);
    (await s.run('status --check')).code(0);
  });
});

describe('output', () => {
  it('FS-22 a full disk under stdout is exit 5', async () => {
    const s = await Session.start();
    s.file('config/locales/en.yml', 'en:\n  a: A\n');
    (await s.run('status --json', { shell: '"$@" > /dev/full' }))
      .code(5)
      .stderr('the output cannot be written');
  });

  it('FS-23 a reader that stops early is not a failure', async () => {
    const s = await Session.start();
    s.file('config/locales/en.yml', 'en:\n  a: A\n');
    const ran = await s.run('status', { shell: 'set -o pipefail; "$@" | head -1' });
    ran.code(0).emptyStderr();
    // More than a pipe holds, so that most of it meets a reader that has gone. What the command
    // found is still its exit code.
    const texts = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`key${i}`, `text ${i}`]));
    s.file('config/locales/en.yml', JSON.stringify({ en: texts }));
    for (const args of ['diff', 'diff --json', 'push --dry-run --json'])
      for (const reader of ['head -1', 'true']) {
        const cut = await s.launch(args, { shell: `"$@" | ${reader} >/dev/null; exit \${PIPESTATUS[0]}` });
        expect(cut.exitCode, cut.transcript).toBe(args.startsWith('diff') ? 1 : 0);
        cut.emptyStderr();
      }
  });

  it('OU-05 a large JSON document arrives whole through a slow pipe', async () => {
    const s = await Session.start({ config: FILE });
    const texts = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, i) => [`key${i}`, `text ${i} ${'x'.repeat(80)}`]),
    );
    s.file('l/en.json', JSON.stringify(texts));
    const ran = await s.run('diff --json', { shell: '"$@" | (sleep 3; cat)' });
    expect(ran.json.files[0]?.changes).toHaveLength(20_000);
    expect(ran.out.length).toBeGreaterThan(4_000_000);
  });

  it('OU-04 no colour through a pipe, none with NO_COLOR; with FORCE_COLOR there is', async () => {
    const s = await Session.start();
    s.file('config/locales/en.yml', 'en:\n  a: A\n');
    (await s.run('status')).code(0).never('\u001b');
    (await s.run('status', { env: { NO_COLOR: '1', FORCE_COLOR: '1' } })).code(0).never('\u001b');
    (await s.run('status', { env: { FORCE_COLOR: '1' } })).code(0).stdout('\u001b[');
    (await s.run('status --no-color', { env: { FORCE_COLOR: '1' } })).code(0).never('\u001b');
  });

  it('OU-03 U9 hostile names and texts make no workflow command, in no report and for no reader', async () => {
    const evil =
      'x\n::set-env name=X::y ##[add-path]/tmp ##vso[task.setvariable variable=a]b \u202e\u2066\u200b\u0085\u009b31m\u001b[2J\u2028 ]]><b>';
    const HIDDEN =
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;
    const { s, fakeService: book } = await fakeService({ files: ['**/{locale}.json'] });
    // Files and folders are named by others too: by anyone who opens a pull request.
    for (const folder of ['l', '##[group]\u001b[31m\u202e', '::error::x'])
      s.file(`${folder}/en.json`, JSON.stringify({ [evil]: 'A', b: 'B' })).file(
        `${folder}/de.json`,
        '{ broken',
      );
    book.set('en', { [evil]: evil, b: evil });
    book.set('en', { z: 'Z' }, '::error::q/##[command]zz.json');
    const summary = join(dirname(s.folder), 'home/summary.md');
    for (const command of ['status --missing', 'diff', 'pull', 'push --dry-run'])
      for (const reporter of ['human', 'json', 'github', 'junit'] as const) {
        const env = reporter === 'github' ? { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary } : {};
        const ran = await s.run(`${command} --reporter ${reporter}`, { env });
        for (const line of (ran.out + ran.err).split('\n'))
          if (/^\s*::/.test(line)) expect(line, ran.transcript).toMatch(/^::(error|warning) /);
        ran.never(/##\[/, /##vso\[/i, HIDDEN);
        if (reporter === 'json' && command === 'diff') {
          const changes = ran.json.files.flatMap((file) => file.changes ?? []);
          expect(
            changes.map(({ there }) => there),
            'a program reads the text as it is',
          ).toContain(evil);
        }
      }
    expect(readFileSync(summary, 'utf8')).not.toMatch(HIDDEN);
  });

  it('NT-18 a proxy whose password is not encoded right is refused by name alone', async () => {
    const s = await Session.start();
    s.file('config/locales/en.yml', 'en:\n  a: A\n');
    const away = { LOCSYNC_BASE_URL: 'http://loc.example', LOCSYNC_ALLOW_INSECURE: '1' };
    const env = { ...away, HTTP_PROXY: 'http://user:hunter2%zz@127.0.0.1:1' };
    (await s.run('status --debug', { env })).code(2).stderr('HTTP_PROXY').never('hunter2');
  });

  it('U12 KV-02 names of an object’s own parts, on both sides, in the base and in the configuration, change no object', async () => {
    const { s, fakeService: book } = await fakeService();
    const texts =
      '{"__proto__":"1","__proto__.x":"2","constructor.prototype.y":"3","toString":"4","nested":{"__proto__":{"z":"5"}}}';
    // Loaded before the program: what it says at the end would be in every output.
    const guard = join(dirname(s.folder), 'home/guard.cjs');
    s.file(
      '../home/guard.cjs',
      `const own = () => [Object, Array, Map, Function, String].flatMap((one) => Reflect.ownKeys(one.prototype)).map(String).join();
const before = own();
process.on('exit', () => process.stderr.write(own() === before ? 'unchanged\\n' : 'POLLUTED\\n'));`,
    );
    s.file('l/en.json', texts).file('l/de.json', '{}');
    book.set('de', JSON.parse('{"__proto__":"a","__proto__.x":"b","constructor.prototype.y":"c"}') as Texts);
    for (const command of ['status --json', 'push', 'diff --json', 'pull', 'pull --force --prune', 'check']) {
      const ran = await s.run(command, { env: { NODE_OPTIONS: `--require ${guard}` } });
      ran.stderr(/^unchanged$/m).never('POLLUTED');
    }
    s.reads('l/en.json', texts);
    expect(s.text('l/de.json')).toMatch(/"__proto__": ?"a"/);
    s.config('{"__proto__": {"x": 1}, "constructor": {"prototype": {"y": 1}}, "files": ["l/{locale}.json"]}');
    const refused = await s.run('status', { env: { NODE_OPTIONS: `--require ${guard}` } });
    refused.code(2).stderr(/^unchanged$/m);
  });

  it('OU-02 --debug traces each request without the token', async () => {
    const s = await Session.start();
    s.file('config/locales/en.yml', 'en:\n  a: A\n');
    (await s.run('push --debug')).code(0).stderr(/POST .*\/events/, /GET .*\/locales/);
  });

  const MANY = sized(50_000, 6_000);
  const counted = new RegExp(`${MANY / 1000},?000`);
  it(`SZ-05 ${MANY} conflicts are counted, not listed`, async () => {
    const { s, fakeService: book } = await fakeService();
    const many = (text: string): Record<string, string> =>
      Object.fromEntries(Array.from({ length: MANY }, (_, i) => [`key${i}`, `${text} ${i}`]));
    s.file('l/en.json', JSON.stringify(many('A')));
    book.set('en', many('A'));
    (await s.run('push')).code(0);
    s.file('l/en.json', JSON.stringify(many('B')));
    book.set('en', many('C'));
    for (const command of ['push', 'pull']) {
      const ran = (await s.run(command))
        .code(1)
        .stderr(new RegExp(`${counted.source} keys were changed on both sides`));
      expect((ran.out + ran.err).split('\n').length, ran.transcript).toBeLessThan(20);
    }
    const status = (await s.run('status --check')).code(1).stdout(counted);
    expect((status.out + status.err).split('\n').length, status.transcript).toBeLessThan(20);
    const diff = (await s.run('diff --json')).code(1);
    expect(diff.json.files[0]?.keys.conflicts).toBe(MANY);
    expect(diff.json.files[0]?.changes).toHaveLength(MANY);
    s.reads('l/en.json', JSON.stringify(many('B')));
    expect(book.texts('en')).toEqual(many('C'));
  });

  it('NT-04 a service that never answers ends in time', async () => {
    const { s, script } = await fakeService({ ...FILE, timeout: 1, retries: 1 });
    s.file('l/en.json', '{"a":"A"}');
    script.on('locales', hang);
    const ran = (await s.run('status')).code(4);
    expect(ran.ms).toBeLessThan(20_000);
  });

  it('NT-12 an event whose creation is unclear uploads nothing', async () => {
    const { s, script } = await fakeService();
    s.file('l/en.json', '{"a":"A"}');
    script.on('event', resetEarly);
    (await s.run('push')).code(4).stderr('nothing was uploaded');
    expect(script.of('upload')).toHaveLength(0);
    expect(script.of('event')).toHaveLength(1);
  });

  it('U8 posts() counts: a push of two sets is one event', async () => {
    const s = await Session.start({ config: { files: ['l/*/{locale}.json'] } });
    s.file('l/a/en.json', '{"a":"A"}').file('l/b/en.json', '{"a":"A"}');
    (await s.run('push')).code(0);
    expect(posts(s.service)).toEqual({ events: 1, uploads: 2 });
    rmSync(join(s.folder, 'l'), { recursive: true });
  });
});
