import { describe, expect, it } from 'vitest';
import { posts, Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const FILES = ['l/{locale}.json'];
const NAME = 'l/en.json';
async function synced(config: Readonly<Record<string, unknown>>) {
  const s = await Session.start({ config: { files: FILES }, service: { locales: ['en', 'de', 'fr'] } });
  for (const code of ['en', 'de', 'fr'])
    s.file(`l/${code}.json`, jsonText({ a: `${code} a`, b: `${code} b` }));
  (await s.run('push')).code(0);
  s.config({ files: FILES, ...config });
  return s;
}

describe('LS-04 pullOnly', () => {
  it('push never uploads the locale, says so if something waits, and pull writes it', async () => {
    const s = await synced({ pullOnly: ['de'] });
    (await s.run('push')).code(0).stdout('Nothing to push').emptyStderr();
    s.file('l/de.json', jsonText({ a: 'mine', b: 'de b' }));
    const before = posts(s.service);
    for (const options of ['', ' --force', ' --force --all --locale de', ' --locale de']) {
      const ran = (await s.run(`push --json${options}`)).code(0);
      expect(ran.warnings).toContain('LOCALE_PULL_ONLY');
      expect(ran.states['l/de.json']).toBe('skipped');
    }
    expect(await s.service.texts(NAME, 'de')).toEqual({ a: 'de a', b: 'de b' });
    (await s.run('push --locale de')).stderr('1 text in de is changed here and not pushed');
    expect(posts(s.service).uploads).toBeLessThanOrEqual(before.uploads + 2);
    (await s.run('status --check'))
      .code(0)
      .stdout('Never pushed: de (`pullOnly`)', 'Everything else is in sync: 2 files.');
    await s.service.put('de', NAME, { b: 'neu' });
    (await s.run('pull')).code(0);
    s.reads('l/de.json', jsonText({ a: 'mine', b: 'neu' }));
  });

  it('in a file of several languages it goes up as the service has it', async () => {
    const s = await Session.start({ config: { files: ['all.json'], pullOnly: ['de'] } });
    s.file('all.json', jsonText({ en: { a: 'A', n: 'N' }, de: { a: 'D', n: 'M' } }));
    (await s.run('push')).code(0).stderr('2 texts in de are changed here and not pushed');
    expect(await s.service.texts('all.json', 'en')).toEqual({ a: 'A', n: 'N' });
    expect(await s.service.texts('all.json', 'de')).toEqual({});
    await s.service.put('de', 'all.json', { a: 'vom Übersetzer' });
    s.file('all.json', jsonText({ en: { a: 'A2', n: 'N' }, de: { a: 'D2', n: 'M' } }));
    const ran = (await s.run('push --force --json')).code(0);
    expect(ran.json.files.map(({ locale, state }) => `${locale} ${state}`)).toEqual([
      'en pushed',
      'de skipped',
    ]);
    expect(await s.service.texts('all.json', 'de')).toEqual({ a: 'vom Übersetzer' });
    expect(await s.service.texts('all.json', 'en')).toEqual({ a: 'A2', n: 'N' });
  });
});

describe('LS-05 pushOnly', () => {
  it('pull never writes the locale, and push uploads it', async () => {
    const s = await synced({ pushOnly: ['fr'] });
    await s.service.put('fr', NAME, { a: 'là-bas', c: 'nouveau' });
    await s.service.put('de', NAME, { a: 'neu' });
    (await s.run('pull --force --prune --empty --restore')).code(0).emptyStderr();
    s.reads('l/fr.json', jsonText({ a: 'fr a', b: 'fr b' })).reads(
      'l/de.json',
      jsonText({ a: 'neu', b: 'de b' }),
    );
    (await s.run('status --check')).code(0).stdout('Never pulled: fr (`pushOnly`)');
    s.file('l/fr.json', jsonText({ a: 'fr a', b: 'ici' }));
    (await s.run('push')).code(0);
    expect(await s.service.texts(NAME, 'fr')).toEqual({ a: 'là-bas', b: 'ici', c: 'nouveau' });
    s.remove('l/fr.json');
    (await s.run('pull')).code(0);
    expect(s.has('l/fr.json')).toBe(false);
  });

  it('in a file of several languages its part stays as it is on disk', async () => {
    const s = await Session.start({ config: { files: ['all.json'], pushOnly: ['de'] } });
    s.file('all.json', jsonText({ en: { a: 'A' }, de: { a: 'D' } }));
    (await s.run('push')).code(0);
    await s.service.put('de', 'all.json', { a: 'neu' });
    await s.service.put('en', 'all.json', { a: 'new' });
    (await s.run('pull')).code(0);
    s.reads('all.json', jsonText({ en: { a: 'new' }, de: { a: 'D' } }));
  });
});

it('LS-03 a locale that both pullOnly and pushOnly name is an error', async () => {
  const s = await synced({ pullOnly: ['de'], pushOnly: ['DE'] });
  (await s.run('status')).code(2).stderr('both `pullOnly` and `pushOnly` name the locale de');
  s.config({ files: FILES, pullOnly: ['dx'] });
  (await s.run('push')).code(2).stderr('`pullOnly` names', 'did you mean de?');
});

describe('LS-09 a conflict in a locale that goes only one way', () => {
  async function conflict(config: Readonly<Record<string, unknown>>) {
    const s = await synced(config);
    await s.service.put('de', NAME, { a: 'dort' });
    s.file('l/de.json', jsonText({ a: 'hier', b: 'de b' }));
    return s;
  }

  it('of pullOnly: resolve --local settles nothing, and the messages name only what works', async () => {
    const s = await conflict({ pullOnly: ['de'] });
    const ran = (await s.run('pull')).code(1).stderr('pull --force --locale de l/de.json', 'only pulled');
    ran.never('push --force');
    (await s.run('resolve --local')).code(1);
    (await s.run('status --check=conflict')).code(1);
    (await s.run('pull --force --locale de l/de.json')).code(0);
    s.reads('l/de.json', jsonText({ a: 'dort', b: 'de b' }));
    (await s.run('status --check')).code(0);
  });

  it('of pushOnly: resolve --service writes nothing, and the messages name only what works', async () => {
    const s = await conflict({ pushOnly: ['de'] });
    const ran = (await s.run('push')).code(1).stderr('push --force --locale de l/de.json', 'only pushed');
    ran.never('pull --force');
    (await s.run('resolve --service')).code(1);
    s.reads('l/de.json', jsonText({ a: 'hier', b: 'de b' }));
    (await s.run('push --force --locale de l/de.json')).code(0);
    expect(await s.service.texts(NAME, 'de')).toEqual({ a: 'hier', b: 'de b' });
    (await s.run('status --check')).code(0);
  });
});
