import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { posts, Session } from '../support/session.js';

const WIDE = { files: ['**/{locale}.json', '**/{locale}.yml', '**/*.{locale}.json'] };

const OWN = ['l/en.json', 'y/en.yml', 'x/x.en.json'];

/** A project with a file for each wide pattern, so that none of them counts as a mistake. */
async function wide(codes?: readonly string[]) {
  const s = await Session.scripted({ config: WIDE });
  const book = new FakeService(s.service.script, codes);
  for (const path of OWN) {
    s.file(path, path.endsWith('.yml') ? 'en:\n  k: K\n' : '{"k":"K"}');
    book.set('en', { k: 'K' }, path);
  }
  return { s, book };
}

const paths = (s: Session): string[] =>
  [...s.snapshot().keys()].filter((path) => !/\/$|^\.locsync\/|^locsync\.lock$/.test(path)).sort();

describe('names of source files, under patterns that cover any folder', () => {
  const NAMES: readonly (readonly [string, string])[] = [
    ['PA-01', '../../en.json'],
    ['PA-01', '../../.bashrc'],
    ['PA-02', '/etc/cron.d/en.json'],
    ['PA-02', 'C:\\en.json'],
    ['PA-02', '\\\\srv\\s\\en.json'],
    ['PA-02', 'C:en.json'],
    ['PA-03', 'a\\..\\..\\en.json'],
    ['PA-04', '.git/hooks/en.json'],
    ['PA-04', '.GIT/en.json'],
    ['PA-04', 'git~1/en.json'],
    ['PA-04', '.g\u200cit/en.json'],
    ['PA-05', '.github/workflows/en.yml'],
    ['PA-06', 'package.json'],
    ['PA-06', 'tsconfig.en.json'],
    ['PA-06', '.vscode/en.json'],
    ['PA-06', 'node_modules/en.json'],
    ['PA-07', 'a\0b/en.json'],
    ['PA-07', 'a\nb/en.json'],
    ['PA-07', 'a\u001b[2Jb/en.json'],
    ['PA-07', '::set-output name=a::b/en.json'],
    ['PA-08', '.'],
    ['PA-08', '..'],
    ['PA-08', '   /en.json'],
    ['PA-08', 'm/en.json.'],
    ['PA-08', 'm/en.json '],
    ['PA-09', 'aux/en.json'],
    ['PA-09', 'NUL.en.json'],
    ['PA-09', 'm/com1.en.json'],
    ['PA-09', 'CONIN$/en.json'],
    ['PA-10', 'm/en.json:evil'],
    ['PA-10', 'm/en.json::$DATA'],
    ['PA-11', '../project-evil/en.json'],
    ['PA-17', `${'n'.repeat(300)}/en.json`],
    ['PA-17', `${'abcd/'.repeat(1000)}en.json`],
    ['PA-18', 'a\u202egnp/en.json'],
  ];

  it('PA-01 to PA-11, PA-17, PA-18: none is written anywhere, and status lists each, escaped', async () => {
    const { s } = await wide();
    const { script } = s.service;
    const sources = [...OWN, ...NAMES.map(([, name]) => name)].map((name, i) => ({
      api_id: `fil_${i}`,
      name,
      keys: 1,
    }));
    script.on('sourceFiles', { body: sources });
    script.on('texts', ({ url }) => {
      const source = sources.find(({ api_id }) => url.includes(`/${api_id}?`));
      return { body: { ...source, content: url.includes('loc_en') ? { en: { k: 'K' } } : { de: {} } } };
    });
    const before = paths(s);
    for (const command of ['push', 'pull', 'pull --force --prune --allow-shrink'])
      (await s.run(command)).code(0).stdout('Nothing to');
    expect(paths(s)).toEqual(before);
    expect(script.of('texts').some(({ url }) => Number(/fil_(\d+)/.exec(url)?.[1]) >= OWN.length)).toBe(
      false,
    );
    expect(existsSync(join(dirname(s.folder), 'project-evil'))).toBe(false);

    // Session.run looks for raw control and bidi characters.
    const status = (await s.run('status')).code(0);
    status.stdout('\\u{1b}[2J', '\\u{202e}', '\\u{0}').never(/^::/m);
    const listed = new Set((await s.run('status --json')).json.unmatched?.map(({ name }) => name));
    for (const [id, name] of NAMES) expect(listed.has(name), `${id} ${JSON.stringify(name)}`).toBe(true);
  });

  it('PA-08 a name that is empty is not an answer of this interface: exit 4, nothing written', async () => {
    const { s } = await wide();
    const before = s.snapshot();
    s.service.script.on('sourceFiles', { body: [{ api_id: 'fil_1', name: '', keys: 1 }] });
    (await s.run('status')).code(4).stderr('the list of source files', 'item 1.name');
    s.unchanged(before);
  });

  it.each([
    ['in case', 'm/en.json', 'M/en.json'],
    ['in Unicode form', 'caf\u00e9/en.json', 'cafe\u0301/en.json'],
  ])('PA-12 two names that differ only %s: both are said, neither is written', async (_, one, other) => {
    const { s, book } = await wide();
    for (const name of [one, other]) book.set('en', { k: name }, name);
    const before = paths(s);
    const pull = (await s.run('pull')).code(2);
    const said = pull.err.normalize('NFC');
    expect(said).toContain(one.replace('en.json', '').normalize('NFC'));
    expect(said).toContain(other.replace('en.json', '').normalize('NFC'));
    expect(paths(s)).toEqual(before);
  });

  it('PA-13 a name that is another one’s folder: both are said, neither is written', async () => {
    const { s, book } = await wide();
    book.set('en', { k: 'file' }, 'm/a.en.json');
    book.set('en', { k: 'below' }, 'm/a.en.json/b.en.json');
    const before = paths(s);
    const pull = (await s.run('pull')).code(5);
    pull.stderr('m/a.en.json and m/a.en.json/b.en.json cannot both be written');
    expect(paths(s)).toEqual(before);
  });

  it('PA-14 PA-15 odd names here are the names there, and come back under the same', async () => {
    const NAMES = [
      'app/[locale]/en.json',
      'app/(group)/en.json',
      'a b (1)/en.json',
      'why?/en.json',
      'so!/en.json',
      '#50%/en.json',
      '\u{1f600}/en.json',
      '{x}/en.json',
      'star*/en.json',
    ];
    const s = await Session.start({ config: { files: ['**/{locale}.json'] } });
    for (const name of NAMES) s.file(name, JSON.stringify({ k: name }));
    (await s.run('push')).code(0).emptyStderr();
    expect(posts(s.service)).toEqual({ events: 1, uploads: NAMES.length });
    const there = (await s.service.ask('/source_files')).json as { name: string }[];
    expect(there.map(({ name }) => name).sort()).toEqual([...NAMES].sort());
    (await s.run('push')).code(0).stdout('Nothing to push.');
    for (const name of [...NAMES, 'locsync.lock']) s.remove(name);
    (await s.run('pull')).code(0).emptyStderr();
    for (const name of NAMES) expect(JSON.parse(s.text(name))).toEqual({ k: name });
  });

  it('PA-16 a decomposed name here is the composed one there: no second file, no second upload', async () => {
    const s = await Session.start({ config: { files: ['**/{locale}.json'] } });
    await s.service.upload('caf\u00e9/en.json', { k: 'K' });
    s.file('cafe\u0301/en.json', '{"k":"K"}');
    for (const command of ['push', 'pull', 'push'])
      (await s.run(command)).code(0).emptyStderr().stdout('Nothing to');
    expect(readdirSync(s.folder).filter((name) => name.startsWith('caf'))).toEqual(['cafe\u0301']);
    expect(posts(s.service)).toEqual({ events: 1, uploads: 1 }); // the test's own
    s.file('cafe\u0301/en.json', '{"k":"K2"}');
    (await s.run('push')).code(0).stdout('Pushed 1 file.');
    expect((await s.service.ask('/source_files')).json).toHaveLength(1);
  });
});

