import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { speak, type Endpoint, type Step } from '../support/scripted-server.js';
import { Session } from '../support/session.js';

/**
 * A project in step with the service, of which a newer text is there and another one here: both
 * directions have work to do.
 */
async function apart() {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'], retries: 1 } });
  const book = new FakeService(s.service.script);
  s.file('l/en.json', '{"k":"K","l":"L"}').file('l/de.json', '{"k":"Ä","l":"Ö"}');
  (await s.run('push')).code(0);
  s.file('l/en.json', '{"k":"K","l":"mine"}');
  book.set('de', { k: 'neu', l: 'Ö' });
  return { s, script: s.service.script, book };
}

const source = { api_id: 'fil_1', name: 'l/en.json', keys: 2 };
const locales = ['en', 'de'].map((code) => ({ api_id: `loc_${code}`, name: code, code, country: '' }));
const HTML = '<!doctype html><html><head><title>Log in</title></head><body>SECRET-PAGE</body></html>';
const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n';
const texts = (content: unknown): Step => ({ body: { ...source, content } });

describe('an answer that cannot be used: exit 4, what was asked for, and nothing is written, sent or recorded', () => {
  const rows: readonly (readonly [string, Endpoint, Step, readonly (string | RegExp)[]])[] = [
    ['BD-01', 'locales', { body: '' }, ['the list of locales', 'empty']],
    ['BD-01', 'sourceFiles', { body: '' }, ['the list of source files', 'empty']],
    ['BD-01', 'texts', { body: '' }, ['"l/en.json" in', 'empty']],
    ['BD-02', 'locales', { body: HTML, headers: { 'content-type': 'text/html' } }, ['HTML', 'Log in']],
    ['BD-02', 'texts', { body: HTML, headers: { 'content-type': 'text/html' } }, ['HTML', 'Log in']],
    [
      'BD-03',
      'texts',
      speak(`${head}{"api_id":"fil_1","name":"l/en.json","keys":2,"content":{"de":{"k":"ne`),
      ['"l/en.json" in'],
    ],
    [
      'BD-04',
      'texts',
      {
        body: Buffer.concat([
          Buffer.from('{"api_id":"fil_1","name":"l/en.json","keys":2,"content":{"de":{"k":"'),
          Buffer.of(0xff),
          Buffer.from('"}}}'),
        ]),
      },
      ['UTF-8'],
    ],
    ['BD-06', 'locales', { body: 'null' }, ['the list of locales', 'expected', 'got']],
    ['BD-06', 'sourceFiles', { body: '{"x":1}' }, ['the list of source files', 'expected', 'got']],
    ['BD-06', 'texts', { body: '[]' }, ['"l/en.json" in', 'expected an object, got']],
    ['BD-07', 'sourceFiles', { body: [{ name: 'l/en.json', keys: 1 }] }, ['item 1.api_id']],
    ['BD-07', 'sourceFiles', { body: [{ api_id: 'fil_1', keys: 1 }] }, ['item 1.name']],
    [
      'BD-08',
      'sourceFiles',
      { body: '[{"api_id":9007199254740993,"name":"l/en.json","keys":1}]' },
      ['9007199254740993'],
    ],
    ['BD-09', 'sourceFiles', { body: [{ ...source, api_id: '..' }] }, ['item 1.api_id', '".."']],
    [
      'BD-09',
      'locales',
      { body: [...locales, { ...locales[0], api_id: 'a/b' }] },
      ['item 3.api_id', '"a/b"'],
    ],
    ['BD-10', 'sourceFiles', { body: [source, { ...source, name: 'm/en.json' }] }, ['fil_1']],
    ['BD-12', 'texts', texts(null), ['content: expected an object']],
    ['BD-12', 'texts', texts({ de: 7, en: 7 }), ['expected an object']],
    ['BD-17', 'locales', { body: [] }, ['no locales']],
    ['BD-20', 'texts', { body: { error: { message: 'try later' } } }, ['try later']],
    ['BD-25', 'texts', { body: `{"a":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_001)}` }, ['nested']],
    [
      'BD-26',
      'texts',
      {
        body: '{"api_id":"fil_1","name":"l/en.json","keys":2,"content":{"de":{"k":"x","k":"y"},"en":{"k":"x","k":"y"}}}',
      },
      ['"k" occurs twice', /offset \d+.*offset \d+/],
    ],
  ];
  it.each(rows)('%s %s %#', async (_, endpoint, step, says) => {
    const { s, script } = await apart();
    script.on(endpoint, step);
    const posts = script.requests.filter(({ method }) => method === 'POST').length;
    const before = s.snapshot();
    for (const command of ['push', 'pull', 'pull --force --prune --allow-shrink --empty']) {
      const ran = (await s.run(command)).code(4);
      if (!command.startsWith('pull -')) ran.stderr(...says);
      ran.never('SECRET-PAGE');
    }
    s.unchanged(before);
    expect(script.requests.filter(({ method }) => method === 'POST')).toHaveLength(posts);
    expect(script.requests.every(({ url }) => !/undefined|null|9007199254740992|\.\./.test(url))).toBe(true);
  });

  it('BD-18 another project or another source file than was asked for: both ids are said', async () => {
    const { s, script } = await apart();
    const before = s.snapshot();
    script.on('texts', { body: { ...source, api_id: 'fil_9', content: { de: { k: 'x' }, en: { k: 'x' } } } });
    for (const command of ['push', 'pull']) (await s.run(command)).code(4).stderr('fil_9', 'fil_1');
    script.on('project', { body: { api_id: 'pro_2', name: 'Other' } });
    (await s.run('status')).code(4).stderr('pro_2', 'pro_1');
    s.unchanged(before);
  });

  it('BD-11 two source files of one name: an error that names both, nothing is written or sent', async () => {
    const { s, script } = await apart();
    const before = s.snapshot();
    for (const [one, other] of [
      ['fil_1', 'fil_2'],
      ['fil_2', 'fil_1'],
    ]) {
      script.on('sourceFiles', {
        body: [
          { ...source, api_id: one },
          { ...source, api_id: other },
        ],
      });
      for (const command of ['push', 'pull', 'status'])
        (await s.run(command)).code(2).stderr('l/en.json (fil_1)', 'l/en.json (fil_2)');
    }
    s.unchanged(before);
    expect(script.of('event')).toHaveLength(1); // of the first push
  });

  it('BD-05 BD-19 a byte-order mark and fields that no one knows do not matter', async () => {
    const { s, script } = await apart();
    const more = { extra: { deep: [1] }, errors: [], error: null };
    script.on('locales', { body: { ...more, locales: locales.map((one) => ({ ...one, ...more })) } });
    script.on('sourceFiles', { body: [{ ...source, ...more }] });
    script.on('texts', ({ url }) => ({
      body: `\ufeff${JSON.stringify({ ...source, ...more, content: url.includes('loc_de') ? { de: { k: 'neu', l: 'Ö' } } : { en: { k: 'K', l: 'L' } } })}`,
    }));
    (await s.run('pull')).code(0);
    s.reads('l/de.json', '{"k":"neu","l":"Ö"}');
  });
});

