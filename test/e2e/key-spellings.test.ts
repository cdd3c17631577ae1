import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';

const json = { config: { files: ['l/{locale}.json'] } };
const acting = (behave: string, config = json.config) =>
  Session.start({ config, service: { behave: behave.split(',') } });

async function fakeService() {
  const s = await Session.scripted(json);
  return { s, book: new FakeService(s.service.script) };
}

/** A service that takes flat keys apart at their dots, and answers them with slashes. */
async function slashed(prefix = '') {
  const { s, book } = await fakeService();
  book.spell = (key, code) => prefix.replace('de', code) + key.replaceAll('.', '/');
  return { s, book };
}

describe('keys that the service spells otherwise', () => {
  it('A11 flat keys and a service that answers nested objects: edits go both ways, no second key', async () => {
    const s = await acting('nested-keys');
    s.file('l/en.json', '{"home.title": "Home", "home.intro": "Welcome"}');
    s.file('l/de.json', '{"home.title": "Start", "home.intro": "Hallo"}');
    (await s.run('push')).code(0).emptyStderr();
    (await s.run('status --check')).code(0);
    await s.service.put('de', 'l/en.json', { 'home.title': 'Anfang', 'home.bye': 'Tschüss' });
    (await s.run('pull')).code(0).emptyStderr();
    s.reads('l/de.json', '{"home.title": "Anfang", "home.intro": "Hallo", "home.bye": "Tschüss"}');
    (await s.run('status --check')).code(0);
  });

  it('A11 a service that begins to nest: the flat keys stay', async () => {
    const { s, book } = await fakeService();
    const text = '{"home.title": "Home", "home.intro": "Welcome"}';
    s.file('l/en.json', text);
    (await s.run('push')).code(0).emptyStderr();
    const nested: unknown = { home: { title: 'Home', intro: 'Welcome' } };
    book.set('en', nested as Record<string, string>);
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    (await s.run('push')).code(0).stdout('Nothing to push.');
    s.reads('l/en.json', text);
  });

  it.each(['', 'de/'])(
    'M2 flat keys with dots, a service that answers them with slashes and "%s" in front: the form is learned, edits go both ways, no second key',
    async (prefix) => {
      const { s, book } = await slashed(prefix);
      s.file('l/en.json', '{"home.title": "Home", "home.intro": "Welcome", "bye": "Bye"}');
      s.file('l/de.json', '{"home.title": "Start", "home.intro": "Hallo"}');
      (await s.run('push')).code(0).emptyStderr();
      book.set('de', { 'home.title': 'Anfang', 'home.intro': 'Hallo', 'home.bye': 'Tschüss' });
      (await s.run('pull')).code(0).emptyStderr();
      s.reads('l/de.json', '{"home.title": "Anfang", "home.intro": "Hallo", "home.bye": "Tschüss"}');
      s.file('l/de.json', '{"home.title": "Anfang", "home.intro": "Moin", "home.bye": "Tschüss"}');
      (await s.run('push')).code(0).emptyStderr();
      (await s.run('status --check')).code(0);
      s.remove('l/de.json');
      (await s.run('pull')).code(0).emptyStderr();
      const texts = { 'home.title': 'Anfang', 'home.intro': 'Moin', 'home.bye': 'Tschüss' };
      expect(JSON.parse(s.text('l/de.json'))).toEqual(texts);
    },
  );

  it('M2 flat keys that hold slashes themselves', async () => {
    const { s, book } = await slashed();
    s.file('l/en.json', '{"a.b": "1", "img/logo": "2", "c": "3"}');
    (await s.run('push')).code(0).emptyStderr();
    book.set('en', { 'a.b': '1 changed', 'img/logo': '2', c: '3', 'a.c': 'new' });
    (await s.run('pull')).code(0).emptyStderr();
    s.reads('l/en.json', '{"a.b": "1 changed", "img/logo": "2", "c": "3", "a.c": "new"}');
    (await s.run('status --check')).code(0);
  });

  it.each([
    ['key-case=lower', '{"Home": {"Title": "Home"}, "Bye": "Bye"}', 'Title": "Start"'],
    ['key-unicode=nfc', '{"cafe\u0301": {"x": "Home"}}', 'x": "Start"'],
    ['trim-keys', '{" home ": {"title": "Home"}, "b": "Bye"}', 'title": "Start"'],
  ])('B14 --behave %s: a translation comes back under the key of the file', async (behave, text, pulled) => {
    const s = await acting(behave);
    s.file('l/en.json', text).file('l/de.json', text);
    (await s.run('push')).code(0).emptyStderr();
    (await s.run('status --check')).code(0);
    const held = await s.service.texts('l/en.json', 'de');
    const [key = ''] = Object.entries(held).find(([, value]) => value === 'Home') ?? [];
    await s.service.put('de', 'l/en.json', { [key]: 'Start' });
    (await s.run('pull')).code(0).emptyStderr();
    s.reads('l/de.json', text.replace('Home"}', 'Start"}'));
    expect(s.text('l/de.json')).toContain(pulled);
    (await s.run('status --check')).code(0);
    (await s.run('push')).code(0).stdout('Nothing to push.');
  });

  it('B14 YAML keys that are booleans to YAML 1.1', async () => {
    const s = await acting('boolean-keys', { files: ['config/locales/{locale}.yml'] });
    s.file('config/locales/en.yml', 'en:\n  answers:\n    yes: Sure\n    no: Never\n  a: A\n');
    (await s.run('push')).code(0).emptyStderr();
    await s.service.put('en', 'config/locales/en.yml', { 'answers.true': 'Certainly' });
    (await s.run('pull')).code(0);
    s.reads('config/locales/en.yml', 'en:\n  answers:\n    yes: Certainly\n    no: Never\n  a: A\n');
  });

  it('an answer with hardly a known key: nothing is written, removed or uploaded, and both spellings are shown', async () => {
    const { s, book } = await fakeService();
    const text = '{"home.title": "Home", "home.intro": "Welcome", "bye": "Bye"}';
    s.file('l/en.json', text);
    (await s.run('push')).code(0);
    const there = { k_1: 'Home', k_2: 'Welcome', k_3: 'Bye' };
    book.set('en', there);
    const versions = book.versions();
    for (const edited of [text, text.replace('Bye', 'Good bye')]) {
      s.file('l/en.json', edited);
      for (const command of ['pull', 'push', 'pull --force', 'push --force', 'status --check']) {
        const ran = (await s.run(command)).code(4);
        ran.stderr(/l\/en\.json.*almost none of the keys.*home\.title.*k_1/s);
        s.reads('l/en.json', edited);
      }
    }
    expect(book.versions()).toBe(versions);
    expect(book.texts('en')).toEqual(there);
  });

  it('B12 a file without a nested key takes the form that other files show', async () => {
    const s = await acting('slash-keys', { files: ['a/{locale}.json', 'b/{locale}.json'] });
    s.file('a/en.json', '{"title": "Title", "intro": "Intro"}');
    s.file('b/en.json', '{"nav": {"home": "Home"}}');
    (await s.run('push')).code(0);
    await s.service.put('en', 'a/en.json', { 'nav/home': 'Home' });
    (await s.run('pull')).code(0).emptyStderr();
    expect(JSON.parse(s.text('a/en.json'))).toEqual({
      title: 'Title',
      intro: 'Intro',
      nav: { home: 'Home' },
    });
    (await s.run('status --check')).code(0);
  });

  it('B12 if no file shows it, the key is kept out with a message', async () => {
    const s = await acting('slash-keys');
    s.file('l/en.json', '{"title": "Title", "intro": "Intro"}');
    (await s.run('push')).code(0);
    await s.service.put('en', 'l/en.json', { 'nav/home': 'Home' });
    (await s.run('pull')).code(0).stderr('nav/home');
    s.reads('l/en.json', '{"title": "Title", "intro": "Intro"}');
    (await s.run('status --check')).code(1);
  });
});

