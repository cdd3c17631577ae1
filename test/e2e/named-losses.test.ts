import { describe, expect, it } from 'vitest';
import { LocsyncError } from '../../src/core/errors/index.js';
import { FakeService, type Texts } from '../support/fake-service.js';
import { Session, type Ran } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const EN: Texts = { a: 'A', b: 'B', c: 'C', d: 'D', e: 'E', f: 'F', g: 'G' };
const DE: Texts = { a: 'Ä', b: 'Be', c: 'Ce', d: 'De', e: 'Eh', f: 'Ef', g: 'Ge' };
const changed = (texts: Texts, keys: readonly string[], by: string): Texts => ({
  ...texts,
  ...Object.fromEntries(keys.map((key) => [key, `${by} ${key}`])),
});

/** In step with the service; with `conflicts` both sides have changed these German keys since. */
async function synced(conflicts: readonly string[] = []) {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  const fakeService = new FakeService(s.service.script);
  for (const [code, texts] of [
    ['en', EN],
    ['de', DE],
  ] as const) {
    s.file(`l/${code}.json`, jsonText(texts));
    fakeService.set(code, texts);
  }
  (await s.run('push')).code(0);
  if (conflicts.length > 0) {
    s.file('l/de.json', jsonText(changed(DE, conflicts, 'here')));
    fakeService.set('de', changed(DE, conflicts, 'there'));
  }
  return { s, fakeService };
}

const warned = (ran: Ran, code = 'TEXTS_LOST'): string[] =>
  ran.json.warnings
    .filter((one) => one.code === code)
    .map(({ path, message }) => `${path ?? ''}: ${message}`);

describe('K7 what a run takes from either side is named', () => {
  it('pull --force names the keys, before and after, in words and as JSON', async () => {
    const { s } = await synced(['a', 'b', 'c']);
    (await s.run('pull --force --dry-run'))
      .code(0)
      .stderr("warning: l/de.json: 3 texts would be replaced by the service's: a, b, c");
    const ran = (await s.run('pull --force --json')).code(0);
    expect(warned(ran)).toEqual(["l/de.json: 3 texts were replaced by the service's: a, b, c"]);
    expect((await s.run('pull --force')).code(0).err).toBe('');
  });

  it('push --force names the keys, before and after', async () => {
    const { s } = await synced(['a']);
    (await s.run('push --force --dry-run')).code(0).stderr('1 text would be replaced on the service');
    (await s.run('push --force'))
      .code(0)
      .stderr('warning: l/de.json: 1 text was replaced on the service by the disk: a');
    (await s.run('push --force --all')).code(0).emptyStderr();
  });

  it('F9: every key is named, however many there are', async () => {
    const { s } = await synced(Object.keys(DE));
    (await s.run('pull --force')).code(0).stderr('7 texts were replaced', ': a, b, c, d, e, f, g\n');
  });

  it('pull --prune and a plain pull name what they remove', async () => {
    const { s, fakeService } = await synced();
    for (const [code, texts] of [
      ['en', EN],
      ['de', DE],
    ] as const)
      fakeService.set(code, Object.fromEntries(Object.entries(texts).filter(([key]) => key !== 'c')));
    (await s.run('pull')).code(0).stderr('l/de.json: 1 key was removed, which the service does not have: c');
    (await s.run('pull --prune')).code(0).stderr('l/en.json: 1 key was removed').never('l/de.json');
  });

  it('pull --force names a text that was changed here and deleted there', async () => {
    const { s, fakeService } = await synced(['c']);
    for (const [code, texts] of [
      ['en', EN],
      ['de', DE],
    ] as const)
      fakeService.set(code, Object.fromEntries(Object.entries(texts).filter(([key]) => key !== 'c')));
    (await s.run('pull --force')).code(0).stderr('l/de.json: 1 key was removed');
  });

  it('pull --empty names what it empties', async () => {
    const { s, fakeService } = await synced();
    fakeService.set('de', { ...DE, c: '' });
    (await s.run('pull --empty')).code(0).stderr('1 text was emptied, as on the service: c');
  });

  it('K6 a first contact names the texts of the disk that it replaces', async () => {
    const { s, fakeService } = await synced();
    s.remove('locsync.lock').file('l/de.json', jsonText(changed(DE, ['a'], 'here')));
    fakeService.set('de', changed(DE, ['b'], 'there'));
    (await s.run('pull')).code(0).stderr("l/de.json: 2 texts were replaced by the service's: a, b");
  });

  it('a file of several languages names the language', async () => {
    const s = await Session.start({ config: { files: ['m.json'] }, service: { locales: ['en', 'de'] } });
    s.file('m.json', jsonText({ en: { a: 'A' }, de: { a: 'Ä' } }));
    (await s.run('push')).code(0);
    await s.service.put('de', 'm.json', { a: 'there' });
    s.file('m.json', jsonText({ en: { a: 'A' }, de: { a: 'here' } }));
    (await s.run('pull --force')).code(0).stderr("m.json: 1 text in de was replaced by the service's: a");
  });

  it('a pull that takes nothing from the disk says nothing', async () => {
    const { s, fakeService } = await synced();
    fakeService.set('de', { ...DE, a: 'neu', h: 'Ha' });
    (await s.run('pull')).code(0).emptyStderr();
    s.remove('l/de.json');
    (await s.run('pull')).code(0).emptyStderr();
  });
});

