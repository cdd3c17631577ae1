import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

type Examined = readonly { subject: string; state: string; found: string[]; code?: string; hint?: string }[];

const EN = 'en:\n  cart:\n    title: Cart\n';
const DE = 'de:\n  cart:\n    title: Korb\n';

async function project() {
  const s = await Session.start({ service: { locales: ['en', 'de'] } });
  s.file('config/locales/en.yml', EN).file('config/locales/de.yml', DE).remove('.git');
  for (const args of [
    ['init', '-q'],
    ['config', 'user.email', 'a@example.com'],
    ['config', 'user.name', 'A'],
  ])
    spawnSync('git', args, { cwd: s.folder });
  return s;
}

const examined = (ran: { readonly json: unknown }): Examined => (ran.json as { examined: Examined }).examined;

describe('doctor (issue 15, item 11)', () => {
  it('finds nothing wrong with a synced project, and says how the service answers', async () => {
    const s = await project();
    (await s.run('push')).code(0);
    const before = s.snapshot();
    const ran = (await s.run('doctor')).code(0).emptyStderr();
    ran
      .stdout('Nothing is wrong.')
      .stdout(`Node ${process.versions.node}`)
      .stdout('LOCSYNC_TOKEN, for http://127.0.0.1')
      .stdout('files: config/locales/{locale}.yml (.locsyncrc)')
      .stdout('(LOCSYNC_PROJECT)')
      .stdout('2 languages: en, de')
      .stdout('1 source file with 1 key')
      .stdout('one request answers all languages')
      .stdout('config/locales/{locale}.yml: 2 files')
      .stdout('locsync.lock: 2 sections')
      .stdout('**/node_modules/**');
    s.unchanged(before);
    const states = examined((await s.run('doctor --json')).code(0)).map(({ state }) => state);
    expect(states).not.toContain('fault');
  });

  it('names each fault with its cure, and goes on after it', async () => {
    const s = await project();
    s.config({ files: ['config/locales/{locale}.yml', 'src/{locale}.json'] })
      .file('.gitignore', 'locsync.lock\n')
      .file('locsync.lock', 'no lock\n')
      .file('.locsync/kept', '');
    spawnSync('git', ['add', '-f', '.locsync/kept'], { cwd: s.folder });
    const ran = (await s.run('doctor')).code(1).emptyStderr();
    const found = examined(await s.run('doctor --json'));
    const codes = found.flatMap(({ code }) => code ?? []);
    expect(codes).toEqual(['PATTERN_WITHOUT_FILES', 'BASE_DOUBTFUL', 'LOCK_IGNORED', 'OWN_FOLDER_TRACKED']);
    for (const { state, hint = '' } of found) if (state === 'fault') expect(hint).not.toBe('');
    for (const { hint = '' } of found) for (const way of hint.split('\n')) ran.stdout(way);
    ran.stdout('4 faults.');
  });

  it('names what looks like locale files and no pattern covers, unless `ignore` does', async () => {
    const s = await Session.start();
    const config = { files: ['packages/web/locales/{locale}.yml'] };
    s.config(config);
    for (const name of ['web', 'new'])
      for (const code of ['en', 'de']) s.file(`packages/${name}/locales/${code}.yml`, `${code}:\n  a: b\n`);
    (await s.run('doctor'))
      .code(0)
      .stdout(
        'no pattern covers what looks like locale files',
        'packages/new/locales/de.yml, packages/new/locales/en.yml',
        'add a pattern',
      );
    s.config({ ...config, ignore: ['packages/new/**'] });
    (await s.run('doctor')).code(0).never('no pattern covers');
  });

  it('names files that cannot be read: other commands leave them alone', async () => {
    const s = await project();
    (await s.run('push')).code(0);
    s.file('config/locales/de.yml', 'de:\n<<<<<<< ours\n  a: b\n=======\n  a: c\n>>>>>>> theirs\n');
    const ran = (await s.run('doctor')).code(5).stdout('config/locales/de.yml:2').stdout('1 fault.');
    ran.never('Nothing is wrong');
    expect(examined(await s.run('doctor --json')).map(({ state }) => state)).toContain('fault');
  });

  it('ends with the code of a refused token, and looks at the rest', async () => {
    const s = await project();
    const ran = (await s.run('doctor --json', { env: { LOCSYNC_TOKEN: 'tok_refused_12345678' } })).code(3);
    expect(ran.out).not.toContain('tok_refused');
    const states = Object.fromEntries(examined(ran).map(({ subject, state }) => [subject, state]));
    expect(states).toMatchObject({ service: 'fault', token: 'ok', files: 'ok', lock: 'note' });
  });

  it('says why it cannot look at what needs a token or an address', async () => {
    const s = await project();
    const none = (await s.run('doctor --json', { env: { LOCSYNC_TOKEN: undefined } })).code(3);
    expect(examined(none).map(({ subject, state }) => `${subject} ${state}`)).toEqual(
      expect.arrayContaining(['token fault', 'service skipped', 'files ok']),
    );
    const nowhere = await s.run('doctor --json', { env: { LOCSYNC_BASE_URL: undefined } });
    nowhere.code(2);
    expect(examined(nowhere).map(({ subject, state }) => `${subject} ${state}`)).toEqual(
      expect.arrayContaining(['service fault', 'token skipped', 'files ok', 'lock skipped']),
    );
  });

  it('reports a configuration that cannot be read, and a service that cannot be reached', async () => {
    const s = await project();
    const refused = await s.run('doctor --retries 0', { env: { LOCSYNC_BASE_URL: 'http://127.0.0.1:1' } });
    refused.code(4).stdout('FAULT  service');
    s.config('files: 3\n');
    (await s.run('doctor')).code(2).stdout('FAULT  configuration').stdout('.locsyncrc:1:8');
    s.remove('.locsyncrc');
    (await s.run('doctor')).code(2).stdout('FAULT  configuration').stdout('locsync init');
  });
});