describe('codes of locales', () => {
  const locale = (code: unknown, id = String(code)) => ({
    api_id: `loc_${id}`,
    name: 'X',
    code,
    country: '',
  });

  it.each([
    ['LO-01', '../../x', 5, '"../../x"'],
    ['LO-01', 'en/US', 5, '"en/US"'],
    ['LO-06', '', 4, 'code'],
    ['LO-06', null, 4, 'code'],
    ['LO-06', 5, 4, 'code'],
    ['LO-06', {}, 4, 'code'],
    ['LO-08', '\uff45\uff4e', 5, 'locale'],
    ['LO-08', 'e\u200bn', 5, 'e\\u{200b}n'],
    ['LO-09', '__proto__', 5, '__proto__'],
  ] as const)('%s %j: refused, nothing sent, nothing written', async (_, code, exit, says) => {
    const { s } = await wide();
    s.file('.locsync/.gitignore', '*\n').remove('.locsync/answers');
    s.service.script.on('locales', { body: [locale('en', 'en'), locale(code, 'odd')] });
    const before = s.snapshot();
    for (const command of ['push', 'pull']) (await s.run(command)).code(exit).stderr(says);
    s.unchanged(before);
    expect(s.service.script.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it.each(['con', 'aux', 'prn', 'nul'])(
    'LO-02 %s: no file of that name, the others are written',
    async (code) => {
      const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
      const book = new FakeService(s.service.script, ['en', 'de', code]);
      s.file('l/en.json', '{"k":"K"}');
      for (const one of ['en', 'de', code]) book.set(one, { k: 'K' });
      const pull = (await s.run('pull --json')).code(5);
      expect(pull.states).toMatchObject({ 'l/de.json': 'pulled', [`l/${code}.json`]: 'failed' });
      expect(pull.json.errors[0]?.message).toMatch(/device|reserved|Windows/);
      expect(`${pull.json.errors[0]?.hint}`).toContain('localeMap');
      expect(readdirSync(join(s.folder, 'l')).sort()).toEqual(['de.json', 'en.json']);
      s.config({ files: ['l/{locale}.json'], localeMap: { [code]: `${code}-x` } });
      (await s.run('pull')).code(0);
      expect(s.has(`l/${code}-x.json`)).toBe(true);
    },
  );

  it.each([
    ['LO-03', 'en_US', 'en-US', 2],
    ['LO-07', 'EN', 'en', 5],
  ])('%s %s and %s both in the project: both are said, nothing is written', async (_, one, other, exit) => {
    const { s } = await wide();
    s.file('.locsync/.gitignore', '*\n');
    s.service.script.on('locales', { body: [locale(one, '1'), locale(other, '2')] });
    const before = s.snapshot();
    for (const command of ['push', 'pull']) (await s.run(command)).code(exit).stderr(one, other, 'localeMap');
    s.unchanged(before);
  });

  it('LO-04 LO-05 LO-09 codes that others would rename or refuse name their files as they are', async () => {
    const CODES = [
      'iw',
      'in',
      'sh',
      'tl',
      'mo',
      'cmn',
      'en-UK',
      'zh-Hans-CN',
      'es-419',
      'en-x-pirate',
      'ca-valencia',
      'sr@latin',
      'toString',
    ];
    // What does not look like a language names no new file by itself (M5).
    const localeMap = { toString: 'toString' };
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'], localeMap } });
    const all = ['en', ...CODES];
    s.file('l/en.json', '{"k":"en"}');
    s.service.script
      .on('locales', { body: all.map((code, i) => locale(code, String(i))) })
      .on('sourceFiles', { body: [{ api_id: 'fil_1', name: 'l/en.json', keys: 1 }] })
      .on('texts', ({ url }) => {
        const code = all[Number(/loc_(\d+)/.exec(url)?.[1])] ?? '';
        return { body: { api_id: 'fil_1', name: 'l/en.json', keys: 1, content: { [code]: { k: code } } } };
      });
    (await s.run('pull')).code(0).emptyStderr();
    expect(readdirSync(join(s.folder, 'l')).sort()).toEqual(
      ['en', ...CODES].map((code) => `${code}.json`).sort(),
    );
    for (const code of CODES) expect(JSON.parse(s.text(`l/${code}.json`))).toEqual({ k: code });
    (await s.run('push')).code(0).stdout('Nothing to push.');
  });

  it('M5 the code of a locale that is not a language creates no file that a tool would execute', async () => {
    const s = await Session.scripted({ config: { files: ['{locale}.yml'] } });
    const all = ['en', 'lefthook', 'nodemon', 'hooks', 'app'];
    s.file('en.yml', 'k: en\n');
    s.service.script
      .on('locales', { body: all.map((code, i) => locale(code, String(i))) })
      .on('sourceFiles', { body: [{ api_id: 'fil_1', name: 'en.yml', keys: 1 }] })
      .on('texts', ({ url }) => {
        const code = all[Number(/loc_(\d+)/.exec(url)?.[1])] ?? '';
        return { body: { api_id: 'fil_1', name: 'en.yml', keys: 1, content: { [code]: { k: code } } } };
      });
    (await s.run('pull')).code(5).stderr('hooks', 'localeMap');
    expect(readdirSync(s.folder).filter((name) => name.endsWith('.yml'))).toEqual(['en.yml']);
  });

  it('LO-10 a locale that vanished from the project: its file is named, kept, and never uploaded', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const book = new FakeService(s.service.script);
    s.file('l/en.json', '{"k":"K"}').file('l/de.json', '{"k":"Ä"}');
    (await s.run('push')).code(0);
    s.service.script.on('locales', { body: [locale('en')] });
    for (const [command, code] of [
      ['pull', 1],
      ['pull --prune --force', 1],
      ['push', 1],
      ['status', 0],
      ['status --check', 1],
    ] as const)
      (await s.run(command)).code(code).stderr(/l\/de\.json.*no longer has the locale de/);
    s.reads('l/de.json', '{"k":"Ä"}');
    expect(book.texts('de')).toEqual({ k: 'Ä' });
  });

  it('LO-11 the source locale in the list like any other: its file, never synced, is not overwritten', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const book = new FakeService(s.service.script);
    s.file('l/en.json', '{"k":"ours"}');
    book.set('en', { k: 'theirs' });
    (await s.run('pull --json')).code(1);
    s.reads('l/en.json', '{"k":"ours"}');
  });

  it('LO-12 a Turkish machine reads I as everyone does', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const book = new FakeService(s.service.script, ['en', 'it-IT', 'ID']);
    for (const code of ['en', 'IT-it', 'id']) s.file(`l/${code}.json`, '{"INDEX":"I"}');
    const turkish = { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', LANGUAGE: 'tr' };
    const told = [];
    for (const env of [{}, turkish]) {
      const { json } = (await s.run('status --json', { env })).code(0);
      told.push(json.files);
      expect(json.files.map(({ path, locale: tag }) => [path, tag])).toEqual([
        ['l/en.json', 'en'],
        ['l/IT-it.json', 'it-IT'],
        ['l/id.json', 'ID'],
      ]);
    }
    expect(told[1]).toEqual(told[0]);
    (await s.run('push --locale en', { env: turkish })).code(0);
    expect(book.texts('en')).toEqual({ INDEX: 'I' });
  });
});

describe('LO-30 new files spell a locale as the files here do', () => {
  it.each([
    [[{ code: 'pt-BR' }], 'pt_BR'],
    [[{ code: 'pt', country: 'BR' }], 'pt_BR'],
    [[{ code: 'pt', country: 'BR' }], 'pt-BR'],
  ])('%j: %s', async ([locale], folder) => {
    const s = await Session.scripted({ config: { files: ['src/{locale}/*.yml'] } });
    const { script } = s.service;
    const codes = [
      { code: 'en', country: '' },
      { country: '', ...locale },
    ];
    const body = codes.map(({ code, country }, i) => ({ api_id: `loc_${i}`, name: code, code, country }));
    const names = ['common', 'cart'].map((name, i) => ({
      api_id: `fil_${i}`,
      name: `src/en/${name}.yml`,
      keys: 1,
    }));
    script.on('locales', () => ({ body })).on('sourceFiles', () => ({ body: names }));
    script.on('texts', ({ url }) => {
      const id = /loc_\d/.exec(url)?.[0] ?? 'loc_0';
      const { code = 'en', country = '' } = codes[Number(id.slice(4))] ?? {};
      const key = country === '' ? code : `${code}-${country}`;
      const file = names.find(({ api_id }) => url.includes(api_id));
      return { body: { api_id: file?.api_id, name: file?.name, keys: 1, content: { [key]: { a: key } } } };
    });
    s.file('src/en/common.yml', 'en:\n  a: en\n').file(`src/${folder}/common.yml`, `${folder}:\n  a: x\n`);
    s.file('src/en/cart.yml', 'en:\n  a: en\n');
    await s.run('pull');
    expect(s.text(`src/${folder}/cart.yml`)).toContain(`${folder}:`);
    const picture = s.snapshot();
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    s.unchanged(picture);
  });
});

it('LO-31 a missing file comes back in the spelling that the lock knows', async () => {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  s.file('l/en.json', '{"a":"A"}').file('l/pt_BR.json', '{"a":"B"}');
  const service = new FakeService(s.service.script, ['en', 'pt-BR']);
  service.set('en', { a: 'A' });
  service.set('pt-BR', { a: 'B' });
  (await s.run('push')).code(0);
  s.remove('l/pt_BR.json');
  (await s.run('pull')).code(0);
  expect([s.has('l/pt_BR.json'), s.has('l/pt-BR.json')]).toEqual([true, false]);
});

describe('LO-32 a new YAML file without a model begins as the other files of its pattern do', () => {
  it.each([
    ['with its language', 'en:\n  a: A\n', 'en:\n'],
    ['with its keys', 'a: A\n', 'b:'],
  ])('%s', async (_, other, beginning) => {
    const s = await Session.start({ config: { files: ['l/*.{locale}.yml'] } });
    s.file('l/one.en.yml', other);
    (await s.run('push')).code(0);
    await s.service.upload('l/two.en.yml', 'en:\n  b: B\n');
    (await s.run('pull')).code(0);
    expect(s.text('l/two.en.yml').startsWith(beginning)).toBe(true);
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
  });
});

it('LO-33 a message names a locale whose code has its country already by that code', async () => {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  const { script } = s.service;
  const body = [
    { api_id: 'loc_1', name: 'English', code: 'en', country: '' },
    { api_id: 'loc_2', name: 'Portuguese', code: 'pt-BR', country: 'BR' },
  ];
  script.on('locales', () => ({ body }));
  script.on('sourceFiles', () => ({ body: [{ api_id: 'fil_1', name: 'l/en.json', keys: 1 }] }));
  script.on('texts', () => ({
    body: { api_id: 'fil_1', name: 'l/en.json', keys: 1, content: { en: { a: 'A' } } },
  }));
  s.file('l/en.json', '{"a":"A"}');
  (await s.run('pull')).stderr('in pt-BR, the service sent en').never('pt-br-br');
});

it.each([
  ['zh_TW', 'pt_BR'],
  ['zh-tw', 'pt-br'],
  ['zh_tw', 'pt_br'],
  ['zh-TW', 'pt-BR'],
])('LO-34 beside %s.json a new file is %s.json', async (there, made) => {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  const service = new FakeService(s.service.script, ['en', 'zh-TW', 'en-GB', 'pt-BR']);
  const spell = (code: string): string => code.replace('zh', 'en').replace('TW', 'GB').replace('tw', 'gb');
  for (const code of ['en', there, spell(there)]) s.file(`l/${code}.json`, '{"a":"A"}');
  for (const code of service.codes) service.set(code, { a: 'A' });
  (await s.run('pull')).code(0);
  expect(s.has(`l/${made}.json`)).toBe(true);
  (await s.run('pull')).stdout('Nothing to pull.');
  (await s.run('push')).stdout('Nothing to push.');
});

it('LO-34 if the files of other languages do not agree, a new file has the code of the service', async () => {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  const service = new FakeService(s.service.script, ['en', 'zh-TW', 'en-GB', 'pt-BR']);
  for (const code of ['en', 'zh_TW', 'en-GB']) s.file(`l/${code}.json`, '{"a":"A"}');
  for (const code of service.codes) service.set(code, { a: 'A' });
  (await s.run('pull')).code(0);
  expect(s.has('l/pt-BR.json')).toBe(true);
});
