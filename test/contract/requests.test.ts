import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'undici';
import { raw } from '../support/raw.js';
import { exchange, readDatabase, withService } from '../support/service.js';
import type { Answer, TestService } from '../support/service.js';

let service: TestService;
let base: string;
beforeAll(async () => {
  service = await withService({ project: 'pro_1', limits: { bodyBytes: 6_000_000 } });
  base = `${service.url}/api/v1/projects/pro_1`;
});
afterAll(() => service.close());

const PATHS = ['', '/locales', '/events', '/source_files', '/source_files/fil_1'];
const JSON_TYPE = { 'content-type': 'application/json' };

function expectProblem(answer: Answer, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.json).toMatchObject({ type: 'about:blank', status });
}

function stored(): unknown {
  return readDatabase(
    service.db,
    'SELECT (SELECT count(*) FROM source_file) AS files, (SELECT count(*) FROM version) AS versions, (SELECT count(*) FROM event) AS events',
  );
}

describe('authentication', () => {
  it.each(PATHS)('SV-01 refuses %j without Authorization with 401 and WWW-Authenticate', async (path) => {
    const answer = await exchange(base + path, {});
    expectProblem(answer, 401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('SV-02 refuses other schemes, no token, two tokens and a token in the query', async () => {
    for (const authorization of [
      `Basic ${service.token}`,
      'Bearer',
      `Bearer ${service.token} b`,
      `Bearer a, Bearer ${service.token}`,
    ]) {
      expectProblem(await exchange(base, { headers: { authorization } }), 401);
    }
    expectProblem(await exchange(`${base}?access_token=${service.token}`, {}), 401);
  });

  it('SV-02 refuses two Authorization headers even if both are right', async () => {
    const header = `Authorization: Bearer ${service.token}\r\n`;
    const answer = await raw(
      service.url,
      `GET /api/v1/projects/pro_1 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${header}${header}\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('SV-03 refuses the token in another case, cut off, or longer', async () => {
    const { token } = service;
    for (const other of [token.toUpperCase(), token.slice(0, -1), `${token}x`, `x${token}`, token.slice(1)]) {
      expectProblem(await exchange(base, { headers: { authorization: `Bearer ${other}` } }), 401);
    }
  });

  it('takes the scheme in any case (RFC 9110, section 11.1)', async () => {
    expect((await exchange(base, { headers: { authorization: `bearer ${service.token}` } })).status).toBe(
      200,
    );
  });
});

describe('a request that names the service, as to a proxy (RFC 9112, section 3.2.2)', () => {
  const ask = async (
    host: string,
    path = '/api/v1/projects/pro_1/source_files?per_page=50',
  ): Promise<string> =>
    raw(
      service.url,
      `GET http://${host}${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer ${service.token}\r\n\r\n`,
    );

  it('is answered as any other', async () => {
    expect(await ask('127.0.0.1')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask('127.0.0.1', '')).toMatch(/^HTTP\/1\.1 404 /);
  });

  it.each(['evil.test', 'localhost', '127.0.0.1:80', ''])(
    'SV-04 is refused if its Host header is not %j, too',
    async (host) => {
      expect(await ask(host)).toMatch(/^HTTP\/1\.1 400 /);
    },
  );
});

describe('web pages', () => {
  it.each(['evil.test', 'evil.test:80', 'localhost.evil.test', '127.0.0.1.evil.test'])(
    'SV-04 refuses Host %s with 403',
    async (host) => {
      expectProblem(await service.ask('', { headers: { host } }), 403);
    },
  );

  it.each(['localhost', 'LOCALHOST:1234', '127.0.0.1', '[::1]:80'])('answers Host %s', async (host) => {
    expect((await service.ask('', { headers: { host } })).status).toBe(200);
  });

  it.each(['https://evil.test', 'null', 'http://localhost:1'])(
    'SV-05 refuses Origin %s and its preflight, and allows no origin',
    async (origin) => {
      const preflight = { origin, 'access-control-request-method': 'POST' };
      for (const answer of [
        await service.ask('', { headers: { origin } }),
        await service.ask('/events', { method: 'OPTIONS', headers: preflight }),
      ]) {
        expectProblem(answer, 403);
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
    },
  );
});

describe('bodies', () => {
  it.each([
    ['no JSON', '{"filename":', 400],
    ['nothing', '', 400],
    ['a list', '[]', 422],
    ['a text', '"x"', 422],
    ['null', 'null', 422],
    ['no filename', '{"event_id":1,"content":"{}"}', 422],
    ['a filename that is a number', '{"filename":1,"event_id":1,"content":"{}"}', 422],
    ['no content', '{"filename":"a.json","event_id":1}', 422],
    ['content that is an object', '{"filename":"a.json","event_id":1,"content":{}}', 422],
    ['a million open brackets', '['.repeat(1_000_000), 400],
    ['deep nesting', `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 422],
  ])('SV-08 refuses %s and stores nothing', async (_, body, status) => {
    const before = stored();
    expectProblem(await service.ask('/source_files', { method: 'POST', body }), status);
    expect(stored()).toEqual(before);
  });

  it('SV-08 names the field that is wrong', async () => {
    const { json } = await service.ask('/source_files', { body: { event_id: 1, content: '' } });
    expect(json).toMatchObject({ errors: [{ pointer: '#/filename' }] });
  });

  it('refuses bytes that are not UTF-8 with 400', async () => {
    const { statusCode, body } = await request(`${base}/events`, {
      method: 'POST',
      headers: { ...JSON_TYPE, authorization: `Bearer ${service.token}` },
      body: Buffer.from([0x7b, 0xff, 0x7d]),
    });
    expect([statusCode, ((await body.json()) as { status: number }).status]).toEqual([400, 400]);
  });

  it.each([
    ['broken.json', '{"a":'],
    ['broken.yml', 'a: [1'],
    ['deep.json', '['.repeat(200_000)],
  ])('refuses content that is no %s with 422 and a position', async (filename, content) => {
    const answer = await service.upload(filename, content);
    expectProblem(answer, 422);
    expect(answer.json).toMatchObject({ detail: expect.stringMatching(/line \d+, column \d+$/) as string });
  });

  it.each([
    undefined,
    null,
    999,
    'evt_999',
    '999',
    'evt_0',
    'evt_01',
    -1,
    1.5,
    true,
    [1],
    'fil_1',
    '1 OR 1=1',
  ])('SV-09 refuses event_id %j with 422 and stores nothing', async (id) => {
    const before = stored();
    const body = { filename: 'a.json', content: '{}', ...(id === undefined ? {} : { event_id: id }) };
    expectProblem(await service.ask('/source_files', { body }), 422);
    expect(stored()).toEqual(before);
  });

  it.each([
    '',
    '..',
    '../a.json',
    'a/../b.json',
    './a.json',
    '/etc/a.json',
    'a//b.json',
    'a\\b.json',
    'C:\\a.json',
    'c:a.json',
    'a\u0000.json',
    'a\nb.json',
    'a\u0085.json',
    '\ud800.json',
    'con.json',
    'locales/AUX.yml',
    'nul',
    'a.json.',
    'a /b.json',
    'lpt1.x.yml',
    'a.xml',
    'a',
    '.json/',
    `${'a'.repeat(2000)}.json`,
  ])('SV-10 refuses filename %j with 422 and stores nothing', async (filename) => {
    const event = await service.event();
    const before = stored();
    expectProblem(await service.upload(filename, '{}', event), 422);
    expect(stored()).toEqual(before);
  });

  it('SV-11 refuses a body over the limit with 413 and closes the connection, by its Content-Length', async () => {
    const answer = await service.ask('/source_files', { method: 'POST', body: ' '.repeat(6_000_001) });
    expectProblem(answer, 413);
    expect(answer.headers['connection']).toBe('close');
  });

  it('SV-11 refuses a chunked body over the limit with 413 as soon as it is over it', async () => {
    const chunk = `f4240\r\n${' '.repeat(1_000_000)}\r\n`;
    const answer = await raw(
      service.url,
      `POST /api/v1/projects/pro_1/source_files HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${service.token}\r\n` +
        `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(8)}`,
      { keepOpen: true },
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*application\/problem\+json.*Connection: close/is);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/json; charset=latin1',
    '',
  ])('SV-12 refuses Content-Type %j with 415', async (type) => {
    const before = stored();
    expectProblem(await service.ask('/events', { body: {}, headers: { 'content-type': type } }), 415);
    expect(stored()).toEqual(before);
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'takes Content-Type %s',
    async (type) => {
      expect((await service.ask('/events', { body: {}, headers: { 'content-type': type } })).status).toBe(
        200,
      );
    },
  );

  it('refuses a compressed body with 415', async () => {
    expectProblem(await service.ask('/events', { body: {}, headers: { 'content-encoding': 'gzip' } }), 415);
  });
});

describe('paths, methods and ids', () => {
  const WRONG_IDS = [
    '1%20OR%201=1',
    "'",
    '1;DROP%20TABLE%20x',
    '99999999999999999999',
    '-1',
    'fil_99999999999999999999',
    'fil_-1',
    'fil_01',
    'fil_999',
    '%27',
  ];

  it.each(WRONG_IDS)('SV-14 answers 404 for the id %s', async (id) => {
    expectProblem(await service.ask(`/source_files/${id}`), 404);
    expectProblem(
      await exchange(`${service.url}/api/v1/projects/${id}`, {
        headers: { authorization: `Bearer ${service.token}` },
      }),
      404,
    );
  });

  it('SV-15 refuses an unknown, empty or repeated locale_id, and other parameters, with 422', async () => {
    await service.upload('ids.json', '{"a":"b"}');
    for (const query of [
      'locale_id=loc_9',
      'locale_id=',
      'locale_id=loc_1&locale_id=loc_2',
      'locale_id[]=loc_1',
      'locale=de',
      'locale_id=de',
    ]) {
      expectProblem(await service.ask(`/source_files/fil_1?${query}`), 422);
    }
  });

  it.each(PATHS)('SV-16 answers 405 with Allow for other methods on %j', async (path) => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) {
      const answer = await service.ask(path, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers['allow']).toBe(
        path === '/events' ? 'POST' : path === '/source_files' ? 'GET, POST' : 'GET',
      );
    }
  });

  it.each([
    '/api/v1/projects/pro_1//source_files',
    '//api/v1/projects/pro_1',
    '/api/v1/projects/pro_1/source_files/../locales',
    '/api/v1/projects/pro_1/%2e%2e',
    '/api/v1/projects/pro_1/%00',
    '/api/v1/projects/pro_1/%zz',
    '/api/v1/projects/pro_1/',
    '/api/v2/projects/pro_1',
    '/',
    '*',
    '/api/v1/projects/pro_1/source%5ffiles',
  ])('SV-17 answers 404 for the path %s', async (path) => {
    const answer = await raw(
      service.url,
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${service.token}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });

  it.each([
    'nonsense\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
  ])('answers %j with 400 and a problem', async (text) => {
    expect(await raw(service.url, text)).toMatch(
      /^HTTP\/1\.1 400 .*application\/problem\+json.*"status":400/s,
    );
  });

  it('answers an expectation that it does not know with 417 and a problem, and only to whom it answers at all', async () => {
    const asking = (host: string): Promise<string> =>
      raw(
        service.url,
        `POST /api/v1/projects/pro_1/events HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${service.token}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\nExpect: 100-foo\r\n\r\n{}',
      );
    const before = stored();
    expect(await asking('127.0.0.1')).toMatch(/^HTTP\/1\.1 417 .*application\/problem\+json.*"status":417/s);
    expect(await asking('evil.test')).toMatch(/^HTTP\/1\.1 403 .*application\/problem\+json/s);
    expect(stored()).toEqual(before);
  });

  it('answers CONNECT with 405 and a problem, and is not a proxy', async () => {
    const answer = await raw(
      service.url,
      'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n\r\nhello',
      { keepOpen: true },
    );
    expect(answer).toMatch(/^HTTP\/1\.1 405 .*Allow: GET, POST.*application\/problem\+json.*"status":405/s);
    expect((await service.ask('')).status).toBe(200);
  });

  it('answers headers that are too large with 431 and a problem', async () => {
    const answer = await raw(
      service.url,
      `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 .*application\/problem\+json/s);
  });
});
