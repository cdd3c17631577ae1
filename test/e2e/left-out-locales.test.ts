import { describe, expect, it } from 'vitest';
import { posts, Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const FILES = ['l/{locale}.json'];
const NAME = 'l/en.json';
/** A project that was synced before `more` was added to its configuration. */
async function synced(more: Readonly<Record<string, unknown>>, files: readonly unknown[] = FILES) {
  const s = await Session.start({ config: { files }, service: { locales: ['en', 'de', 'fr'] } });
  for (const code of ['en', 'de', 'fr'])
    s.file(`l/${code}.json`, jsonText({ a: `${code} a`, b: `${code} b` }));
  (await s.run('push')).code(0);
  s.config({ files, ...more });
  return s;
}

describe.each([
  ['excludeLocales', { excludeLocales: ['FR'] }, 'Not synced: fr (`excludeLocales`)'],
  ['locales', { locales: ['en', 'DE'] }, 'Not synced: fr (not in `locales`)'],
])('LS-01 a locale that %s leaves out', (setting, config, line) => {
  it('is neither written nor uploaded, whatever either side holds, and keeps its base', async () => {
    const s = await synced(config);
    const base = s.text('locsync.lock');
    await s.service.put('fr', NAME, { a: 'de là' });
    s.file('l/fr.json', jsonText({ a: 'fr a', b: 'ici' }));
    (await s.run('status --check')).code(0).stdout(line).never('fr.json');
    const before = s.snapshot();
    (await s.run('push')).code(0).stdout('Nothing to push').never('fr').emptyStderr();
    (await s.run('pull')).code(0).stdout('Nothing to pull').never('fr').emptyStderr();
    (await s.run('pull --force --prune --empty')).code(0).emptyStderr();
    (await s.run('push --force --all --dry-run')).code(0).never('fr.json');
    s.unchanged(before).reads('locsync.lock', base);
    expect(await s.service.texts(NAME, 'fr')).toEqual({ a: 'de là', b: 'fr b' });
    s.config({ files: FILES });
    expect((await s.run('status --json')).states['l/fr.json']).toBe('both');
  });

  it('is in the JSON document once, and a file of it that is damaged is not read', async () => {
    const s = await synced(config);
    s.file('l/fr.json', '{ damaged');
    const ran = (await s.run('status --json')).code(0);
    expect(ran.json.leftOut).toEqual([{ setting, locales: ['fr'] }]);
    expect(ran.json.files.map(({ locale }) => locale)).toEqual(['en', 'de']);
    (await s.run('pull --verbose')).code(0).stdout(line);
    (await s.run('check')).code(0).never('fr.json');
    for (const command of ['pull', 'check'])
      (await s.run(`${command} --locale fr`)).code(2).stderr('leaves the locale fr out');
  });
});

describe('LS-01 locales in a file of several languages', () => {
  it('what is left out goes up as the service has it, and does not come down', async () => {
    const s = await Session.start({
      config: { files: ['all.json'] },
      service: { locales: ['en', 'de', 'fr'] },
    });
    const all = (en: string, fr: string): string =>
      jsonText({ en: { a: en }, de: { a: 'D' }, fr: { a: fr } });
    s.file('all.json', all('E', 'F'));
    (await s.run('push')).code(0);
    s.config({ files: ['all.json'], excludeLocales: ['fr'] });
    await s.service.put('fr', 'all.json', { a: 'du traducteur' });
    s.file('all.json', all('E2', 'à moi'));
    (await s.run('push')).code(0).emptyStderr();
    expect(await s.service.texts('all.json', 'fr')).toEqual({ a: 'du traducteur' });
    expect(await s.service.texts('all.json', 'en')).toEqual({ a: 'E2' });
    await s.service.put('de', 'all.json', { a: 'D2' });
    (await s.run('pull')).code(0).emptyStderr();
    s.reads('all.json', jsonText({ en: { a: 'E2' }, de: { a: 'D2' }, fr: { a: 'à moi' } }));
  });
});

describe('LS-02 files of locales that the project lacks', () => {
  it('are not warned about if they are left out', async () => {
    const s = await synced({});
    s.file('l/en-XZ.json', jsonText({ a: '[á]' }));
    (await s.run('status')).stderr('the project has no locale en-XZ');
    for (const config of [{ excludeLocales: ['en_xz'] }, { locales: ['en', 'de', 'fr'] }]) {
      s.config({ files: FILES, ...config });
      for (const command of ['status', 'push', 'pull', 'locales'])
        (await s.run(command)).code(0).emptyStderr();
    }
  });

  it('are not reported as gone if the project loses a locale that is left out', async () => {
    const s = await synced({ locales: ['en', 'de'] });
    s.file('l/it.json', jsonText({ a: 'it' }));
    const lock = s.text('locsync.lock').replace('l/fr.json', 'l/it.json');
    s.file('locsync.lock', lock);
    (await s.run('status --check')).code(0).emptyStderr();
  });
});

describe('LS-03 codes in the lists of locales', () => {
  it.each([
    ['locales', { locales: ['en', 'dr'] }, 'did you mean de?'],
    ['excludeLocales', { excludeLocales: ['ff'] }, 'did you mean fr?'],
    ['excludeLocales', { excludeLocales: ['pt-BR'] }, 'take pt-BR out of `excludeLocales`'],
  ])(
    '%s with an unknown one is an error with the nearest, before anything is done',
    async (name, config, hint) => {
      const s = await synced(config);
      s.file('l/en.json', jsonText({ a: 'changed' }));
      const { events, uploads } = posts(s.service);
      for (const command of ['push', 'pull', 'status'])
        (await s.run(command)).code(2).stderr('.locsyncrc', `which \`${name}\` names`, hint);
      expect(posts(s.service)).toEqual({ events, uploads });
      (await s.run('locales')).code(0);
    },
  );

  it('may be the service’s or those of file names, and an entry’s own value wins', async () => {
    const s = await Session.start({
      config: {
        files: FILES.concat('m/{locale}.json').map((path) =>
          path.startsWith('m') ? { path, excludeLocales: ['de'] } : path,
        ),
        localeMap: { nb: 'no' },
        excludeLocales: ['no'],
      },
      service: { locales: ['en', 'de', 'nb'] },
    });
    for (const folder of ['l', 'm'])
      for (const code of ['en', 'de', 'no']) s.file(`${folder}/${code}.json`, jsonText({ a: folder + code }));
    const ran = (await s.run('push --json')).code(0);
    expect(Object.keys(ran.states)).toEqual(['l/en.json', 'l/de.json', 'm/en.json', 'm/no.json']);
    expect(ran.json.leftOut).toEqual([
      { setting: 'excludeLocales', locales: ['nb'], files: ['l/{locale}.json'] },
      { setting: 'excludeLocales', locales: ['de'], files: ['m/{locale}.json'] },
    ]);
    (await s.run('status')).stdout('Not synced of l/{locale}.json: nb (`excludeLocales`)');
  });

  it('an empty list of locales is an error', async () => {
    const s = await Session.start({ config: { files: FILES, locales: [] } });
    (await s.run('status')).code(2).stderr('locales', 'at least one');
  });
});
