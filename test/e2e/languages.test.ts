import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { posts, Session } from '../support/session.js';

const RAILS = ['config/locales/{locale}.yml'];

describe('A1: localeMap applies to the root key of a file as it does to its name', () => {
  const config = { files: RAILS, localeMap: { nb: 'no' } };
  const service = { locales: ['en', 'nb'] };

  it('what goes up has the service’s code, the file keeps its own, and a translation comes back', async () => {
    const s = await Session.start({ config, service });
    const no = '# norsk\n"no": # rot\n  hello: Hei\n  bye: Ha det\n';
    s.file('config/locales/en.yml', 'en:\n  hello: Hello\n  bye: Bye\n').file('config/locales/no.yml', no);
    (await s.run('push')).code(0).stdout('Pushed 2 files').emptyStderr();
    s.reads('config/locales/no.yml', no);
    const name = 'config/locales/en.yml';
    expect(await s.service.texts(name, 'nb')).toEqual({ hello: 'Hei', bye: 'Ha det' });
    await s.service.put('nb', name, { hello: 'Hallo' });
    (await s.run('status --check')).code(1);
    (await s.run('pull')).code(0).emptyStderr();
    s.reads('config/locales/no.yml', no.replace('Hei', 'Hallo'));
    (await s.run('status --check')).code(0);
  });

  it('begun from the service: a new file has the root that files have here, and an edit of it goes up as the service’s', async () => {
    const s = await Session.start({ config, service });
    s.file('config/locales/en.yml', 'en:\n  hello: Hello\n');
    (await s.run('push')).code(0);
    const name = 'config/locales/en.yml';
    await s.service.put('nb', name, { hello: 'Hei' });
    (await s.run('pull')).code(0);
    expect(s.text('config/locales/no.yml')).toMatch(/^"?no"?:\n {2}hello: Hei\n$/);
    s.file('config/locales/no.yml', s.text('config/locales/no.yml').replace('Hei', 'Heisann'));
    (await s.run('push')).code(0).emptyStderr();
    expect(await s.service.texts(name, 'nb')).toEqual({ hello: 'Heisann' });
    const before = s.snapshot();
    (await s.run('pull')).code(0).stdout('Nothing to pull');
    s.unchanged(before);
  });

  it('in a file of several languages: every mapped root, two that change places included', async () => {
    const s = await Session.start({
      config: { files: ['i18n/all.json'], localeMap: { nb: 'no', de: 'fr', fr: 'de' } },
      service: { locales: ['en', 'nb', 'de', 'fr'] },
    });
    const all = '{"en":{"a":"A"},"no":{"a":"N"},"fr":{"a":"Deutsch"},"de":{"a":"Français"}}\n';
    s.file('i18n/all.json', all);
    (await s.run('push')).code(0).emptyStderr();
    for (const [code, text] of [
      ['nb', 'N'],
      ['de', 'Deutsch'],
      ['fr', 'Français'],
    ] as const)
      expect(await s.service.texts('i18n/all.json', code)).toEqual({ a: text });
    await s.service.put('de', 'i18n/all.json', { a: 'Neu' });
    (await s.run('pull')).code(0).emptyStderr();
    s.reads('i18n/all.json', all.replace('Deutsch', 'Neu'));
  });

  it('a text that came down meanwhile is put into what is sent, under the service’s root', async () => {
    const s = await Session.start({ config, service });
    s.file('config/locales/en.yml', 'en:\n  a: A\n  b: B\n').file(
      'config/locales/no.yml',
      '"no":\n  a: A\n  b: B\n',
    );
    (await s.run('push')).code(0);
    await s.service.put('nb', 'config/locales/en.yml', { a: 'fra tolken' });
    s.file('config/locales/no.yml', '"no":\n  a: A\n  b: fra meg\n');
    (await s.run('push')).code(0).emptyStderr();
    expect(await s.service.texts('config/locales/en.yml', 'nb')).toEqual({ a: 'fra tolken', b: 'fra meg' });
  });
});

