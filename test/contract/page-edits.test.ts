import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { request } from 'undici';
import type { PageChange, PageConflict, PageOf, PageSaved, PageUndone } from '../../src/core/page/wire.js';
import { PageClient } from '../support/page-client.js';
import { readDatabase, withService, type TestService } from '../support/service.js';

let service: TestService;
let page: PageClient;
beforeEach(async () => {
  service = await withService({ locales: ['en', 'de', 'ar'] });
  page = await PageClient.open(service.page);
  await service.upload(
    'locales/en.yml',
    'en:\n  hello: Hello\n  bye: Bye\n  items:\n    one: One\n    other: "%{count}"\n',
  );
  await service.upload('locales/de.yml', 'de:\n  hello: Hallo\n');
});
afterEach(() => service.close());

describe('an edit in the page', () => {
  it('PG-30 is a version of its own with upload web, and what the interface answers from now on', async () => {
    const saved = await page.save<PageSaved>('de', 'hello', 'Moin', undefined, { who: 'Ada\u202e' });
    expect(saved.status).toBe(200);
    expect(await service.texts('locales/en.yml', 'de')).toEqual({ hello: 'Moin' });
    const [event] = await page.events();
    expect(event).toMatchObject({
      kind: 'web_edit',
      versions: [{ upload: 'web', who: 'Ada\\u{202e}', number: 3, changes: 1, locales: ['de'] }],
    });
    const { history, target } = await page.detail('de', 'hello');
    expect(target).toEqual({ text: 'Moin', version: saved.json.version });
    expect(history).toMatchObject([
      { upload: 'web', before: 'Hallo', after: 'Moin' },
      { upload: 'api', before: null, after: 'Hallo' },
    ]);
    const file = readDatabase(service.db, 'SELECT filename FROM version ORDER BY id DESC LIMIT 1');
    expect(file).toEqual([{ filename: 'locales/de.yml' }]);
    // The next upload of the interface says its own way again.
    const answer = await service.upload('locales/de.yml', 'de:\n  bye: Tschüs\n');
    expect(answer.json).toMatchObject({ last_version: { number: 4, upload: 'api' } });
  });

  it('PG-31 of a text that somebody has changed gets 409 with both texts, and changes nothing', async () => {
    const seen = await page.detail('de', 'hello');
    await service.put('de', 'locales/en.yml', { hello: 'Servus' });
    const answer = await page.save<{ conflict: PageConflict }>('de', 'hello', 'Moin', seen);
    expect(answer.status).toBe(409);
    expect(answer.json.conflict).toMatchObject({
      changed: 'text',
      yours: 'Moin',
      theirs: { text: 'Servus' },
      by: { upload: 'api', before: 'Hallo', after: 'Servus' },
    });
    expect(await service.texts('locales/en.yml', 'de')).toEqual({ hello: 'Servus' });
    const again = await page.save('de', 'hello', 'Moin', { ...seen, target: answer.json.conflict.theirs });
    expect(again.status).toBe(200);
  });

  it('refuses a text that no file can hold beside the plural forms of its key, and a form beside such a text', async () => {
    await service.upload(
      'locales/en.yml',
      'en:\n  million: Million\n  units:\n    one: Unit\n    other: Units\n',
    );
    await service.upload(
      'locales/de.yml',
      'de:\n  million:\n    one: Million\n    other: Millionen\n  units: Einheiten\n',
    );
    const refused = await page.save<{ detail: string }>('de', 'million', 'Million');
    expect(refused.status).toBe(422);
    expect(refused.json.detail).toMatch(/this language has million\.(?:one|other): no file can hold both/);
    const form = await page.save<{ detail: string }>('de', 'units.one', 'Einheit');
    expect(form.json.detail).toMatch(/this language has units: no file can hold both/);
    expect((await page.save('ar', 'million', 'مليون')).status).toBe(200);
    expect((await page.save('de', 'units', '')).status).toBe(200);
    expect((await page.save('de', 'units.one', 'Einheit')).status).toBe(200);
  });

  it('PG-31 of a page that shows another project gets 409, whatever it asks, and changes nothing', async () => {
    const headers = { 'locsync-project': 'pro_0' };
    for (const path of ['project', 'keys?locale=2&filter=all'])
      expect((await page.ask(path, { headers })).status, path).toBe(409);
    const body = { file: 1, name: 'hello', locale: 2, text: 'Moin', base: 2, source: 1, who: '' };
    const refused = await page.ask<{ detail: string }>('texts', { body, headers });
    expect(refused.status).toBe(409);
    expect(refused.json.detail).toContain('another project runs at this address');
    expect(await service.texts('locales/en.yml', 'de')).toEqual({ hello: 'Hallo' });
    const { id } = await page.project();
    expect((await page.ask('project', { headers: { 'locsync-project': id } })).status).toBe(200);
  });

  it('takes both if the source language has both, as flat files do', async () => {
    await service.upload('flat/en.json', '{ "a": "A", "a.b": "B" }');
    await service.upload('flat/de.json', '{ "a": "Ä" }');
    expect((await page.save('de', 'a.b', 'Be', undefined, { file: 2 })).status).toBe(200);
  });

  it('refuses half of a character, which no file can hold', async () => {
    const seen = await page.detail('de', 'bye');
    expect((await page.save('de', 'bye', 'a\ud800b', seen)).status).toBe(422);
    expect((await page.detail('de', 'bye')).target.text).toBe(seen.target.text);
  });

  it('PG-31 of a text that somebody wrote meanwhile gets 409, the same text does not', async () => {
    const seen = await page.detail('de', 'bye');
    await service.put('de', 'locales/en.yml', { bye: 'Tschüs' });
    expect((await page.save('de', 'bye', 'Ade', seen)).status).toBe(409);
    expect((await page.save<PageSaved>('de', 'bye', 'Tschüs', seen)).json.version).toBeUndefined();
  });

  it('PG-31 for a source text that has changed since gets 409 with the new one', async () => {
    const seen = await page.detail('de', 'bye');
    await service.put('en', 'locales/en.yml', { bye: 'See you' });
    const answer = await page.save<{ conflict: PageConflict }>('de', 'bye', 'Tschüs', seen);
    expect(answer.json.conflict).toMatchObject({ changed: 'source', theirs: { text: 'See you' } });
    const source = answer.json.conflict.theirs;
    expect((await page.save('de', 'bye', 'Bis bald', { ...seen, source })).status).toBe(200);
  });

  it('PG-32 clears a stale mark, also if the text still fits as it is', async () => {
    await service.put('en', 'locales/en.yml', { hello: 'Hello there' });
    expect([...(await page.keys('de', '&filter=stale')).keys()]).toEqual(['hello']);
    expect(await page.detail('de', 'hello')).toMatchObject({ isStale: true, sourceBefore: 'Hello' });
    expect((await page.save<PageSaved>('de', 'hello', 'Hallo')).json.version).toBeGreaterThan(0);
    expect((await page.detail('de', 'hello')).isStale).toBe(false);
    expect((await page.save<PageSaved>('de', 'hello', 'Hallo')).json.version).toBeUndefined();
  });

  it('PG-33 makes a plural form that the language needs, and no other key', async () => {
    const seen = await page.detail('ar', 'items.other');
    const few = await page.save<PageSaved>('ar', 'items.few', 'قليل', { ...seen, ...NOTHING });
    expect(few.status).toBe(200);
    expect(await service.texts('locales/en.yml', 'ar')).toEqual({ 'items.few': 'قليل' });
    for (const name of ['items.strange', 'new', 'hello.few'])
      expect((await page.save('ar', name, 'x', { ...seen, ...NOTHING })).status, name).toBe(422);
  });

  it.each([
    ['a version that is no number', { base: 'x' }],
    ['no text', { text: null }],
    ['an unknown language', { locale: 99 }],
    ['a name of a person that is a number', { who: 5 }],
    ['a name of a person that is too long', { who: 'x'.repeat(61) }],
  ])('PG-34 with %s is refused', async (_, wrong) => {
    const answer = await page.save('de', 'hello', 'x', undefined, wrong as object);
    expect(answer.status).toBe(422);
  });
});