describe('config (issue 15, item 11)', () => {
  it('prints each setting with the value that counts and its origin', async () => {
    const s = await project();
    s.config({
      timeout: 10,
      retries: 2,
      files: ['config/locales/{locale}.yml', { path: 'a/{locale}.json', ignore: ['x'] }],
      localeMap: { de: 'de-DE' },
    });
    const env = { LOCSYNC_RETRIES: '7' };
    const ran = (await s.run('config --json --concurrency 3', { env })).code(0);
    const { settings } = ran.json as unknown as {
      settings: { key: string; value: unknown; origin: string }[];
    };
    const by = Object.fromEntries(settings.map(({ key, value, origin }) => [key, [value, origin]]));
    expect(by).toMatchObject({
      timeout: [10, '.locsyncrc'],
      retries: [7, 'LOCSYNC_RETRIES'],
      concurrency: [3, '--concurrency'],
      lock: ['locsync.lock', 'default'],
      baseUrl: [s.service.url, 'LOCSYNC_BASE_URL'],
      files: [['config/locales/{locale}.yml', { path: 'a/{locale}.json', ignore: ['x'] }], '.locsyncrc'],
      localeMap: [{ de: 'de-DE' }, '.locsyncrc'],
      locales: [null, 'default'],
    });
    (await s.run('config', { env }))
      .code(0)
      .stdout('retries')
      .stdout('LOCSYNC_RETRIES')
      .stdout('config/locales/{locale}.yml');
  });

  it('needs no token and no service, and refuses what a run would refuse', async () => {
    const s = await project();
    const env = { LOCSYNC_TOKEN: undefined, LOCSYNC_BASE_URL: undefined, LOCSYNC_PROJECT: undefined };
    (await s.run('config', { env })).code(0).emptyStderr();
    (await s.run('config', { env: { ...env, LOCSYNC_RETRIES: 'many' } })).code(2).stderr('LOCSYNC_RETRIES');
    s.config('filez: []\n');
    (await s.run('config', { env })).code(2).stderr('filez');
  });
});
