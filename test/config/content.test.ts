import { describe, expect, it } from 'vitest';
import { FULL_REACH } from '../../src/core/config/types.js';
import type { LocsyncError } from '../../src/core/errors/index.js';
import { fault, faults, load, place } from './place.js';

const yaml = (text: string): string => place({ '.locsyncrc': text });
const json = (text: string): string => place({ '.locsyncrc.json': text });
const said = (error: LocsyncError): string => `${error.message} ${error.hint ?? ''}`;

describe('a configuration file is taken whole or not at all', () => {
  it('CFG-03 refuses a trailing comma with file, line, column and reason', async () => {
    const error = await fault(json('{\n  "project": "pro_1",\n}\n'));
    expect(error).toMatchObject({
      code: 'CONFIG_SYNTAX',
      exit: 2,
      place: { path: '.locsyncrc.json', line: 3, column: 1 },
    });
    expect(error.message).toContain('no comma before a closing bracket');
    expect(error.cause).toBeUndefined();
    expect((await fault(yaml('{"project": "pro_1",}'))).code).toBe('CONFIG_SYNTAX');
  });

  it('CFG-04 takes a byte-order mark', async () => {
    expect((await load(json('\ufeff{"project":"pro_1"}'))).config.project).toBe('pro_1');
    expect((await load(yaml('\ufeffproject: pro_1\n'))).config.project).toBe('pro_1');
    expect((await load(yaml('\ufeff{"project":"pro_1"}'))).config.project).toBe('pro_1');
  });

  it.each(['[]', '"text"', 'null', '3', 'true'])(
    'CFG-05 refuses %s as the whole configuration',
    async (text) => {
      expect(await fault(json(text))).toMatchObject({ code: 'CONFIG_NOT_MAPPING', exit: 2 });
      expect((await fault(place({ 'package.json': `{"locsync":${text}}` }))).code).toBe('CONFIG_NOT_MAPPING');
    },
  );

  it('CFG-06 refuses an unknown key, with the nearest known one', async () => {
    const error = await fault(yaml('project: pro_1\nlocaleMpa: {}\n'));
    expect(error).toMatchObject({
      code: 'CONFIG_UNKNOWN_KEY',
      exit: 2,
      place: { path: '.locsyncrc', line: 2, column: 1 },
    });
    expect(said(error)).toContain('"localeMpa"');
    expect(error.hint).toBe('did you mean "localeMap"?');
    expect((await fault(yaml('zzz: 1\n'))).hint).toContain('known keys: baseUrl, project');
  });

  it('CFG-07 refuses a duplicate key, in JSON, in YAML and below', async () => {
    const error = await fault(json('{"project":"a",\n"project":"b"}'));
    expect(error).toMatchObject({ code: 'CONFIG_DUPLICATE_KEY', exit: 2, place: { line: 2, column: 1 } });
    expect(error.message).toBe('duplicate key "project", first on line 1');
    for (const text of [
      'project: a\nproject: b\n',
      'localeMap: {en: en, en: fr}\n',
      'files: [{path: a.json, path: b.json}]\n',
    ])
      expect((await fault(yaml(text))).code).toBe('CONFIG_DUPLICATE_KEY');
    expect((await fault(place({ 'package.json': '{"locsync":{},"locsync":{}}' }))).code).toBe(
      'CONFIG_DUPLICATE_KEY',
    );
  });

  it('CFG-20 takes __proto__ and constructor for the unknown keys that they are', async () => {
    for (const root of [
      json('{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}'),
      yaml('__proto__: {x: 1}\nconstructor: {x: 1}\n'),
    ]) {
      expect((await faults(root)).map(({ code }) => code)).toEqual([
        'CONFIG_UNKNOWN_KEY',
        'CONFIG_UNKNOWN_KEY',
      ]);
      expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
    }
    const { config } = await load(json('{"files":["a.json"],"localeMap":{"constructor":"x"}}'));
    expect(config.files[0]?.localeMap.get('constructor')).toBe('x');
  });

  it('CFG-28 refuses an alias bomb before anything of it expands', async () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let i = 1; i <= 9; i += 1)
      lines.push(
        `a${i}: &a${i} [${Array(9)
          .fill(`*a${i - 1}`)
          .join(', ')}]`,
      );
    const error = await fault(yaml(lines.join('\n')));
    expect(error).toMatchObject({ code: 'CONFIG_SYNTAX', exit: 2 });
    expect(error.message).toContain('not allowed');
    expect((await fault(yaml('project: *x\n'))).message).toContain('aliases');
  });

  it('reports all faults at once, in the order of the file', async () => {
    const text = 'retries: 99\nbaseUrl: http://x.test\nfiles:\n  - ../a.json\n  - {pth: a.json}\ntimeot: 3\n';
    const found = await faults(yaml(text));
    expect(found.map(({ code, place: at }) => [code, at?.line, at?.column])).toEqual([
      ['BAD_VALUE', 1, 10],
      ['BASE_URL_PLAIN_HTTP', 2, 10],
      ['BAD_VALUE', 4, 5],
      ['BAD_VALUE', 5, 5],
      ['CONFIG_UNKNOWN_KEY', 5, 6],
      ['CONFIG_UNKNOWN_KEY', 6, 1],
    ]);
    expect(new Set(found.map(({ exit }) => exit))).toEqual(new Set([2]));
  });
});

