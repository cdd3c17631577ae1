import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpHarness } from '../support/http-harness.js';
import { TOKEN } from '../support/connected.js';
import { pour, speak } from '../support/scripted-server.js';

describe('HTTP status and headers', () => {
  let harness: HttpHarness;
  beforeEach(async () => {
    harness = await HttpHarness.start();
  });
  afterEach(() => harness.end());

  it('HT-01 401 ends the run after one request', async () => {
    const { server, client } = harness;
    server.on('project', { status: 401, body: { error: 'expired' } });
    const error = await harness.error(client.service.project());
    expect(error).toMatchObject({ code: 'TOKEN_REJECTED', exit: 3 });
    expect(error.message).toContain(`${server.url.host} rejected the token (401): expired`);
    expect(await harness.error(client.service.locales())).toBe(error);
    expect(await harness.error(harness.upload())).toBe(error);
    expect(server.requests).toHaveLength(1);
  });

  it('HT-02 401 in the middle of a run stops what still waits', async () => {
    await harness.connect({ concurrency: 2 });
    const ok = (): { body: unknown } => ({
      body: { api_id: 'fil_1', name: 'en.yml', keys: 1, content: { de: {} } },
    });
    harness.server.on('texts', ok, ok, ok, { status: 401 });
    const ends = await Promise.allSettled(Array.from({ length: 10 }, () => harness.texts()));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(harness.server.of('texts').length).toBeLessThanOrEqual(5);
  });

  it('HT-03 403 is no access to the project, once, and ends the run', async () => {
    harness.server.on('locales', { status: 403, body: { detail: 'not a member' } });
    const error = await harness.error(harness.client.service.locales());
    expect(error).toMatchObject({ code: 'ACCESS_DENIED', exit: 3 });
    expect(error.message).toContain('no access to project pro_1');
    expect(await harness.error(harness.client.service.project())).toBe(error);
    expect(harness.server.requests).toHaveLength(1);
  });

  it('HT-05 404 of the project is reported once, exit 3', async () => {
    for (const endpoint of ['project', 'locales', 'sourceFiles', 'event'] as const)
      harness.server.on(endpoint, { status: 404 });
    const { service } = harness.client;
    for (const call of [service.project(), service.locales(), service.sourceFiles(), service.createEvent()]) {
      const error = await harness.error(call);
      expect(error).toMatchObject({ code: 'PROJECT_NOT_FOUND', exit: 3 });
      expect(error.message).toContain('or the token cannot see it');
    }
    expect(harness.server.requests).toHaveLength(4);
  });

  it('a base URL that holds /api/v1 is reported, and an empty object is not shown', async () => {
    await harness.connect({ baseUrl: new URL('/api/v1', harness.server.url) });
    harness.server.on('project', { status: 404, body: {} });
    const error = await harness.error(harness.client.service.project());
    expect(error).toMatchObject({ code: 'PROJECT_NOT_FOUND', exit: 3 });
    expect(error.message).toMatch(/\(404\)$/);
    expect(error.hint).toContain('leave /api/v1 out of the base URL');
  });

  it.each([404, 410])('HT-06 %i of one file names the file and is not a missing project', async (status) => {
    harness.server.on('texts', { status });
    const error = await harness.error(harness.texts());
    expect(error).toMatchObject({ code: 'SOURCE_FILE_NOT_FOUND', exit: 4 });
    expect(error.message).toContain('"en.yml"');
    await harness.client.service.project();
  });

  it('HT-19 500 once on a GET is sent again', async () => {
    harness.server.on('locales', { status: 500 }, { body: [{ api_id: 'l', code: 'en' }] });
    expect(await harness.client.service.locales()).toHaveLength(1);
  });

  it.each([501, 505, 511])('HT-23 %i is reported at once', async (status) => {
    harness.server.on('project', { status }).on('upload', { status });
    const error = await harness.error(harness.client.service.project());
    expect(error.code).toBe(status === 511 ? 'NETWORK_LOGIN_REQUIRED' : 'SERVICE_STATUS');
    expect(error.message).toContain(status === 511 ? 'network login required' : String(status));
    expect((await harness.error(harness.upload())).code).toBe(error.code);
    expect(harness.server.requests).toHaveLength(2);
  });

  it.each([204, 205, 206, 304])('HT-28 %i if a body is due is an error', async (status) => {
    const body = status === 206 ? { api_id: 'fil_1', content: { de: {} } } : undefined;
    harness.server.on('texts', { status, body }).on('project', { status });
    expect((await harness.error(harness.texts())).message).toContain(String(status));
    expect((await harness.error(harness.client.service.project())).exit).toBe(4);
    expect(harness.server.requests).toHaveLength(2);
  });

  it('HT-29 103 Early Hints before the 200 do not matter', async () => {
    const body = JSON.stringify({ api_id: 'pro_1' });
    harness.server.on(
      'project',
      speak(
        `HTTP/1.1 103 Early Hints\r\nlink: </s.css>; rel=preload\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      ),
    );
    expect((await harness.client.service.project()).id).toBe('pro_1');
  });

  it('HT-30 a gzip bomb is refused at the size limit', async () => {
    const member = gzipSync(Buffer.alloc(2 ** 20));
    harness.server.on('texts', {
      body: Buffer.concat(Array.from({ length: 200 }, () => member)),
      headers: { 'content-encoding': 'gzip' },
    });
    const error = await harness.error(harness.texts());
    expect(error.code).toBe('ANSWER_REFUSED');
    expect(error.message).toContain('larger than 64 MiB');
    expect(harness.server.requests).toHaveLength(1);
  });

  it('an answer over 64 MiB is refused', async () => {
    harness.server.on('texts', pour('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n', 100_000_000));
    expect((await harness.error(harness.texts())).message).toContain('larger than 64 MiB');
  });

  it('HT-31 fifty encodings are refused, and one that was not asked for', async () => {
    harness.server.on('project', {
      body: 'x',
      headers: { 'content-encoding': Array(50).fill('gzip').join(', ') },
    });
    expect((await harness.error(harness.client.service.project())).message).toContain(
      'too many content encodings (50)',
    );
    harness.server.on('project', { body: 'x', headers: { 'content-encoding': 'zstd' } });
    expect((await harness.error(harness.client.service.project())).message).toContain('zstd');
    harness.server.on('upload', { status: 201, body: 'x', headers: { 'content-encoding': 'zstd' } });
    expect(await harness.upload('de.yml', [true])).toMatchObject({ asked: 1 });
    expect(await harness.error(harness.upload('de.yml', [false]))).toMatchObject({ code: 'UPLOAD_UNKNOWN' });
    expect(harness.server.of('upload')).toHaveLength(2);
  });

  it.each([undefined, 'text/plain', 'application/vnd.api+json'])('HT-32 JSON as %s is read', async (type) => {
    harness.server.on('project', {
      body: '{"api_id":"pro_1"}',
      headers: type === undefined ? {} : { 'content-type': type },
    });
    expect((await harness.client.service.project()).id).toBe('pro_1');
  });

  it('HT-33 a header of 40 KB is refused', async () => {
    harness.server.on('project', { body: { api_id: 'pro_1' }, headers: { 'x-long': 'x'.repeat(40_000) } });
    const error = await harness.error(harness.client.service.project());
    expect(error.message).toContain('headers too large');
    expect(harness.server.requests).toHaveLength(1);
  });

  it.each(['Basic realm="x"', 'Negotiate'])(
    'HT-34 401 with WWW-Authenticate: %s sends nothing else',
    async (challenge) => {
      harness.server.on('project', { status: 401, headers: { 'www-authenticate': challenge } });
      expect((await harness.error(harness.client.service.project())).code).toBe('TOKEN_REJECTED');
      expect(harness.server.requests.map(({ headers }) => headers['authorization'])).toEqual([
        `Bearer ${TOKEN}`,
      ]);
    },
  );

  it('HT-42 a cookie is never sent back', async () => {
    harness.server.on('project', {
      body: { api_id: 'pro_1' },
      headers: { 'set-cookie': 'session=1; Path=/' },
    });
    await harness.client.service.project();
    await harness.client.service.project();
    expect(harness.server.requests.map(({ headers }) => headers['cookie'])).toEqual([undefined, undefined]);
  });

  it('an interrupt ends a wait and a request at once with its reason', async () => {
    const reason = new Error('stop');
    harness.server.on('project', { raw: () => harness.client.abort.abort(reason) });
    await expect(harness.client.service.project()).rejects.toBe(reason);
    await expect(harness.client.service.locales()).rejects.toBe(reason);
    expect(harness.server.requests).toHaveLength(1);
  });
});