describe('K1 pull --prune and keys that were added here', () => {
  it('keeps them in a file that was synced, and says what to do', async () => {
    const { s } = await synced();
    s.file('l/en.json', jsonText({ ...EN, n: 'New' })).file(
      'l/de.json',
      jsonText({ ...DE, n: 'Neu', o: 'Oh' }),
    );
    (await s.run('pull --prune'))
      .code(0)
      .stderr('l/en.json: 1 key that only this file has was kept: n; it was never pushed')
      .stderr('l/de.json: 2 keys that only this file has were kept: n, o; they were never pushed')
      .stderr('`locsync push --locale de l/de.json`');
    s.reads('l/de.json', jsonText({ ...DE, n: 'Neu', o: 'Oh' }));
    (await s.run('push')).code(0);
    (await s.run('pull --prune')).code(0).emptyStderr();
  });

  it('removes them by name if no key of the file has a base', async () => {
    const { s } = await synced();
    s.remove('locsync.lock').file('l/de.json', jsonText({ ...DE, n: 'Neu' }));
    (await s.run('pull --prune')).code(0).stderr('l/de.json: 1 key was removed', ': n');
    s.reads('l/de.json', jsonText(DE));
  });

  it('keeps them if the lock cannot be read', async () => {
    const { s } = await synced();
    s.file('locsync.lock', '{').file('l/de.json', jsonText({ ...DE, n: 'Neu' }));
    await s.run('pull --prune');
    s.reads('l/de.json', jsonText({ ...DE, n: 'Neu' }));
  });
});

describe('M6 the screen of status agrees with its exit code', () => {
  it('KEY_AMBIGUOUS: not everything is in sync', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.json'] }, service: { locales: ['en'] } });
    s.file('l/en.json', jsonText({ 'a.b': 'flat', a: { b: 'nested' }, c: 'C' }));
    (await s.run('push')).stderr('cannot tell these keys of this file apart: a.b (2 times);');
    (await s.run('status --check'))
      .code(1)
      .stdout(/^\d keys? that cannot be compared: see the warning$/m, 'Everything else is in sync')
      .never('Everything is in sync');
    expect((await s.run('status --json')).json.summary.notCompared).toBeGreaterThan(0);
  });

  it('KEY_AMBIGUOUS names every key, ten in one warning', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.json'] }, service: { locales: ['en'] } });
    const keys = Array.from({ length: 11 }, (_, i) => `k${i}`);
    const nested = Object.fromEntries(keys.map((key) => [key, { b: 'nested' }]));
    const flat = Object.fromEntries(keys.map((key) => [`${key}.b`, 'flat']));
    s.file('l/en.json', jsonText({ ...nested, ...flat }));
    const { err } = (await s.run('push')).code(0);
    for (const key of keys) expect(err).toContain(`${key}.b (2 times)`);
    expect(err.match(/cannot tell these keys/g)).toHaveLength(2);
  });

  it('KEY_AMBIGUOUS: of one key the service has several texts', () => {
    const error = LocsyncError.of('KEY_AMBIGUOUS', { keys: new Map([['a.b', 1]]) });
    expect(error.message).toMatch(/^the service has several texts for a\.b; they are not compared/);
    expect(error.hint).toBe('remove all but one of them on the service');
  });

  it('an answer that is not believed: not everything is in sync', async () => {
    const { s, fakeService } = await synced();
    fakeService.set('de', {});
    (await s.run('status --check'))
      .code(1)
      .stderr('suddenly holds no text in de')
      .stdout('1 file to look at: see the warning')
      .never('Everything is in sync');
  });
});

describe('M7 --locale and a file of several languages', () => {
  it('F4: conflicts of other languages are neither an error nor a row', async () => {
    const s = await Session.start({
      config: { files: ['m.json'] },
      service: { locales: ['en', 'de', 'fr'] },
    });
    const texts = (en: string, de: string, fr: string): string =>
      jsonText({ en: { a: en, b: 'B' }, de: { a: de, b: 'Be' }, fr: { a: fr, b: 'Bf' } });
    s.file('m.json', texts('A', 'Ä', 'F'));
    (await s.run('push')).code(0);
    await s.service.put('en', 'm.json', { a: 'A there' });
    await s.service.put('fr', 'm.json', { a: 'F there' });
    s.file('m.json', texts('A here', 'Ä2', 'F here'));
    for (const command of ['push --dry-run', 'status', 'diff --name-only', 'pull --dry-run'])
      (await s.run(`${command} --locale de`)).never('conflict', 'changed on both sides', / (?:en|fr)\b/);
    const ran = (await s.run('push --locale de --json')).code(0);
    expect(ran.json.files.map(({ locale, state }) => [locale, state])).toEqual([['de', 'pushed']]);
    expect(ran.json.errors).toEqual([]);
    expect(await s.service.texts('m.json', 'de')).toEqual({ a: 'Ä2', b: 'Be' });
    expect(await s.service.texts('m.json', 'en')).toEqual({ a: 'A there', b: 'B' });
    (await s.run('pull --locale de')).code(0);
    (await s.run('push')).code(1).stderr(
      // F4: each language with its own place.
      /m\.json:3:10: 1 key in en was changed on both sides: a/,
      /m\.json:11:10: 1 key in fr was changed on both sides: a/,
      '`locsync pull --force --locale fr m.json`',
    );
  });
});
