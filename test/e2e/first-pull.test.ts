import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { posts, Session } from '../support/session.js';

describe('a first pull into an empty project', () => {
  it('makes the files of a source file that is named by its end only, and the next push changes nothing', async () => {
    const s = await Session.start();
    await s.service.upload('en.yml', 'en:\n  title: Shop\n  cart:\n    pay: Pay\n');
    await s.service.upload('de.yml', 'de:\n  title: Laden\n');
    const before = posts(s.service);
    const status = (await s.run('status --json')).code(0);
    expect(status.json.unmatched).toEqual([]);
    expect(status.states).toEqual({
      'config/locales/en.yml': 'only-there',
      'config/locales/de.yml': 'only-there',
    });
    (await s.run('pull')).code(0).stdout('Pulled 2 files.');
    expect(s.text('config/locales/en.yml')).toContain('title: Shop');
    expect(s.text('config/locales/de.yml')).toContain('title: Laden');
    expect(s.has('en.yml')).toBe(false);
    const picture = s.snapshot();
    (await s.run('push')).code(0).stdout('Nothing to push.');
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    s.unchanged(picture);
    expect(posts(s.service)).toEqual(before);
    s.file('config/locales/de.yml', s.text('config/locales/de.yml').replace('Laden', 'Kaufladen'));
    (await s.run('push')).code(0);
    expect(await s.service.texts('en.yml', 'de')).toEqual({ title: 'Kaufladen' });
  });

  it('refuses to guess between two patterns, and between two source files', async () => {
    const s = await Session.start({ config: { files: ['a/{locale}.yml', 'b/{locale}.yml'] } });
    await s.service.upload('en.yml', 'en:\n  a: A\n');
    const two = (await s.run('pull')).code(2);
    two.stderr('a/{locale}.yml', 'b/{locale}.yml', '`name`');
    s.config({ files: ['x/app/{locale}.yml'] });
    await s.service.upload('app/en.yml', 'en:\n  a: A\n');
    (await s.run('pull')).code(2).stderr('app/en.yml (fil_', 'en.yml (fil_');
    expect(s.has('x')).toBe(false);
  });
});

it('F2 the translations of a first pull nest as the source file of the same run does', async () => {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  const service = new FakeService(s.service.script);
  service.set('en', { 'menu.save as': 'Save as', 'menu.name': 'Menu' });
  service.set('de', { 'menu.save as': 'Speichern unter' });
  (await s.run('pull')).code(0).emptyStderr();
  expect(JSON.parse(s.text('l/en.json'))).toEqual({ menu: { 'save as': 'Save as', name: 'Menu' } });
  expect(JSON.parse(s.text('l/de.json'))).toEqual({ menu: { 'save as': 'Speichern unter' } });
  const picture = s.snapshot();
  (await s.run('status')).code(0);
  (await s.run('pull')).code(0).stdout('Nothing to pull.');
  s.unchanged(picture);
});

it('F1 refuses to write files of which the next run would take groups of keys for languages', async () => {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  const service = new FakeService(s.service.script);
  for (const locale of ['en', 'de'])
    service.set(locale, { title: locale, 'en.name': `English ${locale}`, 'de.name': `German ${locale}` });
  (await s.run('pull')).code(5).stderr('l/en.json', 'l/de.json', 'a group "en", which is also a language');
  expect([s.has('l/en.json'), s.has('l/de.json')]).toEqual([false, false]);
  s.config({ files: ['l/{locale}.json'], ignoreKeys: ['en.*', 'de.*'] });
  (await s.run('pull')).code(0);
  s.reads('l/de.json', '{\n  "title": "de"\n}\n');
});