describe('A2: a file of one language that holds a second one', () => {
  const english = 'en:\n  a: A\nde:\n  a: alt\n';

  it('is refused with both roots and their lines; what the service has is not touched', async () => {
    const s = await Session.start({ config: { files: RAILS } });
    s.file('config/locales/en.yml', 'en:\n  a: A\n').file('config/locales/de.yml', 'de:\n  a: alt\n');
    (await s.run('push')).code(0);
    await s.service.put('de', 'config/locales/en.yml', { a: 'vom Übersetzer' });
    s.file('config/locales/en.yml', english.replace('a: A', 'a: new'));
    const uploads = posts(s.service).uploads;
    const push = (await s.run('push --json')).code(5);
    expect(push.states['config/locales/en.yml']).toBe('failed');
    expect(push.json.errors[0]?.message).toMatch(/"en" \(line 1\).*"de" \(line 3\)/);
    expect(posts(s.service).uploads).toBe(uploads);
    (await s.run('pull')).code(5).stderr('config/locales/en.yml:3:1', 'two languages');
    s.reads('config/locales/de.yml', 'de:\n  a: vom Übersetzer\n');
    s.reads('config/locales/en.yml', english.replace('a: A', 'a: new'));
    (await s.run('status')).code(5).stderr('two languages');
  });

  it.each([
    ['C15 two spellings of one language', 'en.yml', 'en:\n  a: 1st\nEN:\n  a: 2nd\n', 'LOCALE_ROOT_TWICE'],
    ['a language that the project lacks', 'en.yml', 'en:\n  a: A\nxx:\n  a: X\n', 'LOCALE_ROOTS'],
    ['another language alone', 'en.yml', 'de:\n  a: A\n', 'LOCALE_ROOT'],
    ['two others', 'en.yml', 'de:\n  a: A\npt-BR:\n  a: B\n', 'LOCALE_ROOTS'],
    ['its own beside another and texts', 'en.yml', 'en:\n  a: A\nde:\n  a: B\ntitle: T\n', 'LOCALE_ROOTS'],
  ])('%s: nothing of it goes up', async (_, file, text, code) => {
    const s = await Session.start({ config: { files: RAILS } });
    s.file(`config/locales/${file}`, text);
    expect((await s.run('push --json')).code(5).errors).toEqual([code]);
    expect(posts(s.service)).toEqual({ events: 0, uploads: 0 });
  });

  it('in a file of several languages what the project lacks does not go up, and a warning names it', async () => {
    const s = await Session.scripted({ config: { files: ['i18n/all.yml'] } });
    const sent: string[] = [];
    const texts = new Map<string, Record<string, string>>();
    s.service.script
      .on('locales', { body: ['en', 'de'].map((code) => ({ api_id: code, name: code, code, country: '' })) })
      .on('sourceFiles', { body: [] })
      .on('upload', ({ body }) => {
        sent.push((JSON.parse(body) as { content: string }).content);
        const version = { id: 'fiv_1', number: 1, upload: 'api' };
        return { body: { api_id: 'fil_1', name: 'i18n/all.yml', project_id: 'p', last_version: version } };
      })
      .on('texts', {
        body: { api_id: 'fil_1', name: 'i18n/all.yml', keys: 1, content: Object.fromEntries(texts) },
      });
    s.file('i18n/all.yml', 'en:\n  a: A\nfr:\n  a: F\n  b: G\nde:\n  a: D\n');
    const push = await s.run('push --json');
    expect(push.warnings).toContain('LOCALE_STRANGER');
    expect(sent[0]).toBe('en:\n  a: A\nde:\n  a: D\n');
  });
});

describe('B15: a pattern without {locale} over files without languages', () => {
  it.each([
    ['i18n/messages.json', '{"a":"A"}', 'i18n/messages.{locale}.json'],
    ['config/locales/*.yml', 'title: x\n', 'config/locales/{locale}.yml'],
  ])('%s is an error that names the pattern that was meant', async (pattern, text, meant) => {
    const s = await Session.start({ config: { files: [pattern] } });
    s.file(pattern.replace('*', 'en'), text);
    for (const command of ['push', 'pull', 'status --check']) (await s.run(command)).code(2).stderr(meant);
    expect(posts(s.service)).toEqual({ events: 0, uploads: 0 });
    s.reads(pattern.replace('*', 'en'), text);
    expect(s.has('locsync.lock')).toBe(false);
  });

  it('a pattern that finds the files of single languages is one too: nothing is written into either', async () => {
    const s = await Session.start({ config: { files: ['config/locales/*.yml'] } });
    s.file('config/locales/de.yml', 'de:\n  a: A\n').file('config/locales/en.yml', 'en:\n  a: B\n');
    for (const command of ['push', 'pull', 'status --check'])
      (await s.run(command)).code(2).stderr('such as config/locales/{locale}.yml');
    expect(posts(s.service)).toEqual({ events: 0, uploads: 0 });
    s.reads('config/locales/de.yml', 'de:\n  a: A\n');
  });
});

