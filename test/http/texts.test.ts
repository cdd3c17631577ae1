import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALL, HttpHarness } from '../support/http-harness.js';

describe('the texts of one language', () => {
  let harness: HttpHarness;
  beforeEach(async () => {
    harness = await HttpHarness.start();
  });
  afterEach(() => harness.end());

  const content = (value: unknown): unknown => ({ api_id: 'fil_1', name: 'en.yml', keys: 1, content: value });
  const german = (value: string): string =>
    `{"api_id":"fil_1","name":"en.yml","keys":1,"content":{"de":${value}}}`;

  it.each([null, 7, 'de:\n  hello: Hallo\n', [], true])(
    'BD-12 content that is %j is refused',
    async (value) => {
      harness.server.on('texts', { body: content(value) });
      const error = await harness.error(harness.texts());
      expect(error.code).toBe('ANSWER_SHAPE');
      expect(error.message).toContain('content: expected an object');
    },
  );

  it.each([null, 7, 'x'])('BD-12 a language that is %j is refused', async (value) => {
    harness.server.on('texts', { body: content({ de: value }) });
    expect((await harness.error(harness.texts())).message).toContain('content.de: expected an object');
  });

  it('a language that is an empty list has no texts, as one that is an empty object', async () => {
    for (const value of [[], {}]) {
      harness.server.on('texts', { body: content({ de: value }) });
      expect(await harness.texts()).toEqual([]);
    }
  });

  it('BD-26 a duplicate key is refused with the key and both positions', async () => {
    harness.server.on('texts', { body: german('{"a":{"hello":"x","hello":"y"}}') });
    const error = await harness.error(harness.texts());
    expect(error.code).toBe('ANSWER_NOT_JSON');
    expect(error.message).toMatch(/"hello" occurs twice, at offset \d+ and again at offset \d+/);
  });

  it('nested texts become segments, lists their indices, and no text is changed', async () => {
    harness.server.on('texts', {
      body: german(
        '{"a.b":"1","n":{"big":9007199254740993,"f":1.0,"e":1E400,"t":true,"z":null,"":""},"l":["x",{"y":"z"},[]],"__proto__":{"toString":"p"},"constructor":"c","s":"\\ud83d\\ude00\\n"}',
      ),
    });
    expect(await harness.texts()).toEqual([
      { key: ['a.b'], text: '1' },
      { key: ['n', 'big'], text: '9007199254740993' },
      { key: ['n', 'f'], text: '1.0' },
      { key: ['n', 'e'], text: '1E400' },
      { key: ['n', 't'], text: 'true' },
      { key: ['n', 'z'], text: null },
      { key: ['n', ''], text: '' },
      { key: ['l', '0'], text: 'x', items: [1] },
      { key: ['l', '1', 'y'], text: 'z', items: [1] },
      { key: ['__proto__', 'toString'], text: 'p' },
      { key: ['constructor'], text: 'c' },
      { key: ['s'], text: '😀\n' },
    ]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  describe('the key of content', () => {
    const locale = (id: string, code: string, country = ''): (typeof ALL)[number] => ({
      id,
      name: '',
      code,
      country,
    });
    const brazil = locale('l1', 'pt', 'BR');
    const portugal = locale('l2', 'pt', 'PT');
    const bare = locale('l3', 'de');
    const project = [brazil, portugal, bare];

    it.each([
      ['code-country', 'pt-BR'],
      ['another case and _', 'PT_br'],
      ['the code alone', 'pt'],
      ['a single name of another kind', 'Portuguese (Brazil)'],
    ])('is found by %s', async (_, key) => {
      harness.server.on('texts', { body: content({ [key]: { hello: 'Oi' } }) });
      expect(await harness.texts(brazil, project)).toEqual([{ key: ['hello'], text: 'Oi' }]);
    });

    it('code-country wins over the code', async () => {
      harness.server.on('texts', {
        body: content({ pt: { hello: 'Olá' }, 'pt-BR': { hello: 'Oi' }, de: { hello: 'Hallo' } }),
      });
      expect(await harness.texts(brazil, project)).toEqual([{ key: ['hello'], text: 'Oi' }]);
      expect(await harness.texts(portugal, project)).toEqual([{ key: ['hello'], text: 'Olá' }]);
      expect(await harness.texts(bare, project)).toEqual([{ key: ['hello'], text: 'Hallo' }]);
    });

    it.each([{ de: {} }, { 'pt-PT': {} }, { PT_pt: {} }, { fr: {}, it: {} }])(
      'another language is refused: %j',
      async (value) => {
        harness.server.on('texts', { body: content(value) });
        expect(await harness.error(harness.texts(brazil, project))).toMatchObject({
          code: 'ANOTHER_LANGUAGE',
          exit: 4,
        });
      },
    );

    it('one language in two spellings is refused', async () => {
      harness.server.on('texts', { body: content({ 'pt-BR': {}, pt_br: {} }) });
      expect((await harness.error(harness.texts(brazil, project))).code).toBe('ANSWER_SHAPE');
    });

    it('no language at all means that there are no texts yet', async () => {
      harness.server.on('texts', { body: content({}) });
      expect(await harness.texts(brazil, project)).toEqual([]);
    });
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['br', brotliCompressSync],
    ['identity', (bytes: Buffer) => bytes],
  ] as const)('reads %s', async (encoding, encode) => {
    harness.server.on('texts', {
      body: encode(Buffer.from(german('{"hello":"Hallo"}'))),
      headers: { 'content-encoding': encoding },
    });
    expect(await harness.texts()).toHaveLength(1);
  });

  it('reads a compressed error', async () => {
    const body = gzipSync(JSON.stringify({ error: 'too bad' }));
    harness.server.on('project', { status: 400, body, headers: { 'content-encoding': 'gzip' } });
    expect((await harness.error(harness.client.service.project())).message).toContain('too bad');
  });

  it('a damaged or cut compressed body is asked for again', async () => {
    const body = gzipSync(german('{"hello":"Hallo"}'));
    const headers = { 'content-encoding': 'gzip' };
    harness.server.on(
      'texts',
      { body: body.subarray(0, -9), headers },
      { body: 'not gzip', headers },
      { body, headers },
    );
    expect(await harness.texts()).toHaveLength(1);
  });
});