describe('texts of an error, as the program prints them', () => {
  const EVIL =
    '\u001b[2J\u001b]52;c;aGk=\u0007\r\u202e\n::add-mask::x\n::error::y ##[error] ##vso[task.setvariable variable=a]b ';

  it.each(['human', 'github', 'junit', 'json'])(
    'BD-21 BD-22 %s: no control character, no command, short, without the token',
    async (reporter) => {
      const { s, script } = await apart();
      const evil = `${EVIL} Bearer ${s.service.token} ${'x'.repeat(5_000)}`;
      for (const status of [400, 422]) {
        script.on('sourceFiles', { status, body: { message: evil } });
        const ran = (await s.run(`pull --reporter ${reporter}`)).code(4);
        // Session.run looks for the token and for control characters.
        ran.never(/^\s*::add-mask::/m, /^\s*::error::y/m, /##\[/, /##vso\[/, 'x'.repeat(400));
        expect(ran.out + ran.err, ran.transcript).toContain('***');
      }
    },
  );

  it('BD-27 of an endless error body little is kept, and its status is what is said', async () => {
    const { s, script } = await apart();
    script.on('sourceFiles', { status: 400, body: 'y'.repeat(20_000_000) });
    const ran = (await s.run('status')).code(4).stderr('400').never('y'.repeat(400));
    expect(ran.err.length).toBeLessThan(2_000);
  });
});