const NOTHING = { target: { text: null, version: 0 }, source: { text: null, version: 0 } };

describe('undo', () => {
  it('PG-35 puts back what a version changed, and is a version itself', async () => {
    const { json } = await page.save<PageSaved>('de', 'hello', 'Moin');
    const undone = await page.ask<PageUndone>('undo', { body: { version: json.version } });
    expect(undone.json).toEqual({ undone: 1, kept: 0 });
    expect(await service.texts('locales/en.yml', 'de')).toEqual({ hello: 'Hallo' });
    const [last] = (await page.events())[0]?.versions ?? [];
    await page.ask('undo', { body: { version: last?.id } });
    expect(await service.texts('locales/en.yml', 'de')).toEqual({ hello: 'Moin' });
  });

  it('PG-35 removes what a version added, and leaves what was changed since', async () => {
    const content = 'de:\n  hello: Moin\n  bye: Tschüs\n  items:\n    one: Eins\n';
    const body = { filename: 'locales/de.yml', content, file: 0, locale: 0 };
    const { version } = (await page.drop(body)).json;
    await page.save('de', 'bye', 'Ade');
    const undone = await page.ask<PageUndone>('undo', { body: { version } });
    expect(undone.json).toEqual({ undone: 2, kept: 1 });
    expect(await service.texts('locales/en.yml', 'de')).toEqual({ hello: 'Hallo', bye: 'Ade' });
    expect((await page.ask('undo', { body: { version: 999 } })).status).toBe(404);
    expect((await page.ask('undo', { body: { version } })).status).toBe(409);
  });

  it('PG-64 refuses a version that a push made: its texts are in a repository', async () => {
    await service.put('de', 'locales/en.yml', { hello: 'Moin' });
    const version = (await page.files())[0]?.last?.id;
    const undone = await page.ask<{ detail: string }>('undo', { body: { version } });
    expect(undone.status).toBe(422);
    expect(undone.json.detail).toContain('change the file back in the repository');
    expect(await service.texts('locales/en.yml', 'de')).toEqual({ hello: 'Moin' });
  });

  it('PG-36 lists what a version changed with the texts before and after', async () => {
    await service.put('de', 'locales/en.yml', { hello: 'Moin', bye: 'Tschüs' });
    const version = (await page.files())[0]?.last?.id ?? 0;
    await page.save('de', 'bye', 'Ade');
    const { items } = (await page.ask<PageOf<PageChange>>(`changes?version=${version}`)).json;
    expect(items.map(({ name, locale, before, after }) => [name, locale, before, after])).toEqual([
      ['hello', 'de', 'Hallo', 'Moin'],
      ['bye', 'de', null, 'Tschüs'],
    ]);
  });
});