describe('keys that cannot be told apart', () => {
  const GOOD = '{"a": {"b": "old"}, "c": "C"}';
  const BAD = '{"a": {"b": "mine"}, "a.b": "other", "c": "C"}';

  it('B1 they keep their base: after the repair an edit that was not pushed is not overwritten', async () => {
    const { s, book } = await fakeService();
    s.file('l/en.json', '{"a.b": "old", "c": "C"}').file('l/de.json', '{"a.b": "old", "c": "C"}');
    (await s.run('push')).code(0).emptyStderr();
    for (const command of ['pull', 'push', 'pull']) {
      s.file('l/de.json', BAD);
      (await s.run(command)).code(0).stderr(/l\/de\.json.*cannot tell/);
      s.reads('l/de.json', BAD);
    }
    s.file('l/de.json', '{"a.b": "mine", "c": "C"}');
    (await s.run('pull')).code(0);
    s.reads('l/de.json', '{"a.b": "mine", "c": "C"}');
    (await s.run('push')).code(0);
    expect(book.texts('de')).toEqual({ 'a.b': 'mine', c: 'C' });
  });

  it('B2 an upload carries the service’s text for them, and status --check says that they are not compared', async () => {
    const s = await Session.start(json);
    s.file('l/en.json', GOOD).file('l/de.json', GOOD);
    (await s.run('push')).code(0).emptyStderr();
    await s.service.put('de', 'l/en.json', { 'a.b': 'from a translator' });
    s.file('l/de.json', BAD);
    (await s.run('status --check')).code(1).stderr('not compared');
    s.file('l/de.json', BAD.replace('"C"', '"C2"'));
    (await s.run('push')).code(0).stderr('cannot tell');
    expect(await s.service.texts('l/en.json', 'de')).toEqual({ 'a.b': 'from a translator', c: 'C2' });
    s.reads('l/de.json', BAD.replace('"C"', '"C2"'));
    (await s.run('status --check')).code(1);
  });

  it('B2 a new pair goes up under neither name', async () => {
    const s = await Session.start(json);
    s.file('l/en.json', '{"a": {"b": "one"}, "a.b": "two", "c": "C"}');
    (await s.run('push')).code(0).stderr('cannot tell');
    expect(await s.service.texts('l/en.json', 'en')).toEqual({ c: 'C' });
  });
});

