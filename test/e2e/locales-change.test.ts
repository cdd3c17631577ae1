import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

/**
 * Files of these locales in step with a service whose list of locales may be changed afterwards.
 */
async function synced(codes: string[]) {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  const fakeService = new FakeService(s.service.script, [...codes, 'fr']);
  s.service.script.on('locales', () => ({
    body: { locales: codes.map((code) => ({ api_id: `loc_${code}`, name: code, code, country: '' })) },
  }));
  for (const code of codes) {
    s.file(`l/${code}.json`, jsonText({ a: code, b: code }));
    fakeService.set(code, { a: code, b: code });
  }
  (await s.run('push')).code(0);
  return { s, fakeService };
}

describe('a locale that the service has got since the last sync', () => {
  it('without texts and without a file: nothing to do, and no file appears', async () => {
    const codes = ['en', 'de'];
    const { s } = await synced(codes);
    codes.push('fr');
    const before = s.snapshot();
    for (const command of ['push', 'pull', 'pull --empty --prune', 'status --check'])
      (await s.run(command)).code(0);
    s.unchanged(before);
    (await s.run('status')).code(0).stdout(/^fr +0% +0 of 2 keys$/m);
  });

  it('with texts and without a file: only there, pulled into a new file, with a base of its own', async () => {
    const codes = ['en', 'de'];
    const { s, fakeService } = await synced(codes);
    codes.push('fr');
    fakeService.set('fr', { a: 'Ah' });
    expect((await s.run('status --json')).states).toMatchObject({ 'l/fr.json': 'only-there' });
    expect((await s.run('push --json')).states).not.toHaveProperty(['l/fr.json']);
    (await s.run('pull')).code(0).stdout('Pulled 1 file.');
    s.reads('l/fr.json', jsonText({ a: 'Ah' }));
    s.file('l/fr.json', jsonText({}));
    // With a base the missing key is known to be deleted here.
    expect((await s.run('push --json')).warnings).toEqual(['CANNOT_DELETE']);
  });

  it('with other texts there than here: never synced, so push has a conflict and pull takes the service’s', async () => {
    const codes = ['en', 'de'];
    const { s, fakeService } = await synced(codes);
    s.file('l/fr.json', jsonText({ a: 'ici', c: 'neuf' }));
    expect((await s.run('push --json')).code(0).warnings).toEqual(['LOCALE_STRANGER']);
    codes.push('fr');
    fakeService.set('fr', { a: 'là' });
    const push = (await s.run('push --json')).code(1);
    expect([push.errors, push.warnings]).toEqual([['CONFLICT'], []]);
    // A conflict holds back its own key, not the file.
    expect(fakeService.texts('fr')).toEqual({ a: 'là', c: 'neuf' });
    (await s.run('pull --force --locale fr l/fr.json')).code(0);
    s.reads('l/fr.json', jsonText({ a: 'là', c: 'neuf' }));
    (await s.run('push')).code(0);
    expect(fakeService.texts('fr')).toEqual({ a: 'là', c: 'neuf' });
    (await s.run('status --check')).code(0);
  });
});

