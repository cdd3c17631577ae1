import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';

type Texts = Readonly<Record<string, string>>;

const yaml = (x: string): string =>
  `b: &b\n    x: ${x}X\n    y: ${x}Y\n  m:\n    <<: *b\n    y: ${x}MY\n    z: ${x}Z\n`;

/** A service that takes `<<` for a key like any other, and spells its keys with this separator. */
async function unresolved(separator: string) {
  const s = await Session.scripted({ config: { files: ['c/{locale}.yml'] } });
  const held = new Map<string, Texts>();
  const key = (...segments: string[]): string => segments.join(separator);
  const parsed = (content: string): Texts => {
    const text = (pattern: RegExp): string => pattern.exec(content)?.[1] ?? '';
    const [x, y] = [text(/^ {4}x: (.*)$/m), text(/^ {4}y: (.*)$/m)];
    return {
      [key('b', 'x')]: x,
      [key('b', 'y')]: y,
      [key('m', '<<', 'x')]: x,
      [key('m', '<<', 'y')]: y,
      [key('m', 'y')]: text(/<<: \*b\n {4}y: (.*)$/m),
      [key('m', 'z')]: text(/^ {4}z: (.*)$/m),
    };
  };
  s.service.script
    .on('locales', () => ({
      body: ['en', 'de'].map((code) => ({ api_id: `loc_${code}`, name: code, code, country: '' })),
    }))
    .on('sourceFiles', () => ({
      body: held.size === 0 ? [] : [{ api_id: 'fil_1', name: 'c/en.yml', keys: 6 }],
    }))
    .on('texts', ({ url }) => {
      const code = /locale_id=loc_(\w+)/.exec(url)?.[1] ?? '';
      return {
        body: { api_id: 'fil_1', name: 'c/en.yml', keys: 6, content: { [code]: held.get(code) ?? {} } },
      };
    })
    .on('upload', ({ body }) => {
      const { filename, content } = JSON.parse(body) as { filename: string; content: string };
      held.set(filename.slice(2, 4), parsed(content));
      const last_version = { id: 'fiv_1', number: 1, upload: 'api' };
      return { body: { api_id: 'fil_1', name: 'c/en.yml', project_id: 'pro_1', last_version } };
    });
  for (const code of ['en', 'de']) s.file(`c/${code}.yml`, `${code}:\n  ${yaml(code)}`);
  return { s, held, key };
}

describe('b1-5 a service that does not resolve merge keys', () => {
  it.each(['.', '/'])('keys with "%s": nothing is sent twice, and nothing is written', async (separator) => {
    const { s, held, key } = await unresolved(separator);
    (await s.run('push')).code(0).emptyStderr();
    const uploads = s.service.script.of('upload').length;
    const before = s.text('c/de.yml');
    for (const command of ['pull', 'push', 'status --check']) (await s.run(command)).code(0).emptyStderr();
    s.reads('c/de.yml', before);
    expect(s.service.script.of('upload')).toHaveLength(uploads);
    // What the map has itself comes down as ever.
    held.set('de', { ...held.get('de'), [key('m', 'y')]: 'neu' });
    (await s.run('pull')).code(0);
    s.reads('c/de.yml', before.replace('deMY', 'neu'));
  });

  it('a merged text that was changed there is written into the map that merges it', async () => {
    const { s, held, key } = await unresolved('.');
    (await s.run('push')).code(0);
    const before = s.text('c/de.yml');
    held.set('de', { ...held.get('de'), [key('m', '<<', 'x')]: 'neu' });
    (await s.run('pull')).code(0).emptyStderr();
    s.reads('c/de.yml', before.replace('<<: *b\n', '<<: *b\n    x: neu\n'));
    const uploads = s.service.script.of('upload').length;
    for (const command of ['push', 'pull', 'status --check']) (await s.run(command)).code(0).emptyStderr();
    expect(s.service.script.of('upload')).toHaveLength(uploads);
  });
});

describe('MK-03 a real key <<', () => {
  it('of JSON that only the service has is written as it is', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script);
    for (const code of ['en', 'de'])
      s.file(`l/${code}.json`, '{\n  "home": "Home",\n  "menu": {\n    "a": "A"\n  }\n}\n');
    (await s.run('push')).code(0);
    const texts = { home: 'Home', 'menu.a': 'A', 'menu.<<.b': 'B', '<<.home': 'Real' };
    for (const code of ['en', 'de']) fakeService.set(code, texts);
    (await s.run('pull')).code(0).emptyStderr();
    expect(JSON.parse(s.text('l/de.json'))).toEqual({
      home: 'Home',
      menu: { a: 'A', '<<': { b: 'B' } },
      '<<': { home: 'Real' },
    });
    (await s.run('status --check')).code(0);
  });

  it('beside a merge key of the same file: neither is taken for the other', async () => {
    const { s, held, key } = await unresolved('.');
    for (const code of ['en', 'de'])
      s.file(`c/${code}.yml`, `${s.text(`c/${code}.yml`)}  n:\n    "<<": real\n`);
    (await s.run('push')).code(0);
    for (const code of ['en', 'de']) held.set(code, { ...held.get(code), [key('n', '<<')]: 'real' });
    const before = s.text('c/de.yml');
    (await s.run('pull')).code(0);
    s.reads('c/de.yml', before);
    (await s.run('status --check')).code(0);
  });
});

describe('a text of the service under the name <<', () => {
  it.each([[['<<']], [['a', '<<']]])('%j: it is named whole, and the other texts go on', async (path) => {
    const s = await Session.scripted({ config: { files: ['c/{locale}.yml'] } });
    const held = (code: string, more: object): unknown => ({ a: { x: `x${code}` }, t: `t${code}`, ...more });
    const texts = new Map<string, unknown>();
    let uploads = 0;
    s.service.script
      .on('locales', () => ({
        body: ['en', 'de'].map((code) => ({ api_id: `loc_${code}`, name: code, code, country: '' })),
      }))
      .on('sourceFiles', () => ({
        body: uploads === 0 ? [] : [{ api_id: 'fil_1', name: 'c/en.yml', keys: 2 }],
      }))
      .on('texts', ({ url }) => {
        const code = /locale_id=loc_(\w+)/.exec(url)?.[1] ?? '';
        return {
          body: { api_id: 'fil_1', name: 'c/en.yml', keys: 2, content: { [code]: texts.get(code) ?? {} } },
        };
      })
      .on('upload', ({ body }) => {
        const { filename } = JSON.parse(body) as { filename: string };
        const code = filename.slice(2, 4);
        texts.set(code, held(code, {}));
        const last_version = { id: `fiv_${++uploads}`, number: uploads, upload: 'api' };
        return { body: { api_id: 'fil_1', name: 'c/en.yml', project_id: 'pro_1', last_version } };
      });
    for (const code of ['en', 'de']) s.file(`c/${code}.yml`, `a:\n  x: x${code}\nt: t${code}\n`);
    (await s.run('push')).code(0).emptyStderr();
    const more = path.length === 1 ? { '<<': 'Text' } : { a: { x: 'xde', '<<': 'Text' } };
    texts.set('de', held('de', { t: 'new', ...more }));
    const ran = (await s.run('pull')).code(0);
    ran.stderr(
      `warning: c/de.yml: the service has a text under the name ${path.join('.')}, and a YAML file cannot hold one there, since << merges maps: "Text"`,
    );
    s.reads('c/de.yml', 'a:\n  x: xde\nt: new\n');
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
  });
});