describe('KS-05 the service begins to spell a key in a way that no other key shows', () => {
  const text = ({ 'm.s': s, ...others }: Record<string, string>): string =>
    `${JSON.stringify({ ...others, m: { s } }, undefined, 2)}\n`;
  const english = { a: 'A', b: 'B', c: 'C', 'm.s': 'Save' };
  const german = { a: 'Ade', b: 'Bde', c: 'Cde', 'm.s': 'Sichern' };

  async function respelt(separator: string, languages: readonly string[]) {
    const { s, book } = await fakeService();
    s.file('l/en.json', text(english)).file('l/de.json', text(german));
    book.set('en', english);
    book.set('de', german);
    (await s.run('push')).code(0).stdout('Nothing to push.');
    book.spell = (key, code) => (languages.includes(code) ? key.replace('.', separator) : key);
    return { s, book };
  }
  const forms = [
    ['-', ['de']],
    ['_', ['de']],
    [':', ['en', 'de']],
    ['-', ['en', 'de']],
  ] as const;

  it.each(forms)('m%ss for m.s in %s: pull keeps the text here and names both keys', async (...form) => {
    const { s } = await respelt(...form);
    const before = [s.text('l/en.json'), s.text('l/de.json')];
    for (const command of ['status', 'pull', 'pull --prune'])
      (await s.run(command))
        .code(0)
        .stderr('looks like m.s', 'neither is compared or written')
        .never('several');
    expect([s.text('l/en.json'), s.text('l/de.json')]).toEqual(before);
    (await s.run('status')).stdout(/de +100%/);
  });

  it.each(forms)('m%ss for m.s in %s: push sends no text under it', async (...form) => {
    const { s, book } = await respelt(...form);
    const pushed = async (edit: string, command: string): Promise<unknown> => {
      book.set('de', { ...german, 'm.s': 'Speichern' });
      s.file('l/de.json', text({ ...german, a: edit }));
      await s.run(command);
      const last = s.service.script.of('upload').at(-1)?.body ?? '{}';
      const { content } = JSON.parse(last) as { content: string };
      return JSON.parse(content);
    };
    expect(await pushed('Ah', 'push')).toEqual({ a: 'Ah', b: 'Bde', c: 'Cde' });
    s.remove('locsync.lock');
    expect(await pushed('Ahh', 'push --force')).toEqual({ a: 'Ahh', b: 'Bde', c: 'Cde' });
  });

  it.each(['de.m.s', 'mS'])(
    '%s for m.s in de alone: no upload has a text for it, and the file keeps it',
    async (odd) => {
      const { s, book } = await respelt('.', []);
      book.spell = (key, code) => (code === 'de' && key === 'm.s' ? odd : key);
      book.set('de', { ...german, 'm.s': 'Speichern' });
      (await s.run('pull --prune')).stderr('looks like m.s', 'neither is compared');
      s.file('l/de.json', text({ ...german, a: 'Ah' }));
      await s.run('push');
      const last = s.service.script.of('upload').at(-1)?.body ?? '{}';
      expect(JSON.parse((JSON.parse(last) as { content: string }).content)).toEqual({
        a: 'Ah',
        b: 'Bde',
        c: 'Cde',
      });
      s.reads('l/de.json', text({ ...german, a: 'Ah' }));
    },
  );

  it.each([
    [{ 'm-s': 'X', m_s: 'Y' }],
    [{ 'de.m.s': 'X', 'm-s': 'Y' }],
    [{ 'm-s': 'X', 'm.t': 'Y' }],
    [{ 'de.m.s': 'X', 'm.t': 'Y' }],
  ])('%j in de alone, new there: the text of m.s stays here', async (texts) => {
    const { s, book } = await respelt('.', []);
    book.set('de', { a: 'Ade', b: 'Bde', c: 'Cde', ...texts });
    await s.run('pull --prune');
    expect(JSON.parse(s.text('l/de.json'))).toMatchObject({ m: { s: 'Sichern' } });
  });

  it('a key that was deleted here meanwhile does not come back', async () => {
    const { s, book } = await respelt('-', ['de']);
    s.file('l/de.json', '{"a": "Ade", "b": "Bde", "c": "Cde"}');
    (await s.run('pull')).stderr('looks like m.s');
    book.spell = (key) => key;
    await s.run('pull');
    expect(s.text('l/de.json')).not.toContain('Sichern');
    (await s.run('rm m.s')).code(1);
    book.spell = (key, code) => (code === 'de' ? key.replace('.', '-') : key);
    (await s.run('pull')).stderr('looks like m.s');
    expect(s.text('l/de.json')).not.toContain('Sichern');
  });
});

