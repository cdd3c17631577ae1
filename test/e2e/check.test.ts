import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const EN =
  'en:\n  hello: Hello %{name}\n  html: <b>Now</b>\n  label: "Name: "\n  items:\n    one: "%{count} item"\n    other: "%{count} items"\n';
const RU =
  'ru:\n  hello: Привет %{имя}\n  html: <b>Сейчас\n  label: "Имя:"\n  items:\n    one: "%{count} вещь"\n    other: "%{count} вещи"\n';
const DE =
  'de:\n  hello: "%{name}, hallo"\n  html: <b>Jetzt</b>\n  label: "Name: "\n  items:\n    one: ein Ding\n    other: "%{count} Dinge"\n';

/** A project without a service: nothing listens at its address. */
function project(): Session {
  return Session.at({ url: 'http://127.0.0.1:9', project: 'p', token: 'tok_nobody_1234567890' })
    .file('config/locales/en.yml', EN)
    .file('config/locales/de.yml', DE);
}

describe('locsync check', () => {
  it('says that nothing is wrong, without a service, a token or a write', async () => {
    const s = project();
    const before = s.snapshot();
    const env = { LOCSYNC_BASE_URL: undefined, LOCSYNC_PROJECT: undefined, LOCSYNC_TOKEN: undefined };
    (await s.run('check', { env }))
      .code(0)
      .emptyStderr()
      .stdout('Compared 5 texts in 2 files: nothing is wrong.');
    s.unchanged(before);
  });

  it('names key, place and difference of each problem, and exits with 1', async () => {
    const s = project().file('config/locales/ru.yml', RU);
    const ran = await s.run('check --json');
    const { json } = ran.code(1);
    expect(json.summary).toMatchObject({
      problems: 4,
      placeholders: 1,
      tags: 1,
      blanks: 1,
      plural: 1,
      syntax: 0,
      texts: 10,
    });
    expect(json.warnings).toMatchObject([{ code: 'CHECK_BLANKS', key: 'label', line: 4 }]);
    expect(json.errors).toMatchObject([
      { code: 'CHECK_PLACEHOLDERS', key: 'hello', path: 'config/locales/ru.yml', line: 2, column: 10 },
      { code: 'CHECK_TAGS', key: 'html', line: 3, message: 'the translation of html lacks </b>' },
      { code: 'CHECK_PLURAL', key: 'items', line: 6 },
    ]);
    expect(json.errors[2]?.message).toBe(
      'the translation of items lacks the plural forms few, many, which ru needs',
    );
    expect(ran.states).toEqual({
      'config/locales/en.yml': 'in-sync',
      'config/locales/de.yml': 'in-sync',
      'config/locales/ru.yml': 'failed',
    });
    (await s.run('check'))
      .code(1)
      .emptyStderr()
      .stdout(
        'config/locales/ru.yml  4 problems\n',
        /^ {2}2:10 {2}the translation of hello lacks %\{name\}/m,
        '4 problems in 1 file',
      );
    (await s.run('check --quiet')).code(1).stderr(/error: config\/locales\/ru.yml:3:9: .*<\/b>/);
  });

  it('makes annotations for GitHub and failures for JUnit', async () => {
    const s = project().file('config/locales/ru.yml', RU);
    (await s.run('check --reporter github'))
      .code(1)
      .stdout(/^::error file=config\/locales\/ru.yml,line=3,col=9,title=locsync%3A CHECK_TAGS::/m);
    (await s.run('check --reporter junit')).code(1).stdout('tests="3" failures="1"', 'lacks &lt;/b&gt;');
  });

  it('looks only at the locales and files that it is asked for', async () => {
    const s = project().file('config/locales/ru.yml', RU);
    (await s.run('check --locale de')).code(0);
    (await s.run('check --locale ru')).code(1);
    (await s.run('check --locale fr')).code(2).stderr(/no locale file here is for fr; there are de, en, ru/);
    (await s.run('check nowhere')).code(2);
    (await s.run('check config/locales/ru.yml')).code(1);
  });

  it('takes --locale as each entry of `files` maps it: the service’s code, or the one in file names', async () => {
    const s = project();
    for (const path of ['a/en.json', 'b/en.json', 'b/ger.json']) s.file(path, '{"k":"v %{n}"}');
    s.file('a/de.json', '{"k":"v"}').config({
      files: ['a/{locale}.json', { path: 'b/{locale}.json', localeMap: { de: 'ger' } }],
    });
    const { json } = (await s.run('check --locale de --json')).code(1);
    expect(json.errors).toMatchObject([{ code: 'CHECK_PLACEHOLDERS', path: 'a/de.json' }]);
    expect(json.files.map(({ path, locale }) => [path, locale])).toEqual([
      ['a/de.json', 'de'],
      ['b/ger.json', 'de'],
    ]);
    expect(Object.keys((await s.run('check --locale GER --json')).code(0).states)).toEqual(['b/ger.json']);
    const both = (await s.run('check --locale ger,en --json')).code(0);
    expect(Object.keys(both.states)).toEqual(['a/en.json', 'b/en.json', 'b/ger.json']);
    (await s.run('check --locale de,fr'))
      .code(2)
      .stderr('no locale file here is for fr; there are de, en, ger');
    s.remove('b/ger.json');
    (await s.run('check --locale ger')).code(2).stderr('no locale file here is for ger; there are de, en');
  });

  it('ends with 5 if a file cannot be read, and looks at the others', async () => {
    const s = project().file('config/locales/ru.yml', RU).file('config/locales/fr.yml', 'fr:\n  a: "b\n');
    const { json } = (await s.run('check --json')).code(5);
    expect(json.errors.map(({ code }) => code)).toContain('FILE_SYNTAX');
    expect(json.summary).toMatchObject({ failed: 2, problems: 4 });
  });

  it('does not say that all is well if a file cannot be read', async () => {
    const s = project().file('config/locales/fr.yml', 'fr:\n  a: "b\n');
    (await s.run('check')).code(5).stdout('nothing is wrong in them, but see the errors.');
    (await s.run('check --reporter markdown'))
      .code(5)
      .stdout('nothing is wrong in them, but see the errors.');
  });

  it('knows files of several languages, and JSON without a root', async () => {
    const s = Session.at(
      { url: 'http://127.0.0.1:9', project: 'p', token: 'tok_nobody_1234567890' },
      { config: { files: ['all.json', 'app/{locale}/*.json'] } },
    )
      .file('all.json', '{"en": {"a": "{{x}}"}, "de": {"a": "{{y}}"}, "_meta": {"a": ""}}')
      .file(
        'app/en/main.json',
        '{"n": "{n, plural, one {#} other {#}}", "t_one": "x", "t_other": "{{count}} x"}',
      )
      .file(
        'app/de/main.json',
        '{"n": "{n, plural, one {#} other {#}", "t_one": "x", "t_other": "{{count}} x"}',
      );
    const { json } = (await s.run('check --json')).code(1);
    expect(json.errors.map(({ code, path }) => [code, path])).toEqual([
      ['CHECK_PLACEHOLDERS', 'all.json'],
      ['CHECK_SYNTAX', 'app/de/main.json'],
    ]);
  });

  it('warns if there is nothing to compare with, and refuses a pattern that finds nothing', async () => {
    const s = project().remove('config/locales/en.yml');
    const ran = (await s.run('check --json')).code(0);
    expect(ran.warnings).toEqual(['CHECK_WITHOUT_SOURCE']);
    s.config({ files: ['nowhere/{locale}.yml'] });
    expect((await s.run('check --json')).code(2).errors).toEqual(['PATTERN_UNMATCHED']);
  });
});