describe('F3 a group of keys that is named as the only language that has no other', () => {
  const texts = { 'de.a': 'eins', 'de.b': 'zwei' };

  it('nests alike in all languages of a new file, and the next pull changes nothing', async () => {
    const s = await Session.scripted({ config: { files: ['l/app.json'] } });
    const service = new FakeService(s.service.script);
    for (const locale of ['en', 'de']) service.set(locale, texts, 'l/app.json');
    (await s.run('pull')).code(0).emptyStderr();
    const nested = { de: { a: 'eins', b: 'zwei' } };
    expect(JSON.parse(s.text('l/app.json'))).toEqual({ en: nested, de: nested });
    const picture = s.snapshot();
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    (await s.run('push')).code(0).stdout('Nothing to push.');
    s.unchanged(picture);
  });

  it('no translation is written without the source file that this run cannot make', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const service = new FakeService(s.service.script);
    service.set('en', texts);
    service.set('de', { 'de.a': 'eins' });
    (await s.run('pull')).code(5).stderr('l/en.json', 'a group "de"', 'l/de.json', 'no new file was written');
    expect([s.has('l/en.json'), s.has('l/de.json')]).toEqual([false, false]);
  });
});

describe('texts that differ and were never synced', () => {
  it('are called so by push, which keeps them back; a first pull takes those of the service', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script);
    s.file('l/en.json', '{"k":"K"}').file('l/de.json', '{"k":"hier"}');
    fakeService.set('en', { k: 'K' });
    fakeService.set('de', { k: 'dort' });
    (await s.run('push'))
      .code(1)
      .stderr(
        '1 key differs from the service; the last sync is not recorded, so locsync cannot tell which text is newer: k; neither text',
      )
      .stderr('`locsync push --force --locale de l/de.json`');
    (await s.run('pull')).code(0);
    s.reads('l/de.json', '{"k":"dort"}');
  });
});

/** A project in which both sides hold these texts and the base knows it. */
async function agreedOn(texts: Readonly<Record<string, string>>) {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  const fakeService = new FakeService(s.service.script);
  const write = (next: object): void => void s.file('l/de.json', `${JSON.stringify(next)}\n`);
  write(texts);
  fakeService.set('de', { ...texts });
  (await s.run('push')).code(0);
  return { s, fakeService, write };
}

describe('--force if one side has deleted the key', () => {
  it('push: the deletion stays, is reported, and is not a conflict from then on; a later change there is one again', async () => {
    const { s, fakeService, write } = await agreedOn({ a: 'A', k: 'B' });
    write({ a: 'A' });
    fakeService.set('de', { a: 'A', k: 'T' });
    (await s.run('push')).code(1).stderr('changed on both sides: k');
    (await s.run('push --force --dry-run')).code(0);
    (await s.run('push')).code(1);
    const forced = (await s.run('push --force --json')).code(0);
    expect([forced.warnings, forced.states]).toEqual([['CANNOT_DELETE'], { 'l/de.json': 'in-sync' }]);
    (await s.run('push')).code(0).emptyStderr().stdout('Nothing to push.');
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    (await s.run('status --check')).code(0);
    s.reads('l/de.json', '{"a":"A"}\n');
    expect(fakeService.texts('de')).toEqual({ a: 'A', k: 'T' });
    expect(fakeService.versions()).toBe(0);
    // Beside a text that is uploaded the deletion is settled too.
    write({ a: 'A2' });
    fakeService.set('de', { a: 'A', k: 'T2' });
    (await s.run('push --force')).code(0);
    (await s.run('push')).code(0).stdout('Nothing to push.');
    fakeService.set('de', { a: 'A2', k: 'T3' });
    (await s.run('push')).code(1).stderr('changed on both sides: k');
    (await s.run('pull --force')).code(0);
    s.reads('l/de.json', '{"a":"A2","k":"T3"}\n');
    (await s.run('status --check')).code(0);
  });

  it('pull: the deletion there stays, and nothing is left of it', async () => {
    const { s, fakeService, write } = await agreedOn({ a: 'A', k: 'B' });
    write({ a: 'A', k: 'H' });
    fakeService.set('de', { a: 'A' });
    (await s.run('pull')).code(1).stderr('changed on both sides: k');
    expect((await s.run('pull --force --json')).code(0).states).toEqual({ 'l/de.json': 'pulled' });
    s.reads('l/de.json', '{"a":"A"}\n');
    for (const command of ['push', 'pull', 'status --check']) (await s.run(command)).code(0).emptyStderr();
    expect(s.text('locsync.lock')).not.toContain('"k"');
  });
});

