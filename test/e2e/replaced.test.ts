import { describe, expect, it } from 'vitest';
import { cloneOf, synced } from '../support/replaced.js';
import { jsonText } from '../support/file-text.js';

describe('A2-2 a text that a push from here replaced comes back on the service', () => {
  for (const code of ['en', 'de'])
    it.each([[[]], [['pull']], [['status']], [['push']], [['pull', 'push', 'pull']]])(
      `${code}: a conflict, after %j too`,
      async (between) => {
        const { s, fakeService } = await synced();
        const path = `l/${code}.json`;
        const mine = jsonText({ k0: 'L1', k1: 'v1' });
        s.file(path, mine);
        (await s.run('push')).code(0);
        for (const command of between) (await s.run(command)).code(0);
        fakeService.set(code, { k0: 'v0', k1: 'v1' });

        const scope = `--force --locale ${code} l/${code}.json`;
        (await s.run('pull'))
          .code(1)
          .stderr(/holds again.*k0/, `locsync push ${scope}`, `locsync pull ${scope}`);
        s.reads(path, mine);
        expect((await s.run('pull --json')).errors).toEqual(['CONFLICT']);
        expect((await s.run('status --json')).states[path]).toBe('conflict');
        (await s.run('status --check')).code(1);
        (await s.run('diff')).code(1).stdout('k0');
        (await s.run('push')).code(1).stderr(/holds again.*k0/);
        expect(fakeService.texts(code)).toMatchObject({ k0: 'v0' });
      },
    );

  it('a push of another key goes up, names the key, and changes neither of its texts', async () => {
    const { s, fakeService } = await synced();
    s.file('l/de.json', jsonText({ k0: 'L1', k1: 'v1' }));
    (await s.run('push')).code(0);
    fakeService.set('de', { k0: 'v0', k1: 'v1' });
    s.file('l/de.json', jsonText({ k0: 'L1', k1: 'new' }));
    (await s.run('push'))
      .code(1)
      .stderr(/holds again.*k0/)
      .stdout('pushed');
    expect(fakeService.texts('de')).toEqual({ k0: 'v0', k1: 'new' });
    s.reads('l/de.json', jsonText({ k0: 'L1', k1: 'new' }));
  });

  it('push --force sends the text of the disk again; a further return is a conflict again', async () => {
    const { s, fakeService } = await synced();
    s.file('l/de.json', jsonText({ k0: 'L1', k1: 'v1' }));
    (await s.run('push')).code(0);
    for (let i = 0; i < 2; i++) {
      fakeService.set('de', { k0: 'v0', k1: 'v1' });
      (await s.run('pull')).code(1);
      (await s.run('push --force --locale de l/de.json')).code(0);
      expect(fakeService.texts('de')).toMatchObject({ k0: 'L1' });
      (await s.run('pull')).code(0);
      (await s.run('status --check')).code(0);
    }
  });

  it('pull --force takes the text of the service, and it stays settled', async () => {
    const { s, fakeService } = await synced();
    s.file('l/de.json', jsonText({ k0: 'L1', k1: 'v1' }));
    (await s.run('push')).code(0);
    fakeService.set('de', { k0: 'v0', k1: 'v1' });
    (await s.run('pull --force --locale de l/de.json')).code(0);
    s.reads('l/de.json', jsonText({ k0: 'v0', k1: 'v1' }));
    (await s.run('status --check')).code(0);
    (await s.run('push')).code(0).stdout('Nothing to push');
    // A translator writes another text and takes it back: no one has replaced that one from here.
    fakeService.set('de', { k0: 'T', k1: 'v1' });
    (await s.run('pull')).code(0);
    fakeService.set('de', { k0: 'v0', k1: 'v1' });
    (await s.run('pull')).code(0);
    s.reads('l/de.json', jsonText({ k0: 'v0', k1: 'v1' }));
  });

  it('after several pushes of one key each of the replaced texts is known', async () => {
    const { s, fakeService } = await synced();
    for (const text of ['L1', 'L2', 'L3']) {
      s.file('l/de.json', jsonText({ k0: text, k1: 'v1' }));
      (await s.run('push')).code(0);
    }
    for (const old of ['v0', 'L1', 'L2']) {
      fakeService.set('de', { k0: old, k1: 'v1' });
      (await s.run('pull')).code(1).stderr(/holds again.*k0/);
      s.reads('l/de.json', jsonText({ k0: 'L3', k1: 'v1' }));
    }
    fakeService.set('de', { k0: 'T', k1: 'v1' });
    (await s.run('pull')).code(0);
    s.reads('l/de.json', jsonText({ k0: 'T', k1: 'v1' }));
  });

  it('a clone whose upload is imported late: the text of the other clone is not lost', async () => {
    const { s, fakeService } = await synced();
    const b = cloneOf(s);
    let arrived = (): void => undefined;
    const uploaded = new Promise<void>((done) => (arrived = done));
    let importLate = (): void => undefined;
    s.service.script.on('upload', (request) => {
      if (!request.body.includes('from B')) return fakeService.take(request);
      const held = fakeService.texts('de');
      const answer = fakeService.take(request);
      const imported = fakeService.texts('de');
      fakeService.set('de', held);
      importLate = () => {
        fakeService.set('de', imported);
      };
      arrived();
      return answer;
    });
    b.file('l/de.json', jsonText({ k0: 'v0', k1: 'from B' }));
    const running = b.launch('push');
    await uploaded;
    s.file('l/de.json', jsonText({ k0: 'from A', k1: 'v1' }));
    (await s.run('push')).code(0);
    importLate();
    await running;
    expect(fakeService.texts('de')).toEqual({ k0: 'v0', k1: 'from B' });
    (await s.run('pull')).code(1).stderr(/holds again.*k0/);
    s.reads('l/de.json', jsonText({ k0: 'from A', k1: 'from B' }));
  });

  it('the other clone pulls what the first has pushed, without a conflict', async () => {
    const { s, fakeService } = await synced();
    const b = cloneOf(s);
    s.file('l/de.json', jsonText({ k0: 'from A', k1: 'v1' }));
    (await s.run('push')).code(0);
    (await b.run('pull')).code(0);
    b.reads('l/de.json', jsonText({ k0: 'from A', k1: 'v1' }));
    b.file('l/de.json', jsonText({ k0: 'from B', k1: 'v1' }));
    (await b.run('push')).code(0);
    (await s.run('pull')).code(0);
    s.reads('l/de.json', jsonText({ k0: 'from B', k1: 'v1' }));
    expect(fakeService.texts('de')).toEqual({ k0: 'from B', k1: 'v1' });
  });

  it('a push that is killed after its upload, before anything is recorded: known all the same', async () => {
    const { s, fakeService } = await synced();
    let kill = (): void => undefined;
    s.service.script.on('upload', (request) => {
      fakeService.take(request);
      kill();
      return { raw: () => undefined };
    });
    s.file('l/de.json', jsonText({ k0: 'L1', k1: 'v1' }));
    const ran = await s.run('push', {
      killed: true,
      during: (child) => (kill = () => void child.kill('SIGKILL')),
    });
    expect(ran.signal).toBe('SIGKILL');
    fakeService.serve(s.service.script);
    (await s.run('pull')).code(0);
    fakeService.set('de', { k0: 'v0', k1: 'v1' });
    (await s.run('pull')).code(1).stderr(/holds again.*k0/);
    s.reads('l/de.json', jsonText({ k0: 'L1', k1: 'v1' }));
  });

  it('a service that cannot be read back, and one that imports late: the next run goes on as before', async () => {
    const { s, fakeService } = await synced();
    let reads = 0;
    s.service.script.on('texts', (request) =>
      ++reads > 3 ? { status: 400, body: { message: 'not now' } } : fakeService.read(request),
    );
    s.file('l/de.json', jsonText({ k0: 'L1', k1: 'v1' }));
    const ran = await s.run('push --json');
    expect(ran.warnings, ran.transcript).toContain('READ_BACK_FAILED');
    fakeService.serve(s.service.script);
    // Not there yet: the base is as it was, so the disk is simply newer.
    fakeService.set('de', { k0: 'v0', k1: 'v1' });
    (await s.run('pull')).code(0).stdout('Nothing to pull');
    (await s.run('push')).code(0).stdout('pushed');
    fakeService.set('de', { k0: 'v0', k1: 'v1' });
    (await s.run('pull')).code(1);
    s.reads('l/de.json', jsonText({ k0: 'L1', k1: 'v1' }));
  });
});

describe('A2-2 a stale upload that is imported before the push has read back', () => {
  it('is a conflict from the next run on, not a text that the service refused', async () => {
    const { s, fakeService } = await synced();
    s.service.script.on('upload', (request) => {
      const step = fakeService.take(request);
      fakeService.set('de', { ...fakeService.texts('de'), k0: 'v0' });
      return step;
    });
    const mine = jsonText({ k0: 'L1', k1: 'fixed' });
    s.file('l/de.json', mine);
    (await s.run('push')).stderr(/does not hold 1 key of it: k0/);
    for (const command of ['push', 'pull', 'status --check']) (await s.run(command)).code(1);
    (await s.run('pull')).stderr(/holds again.*k0/, 'locsync push --force --locale de l/de.json');
    s.reads('l/de.json', mine);
    s.service.script.on('upload', (request) => fakeService.take(request));
    (await s.run('push --force --locale de l/de.json')).code(0);
    expect(fakeService.texts('de')).toEqual({ k0: 'L1', k1: 'fixed' });
    (await s.run('status --check')).code(0);
  });
});