describe('what must not be in a file of the repository', () => {
  it.each([
    'token',
    'apiToken',
    'api_token',
    'access-token',
    'LOCSYNC_TOKEN',
    'password',
    'secret',
    'apiKey',
  ])('CFG-08 %s', async (key) => {
    const error = await fault(yaml(`${key}: SECRET123\n`));
    expect(error).toMatchObject({ code: 'CONFIG_TOKEN', exit: 2 });
    expect(said(error)).toContain('LOCSYNC_TOKEN');
    expect(said(error)).not.toContain('SECRET123');
    expect((await fault(yaml(`files: [{path: a.json, ${key}: SECRET123}]\n`))).code).toBe('CONFIG_TOKEN');
  });

  it.each(['insecure: true', 'proxy: http://evil', 'ca: ./evil.pem', 'cert: x', 'tls: {}', 'HTTPS_PROXY: x'])(
    'CFG-30 %s',
    async (line) => {
      const error = await fault(yaml(`${line}\n`));
      expect(error).toMatchObject({ code: 'CONFIG_ENVIRONMENT_ONLY', exit: 2 });
      expect(error.message).toContain('only from the environment');
    },
  );
});

describe('types and values', () => {
  it('CFG-24 refuses a number where a text is meant, and says how to write it', async () => {
    const error = await fault(yaml('project: 1e3\n'));
    expect(error).toMatchObject({ code: 'CONFIG_WRONG_TYPE', exit: 2 });
    expect(said(error)).toContain('quote it: "1e3"');
    expect((await load(yaml('project: "1e3"\n'))).config.project).toBe('1e3');
    expect((await fault(yaml('project: true\n'))).code).toBe('CONFIG_WRONG_TYPE');
  });

  it.each(['a: b', '..', '.', 'a/b', 'a?b', '', 'pro 1', 'p\u202e', 'Pro.1', 'a~b'])(
    'refuses %j as a project',
    async (project) => {
      expect((await fault(json(JSON.stringify({ project })))).code).toBe('BAD_VALUE');
    },
  );

  it.each(['/etc/*.json', '../other/*.json', 'a/../../b.json', '{a,../..}/b.json', 'C:/x.json', 'a\\b.json'])(
    'CFG-25 refuses the pattern %s',
    async (pattern) => {
      for (const files of [[pattern], [{ path: pattern }]]) {
        const error = await fault(json(JSON.stringify({ files })));
        expect(error).toMatchObject({ code: 'BAD_VALUE', exit: 2 });
        expect(error.message).toContain('files[0]');
      }
    },
  );

  it.each([
    'locales/*',
    'locales/{locale}',
    '{locale}.xml',
    'a.{json,txt}',
    '{lang}.json',
    '!a.json',
    '.github/{locale}.yml',
    '.GIT/*.json',
    '',
    '{locale}.json,',
  ])('refuses %j as a pattern', async (pattern) => {
    expect((await fault(json(JSON.stringify({ files: [pattern] })))).code).toBe('BAD_VALUE');
  });

  it('takes the patterns of the contract, with ./ in front or not', async () => {
    const files = [
      'config/locales/{locale}.yml',
      './src/i18n/{locale}/**/*.json',
      'app/*/messages.{locale}.yaml',
      'app/(group)/{locale}.{json,yml}',
      'x.YML',
    ];
    const { config } = await load(json(JSON.stringify({ files })));
    expect(config.files.map(({ path }) => path)).toEqual(files.map((path) => path.replace('./', '')));
  });

  it('CFG-26 refuses two locales that map to one code of file names', async () => {
    for (const localeMap of [
      { 'zh-Hant': 'zh', 'zh-Hans': 'zh' },
      { a: 'pt_BR', b: 'pt-br' },
      { 'pt-BR': 'x', pt_br: 'y' },
    ])
      expect(await fault(json(JSON.stringify({ localeMap })))).toMatchObject({ code: 'BAD_VALUE', exit: 2 });
  });

  it.each(['../x', 'a/b', '', 'e n', '.', '-', 'en\u200b'])(
    'refuses %j as a locale code wherever one stands',
    async (code) => {
      for (const config of [
        { sourceLocale: code },
        { localeMap: { en: code } },
        { localeMap: { [code]: 'en' } },
        { files: [{ path: 'a.json', sourceLocale: code }] },
      ])
        expect((await fault(json(JSON.stringify(config)))).code).toBe('BAD_VALUE');
    },
  );

  it.each([
    ['patterns', 2_001, 'l/#/{locale}.json', 0, '', 'at most 2000 patterns', 2_002],
    ['globs', 0, '', 2_001, '**/a#*', 'at most 2000 globs', 2_004],
    [
      'written out',
      63,
      'l/{a,b}{a,b}{a,b}{a,b}{a,b}{c,d#}/{locale}.json',
      0,
      '',
      'at most 4000 patterns',
      65,
    ],
    ['globs written out', 0, '', 63, '{a,b}{a,b}{a,b}{a,b}{a,b}{c,d#}', 'at most 4000 globs', 66],
    ['patterns times globs', 400, 'l/#/{locale}.json', 250, '**/a#*', 'at most 100000', 402],
  ] as const)('CFG-32 refuses too many %s, at the line of the first', async (...row) => {
    const [, files, pattern, ignored, glob, says, line] = row;
    const list = (count: number, text: string): string =>
      Array.from({ length: count }, (_, i) => `  - "${text.replace('#', String(i))}"\n`).join('');
    const text = `files:\n  - l/{locale}.json\n${list(files, pattern)}`;
    const error = await fault(yaml(ignored > 0 ? `${text}ignore:\n${list(ignored, glob)}` : text));
    expect(error).toMatchObject({ code: 'BAD_VALUE', exit: 2, place: { line } });
    expect(error.message).toContain(says);
  });

  it('CFG-33 names the first hundred faults of a file, and how many more there are', async () => {
    const text = Array.from({ length: 5_000 }, (_, i) => `strange${i}: a\n`).join('');
    const found = await faults(yaml(text));
    expect(found).toHaveLength(101);
    expect(found.at(-1)).toMatchObject({ code: 'CONFIG_MORE_FAULTS', exit: 2 });
    expect(found.at(-1)?.message).toBe('this file has 4,900 more faults');
  });

  it('CFG-27 refuses sixteen braces at once', async () => {
    for (const config of [{ files: [`${'{a,b}'.repeat(16)}.json`] }, { ignore: ['{a,b}'.repeat(16)] }]) {
      const error = await fault(json(JSON.stringify(config)));
      expect(error).toMatchObject({ code: 'BAD_VALUE', exit: 2 });
      expect(error.message).toContain('too complex');
    }
  });

  it.each([
    '../x.lock',
    '/x.lock',
    '.git/x',
    '.github/x',
    '.locsync/x',
    'a/.git/x',
    'package.json',
    '.locsyncrc',
    'locales/en.json',
    'a:b',
    'aux.lock',
    'x.',
    'a*',
    '',
  ])('refuses %j as the lock', async (lock) => {
    expect((await fault(json(JSON.stringify({ lock })))).code).toBe('BAD_VALUE');
  });

  it('takes another name and another folder for the lock', async () => {
    for (const lock of ['locsync.lock', 'i18n/base.lock', 'i18n.lock.json', 'i18n/base'])
      expect((await load(json(JSON.stringify({ lock })))).config.lock).toBe(lock);
  });

  it.each(['pth', 'strings', '{pth}', '{path', 'a}', '', 'x\n{path}'])(
    'refuses %j as a name',
    async (name) => {
      expect((await fault(json(JSON.stringify({ name })))).code).toBe('BAD_VALUE');
    },
  );

  // The service learns the format from the ending (docs/service-interface.md, "Upload").
  it.each(['{dir}-{basename}-{locale}', '{dir}', '{locale}', '{basename}.txt', '{path}json', '{basename}/'])(
    'refuses %j as a name, which has no ending of a format',
    async (name) => {
      for (const config of [{ name }, { files: [{ path: 'a.json', name }] }]) {
        const error = await fault(json(JSON.stringify(config, undefined, 1)));
        expect(error).toMatchObject({ code: 'BAD_VALUE', exit: 2, place: { path: '.locsyncrc.json' } });
        expect(error.message).toContain('it does not end in {path}, {basename}, .json, .yml or .yaml');
      }
    },
  );

  it('refuses a name with the ending of another format than the files have, once for each name', async () => {
    const wrong = [
      ['{path}.yml', ['a/{locale}.json']],
      ['strings.yaml', ['a.json', 'b.yml', 'c.json']],
      ['{dir}/{locale}.JSON', ['b.json', 'a/{locale}.yml']],
    ] as const;
    for (const [name, files] of wrong) {
      const error = await fault(json(JSON.stringify({ files, name })));
      expect(error).toMatchObject({ code: 'BAD_VALUE', exit: 2, place: { line: 1 } });
      expect(error.message).toMatch(/ends in \.(yml|yaml|JSON), but .* (is|are) (JSON|YAML)/);
    }
    const entry = 'name: x.json\nfiles:\n  - path: a/{locale}.json\n    name: "{path}.yml"\n';
    expect(await fault(yaml(entry))).toMatchObject({ code: 'BAD_VALUE', place: { line: 4, column: 11 } });
  });

  it('takes path, basename, templates, and a fixed name with an ending of the files’ format', async () => {
    const good = [
      ['path', 'a.json'],
      ['basename', 'a.yml'],
      ['app-{basename}', 'a.yaml'],
      ['{dir}/{locale}/x.json', 'a.json'],
      ['{locale}.YML', 'a.yaml'],
      ['strings.yml', 'a.yml'],
      ['strings.yml', '{locale}/a.{json,yml}'],
    ];
    for (const [name, path] of good)
      expect((await load(json(JSON.stringify({ files: [path], name })))).config.files[0]?.name).toBe(name);
    // The general name is for the entries that have none of their own.
    const files = ['a.json', { path: 'b/{locale}.yml', name: '{locale}.yaml' }];
    expect((await load(json(JSON.stringify({ files, name: '{locale}.json' })))).config.files).toHaveLength(2);
  });

  it('refuses lists and numbers out of bounds, empty lists of files, and a duplicate pattern', async () => {
    const wrong = [
      { files: [] },
      { files: ['a.json', './a.json'] },
      { files: 'a.json' },
      { files: [3] },
      { files: [{}] },
      { ignore: ['/a'] },
      { ignore: ['{locale}'] },
      { concurrency: 0 },
      { concurrency: 1.5 },
      { concurrency: 65 },
      { concurrency: '8' },
      { timeout: 0.5 },
      { timeout: 3601 },
      { retries: -1 },
      { retries: 21 },
    ];
    for (const config of wrong)
      expect((await fault(json(JSON.stringify(config)))).code, JSON.stringify(config)).toMatch(
        /^(BAD_VALUE|CONFIG_WRONG_TYPE)$/,
      );
    for (const number of ['.inf', '.nan', '1e99'])
      expect((await fault(yaml(`timeout: ${number}\n`))).code).toBe('BAD_VALUE');
  });

  it('fills in the defaults of the contract, and the settings of the file into its entries', async () => {
    expect((await load(json('{}'))).config).toEqual({
      baseUrl: undefined,
      project: undefined,
      sourceLocale: 'en',
      files: [],
      ignore: [],
      concurrency: 8,
      timeout: 30,
      retries: 4,
      lock: 'locsync.lock',
    });
    const text =
      'sourceLocale: de\nname: basename\nignore: [x/]\nlocaleMap: {zh: zh-TW}\nfiles:\n  - a.json\n  - {path: b.json, name: path, ignore: [y], sourceLocale: fr, localeMap: {}}\n';
    expect((await load(yaml(text))).config.files).toEqual([
      {
        path: 'a.json',
        name: 'basename',
        ignore: ['x/**'],
        sourceLocale: 'de',
        localeMap: new Map([['zh', 'zh-TW']]),
        ...FULL_REACH,
      },
      {
        path: 'b.json',
        name: 'path',
        ignore: ['x/**', 'y'],
        sourceLocale: 'fr',
        localeMap: new Map(),
        ...FULL_REACH,
      },
    ]);
  });
});

