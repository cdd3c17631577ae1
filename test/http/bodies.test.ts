import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpHarness } from '../support/http-harness.js';
import { TOKEN } from '../support/connected.js';
import { pour, speak } from '../support/scripted-server.js';

describe('remote bodies', () => {
  let harness: HttpHarness;
  beforeEach(async () => {
    harness = await HttpHarness.start();
  });
  afterEach(() => harness.end());

  const content = (value: unknown): unknown => ({ api_id: 'fil_1', name: 'en.yml', keys: 1, content: value });
  const german = (value: string): string =>
    `{"api_id":"fil_1","name":"en.yml","keys":1,"content":{"de":${value}}}`;

  it('BD-01 an empty body on any GET is an error that names what was asked for', async () => {
    const { server, client } = harness;
    for (const endpoint of ['project', 'locales', 'sourceFiles', 'texts'] as const)
      server.on(endpoint, { body: '' });
    expect(await harness.error(client.service.project())).toMatchObject({ code: 'ANSWER_EMPTY', exit: 4 });
    expect((await harness.error(client.service.locales())).message).toContain('the list of locales');
    expect((await harness.error(client.service.sourceFiles())).code).toBe('ANSWER_EMPTY');
    expect((await harness.error(harness.texts())).message).toContain('"en.yml" in de');
    expect(server.requests).toHaveLength(4);
  });

  it('BD-02 an HTML page is reported by its title and not shown', async () => {
    const page =
      '<!doctype html><html><head><title>Hotel\n Wi-Fi</title></head><body><b>log in</b></body></html>';
    harness.server.on('texts', { body: page, headers: { 'content-type': 'text/html' } });
    const error = await harness.error(harness.texts());
    expect(error.code).toBe('ANSWER_HTML');
    expect(error.message).toContain('Hotel Wi-Fi');
    expect(error.message).not.toContain('log in');
    harness.server.on('texts', { body: page, headers: { 'content-type': 'application/json' } });
    expect((await harness.error(harness.texts())).code).toBe('ANSWER_HTML');
  });

  it.each([
    ['in a string', '{"api_id":"fil_1","name":"en.yml","keys":1,"content":{"de":{"hello":"Hal'],
    ['in a character', Buffer.from('{"api_id":"fil_1","content":{"de":{"hello":"ä').subarray(0, -1)],
    ['in an escape', '{"api_id":"fil_1","content":{"de":{"hello":"\\u00'],
    ['after a comma', '{"api_id":"fil_1",'],
    ['in a word', '{"api_id":"fil_1","content":nul'],
  ])('BD-03 a close-delimited body cut %s counts as truncated: asked again, whole', async (_, cut) => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n';
    harness.server.on('texts', speak(Buffer.concat([Buffer.from(head), Buffer.from(cut)])), {
      body: german('{"hello":"Hallo"}'),
    });
    expect(await harness.texts()).toEqual([{ key: ['hello'], text: 'Hallo' }]);
    expect(harness.server.of('texts')).toHaveLength(2);
    harness.server.on('texts', speak(Buffer.concat([Buffer.from(head), Buffer.from(cut)])));
    expect(await harness.error(harness.texts())).toMatchObject({ code: 'ANSWER_LOST', exit: 4 });
  });

  it('BD-04 invalid UTF-8 is an encoding error, also at the very end', async () => {
    const bad = Buffer.from(german('{"hello":"?"}'));
    bad[bad.indexOf('?')] = 0xff;
    harness.server.on('texts', { body: bad });
    expect((await harness.error(harness.texts())).code).toBe('ANSWER_NOT_UTF8');
    harness.server.on('texts', { body: Buffer.concat([Buffer.from(german('{}')), Buffer.from([0xc3])]) });
    expect((await harness.error(harness.texts())).code).toBe('ANSWER_NOT_UTF8');
  });

  it('BD-05 a byte-order mark before the JSON does not matter', async () => {
    harness.server.on('texts', { body: `\ufeff${german('{"hello":"Hallo"}')}` });
    expect(await harness.texts()).toEqual([{ key: ['hello'], text: 'Hallo' }]);
  });

  it.each([null, [], 'x', 3, true])(
    'BD-06 %j if an object is due says what was expected and what came',
    async (body) => {
      harness.server
        .on('project', { body: JSON.stringify(body) })
        .on('texts', { body: JSON.stringify(body) })
        .on('event', {
          body: JSON.stringify(body),
        });
      for (const call of [
        harness.client.service.project(),
        harness.texts(),
        harness.client.service.createEvent(),
      ]) {
        const error = await harness.error(call);
        expect(error.code).toBe('ANSWER_SHAPE');
        expect(error.message).toContain('expected an object, got');
      }
    },
  );

  it.each([null, {}, 'x', { a: [1], b: [{ x: 1 }] }, { locales: 3 }])(
    'BD-06 %j if a list is due',
    async (body) => {
      harness.server
        .on('locales', { body: JSON.stringify(body) })
        .on('sourceFiles', { body: JSON.stringify(body) });
      expect((await harness.error(harness.client.service.locales())).code).toBe('ANSWER_SHAPE');
      expect((await harness.error(harness.client.service.sourceFiles())).code).toBe('ANSWER_SHAPE');
    },
  );

  it('takes a list wrapped into an object, whatever the wrapper is called', async () => {
    const items = [{ api_id: 'l1', name: 'German', code: 'de', country: null }];
    harness.server.on('locales', { status: 203, body: { data: items, warnings: [], meta: { page: 1 } } });
    expect(await harness.client.service.locales()).toEqual([
      { id: 'l1', name: 'German', code: 'de', country: '' },
    ]);
    harness.server.on('sourceFiles', { body: { source_files: [] } });
    expect(await harness.client.service.sourceFiles()).toEqual([]);
  });

  it.each([
    [[{ api_id: 'a', code: 'en' }, { code: 'de' }], 'item 2.api_id'],
    [[{ api_id: 'a' }], 'item 1.code'],
    [[{ api_id: 'a', code: '' }], 'item 1.code'],
    [[{ api_id: 'a', code: 'en', country: 4 }], 'item 1.country'],
    [['en'], 'item 1'],
  ])('BD-07 a locale without what it needs: %j', async (body, place) => {
    harness.server.on('locales', { body });
    const error = await harness.error(harness.client.service.locales());
    expect(error.code).toBe('ANSWER_SHAPE');
    expect(error.message).toContain(place);
  });

  it.each([
    [[{ api_id: 'f', keys: 1 }], 'item 1.name'],
    [[{ name: 'en.yml', keys: 1 }], 'item 1.api_id'],
    [[{ api_id: 'f', name: 'en.yml' }], 'item 1.keys'],
    [[{ api_id: 'f', name: 'en.yml', keys: -1 }], 'item 1.keys'],
    [[{ api_id: 'f', name: 'en.yml', keys: 1.5 }], 'item 1.keys'],
  ])('BD-07 a source file without what it needs: %j', async (body, place) => {
    harness.server.on('sourceFiles', { body });
    expect((await harness.error(harness.client.service.sourceFiles())).message).toContain(place);
  });

  it('BD-08 an id that is a number is refused with its exact digits', async () => {
    harness.server.on('sourceFiles', { body: '[{"api_id":9007199254740993,"name":"en.yml","keys":1}]' });
    expect((await harness.error(harness.client.service.sourceFiles())).message).toContain('9007199254740993');
  });

  it.each(['..', '.', 'a/b', 'x?y#z', '', 'a b', 'ä', 'x'.repeat(101), '%2e%2e'])(
    'BD-09 the id %j is refused',
    async (id) => {
      harness.server.on('sourceFiles', { body: [{ api_id: id, name: 'en.yml', keys: 1 }] });
      harness.server
        .on('locales', { body: [{ api_id: id, code: 'en' }] })
        .on('event', { body: { api_id: id, kind: 'api_upload' } });
      const { service } = harness.client;
      for (const call of [service.sourceFiles(), service.locales(), service.createEvent()]) {
        expect((await harness.error(call)).code).toBe('ANSWER_SHAPE');
      }
    },
  );

  it('BD-09 a project id that could leave its path is refused before anything is sent', async () => {
    expect(await harness.error(harness.connect({ project: '..' }))).toMatchObject({
      code: 'PROJECT_ID_INVALID',
      exit: 2,
    });
    expect(harness.server.connections).toBe(0);
  });

  it('BD-10 the same id twice in a list is refused, also on two pages', async () => {
    const file = { api_id: 'fil_1', name: 'en.yml', keys: 1 };
    harness.server.on('sourceFiles', { body: [file, { ...file, name: 'de.yml' }] });
    expect((await harness.error(harness.client.service.sourceFiles())).code).toBe('ANSWER_DUPLICATE');
    harness.server.on(
      'sourceFiles',
      { body: [file], headers: { link: '<?page=2>; rel=next' } },
      { body: [file] },
    );
    expect((await harness.error(harness.client.service.sourceFiles())).message).toContain('fil_1');
  });

  it('BD-17 a project without locales is an error', async () => {
    for (const body of [[], { locales: [] }]) {
      harness.server.on('locales', { body });
      expect(await harness.error(harness.client.service.locales())).toMatchObject({
        code: 'PROJECT_WITHOUT_LOCALES',
        exit: 4,
      });
    }
  });

  it('BD-18 an answer about another project or source file is an error with both ids', async () => {
    harness.server.on('project', { body: { api_id: 'pro_2', name: 'Shop' } });
    expect((await harness.error(harness.client.service.project())).message).toMatch(/pro_2.*pro_1/);
    harness.server.on('texts', { body: { ...Object(content({ de: {} })), api_id: 'fil_9' } });
    expect((await harness.error(harness.texts())).message).toMatch(/fil_9.*fil_1/);
    harness.server.on('upload', { body: { api_id: 'fil_1', name: 'de.yml', project_id: 'pro_2' } });
    expect((await harness.error(harness.upload())).code).toBe('ANSWER_FOR_ANOTHER');
  });

  it('BD-19 unknown fields are left alone everywhere', async () => {
    const more = { error: null, errors: [], extra: { deep: [1, 2] }, __proto__x: 1 };
    harness.server.on('project', { body: { api_id: 'pro_1', ...more } });
    harness.server.on('sourceFiles', { body: [{ api_id: 'fil_1', name: 'en.yml', keys: 2, ...more }] });
    harness.server.on('texts', { body: { ...Object(content({ de: { hello: 'Hallo' } })), ...more } });
    expect(await harness.client.service.project()).toEqual({
      id: 'pro_1',
      name: '',
      technology: '',
      framework: '',
      format: '',
    });
    expect(await harness.client.service.sourceFiles()).toHaveLength(1);
    expect(await harness.texts()).toHaveLength(1);
  });

  it('BD-20 an error inside a 200 is an error', async () => {
    harness.server.on('texts', { body: { error: { message: 'try later' }, content: { de: {} } } });
    const error = await harness.error(harness.texts());
    expect(error.code).toBe('ANSWER_IS_ERROR');
    expect(error.message).toContain('try later');
    harness.server.on('upload', { body: { error: 'bad YAML' } });
    expect((await harness.error(harness.upload())).message).toContain('bad YAML');
    expect(harness.server.of('upload')).toHaveLength(1);
  });

  it('BD-21 control characters and CI commands in an error come out visible and short', async () => {
    const evil = '\u001b[2J\u001b]52;c;aGk=\u0007\r\u202e ::add-mask::x ##[error] ##vso[task] ';
    harness.server.on('project', { status: 400, body: { message: evil + 'x'.repeat(5000) } });
    const { message } = await harness.error(harness.client.service.project());
    expect(message).toContain('\\u{1b}[2J');
    expect(message).toContain('\\u{202e}');
    expect(message).not.toMatch(/##(\[|vso\[)/);
    expect(message.length).toBeLessThan(400);
  });

  it('BD-22 an error that echoes our Authorization header shows ***', async () => {
    harness.server.on('project', { status: 400, body: { error: `bad header: Bearer ${TOKEN}` } });
    expect((await harness.error(harness.client.service.project())).message).toContain('Bearer ***');
    harness.server.on('project', { body: { api_id: TOKEN } });
    expect((await harness.error(harness.client.service.project())).message).toContain('***');
    harness.server.on('texts', { body: content({ [TOKEN]: {}, fr: {} }) });
    expect((await harness.error(harness.texts())).message).toContain('***');
    harness.server.on('texts', { body: `{"${TOKEN}":1,"${TOKEN}":2}` });
    expect((await harness.error(harness.texts())).message).toContain('***');
  });

  it('BD-25 JSON nested 100,000 deep is refused', async () => {
    harness.server.on('texts', { body: german(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`) });
    const error = await harness.error(harness.texts());
    expect(error.code).toBe('ANSWER_NOT_JSON');
    expect(error.message).toContain('nested deeper');
    harness.server.on('texts', { status: 400, body: '['.repeat(60_000) });
    expect((await harness.error(harness.texts())).code).toBe('SERVICE_STATUS');
  });

  it('BD-27 of a 100 MB error body little is read', async () => {
    let sent = 0;
    const head = 'HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain\r\ncontent-length: 100000000\r\n\r\n';
    harness.server.on(
      'project',
      pour(head, 100_000_000, (bytes) => {
        sent += bytes;
      }),
    );
    const error = await harness.error(harness.client.service.project());
    expect(error).toMatchObject({ code: 'SERVICE_STATUS' });
    expect(error.message).toContain('400');
    expect(error.message.length).toBeLessThan(400);
    expect(sent).toBeLessThan(30_000_000);
  });
});