describe('a locale that the service no longer has', () => {
  it('its file and its base stay as they are, each run says so, and with the locale back all goes on', async () => {
    const codes = ['en', 'de', 'fr'];
    const { s, fakeService } = await synced(codes);
    codes.pop();
    const before = s.snapshot();
    for (const command of [
      'status --check',
      'diff',
      'push',
      'pull',
      'push --force',
      'pull --force --prune --empty --allow-shrink',
    ]) {
      const ran = (await s.run(`${command} --json`)).code(1);
      const { errors, warnings } = ran.json;
      expect(
        [...errors, ...warnings].map(({ code }) => code),
        command,
      ).toEqual(['LOCALE_GONE']);
      expect([...errors, ...warnings][0]?.path, command).toBe('l/fr.json');
      expect(ran.states, command).toMatchObject({ 'l/fr.json': 'failed' });
    }
    s.unchanged(before);
    expect((await s.run('push --locale fr --json')).errors).toEqual(['LOCALE_UNKNOWN']);

    const section = /"l\/fr\.json": \{[^}]*\}/;
    const kept = section.exec(s.text('locsync.lock'))?.[0];
    fakeService.set('en', { a: 'en 2', b: 'en' });
    s.file('l/de.json', jsonText({ a: 'de 2', b: 'de' }));
    (await s.run('pull')).code(1).stdout('Pulled 1 file.');
    (await s.run('push')).code(1).stdout('Pushed 1 file.');
    expect(kept).toBeDefined();
    expect(section.exec(s.text('locsync.lock'))?.[0]).toBe(kept);
    s.reads('l/fr.json', jsonText({ a: 'fr', b: 'fr' }));

    codes.push('fr');
    s.file('l/fr.json', jsonText({ a: 'ici', b: 'fr' }));
    fakeService.set('fr', { a: 'fr', b: 'là' });
    const back = (await s.run('status --json')).code(0);
    expect(back.warnings).toEqual([]);
    expect(back.states).toMatchObject({ 'l/fr.json': 'both' });
  });

  it('C7 also in a file of several languages: an error of push and pull, and a finding of status --check', async () => {
    const s = await Session.scripted({ config: { files: ['l/all.json'] } });
    const fakeService = new FakeService(s.service.script, ['en', 'fr']);
    const text = jsonText({ en: { a: 'A' }, fr: { a: 'F' } });
    s.file('l/all.json', text);
    fakeService.set('en', { a: 'A' }, 'l/all.json');
    fakeService.set('fr', { a: 'F' }, 'l/all.json');
    (await s.run('push')).code(0).stdout('Nothing to push.');
    const lock = s.text('locsync.lock');
    fakeService.codes = ['en'];
    for (const command of ['status --check', 'pull', 'push'])
      (await s.run(command)).code(1).stderr('the project no longer has the locale fr');
    s.reads('l/all.json', text).reads('locsync.lock', lock);
    fakeService.codes = ['en', 'fr'];
    (await s.run('status --check')).code(0);
  });

  it("b2-3 LOCALE_GONE's remedies for a language of a file: taking it out of the file ends the error, and localeMap too", async () => {
    const s = await Session.scripted({ config: { files: ['l/all.json'] } });
    const fakeService = new FakeService(s.service.script, ['en', 'fr', 'de']);
    const texts = { en: { a: 'A' }, fr: { a: 'F' }, de: { a: 'D' } };
    for (const [code, one] of Object.entries(texts)) fakeService.set(code, one, 'l/all.json');
    s.file('l/all.json', jsonText(texts));
    (await s.run('push')).code(0);
    fakeService.codes = ['en', 'fr'];
    (await s.run('pull'))
      .code(1)
      .stderr('a part of this file was synced; that part was left alone', 'take de out of the file')
      .never('`ignore`');
    fakeService.codes = ['en', 'fr', 'de-DE'];
    fakeService.set('de-DE', texts.de, 'l/all.json');
    s.config({ files: ['l/all.json'], localeMap: { 'de-DE': 'de' } });
    for (const command of ['pull', 'push', 'status --check']) (await s.run(command)).code(0).emptyStderr();

    s.config({ files: ['l/all.json'] });
    fakeService.codes = ['en', 'fr'];
    s.file('l/all.json', jsonText({ en: texts.en, fr: texts.fr }));
    for (const command of ['status --check', 'push', 'pull']) (await s.run(command)).code(0).emptyStderr();
    expect(s.text('locsync.lock')).not.toContain('l/all.json#de');
    // The language is back, and so are its texts: no one deleted them one by one.
    fakeService.codes = ['en', 'fr', 'de'];
    (await s.run('pull')).code(0);
    s.reads('l/all.json', jsonText({ en: texts.en, fr: texts.fr, de: texts.de }));
  });

  it('nor is a file made for it again that was removed here', async () => {
    const codes = ['en', 'de', 'fr'];
    const { s } = await synced(codes);
    codes.pop();
    s.remove('l/fr.json');
    (await s.run('pull --force')).code(0).emptyStderr().stdout('Nothing to pull.');
    (await s.run('push')).code(0).emptyStderr().stdout('Nothing to push.');
    expect(s.has('l/fr.json')).toBe(false);
  });

  it('the source locale: the other files of the set stay with their source file, which is named after it', async () => {
    const codes = ['en', 'de'];
    const { s, fakeService } = await synced(codes);
    codes.shift();
    fakeService.set('de', { a: 'de 2', b: 'de' });
    const ran = (await s.run('pull --json')).code(1);
    expect(ran.errors).toEqual(['LOCALE_GONE']);
    expect(ran.states).toEqual({ 'l/de.json': 'pulled', 'l/en.json': 'failed' });
    s.reads('l/en.json', jsonText({ a: 'en', b: 'en' }));
  });
});

describe('a language of which the service suddenly holds nothing', () => {
  it('C1 is left alone by push and pull, and a finding of status --check', async () => {
    const { s, fakeService } = await synced(['en', 'de']);
    fakeService.set('de', {});
    const lock = s.text('locsync.lock');
    const text = jsonText({ a: 'de', b: 'de', c: 'neu' });
    s.file('l/de.json', text);
    for (const command of ['status --check', 'pull', 'push'])
      (await s.run(command))
        .code(1)
        .stderr('the service suddenly holds no text in de, although 2 were synced');
    s.reads('l/de.json', text).reads('locsync.lock', lock);
    expect(fakeService.texts('de')).toEqual({});
  });
});