it.each([
  ['.i18n', '**/de.json'],
  ['app/(marketing)', 'app/(marketing)/de.json'],
  ['"l"', '"l"/de.json'],
])('CFG-34 a file that `ignore` leaves out of %s is neither compared nor written', async (folder, ignore) => {
  const s = await Session.start({
    config: { files: [{ path: `${folder}/{locale}.json`, ignore: [ignore] }] },
  });
  s.file(`${folder}/en.json`, '{"a":"A"}').file(`${folder}/de.json`, '{"a":"mine"}');
  (await s.run('push')).code(0).stdout('Pushed 1 file.');
  await s.service.put('de', `${folder}/en.json`, { a: 'theirs' });
  expect((await s.run('status --json')).code(0).states).toEqual({ [`${folder}/en.json`]: 'in-sync' });
  s.remove(`${folder}/de.json`);
  (await s.run('pull')).code(0).stdout('Nothing to pull.');
  expect(s.has(`${folder}/de.json`)).toBe(false);
});

it('CFG-35 a pattern of which `ignore` leaves out every file keeps no other pattern from being synced', async () => {
  const files = ['x/{locale}.json', { path: 'y/{locale}.json', ignore: ['y/**'] }];
  const s = await Session.start({ config: { files } });
  s.file('x/en.json', '{"a":"A"}').file('y/en.json', '{"a":"A"}');
  (await s.run('push')).code(0).stdout('Pushed 1 file.');
  expect((await s.run('status --json')).code(0).states).toEqual({ 'x/en.json': 'in-sync' });
  (await s.run('pull')).code(0).stdout('Nothing to pull.');
  (await s.run('doctor'))
    .stdout('`ignore` leaves out every file of y/{locale}.json')
    .never('matched no file');
  s.remove('y/en.json');
  (await s.run('status')).code(2).stderr('y/{locale}.json matched no file');
});

it('a file that `ignore` leaves out is neither compared nor written, whether it is there or not', async () => {
  const s = await Session.start({ config: { files: [{ path: 'l/{locale}.json', ignore: ['l/de.json'] }] } });
  s.file('l/en.json', '{"a":"A"}').file('l/de.json', '{"a":"mine"}');
  (await s.run('push')).code(0).stdout('Pushed 1 file.');
  await s.service.put('de', 'l/en.json', { a: 'theirs' });
  await s.service.put('pt-BR', 'l/en.json', { a: 'deles' });
  expect((await s.run('status --json')).code(0).states).toEqual({
    'l/en.json': 'in-sync',
    'l/pt-BR.json': 'only-there',
  });
  (await s.run('pull')).code(0).stdout('Pulled 1 file.');
  s.reads('l/de.json', '{"a":"mine"}').remove('l/de.json');
  (await s.run('pull')).code(0).stdout('Nothing to pull.');
  expect(s.has('l/de.json')).toBe(false);
});

it('F4 a key that is a text and a group leaves only itself out of a new file of several languages', async () => {
  const s = await Session.scripted({ config: { files: ['l/app.json'] } });
  const service = new FakeService(s.service.script);
  for (const locale of ['en', 'de'])
    service.set(locale, { item: 'Item', 'item.title': 'Title', 'cart.sum': `Sum ${locale}` }, 'l/app.json');
  (await s.run('pull')).code(1).stderr('item is a text on the service, but a group of keys here');
  expect(JSON.parse(s.text('l/app.json'))).toEqual({
    en: { cart: { sum: 'Sum en' } },
    de: { cart: { sum: 'Sum de' } },
  });
});

it('F5 a language nests as the source file of the same run, not as one that an earlier run made', async () => {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  const service = new FakeService(s.service.script, ['en', 'de', 'fr']);
  service.set('en', { a: 'A', b: 'B' }, 'l/en.json');
  service.set('de', { a: 'A' }, 'l/en.json');
  service.set('fr', { b: 'B' }, 'l/en.json');
  (await s.run('pull --locale de')).code(0);
  (await s.run('pull')).code(0).emptyStderr();
  s.reads('l/fr.json', '{\n  "b": "B"\n}\n').reads('l/en.json', '{\n  "a": "A",\n  "b": "B"\n}\n');
});