describe('A3: a name that no longer tells the locales of one set apart', () => {
  const flat = (s: Session): Session =>
    s.file('l/en/common.json', '{"a":"English"}').file('l/de/common.json', '{"a":"Deutsch"}');

  it.each(['basename', 'web/{basename}', 'web/common.json'])(
    'name: %s is an error before anything is sent',
    async (name) => {
      const s = await Session.start({ config: { files: ['l/{locale}/*.json'], name } });
      flat(s);
      for (const command of ['push', 'push --dry-run'])
        expect((await s.run(`${command} --json`)).code(2).errors).toEqual(['UPLOAD_NAME_UNTOLD']);
      expect(posts(s.service)).toEqual({ events: 0, uploads: 0 });
    },
  );

  it('is none if the content tells the language, or the name does', async () => {
    const rails = await Session.start({ config: { files: ['l/{locale}/*.yml'], name: 'basename' } });
    rails.file('l/en/a.yml', 'en:\n  a: English\n').file('l/de/a.yml', 'de:\n  a: Deutsch\n');
    (await rails.run('push')).code(0).emptyStderr();
    expect(await rails.service.texts('a.yml', 'de')).toEqual({ a: 'Deutsch' });
    const named = await Session.start({
      config: { files: ['l/{locale}/*.json'], name: 'web/{locale}/{basename}' },
    });
    flat(named);
    (await named.run('push')).code(0).emptyStderr();
    expect(await named.service.texts('web/en/common.json', 'de')).toEqual({ a: 'Deutsch' });
  });
});

describe('B13: names that the service would merge', () => {
  const service = { locales: ['en', 'it', 'no'] };

  it.each([
    [
      ['{locale}.json', 'it.{locale}.json', 'no.{locale}.json'],
      ['it.en.json', 'no.en.json'],
    ],
    [['*/{locale}.json'], ['it/en.json', 'no/en.json']],
    [['{locale}/*.json'], ['en/it.json', 'en/no.json']],
  ])('%j: two sets are refused with both names', async (files, names) => {
    const s = await Session.start({ config: { files: files.slice(-2) }, service });
    for (const name of names) s.file(name, '{"a":"A"}');
    (await s.run('push')).code(2).stderr(names[0] ?? '', names[1] ?? '');
    expect(posts(s.service)).toEqual({ events: 0, uploads: 0 });
  });

  it('a source file of the service that no pattern covers counts too', async () => {
    const s = await Session.start({ config: { files: ['no.{locale}.json'] }, service });
    expect((await s.service.upload('it.en.json', { a: 'A' })).status).toBe(201);
    s.file('no.en.json', '{"a":"B"}');
    const before = posts(s.service);
    (await s.run('push')).code(2).stderr('it.en.json', 'no.en.json');
    expect(posts(s.service)).toEqual(before);
  });

  it('a set with such a word alone works as long as the language can be told', async () => {
    const s = await Session.start({ config: { files: ['it.{locale}.json'] }, service });
    for (const code of ['en', 'it', 'no']) s.file(`it.${code}.json`, `{"a":"${code}"}`);
    (await s.run('push')).code(0).emptyStderr();
    for (const code of ['en', 'it', 'no'])
      expect(await s.service.texts('it.en.json', code)).toEqual({ a: code });
  });

  it('it is refused if the service would see another language in the name', async () => {
    const s = await Session.start({ config: { files: ['{locale}/no.json'] }, service });
    s.file('en/no.json', '{"a":"English"}');
    expect((await s.run('push --json')).code(2).errors).toEqual(['UPLOAD_NAME_UNTOLD']);
    expect(posts(s.service)).toEqual({ events: 0, uploads: 0 });
  });
});

describe('B9: two locale files that are one real file', () => {
  const config = { files: ['l/{locale}.json'] };
  const service = { locales: ['en', 'en-GB'] };

  it('a symbolic link is refused with both names, neither read nor written', async () => {
    const s = await Session.start({ config, service });
    s.file('l/en.json', '{"a":"color"}');
    symlinkSync('en.json', join(s.folder, 'l/en-GB.json'));
    for (const command of ['push', 'pull', 'status'])
      (await s.run(command)).code(2).stderr('l/en.json and l/en-GB.json are one file');
    expect(posts(s.service)).toEqual({ events: 0, uploads: 0 });
    s.reads('l/en.json', '{"a":"color"}');
  });

  it('so is a linked folder, also for files that do not exist yet', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}/*.json'] }, service });
    s.file('l/en/x.json', '{"a":"color"}');
    symlinkSync('en', join(s.folder, 'l/en-GB'));
    (await s.run('pull')).code(2).stderr('l/en/x.json and l/en-GB/x.json are one file');
    const empty = await Session.start({ config: { files: ['l/{locale}/x.json'] }, service });
    empty.file('l/en/y.txt', '');
    symlinkSync('en', join(empty.folder, 'l/en-GB'));
    expect((await empty.service.upload('l/en/x.json', { a: 'A' })).status).toBe(201);
    (await empty.run('pull')).code(2).stderr('l/en/x.json and l/en-GB/x.json are one file');
    expect(empty.has('l/en/x.json')).toBe(false);
  });

  it('a link that `ignore` leaves out is no one’s file', async () => {
    const s = await Session.start({ config: { ...config, ignore: ['l/en-GB.json'] }, service });
    s.file('l/en.json', '{"a":"color"}');
    symlinkSync('en.json', join(s.folder, 'l/en-GB.json'));
    (await s.run('push')).code(0);
  });
});