describe('files and languages', () => {
  it('PG-37 a dropped file is imported as web, to where its name says or a person chose', async () => {
    const drop = async (filename: string, content: string, file = 0, locale = 0) =>
      page.drop({ filename, content, file, locale, who: 'Ada' });
    expect((await drop('locales/de.yml', 'de:\n  bye: Tschüs\n')).json).toMatchObject({
      file: 1,
      changes: 1,
    });
    expect((await drop('mine.yml', 'hello: مرحبا\n', 1, await page.language('ar'))).json).toMatchObject({
      file: 1,
    });
    expect(await service.texts('locales/en.yml', 'ar')).toEqual({ hello: 'مرحبا' });
    expect((await page.files())[0]?.last).toMatchObject({ upload: 'web', who: 'Ada', locales: ['ar'] });
    expect((await drop('new.json', '{"a":"b"}')).json).toMatchObject({ fileName: 'new.json', number: 1 });
    expect((await drop('../x.json', '{}')).status).toBe(422);
    expect((await drop('bad.json', '{')).status).toBe(422);
    expect((await drop('mine.json', '{}', 1, 2)).status).toBe(422);
  });

  it.each(['locales/en.yml', 'flat.json'])(
    'PG-38 a download of %s is a file that changes nothing when it comes back',
    async (name) => {
      const texts = {
        a: 'x: "y"\n',
        'b.c': 'no',
        'b.no': '\u0000\u2028</script>',
        'b.wait\u0085': 'wait\u0085\u007f\u0092\u2029\ufeff\ufffe',
        'l.0': 'first',
        'l.1': '😀',
      };
      // YAML allows some of them only escaped.
      const content = JSON.stringify({ de: texts }).replaceAll(
        /[\u007f-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
      expect((await service.upload(name, content)).status).toBeLessThan(300);
      const before = await service.texts(name, 'de');
      const file = (await page.files()).find((one) => one.name === name);
      const answer = await page.ask(`download?file=${file?.id ?? 0}&locale=${await page.language('de')}`);
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''/);
      // Readers of YAML 1.1 refuse, fold or drop these if they are not escaped.
      if (name.endsWith('.yml')) expect(answer.text).not.toMatch(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe]/);
      const body = {
        filename: name,
        content: answer.text,
        file: file?.id ?? 0,
        locale: await page.language('de'),
        who: '',
      };
      expect((await page.drop(body)).json.changes).toBe(0);
      expect(await service.texts(name, 'de')).toEqual(before);
    },
  );

  it('PG-79 a download in pieces has the texts of one moment', async () => {
    const texts = (text: string) =>
      Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, `${text} ${n}`]));
    await service.put('en', 'big.json', texts('old'));
    const file = (await page.files()).find(({ name }) => name === 'big.json')?.id ?? 0;
    const path = `download?file=${file}&locale=${await page.language('en')}`;
    const first = page.ask(path);
    const [answer] = await Promise.all([first, service.put('en', 'big.json', texts('new'))]);
    const found: unknown = JSON.parse(answer.text);
    expect([texts('old'), texts('new')]).toContainEqual(found);
    expect(JSON.parse((await page.ask(path)).text)).toEqual(texts('new'));
  });

  it('PG-39 a new language is there at once for the page and for the interface', async () => {
    const add = (code: string) => page.ask('languages', { body: { code, who: 'Ada' } });
    expect((await add('pt-BR')).status).toBe(200);
    expect((await service.ask('/locales')).text).toContain('"Portuguese (Brazil)"');
    await service.upload('locales/pt-BR.yml', 'pt-BR:\n  hello: Olá\n');
    expect((await page.project()).languages.at(-1)).toMatchObject({ code: 'pt-BR', translated: 1 });
    expect((await page.events()).find(({ kind }) => kind === 'language_addition')).toMatchObject({
      subject: 'pt-BR',
    });
    for (const code of ['pt_br', '', 'no code', '../x']) expect((await add(code)).status, code).toBe(422);
  });
});

it('PG-40 open pages hear of every change, of an upload and of an edit', async () => {
  const stream = await request(`${service.url}/ui/api/live`, { headers: { cookie: page.cookie } });
  let heard = '';
  stream.body.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk));
  const until = async (wanted: RegExp): Promise<void> => {
    for (let tries = 0; !wanted.test(heard) && tries < 500; tries++)
      await new Promise((r) => setTimeout(r, 20));
    expect(heard).toMatch(wanted);
  };
  await until(/retry/);
  // Told together with whatever the uploads before this test have left to tell.
  await page.ask('languages', { body: { code: 'fr' } });
  await until(/"languages":true/);
  heard = '';
  await service.put('de', 'locales/en.yml', { bye: 'Tschüs' });
  // What other tests have changed right before may be told with it.
  await until(/data: \{"versions":\d+,"files":\[1\],"languages":false\}/);
  heard = '';
  await page.save('de', 'bye', 'Ade');
  await until(/"versions":1/);
  stream.body.destroy();
});