it.each([['l/app.json'], ['l/{locale}.json']])(
  'F6 the source locale gets its first key although only other languages have the earlier ones: %s',
  async (pattern) => {
    const s = await Session.scripted({ config: { files: [pattern] } });
    const service = new FakeService(s.service.script);
    const name = pattern.replace('{locale}', 'en');
    service.set('en', {}, name);
    service.set('de', { a: 'A', b: 'B' }, name);
    (await s.run('pull')).code(0);
    service.set('en', { fresh: 'New' }, name);
    service.set('de', { a: 'A', b: 'B', fresh: 'Neu' }, name);
    (await s.run('pull')).code(0);
    (await s.run('status --check')).code(0);
    expect(s.text(pattern.replace('{locale}', 'de'))).toContain('"fresh": "Neu"');
    expect(s.text(pattern.replace('{locale}', 'en'))).toContain('"fresh": "New"');
    (await s.run('pull')).code(0).stdout('Nothing to pull');
  },
);

describe('F6 an answer that spells only some of its keys in its own way', () => {
  const english = { 'menu.open': 'Open', 'menu.save': 'Save', yes: 'Yes', title: 'Shop' };
  const spellings = [
    ['menu/save', 'menu.save'],
    ['Menu.Save', 'menu.save'],
    ['Yes', 'yes'],
    ['de.menu.save', 'menu.save'],
    ['menu-save', 'menu.save'],
  ] as const;

  it.each(spellings)('a new language: "%s" is not written beside %s', async (odd, key) => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const service = new FakeService(s.service.script);
    service.set('en', english);
    service.set('de', { 'menu.open': 'Öffnen', title: 'Laden', [odd]: 'SELTSAM' });
    const pull = (await s.run('pull')).code(0).stderr(odd);
    if (odd !== 'menu/save') pull.stderr(`looks like ${key}`);
    expect(JSON.parse(s.text('l/de.json'))).toEqual({ menu: { open: 'Öffnen' }, title: 'Laden' });
    const files = [s.text('l/en.json'), s.text('l/de.json')];
    (await s.run('pull')).code(0).stderr(odd);
    expect([s.text('l/en.json'), s.text('l/de.json')]).toEqual(files);
  });

  it('a language that is here: the text of its own key stays, and no second key is written', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const service = new FakeService(s.service.script);
    const german = { 'menu.open': 'Öffnen', 'menu.save': 'Sichern', yes: 'Ja', title: 'Laden' };
    service.set('en', english);
    service.set('de', german);
    (await s.run('pull')).code(0);
    const before = s.text('l/de.json');
    service.set('de', { 'menu.open': 'Öffnen', yes: 'Ja', title: 'Laden', 'menu-save': 'Speichern' });
    (await s.run('pull')).stderr('menu-save', 'looks like menu.save');
    s.reads('l/de.json', before);
  });

  it('a key that the source locale has on the service too is a new key', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const service = new FakeService(s.service.script);
    service.set('en', { ...english, 'menu-save': 'Save menu' });
    service.set('de', { 'menu.open': 'Öffnen', 'menu-save': 'Menü sichern' });
    (await s.run('pull')).code(0).emptyStderr();
    expect(JSON.parse(s.text('l/de.json'))).toEqual({
      menu: { open: 'Öffnen' },
      'menu-save': 'Menü sichern',
    });
  });
});

describe('F7 keys that only look alike', () => {
  it('a synced one comes back with its file', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const service = new FakeService(s.service.script);
    const german = { 'key-a': 'Eins', t: 'TT' };
    service.set('en', { key_a: 'One', t: 'T' });
    service.set('de', german);
    s.file('l/en.json', '{"key_a":"One","t":"T"}').file('l/de.json', JSON.stringify(german));
    (await s.run('push')).code(0);
    s.remove('l/de.json');
    (await s.run('pull')).code(0);
    expect(JSON.parse(s.text('l/de.json'))).toEqual(german);
  });
});
