import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { posts, Session } from '../support/session.js';

describe('file shapes and names', () => {
  it("a new locale's file takes the shape of the source locale's: Rails root, order, comments aside", async () => {
    const s = await Session.start();
    s.file('config/locales/en.yml', 'en:\n  cart:\n    title: Cart\n    total: "Total"\n  bye: Bye\n');
    (await s.run('push')).code(0);
    await s.service.put('pt-BR', 'config/locales/en.yml', { bye: 'Tchau', 'cart.title': 'Carrinho' });
    const seen = (await s.run('status --json')).code(0);
    expect(seen.states['config/locales/pt-BR.yml']).toBe('only-there');
    (await s.run('pull')).code(0).emptyStderr();
    s.reads('config/locales/pt-BR.yml', 'pt-BR:\n  cart:\n    title: Carrinho\n  bye: Tchau\n');
    (await s.run('status --check')).code(0);
  });

  it('a source file that nothing here has yet is written through the pattern, in every language', async () => {
    const s = await Session.start({ config: { files: ['src/i18n/{locale}/**/*.json'] } });
    s.file('src/i18n/en/a.json', '{"a":"A"}\n');
    await s.service.upload('src/i18n/en/deep/cart.json', { title: 'Cart', items: { one: 'One' } });
    await s.service.put('de', 'src/i18n/en/deep/cart.json', { title: 'Wagen' });
    (await s.run('pull')).code(0);
    expect(JSON.parse(s.text('src/i18n/en/deep/cart.json'))).toEqual({
      title: 'Cart',
      items: { one: 'One' },
    });
    expect(JSON.parse(s.text('src/i18n/de/deep/cart.json'))).toEqual({ title: 'Wagen' });
    expect(s.has('src/i18n/pt-BR/deep/cart.json')).toBe(false);
    const before = s.snapshot();
    (await s.run('pull')).code(0);
    s.unchanged(before);
  });

  it('a file of several languages is synced language by language', async () => {
    const text = 'en:\n  a: A\n  b: B\nde:\n  a: Ä # umlaut\n';
    const s = await Session.start({ config: { files: ['all.yml'] } });
    s.file('all.yml', text);
    const push = (await s.run('push --json')).code(0);
    expect(push.json.files.map(({ locale, state }) => [locale, state])).toEqual([
      ['en', 'pushed'],
      ['de', 'pushed'],
    ]);
    expect(posts(s.service)).toEqual({ events: 1, uploads: 1 });
    (await s.run('status --check')).code(0);
    await s.service.put('de', 'all.yml', { b: 'Bé' });
    await s.service.put('pt-BR', 'all.yml', { a: 'Á' });
    (await s.run('pull')).code(0);
    s.reads('all.yml', `${text}  b: Bé\npt-BR:\n  a: Á\n`);
    (await s.run('status --check')).code(0);
    (await s.run('push')).code(0).stdout('Nothing to push.');
  });

  it('Rails roots are found in their spelling: `pt_BR:` in pt-BR.yml stays', async () => {
    const s = await Session.start();
    s.file('config/locales/en.yml', 'en:\n  a: A\n').file('config/locales/pt-BR.yml', 'pt_BR:\n  a: Á\n');
    (await s.run('push')).code(0);
    expect(await s.service.texts('config/locales/en.yml', 'pt-BR')).toEqual({ a: 'Á' });
    await s.service.put('pt-BR', 'config/locales/en.yml', { a: 'Ã' });
    (await s.run('pull')).code(0);
    s.reads('config/locales/pt-BR.yml', 'pt_BR:\n  a: Ã\n');
    (await s.run('status --check')).code(0);
  });

  it('LO-11 a file whose only root is another language is refused, the others go on', async () => {
    const s = await Session.start();
    s.file('config/locales/en.yml', 'en:\n  a: A\n').file('config/locales/de.yml', 'en:\n  a: Ä\n');
    const push = (await s.run('push --json')).code(5);
    expect(push.errors).toEqual(['LOCALE_ROOT']);
    expect(push.states).toEqual({ 'config/locales/en.yml': 'pushed', 'config/locales/de.yml': 'failed' });
    expect(await s.service.texts('config/locales/en.yml', 'en')).toEqual({ a: 'A' });
  });

  it('flat JSON with dotted keys stays flat, nested stays nested, lists are kept as lists', async () => {
    const s = await Session.start({ config: { files: ['flat/{locale}.json', 'nest/{locale}.yml'] } });
    s.file('flat/en.json', '{\n  "cart.title": "Cart",\n  "cart.empty": "Empty"\n}');
    s.file('flat/de.json', '{\n  "cart.title": "Wagen"\n}');
    s.file(
      'nest/en.yml',
      'en:\n  days: [Sun, Mon]\n  order:\n    - :year\n    - :month\n  count: 3\n  on: true\n',
    );
    s.file(
      'nest/de.yml',
      'de:\n  days: [So, Mo]\n  order:\n    - :day\n    - :month\n  count: 3\n  on: true\n',
    );
    (await s.run('push')).code(0).emptyStderr();
    (await s.run('status --check')).code(0).emptyStderr();
    await s.service.put('de', 'flat/en.json', { 'cart.title': 'Warenkorb', 'cart.empty': 'Leer' });
    await s.service.put('de', 'nest/en.yml', { 'days.1': 'Mon.', 'order.0': ':hour', count: '4' });
    (await s.run('pull')).code(0).emptyStderr();
    s.reads('flat/de.json', '{\n  "cart.title": "Warenkorb",\n  "cart.empty": "Leer"\n}');
    s.reads(
      'nest/de.yml',
      'de:\n  days: [So, Mon.]\n  order:\n    - :hour\n    - :month\n  count: 4\n  on: true\n',
    );
    (await s.run('status --check')).code(0);
  });

  it('a source file that the web upload named `en.yml` belongs to config/locales, and is merged into', async () => {
    const s = await Session.start();
    await s.service.upload('en.yml', 'en:\n  a: A\n');
    s.file('config/locales/en.yml', 'en:\n  a: A\n  b: B\n').file('config/locales/de.yml', 'de:\n  a: Ä\n');
    (await s.run('push')).code(0);
    const files = (await s.service.ask('/source_files')).json;
    expect(files).toEqual([expect.objectContaining({ name: 'en.yml', keys: 2 })]);
    expect(await s.service.texts('en.yml', 'de')).toEqual({ a: 'Ä' });
    (await s.run('status --check')).code(0);
  });

  it('localeMap is applied both ways', async () => {
    const s = await Session.start({
      config: { files: ['l/{locale}.json'], localeMap: { 'pt-BR': 'brazil' } },
    });
    s.file('l/en.json', '{"a":"A"}').file('l/brazil.json', '{"a":"Á"}');
    (await s.run('push')).code(0);
    expect(await s.service.texts('l/en.json', 'pt-BR')).toEqual({ a: 'Á' });
    await s.service.put('pt-BR', 'l/en.json', { a: 'Ã' });
    (await s.run('pull')).code(0);
    s.reads('l/brazil.json', '{"a":"Ã"}');
    const { locales } = (await s.run('locales --json')).code(0).json;
    expect(locales?.find(({ code }) => code === 'pt-BR')).toMatchObject({ tag: 'brazil', files: 1 });
    (await s.run('status --check --locale brazil')).code(0);
  });

  it('LO-10 a file of a locale that the project lacks is named, and neither uploaded nor removed', async () => {
    const s = await Session.start();
    s.file('config/locales/en.yml', 'en:\n  a: A\n').file('config/locales/fr.yml', 'fr:\n  a: À\n');
    const push = (await s.run('push --json')).code(0);
    expect(push.warnings).toEqual(['LOCALE_STRANGER']);
    expect(push.states).toEqual({ 'config/locales/en.yml': 'pushed' });
    for (const command of ['status', 'pull'])
      (await s.run(command))
        .code(0)
        .stderr(/warning: config\/locales\/fr\.yml: .*the project has no locale fr/);
    s.reads('config/locales/fr.yml', 'fr:\n  a: À\n');
  });

  it('KV-05 another order of keys and another quoting are not a difference', async () => {
    const s = await Session.start();
    s.file('config/locales/en.yml', 'en:\n  a: A\n  b: B\n');
    (await s.run('push')).code(0);
    s.file('config/locales/en.yml', 'en:\n  "b": "B"\n  a: \'A\'\n');
    (await s.run('status --check')).code(0);
    // The first pull keeps the service's answers for locales that have no file here yet
    // (.locsync/answers).
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    const before = s.snapshot();
    (await s.run('push')).code(0).stdout('Nothing to push.');
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    s.unchanged(before).reads('config/locales/en.yml', 'en:\n  "b": "B"\n  a: \'A\'\n');
  });

  it('KV-11 a service that changes what it stores is named once, and nothing is uploaded again for it', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script);
    fakeService.filter = (text) => text.trim().replaceAll('&', '&amp;');
    s.file('l/en.json', '{"a":" A & B ","b":"B"}');
    (await s.run('push')).code(0).stderr('the service holds 1 uploaded text in another form');
    (await s.run('push')).code(0).emptyStderr().stdout('Nothing to push.');
    // B4: its form is not taken for a translator's text.
    (await s.run('pull')).code(0).emptyStderr().stdout('Nothing to pull.');
    (await s.run('status --check')).code(1).stdout('1 text not kept as sent');
    expect(fakeService.versions()).toBe(1);
    s.reads('l/en.json', '{"a":" A & B ","b":"B"}');
  });

  it('KV-11 also the markup of a translation, on the first push', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script);
    fakeService.filter = (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    s.file('l/en.json', '{"a":"Hello <b>you</b>"}').file('l/de.json', '{"a":"Hallo <b>du</b>"}');
    (await s.run('push')).code(0).stderr(/l\/de\.json: the service holds 1 uploaded text/);
    for (const command of ['push', 'pull', 'push', 'pull']) (await s.run(command)).code(0).emptyStderr();
    s.reads('l/de.json', '{"a":"Hallo <b>du</b>"}');
    expect(fakeService.versions()).toBe(2);
  });

  it('a service that does not keep a text is named, and the text is not uploaded for ever', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script);
    fakeService.filter = (text) => (text === 'no' ? undefined : text);
    s.file('l/en.json', '{"a":"A","b":"no"}');
    (await s.run('push')).code(0).stderr('does not hold 1 key of it: b');
    (await s.run('push')).code(0).stdout('Nothing to push.');
    expect(fakeService.versions()).toBe(1);
    s.file('l/en.json', '{"a":"A2","b":"no"}');
    (await s.run('push')).code(0).emptyStderr();
    expect(fakeService.versions()).toBe(2);
    const diff = (await s.run('diff --json')).code(1);
    expect(diff.json.files[0]?.changes).toEqual([
      { key: 'b', kind: 'not-kept', here: 'no', there: null, base: 'here' },
    ]);
  });

  it('a service that keeps its own text is named, sees one upload more, and nothing is reverted on either side', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script);
    s.file('l/en.json', '{"a":"A","b":"B"}');
    (await s.run('push')).code(0).emptyStderr();
    fakeService.set('en', { a: 'A', b: 'theirs' });
    (await s.run('pull')).code(0);
    fakeService.filter = (text) => (text.startsWith('mine') ? 'theirs' : text);
    s.file('l/en.json', '{"a":"A","b":"mine"}');
    // B7: nothing of the upload is there, so that the next push sends it again.
    for (const versions of [2, 3]) {
      (await s.run('push')).code(1).stderr('it holds nothing of it: 1 key, b');
      expect(fakeService.versions()).toBe(versions);
    }
    s.reads('l/en.json', '{"a":"A","b":"mine"}');
    // With another text beside it that does arrive, the service has refused this one, or a stale
    // upload has put the old one back: a conflict.
    s.file('l/en.json', '{"a":"A2","b":"mine"}');
    (await s.run('push')).code(0).stderr('does not hold 1 key of it: b');
    expect(fakeService.versions()).toBe(4);
    for (const command of ['push', 'pull', 'push']) {
      (await s.run(command)).code(1).stderr(/holds again.*1 key \(b\)/);
      s.reads('l/en.json', '{"a":"A2","b":"mine"}');
    }
    expect(fakeService.versions()).toBe(4);
    expect(fakeService.texts('en')).toEqual({ a: 'A2', b: 'theirs' });
    expect((await s.run('diff --json')).code(1).json.files[0]?.changes).toEqual([
      { key: 'b', kind: 'conflict', here: 'mine', there: 'theirs', base: 'here' },
    ]);
    fakeService.set('en', { a: 'A2', b: 'newer' });
    (await s.run('pull')).code(1).stderr('changed on both sides: b');
    s.file('l/en.json', '{"a":"A2","b":"settled"}');
    // The newer text is gone again, and no one here has it.
    fakeService.set('en', { a: 'A2', b: 'theirs' });
    (await s.run('push')).code(1).stderr('the service held b = "newer"');
    (await s.run('push --force')).code(0);
    expect(fakeService.texts('en')).toEqual({ a: 'A2', b: 'settled' });
  });

  it('B4 a service that escapes once more what goes along: neither form is written over the other', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script);
    s.file('l/en.json', '{"a":"A","b":"B"}').file('l/de.json', '{"a":"A","b":"B"}');
    (await s.run('push')).code(0);
    // A translator writes an escaped text, which no one escapes once more until it is uploaded.
    fakeService.set('de', { a: 'Tom &amp; Jerry', b: 'B' });
    (await s.run('pull')).code(0);
    s.reads('l/de.json', '{"a":"Tom &amp; Jerry","b":"B"}');
    fakeService.filter = (text) => text.replaceAll('&', '&amp;');
    for (const b of ['B2', 'B3']) {
      s.file('l/de.json', `{"a":"Tom &amp; Jerry","b":"${b}"}`);
      (await s.run('push')).code(0);
      expect(fakeService.texts('de')).toEqual({ a: 'Tom &amp;amp; Jerry', b });
      (await s.run('pull')).code(0).stdout('Nothing to pull.');
      s.reads('l/de.json', `{"a":"Tom &amp; Jerry","b":"${b}"}`);
    }
    (await s.run('status --check')).code(1).stdout('1 text not kept as sent');
  });

  it('a source file that no pattern covers is listed by status and never written', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.json'] } });
    s.file('l/en.json', '{"a":"A"}');
    await s.service.upload('elsewhere/en.yml', 'en:\n  x: X\n');
    (await s.run('push')).code(0);
    (await s.run('status')).code(0).stdout('elsewhere/en.yml');
    expect((await s.run('status --json')).json.unmatched).toEqual([
      expect.objectContaining({ name: 'elsewhere/en.yml', keys: 1 }),
    ]);
    (await s.run('pull')).code(0);
    expect(s.has('elsewhere')).toBe(false);
  });

  it('CFG-31 a pattern that finds no file on either side is a mistake', async () => {
    const s = await Session.start({
      config: { files: ['config/locales/{locale}.yml', 'nothing/{locale}.json'] },
    });
    s.file('config/locales/en.yml', 'en:\n  a: A\n');
    for (const command of ['push', 'pull', 'status', 'diff'])
      expect((await s.run(`${command} --json`)).code(2).errors).toEqual(['PATTERN_UNMATCHED']);
    expect(posts(s.service)).toEqual({ events: 0, uploads: 0 });
  });

  it('a pattern whose files another one has already taken is not a mistake', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.json', 'l/*.json'] } });
    s.file('l/en.json', '{"a":"A"}').file('l/de.json', '{"a":"Ä"}');
    (await s.run('push')).code(0).stdout('Pushed 2 files.');
    (await s.run('status --check')).code(0);
  });
});

it('CFG-31 a pattern whose files only the service has keeps no other file from being pushed or checked', async () => {
  const s = await Session.start({ config: { files: ['l/{locale}.json', 'm/{locale}.json'] } });
  await s.service.upload('m/en.json', '{"x":"X"}');
  s.file('l/en.json', '{"a":"A"}');
  (await s.run('push')).code(0).stdout('Pushed 1 file.');
  (await s.run('check')).code(0);
  (await s.run('pull')).code(0);
  expect(s.has('m/en.json')).toBe(true);
});

it('CFG-31 push and check without any file here are a mistake', async () => {
  const s = await Session.start({ config: { files: ['m/{locale}.json'] } });
  await s.service.upload('m/en.json', '{"x":"X"}');
  for (const command of ['push', 'check'])
    (await s.run(command)).code(2).stderr('the pattern m/{locale}.json matched no file');
});