describe('baseUrl', () => {
  const refused = (baseUrl: string, env = {}): Promise<LocsyncError> =>
    fault(json(JSON.stringify({ baseUrl })), { env });

  it('CFG-10 has no credentials, and shows none', async () => {
    for (const url of [
      'https://api.example.com@evil.test/',
      'https://user:SECRET@h.test',
      '//u:SECRET@h',
      'u:SECRET@h',
      'https:u:SECRET@h',
      'https:\\\\u:SECRET@h',
    ]) {
      const error = await refused(url);
      expect(error).toMatchObject({ code: 'BASE_URL_CREDENTIALS', exit: 2 });
      expect(said(error)).not.toContain('SECRET');
    }
  });

  it.each(['http://api.example.com', 'HTTP://api.example.com'])('CFG-11 is not %s', async (url) => {
    const error = await refused(url);
    expect(error).toMatchObject({ code: 'BASE_URL_PLAIN_HTTP', exit: 2 });
    expect(error.message).toContain('refusing to send a token over plain http');
  });

  it.each([
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    'evil-localhost',
    '0.0.0.0',
    '[::]',
    '[::ffff:7f00:1]',
    'localhost.',
    '1270.0.0.1.test',
    '128.0.0.1',
  ])('CFG-12 is not http on %s', async (host) => {
    expect((await refused(`http://${host}`)).code).toBe('BASE_URL_PLAIN_HTTP');
  });

  it('is http on a loopback host in any spelling, and elsewhere only where the environment says so', async () => {
    for (const url of [
      'http://localhost:3000/api',
      'http://127.0.0.1',
      'http://127.1:8',
      'http://127.9.9.9/',
      'http://[::1]:80',
      'http://LOCALHOST',
    ])
      expect((await load(json(JSON.stringify({ baseUrl: url })))).config.baseUrl).toBe(url);
    const plain = json('{"baseUrl":"http://host.test"}');
    expect((await load(plain, { env: { LOCSYNC_ALLOW_INSECURE: '1' } })).config.baseUrl).toBe(
      'http://host.test',
    );
    for (const value of ['', '0', 'true', 'yes'])
      expect((await fault(plain, { env: { LOCSYNC_ALLOW_INSECURE: value } })).code).toBe(
        'BASE_URL_PLAIN_HTTP',
      );
  });

  it('CFG-13 without a scheme suggests one, and guesses nothing', async () => {
    expect((await refused('api.example.com')).hint).toBe('did you mean https://api.example.com?');
    expect((await refused('api.example.com:8443/x')).hint).toBe(
      'did you mean https://api.example.com:8443/x?',
    );
    expect((await refused('localhost:3000')).hint).toBe('did you mean http://localhost:3000?');
  });

  it.each(['file:///etc/passwd', 'ftp://x', 'javascript:1', 'ws://x.test', 'https:x', '//x.test', 'x'])(
    'CFG-14 is not %s',
    async (url) => {
      const error = await refused(url);
      expect(error).toMatchObject({ code: 'BAD_VALUE', exit: 2 });
      expect(error.message).toContain('only https');
    },
  );

  it('CFG-29 expands no variable', async () => {
    const env = { AWS_SECRET_ACCESS_KEY: 'SECRET' };
    for (const url of [
      'https://h/${AWS_SECRET_ACCESS_KEY}',
      'https://h/$AWS_SECRET_ACCESS_KEY',
      'https://h/{{ x }}',
    ]) {
      const error = await refused(url, env);
      expect(error).toMatchObject({ code: 'BAD_VALUE', exit: 2 });
      expect(error.message).toContain('invalid URL');
      expect(said(error)).not.toContain('SECRET');
    }
  });

  it.each([
    ['https://ex\u0430mple.test', 'the letter "\u0430" (U+0430)', 'position 11'],
    ['https://h.test\\api', 'a backslash', 'position 15'],
    ['https://h.test\n', 'a line end', 'position 15'],
    ['https://h.test\r\n', 'a line end (CR)', 'position 15'],
    ['https://h.test/\ta', 'a tab', 'position 16'],
    ['https://h test', 'a space', 'position 10'],
    ['https://h.test/\u202e', 'the character U+202E', 'position 16'],
    ['https://h.test/\u200b', 'the character U+200B', 'position 16'],
    ['https://\u{1d41a}.test', '(U+1D41A)', 'position 9'],
    ['https://h.test/<', '"<"', 'position 16'],
  ])('F10 names the character of %j that no URL holds', async (url, what, where) => {
    const error = await refused(url);
    expect(error.code).toBe('BAD_VALUE');
    expect(error.message).toContain(what);
    expect(error.message).toContain(where);
    expect(error.hint).not.toContain('variables');
  });

  it('does not repeat what comes after the path of an address without a scheme', async () => {
    expect(said(await refused('api.example.com/?token=SECRET'))).not.toContain('SECRET');
    expect(said(await refused('api.example.com/#SECRET'))).not.toContain('SECRET');
  });

  it.each([
    '',
    'https://',
    'https://h test',
    'https://h.test?x=1',
    'https://h.test/#',
    'https://h.test/\u202e',
    'https://h:99999',
    ' https://h.test',
  ])('is not %j', async (url) => {
    expect((await refused(url)).code).toBe('BAD_VALUE');
  });
});
