import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const LANGUAGES = ['en', 'de', 'fr'];
/** Two synced file sets: `a` with so many keys, `b` with three. */
async function synced(count: number) {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json', 'm/{locale}.json'] } });
  const book = new FakeService(s.service.script, LANGUAGES);
  const texts = (code: string, keys: number): Texts =>
    Object.fromEntries(Array.from({ length: keys }, (_, i) => [`key${i}`, `${code} text ${i}`]));
  for (const code of LANGUAGES) {
    s.file(`l/${code}.json`, jsonText(texts(code, 3)));
    s.file(`m/${code}.json`, jsonText(texts(code, count)));
    book.set(code, texts(code, count), 'm/en.json');
  }
  (await s.run('push')).code(0);
  return { s, book, texts: (code: string) => texts(code, count) };
}

const SPELLINGS: readonly (readonly [string, (key: string) => string])[] = [
  ['x_key0', (key) => `x_${key}`],
  ['l.a.key0', (key) => `l.a.${key}`],
];

describe.each([1, 2])('A2-1 a synced file of %i keys, and an answer without any of them', (count) => {
  it.each(SPELLINGS)(
    'spelt as %s: exit 4, nothing is written, removed or uploaded',
    async (_name, respell) => {
      const { s, book, texts } = await synced(count);
      const spelt = (own: Texts): Texts =>
        Object.fromEntries(Object.entries(own).map(([key, text]) => [respell(key), text]));
      for (const code of LANGUAGES) book.set(code, spelt(texts(code)), 'm/en.json');
      const before = LANGUAGES.map((code) => s.text(`m/${code}.json`));
      const versions = book.versions('m/en.json');
      const lock = s.text('locsync.lock');
      for (const command of ['pull', 'status --check', 'push', 'pull --allow-shrink']) {
        (await s.run(command)).code(4).stderr(/m\/de\.json.*almost none of the keys.*key0/);
        expect(LANGUAGES.map((code) => s.text(`m/${code}.json`))).toEqual(before);
      }
      s.file('m/de.json', jsonText({ ...texts('de'), key0: 'edited' }));
      (await s.run('push')).code(4);
      expect(book.versions('m/en.json')).toBe(versions);
      s.reads('locsync.lock', lock);
    },
  );
});

describe('A2-1 the neighbours', () => {
  it('a language without a file takes nothing from an answer that the synced ones do not believe', async () => {
    const { s, book } = await synced(1);
    s.remove('m/fr.json');
    for (const code of LANGUAGES) book.set(code, { x_key0: 'a text' }, 'm/en.json');
    (await s.run('pull')).code(4);
    expect(s.has('m/fr.json')).toBe(false);
  });

  it('the only key of a file was renamed on the service: the message says how to go on, and that works', async () => {
    const { s, book } = await synced(1);
    for (const code of LANGUAGES) book.set(code, { renamed: `${code} text 0` }, 'm/en.json');
    (await s.run('pull')).code(4).stderr(/m\/en\.json.*key0.*renamed/, /by hand/);
    for (const code of LANGUAGES) s.file(`m/${code}.json`, jsonText({ renamed: `${code} text 0` }));
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    (await s.run('status --check')).code(0);
  });

  it('one of the keys is there: a new key is added, and a deleted one removed', async () => {
    const { s, book } = await synced(2);
    for (const code of LANGUAGES)
      book.set(code, { key1: `${code} text 1`, more: `${code} more` }, 'm/en.json');
    (await s.run('pull')).code(0);
    s.reads('m/de.json', jsonText({ key1: 'de text 1', more: 'de more' }));
  });

  it('a language holds none of its old keys, but one of the source locale: it is this file', async () => {
    const { s, book } = await synced(2);
    s.file('m/en.json', jsonText({ key0: 'en text 0', key1: 'en text 1', key2: 'en text 2' }));
    (await s.run('push')).code(0);
    book.set('de', { key2: 'neu' }, 'm/en.json');
    (await s.run('pull')).code(0);
    s.reads('m/de.json', jsonText({ key0: 'de text 0', key1: 'de text 1', key2: 'neu' }));
  });

  it('a language holds nothing but a new key, while the source locale holds the old ones: it is this file', async () => {
    const { s, book, texts } = await synced(2);
    book.set('en', { ...texts('en'), more: 'en more' }, 'm/en.json');
    book.set('de', { more: 'de more' }, 'm/en.json');
    (await s.run('pull')).code(0);
    s.reads('m/de.json', jsonText({ ...texts('de'), more: 'de more' }));
    s.file('m/de.json', jsonText({ ...texts('de'), more: 'de more', extra: 'neu' }));
    (await s.run('push')).code(0);
    expect(book.texts('de', 'm/en.json')).toEqual({ more: 'de more', extra: 'neu' });
  });

  it('a language without a file gets its first key, which the source locale here lacks', async () => {
    const { s, book } = await synced(2);
    s.remove('m/fr.json');
    (await s.run('pull')).code(0);
    s.remove('m/fr.json');
    book.set('fr', { more: 'fr more' }, 'm/en.json');
    (await s.run('pull')).code(0);
    s.reads('m/fr.json', jsonText({ more: 'fr more' }));
  });

  it('a first contact with other keys is none', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const book = new FakeService(s.service.script);
    book.set('en', { there: 'There' });
    s.file('l/en.json', jsonText({ here: 'Here' }));
    (await s.run('pull')).code(0);
    s.reads('l/en.json', jsonText({ here: 'Here', there: 'There' }));
  });

  it('the only key became a group of plural forms on the service: both names are reported', async () => {
    const { s, book } = await synced(1);
    for (const code of LANGUAGES) book.set(code, { 'key0.one': 'one', 'key0.other': 'other' }, 'm/en.json');
    (await s.run('pull')).code(1).stderr(/key0 is a text here, but a group/);
    s.reads('m/de.json', jsonText({ key0: 'de text 0' }));
  });
});
