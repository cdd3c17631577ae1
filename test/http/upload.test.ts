import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LocsyncError } from '../../src/core/errors/index.js';
import { HttpHarness, EVENT } from '../support/http-harness.js';

describe('uploads', () => {
  let harness: HttpHarness;
  beforeEach(async () => {
    harness = await HttpHarness.start();
  });
  afterEach(() => harness.end());

  it.each([
    ['HT-07', 409],
    ['HT-08', 412],
  ])('%s %i on an upload says to pull first and sends nothing more', async (_, status) => {
    harness.server.on('upload', { status, body: { message: 'version 4 is newer' } });
    const error = await harness.error(harness.upload());
    expect(error).toMatchObject({ code: 'UPLOAD_CONFLICT', exit: 1 });
    expect(`${error.message} ${String(error.hint)}`).toMatch(
      /changed on the service.*version 4 is newer.*pull first/,
    );
    expect(harness.server.of('upload')).toHaveLength(1);
  });

  it('HT-09 413 fails one file of three', async () => {
    harness.server.on(
      'upload',
      { body: { api_id: 'f', name: 'a.yml' } },
      { status: 413 },
      { body: { api_id: 'f', name: 'c.yml' } },
    );
    await harness.upload('a.yml');
    const error = await harness.error(harness.upload('b.yml'));
    expect(error).toMatchObject({ code: 'UPLOAD_TOO_LARGE', exit: 4 });
    expect(error.message).toContain('"b.yml" is too large for the service: 19 bytes');
    await harness.upload('c.yml');
    expect(harness.server.of('upload')).toHaveLength(3);
  });

  it('HT-25 an unclear answer that explains itself: the error says what the service said', async () => {
    harness.server.on('upload', { status: 500, body: { message: 'the disk quota is used up' } });
    const error = await harness.error(harness.upload('de.yml', [false, false, false]));
    expect(error.code).toBe('UPLOAD_UNKNOWN');
    expect(error.message).toContain('status 500 (the disk quota is used up)');
  });

  it('HT-10 422 shows the faults of the fields', async () => {
    const refuse = (text: string): { status: number; body: unknown } => ({
      status: 422,
      body: { message: 'Validation failed', errors: { content: [text], filename: ['is bad', 'is long'] } },
    });
    harness.server.on('upload', { body: { api_id: 'f', name: 'a.yml' } }, refuse('no \u001b[31mYAML'));
    await harness.upload('a.yml');
    const error = await harness.error(harness.upload('b.yml'));
    expect(error.code).toBe('UPLOAD_REFUSED');
    expect(error.message).toContain(
      'Validation failed; content: no \\u{1b}[31mYAML; filename: is bad; is long',
    );
    expect(harness.server.of('upload')).toHaveLength(2);
  });

  it('HT-11 408: a GET is sent again, an upload looked for first', async () => {
    harness.server.on('project', { status: 408 }, { body: { api_id: 'pro_1' } });
    await harness.client.service.project();
    harness.server.on('upload', { status: 408 });
    expect(await harness.upload('de.yml', [true])).toMatchObject({ asked: 1 });
    expect(harness.server.of('upload')).toHaveLength(1);
  });

  it('HT-18 429 on an upload is sent again, the same bytes', async () => {
    harness.server.on(
      'upload',
      { status: 429, headers: { 'retry-after': '1' } },
      { status: 201, body: { api_id: 'f', name: 'de.yml' } },
    );
    expect(await harness.upload()).toMatchObject({ asked: 0 });
    const [first, second] = harness.server.of('upload');
    expect(second?.body).toBe(first?.body);
  });

  it.each([
    ['HT-20', 500, {}],
    ['HT-22', 503, {}],
    ['HT-22', 503, { 'retry-after': '5' }],
    ['HT-21', 502, {}],
    ['HT-21', 504, {}],
  ])('%s %i on an upload that was stored is confirmed, one version', async (_, status, headers) => {
    harness.server.on('upload', { status, headers, body: '<html><title>Gateway</title></html>' });
    expect(await harness.upload('de.yml', [false, false, true])).toMatchObject({ asked: 3 });
    expect(harness.server.of('upload')).toHaveLength(1);
    expect(harness.client.notices.at(-1)).toBe('de.yml: confirmed after an unclear answer');
  });

  it.each([502, 504, 500, 503])('HT-21 %i on an upload that was not stored: one more try', async (status) => {
    harness.server.on(
      'upload',
      { status },
      { status: 201, body: { api_id: 'f', name: 'de.yml', last_version: { number: 2 } } },
    );
    const { uploaded, asked } = await harness.upload('de.yml', [false]);
    expect(uploaded.version).toBe(2);
    expect(asked).toBe(3);
    expect(harness.server.of('upload')).toHaveLength(2);
  });

  it('an upload that is unclear twice is unknown, with file and event', async () => {
    harness.server.on('upload', { status: 500 });
    const error = await harness.error(harness.upload('de.yml', [false]));
    expect(error).toMatchObject({
      code: 'UPLOAD_UNKNOWN',
      exit: 4,
      hint: 'push again: it compares before it sends',
    });
    expect(error.message).toMatch(/"de.yml".*evt_77.*status 500/);
    expect(harness.server.of('upload')).toHaveLength(2);
  });

  it('where other uploads get through, an unlucky one is sent as often as any call, each time only after looking', async () => {
    const done = { status: 201, body: { api_id: 'f', name: 'de.yml' } };
    harness.server.on('upload', done, { status: 503 }, { status: 503 }, { status: 503 }, done);
    await harness.upload('en.yml');
    expect(await harness.upload('de.yml', [false])).toMatchObject({ asked: 9 });
    expect(harness.server.of('upload')).toHaveLength(5);
  });

  it('where uploads stop getting through, each is sent twice at most', async () => {
    harness.server.on('upload', { status: 201, body: { api_id: 'f', name: 'en.yml' } }, { status: 503 });
    await harness.upload('en.yml');
    const sends: number[] = [];
    for (let file = 1; file <= 4; file += 1) {
      const before = harness.server.of('upload').length;
      expect((await harness.error(harness.upload('de.yml', [false]))).code).toBe('UPLOAD_UNKNOWN');
      sends.push(harness.server.of('upload').length - before);
    }
    expect(sends).toEqual([5, 3, 2, 2]);
  });

  it('a look that fails does not end the looking: the next one tells', async () => {
    harness.server.on('upload', { status: 500 });
    const down = LocsyncError.of('ANSWER_EMPTY', { what: 'x', status: 200 });
    expect(await harness.upload('de.yml', [down, true])).toMatchObject({ asked: 2 });
    expect(harness.server.of('upload')).toHaveLength(1);
  });

  it('an upload answered with 503 and a long Retry-After is unknown at once', async () => {
    harness.server.on('upload', { status: 503, headers: { 'retry-after': '600' } });
    const error = await harness.error(harness.upload('de.yml', [true]));
    expect(error).toMatchObject({ code: 'UPLOAD_UNKNOWN' });
    expect(error.message).toContain('600 s');
  });

  it('HT-15 after 429 and a long Retry-After no other upload is sent', async () => {
    harness.server.on('upload', { status: 429, headers: { 'retry-after': '3600' } });
    const errors = await Promise.all(
      Array.from({ length: 30 }, (_, i) => harness.error(harness.upload(`m${i}/de.yml`))),
    );
    expect(harness.server.of('upload').length).toBeLessThanOrEqual(8);
    expect(new Set(errors)).toHaveProperty('size', 1);
    expect(errors[0]).toMatchObject({ code: 'WAIT_TOO_LONG', exit: 4 });
  });

  it('HT-15 after 503 and a long Retry-After only what was under way is unknown', async () => {
    const done = { status: 201, body: { api_id: 'f', name: 'de.yml' } };
    harness.server.on('upload', done, { status: 503, headers: { 'retry-after': '600' } });
    await harness.upload();
    const errors = await Promise.all(
      Array.from({ length: 30 }, (_, i) => harness.error(harness.upload(`m${i}/de.yml`))),
    );
    const unknown = errors.filter(({ code }) => code === 'UPLOAD_UNKNOWN');
    expect(harness.server.of('upload')).toHaveLength(1 + unknown.length);
    expect(unknown.length).toBeLessThanOrEqual(8);
    const others = new Set(errors.filter((error) => !unknown.includes(error)));
    expect([...others].map(({ code }) => code)).toEqual(['WAIT_TOO_LONG']);
  });

  it.each([
    [201, ''],
    [204, undefined],
    [201, '{}'],
    [200, '[]'],
    [201, '{"name":"de.yml"}'],
    [200, '<html><title>ok</title></html>'],
    [201, '{"api_id":"fil'],
  ])(
    'BD-23 an upload answered with %j %j is confirmed by reading back, not sent again',
    async (status, body) => {
      harness.server.on('upload', { status, body });
      const { uploaded, asked } = await harness.upload('de.yml', [false, true]);
      expect(uploaded).toEqual({ sourceFile: undefined, version: undefined });
      expect(asked).toBe(2);
      expect(harness.client.clock.slept).toEqual([1000, 3000]);
      expect(harness.server.of('upload')).toHaveLength(1);
    },
  );

  it('BD-23 if reading back does not show it, it is unknown and still not sent again', async () => {
    harness.server.on('upload', { status: 201, body: '' });
    expect(await harness.error(harness.upload('de.yml', [false]))).toMatchObject({
      code: 'UPLOAD_UNKNOWN',
      exit: 4,
    });
    expect(harness.client.clock.slept).toEqual([1000, 3000, 6000]);
    expect(harness.server.of('upload')).toHaveLength(1);
  });

  it('an upload whose answer names the file but no version is done', async () => {
    harness.server.on('upload', { body: { api_id: 'fil_1', name: 'en.yml', last_version: null } });
    const { uploaded, asked } = await harness.upload();
    expect(uploaded).toEqual({ sourceFile: { id: 'fil_1', name: 'en.yml' }, version: undefined });
    expect(asked).toBe(0);
  });

  it('sends the digits of an event id as an integer if they are a safe one, else the id itself', async () => {
    await harness.upload('de.yml', [false], { ...EVENT, id: 'evt_9007199254740993' });
    await harness.upload('de.yml', [false], { ...EVENT, id: 'evt_0012' });
    await harness.upload('de.yml', [false], { ...EVENT, id: 'abc' });
    expect(harness.server.of('upload').map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { event_id: 'evt_9007199254740993' },
      { event_id: 12 },
      { event_id: 'abc' },
    ]);
  });
});
