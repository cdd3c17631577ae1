import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const CONFIG = { files: ['i18n/{locale}.json'] };

/** Everything is in sync: `b` is not translated. */
async function synced(de = '{\n  "a": "Ä"\n}\n') {
  const s = await Session.start({ config: CONFIG, service: { locales: ['en', 'de'] } });
  s.file('i18n/en.json', '{\n  "a": "A",\n  "b": "B"\n}\n').file('i18n/de.json', de);
  (await s.run('push')).code(0);
  return s;
}

const WAITING = {
  push: (s: Awaited<ReturnType<typeof synced>>) =>
    void s.file('i18n/en.json', '{\n  "a": "A!",\n  "b": "B"\n}\n'),
  pull: (s: Awaited<ReturnType<typeof synced>>) => s.service.put('de', 'i18n/en.json', { a: 'Äh' }),
  conflict: async (s: Awaited<ReturnType<typeof synced>>) => {
    s.file('i18n/de.json', '{\n  "a": "Ah"\n}\n');
    await s.service.put('de', 'i18n/en.json', { a: 'Äh' });
  },
};

describe('15.8 status --check=<what> chooses what fails', () => {
  it.each(['push', 'pull', 'conflict'] as const)('%s alone', async (what) => {
    const s = await synced();
    await WAITING[what](s);
    (await s.run(`status --check=${what}`)).code(1);
    (await s.run('status --check')).code(1);
    for (const other of ['push', 'pull', 'conflict'].filter((one) => one !== what))
      (await s.run(`status --check=${other}`)).code(0);
    (await s.run('status --check=push,pull,conflict')).code(1);
    (await s.run('status')).code(0);
  });

  it('missing: keys without a translation, which `--check` alone lets pass, and says where to look', async () => {
    const s = await synced();
    (await s.run('status --check')).code(0);
    (await s.run('status --check=missing'))
      .code(1)
      .stdout('1 key not translated', 'locsync status --missing');
    (await s.run('status --check=missing --locale en')).code(0).never('not translated');
    s.file('i18n/de.json', '{\n  "a": "Ä",\n  "b": "Be"\n}\n');
    (await s.run('status --check=missing')).code(0);
  });

  it('missing: a language without any file', async () => {
    const s = await synced();
    await s.service.put('de', 'i18n/en.json', { a: '' });
    s.remove('i18n/de.json');
    (await s.run('status --check=missing')).code(1);
    (await s.run('status --check=missing --reporter junit')).code(1).stdout('failures="1"', 'not translated');
  });

  it('a file that cannot be compared fails every list', async () => {
    const s = await synced();
    s.file('i18n/de.json', '{ "a": ');
    for (const what of ['push', 'pull', 'missing'])
      expect((await s.run(`status --check=${what}`)).exitCode).toBeGreaterThan(0);
  });

  it('JUnit fails only what was asked for', async () => {
    const s = await synced();
    WAITING.push(s);
    await WAITING.pull(s);
    const ran = (await s.run('status --check=pull --reporter junit')).code(1).stdout('failures="1"');
    expect(ran.out).toMatch(/name="i18n\/en\.json \(en\)"\/>/);
    (await s.run('status --check=missing --reporter junit')).code(1).stdout('1 not translated');
  });

  it('a path after --check alone is a path', async () => {
    const s = await synced();
    WAITING.push(s);
    (await s.run('status --check i18n/en.json')).code(1);
    (await s.run('status --locale de --check i18n')).code(0);
  });

  it.each([
    ['pul', 'did you mean pull?'],
    ['push,pulll', 'did you mean pull?'],
    ['conflicts', 'did you mean conflict?'],
    ['everything', 'push, pull, conflict, missing or stale'],
  ])('an unknown name is refused: %s', async (what, wanted) => {
    const s = await Session.start({ config: CONFIG });
    (await s.run(`status --check=${what}`)).code(2).stderr(wanted, '--check');
  });

  it('an empty value is refused: a variable that is not set must not choose', async () => {
    const s = await Session.start({ config: CONFIG });
    (await s.run(['status', '--check='])).code(2).stderr('--check needs a value');
  });
});