it('KS-06 two keys that differ in capitals alone: the text of one is not written under the other', async () => {
  const { s, book } = await fakeService();
  const json = (texts: Record<string, string>): string => `${JSON.stringify(texts, undefined, 2)}\n`;
  s.file('l/en.json', json({ Title: 'Heading', x: '1', y: '2' }));
  s.file('l/de.json', json({ Title: 'Überschrift', x: 'd1', y: 'd2' }));
  (await s.run('push')).code(0);
  book.set('en', { Title: 'Heading', x: '1', y: '2', title: 'Form of address' });
  book.set('de', { x: 'd1', y: 'd2', title: 'Anrede' });
  await s.run('pull');
  const german = JSON.parse(s.text('l/de.json')) as Record<string, string>;
  expect(german['Title']).not.toBe('Anrede');
  expect(german['title']).toBe('Anrede');
});

it('KS-06 a service that writes all keys in small letters is still understood', async () => {
  const { s, book } = await fakeService();
  s.file('l/en.json', '{"Title": "Heading", "Save": "Save"}').file(
    'l/de.json',
    '{"Title": "Kopf", "Save": "Sichern"}',
  );
  (await s.run('push')).code(0);
  book.spell = (key) => key.toLowerCase();
  book.set('de', { Title: 'Überschrift', Save: 'Sichern' });
  (await s.run('pull')).code(0).emptyStderr();
  s.reads('l/de.json', '{"Title": "Überschrift", "Save": "Sichern"}');
});
