import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'undici';
import { PageClient } from '../support/page-client.js';
import { withService, type TestService } from '../support/service.js';

let service: TestService;
let page: PageClient;
beforeAll(async () => {
  service = await withService();
  await service.put('en', 'app.json', { hello: 'Hello' });
  page = await PageClient.open(service.page);
});
afterAll(() => service.close());

async function status(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<number> {
  const answer = await request(`${service.url}${path}`, { method: method as 'GET', headers });
  await answer.body.dump();
  return answer.statusCode;
}

const PATHS = [
  '/',
  '/ui/',
  '/ui/index.html',
  '/ui/page.js',
  '/ui/api/project',
  '/ui/api/live',
  '/ui/api/nothing',
];

describe('who may open the page', () => {
  it.each(PATHS)('PG-10 nobody without a code or its cookie: %s', async (path) => {
    expect(await status(path)).toBe(401);
    expect(await status(path, { cookie: `${page.cookie.split('=')[0] ?? ''}=wrong` })).toBe(401);
    expect(await status(path, {}, 'POST')).toBeGreaterThanOrEqual(401);
  });

  it('PG-10 a person gets a plain sentence without the page', async () => {
    const answer = await request(`${service.url}/`);
    expect(await answer.body.text()).toContain(
      'This page opens with the address that locsync serve printed.',
    );
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('PG-10 with the cookie the page is under / and /ui/', async () => {
    const { cookie } = page;
    const [root, under] = await Promise.all(
      ['/', '/ui/'].map(async (path) => {
        const answer = await request(`${service.url}${path}`, { headers: { cookie } });
        return [answer.statusCode, await answer.body.text()] as const;
      }),
    );
    expect(under).toEqual(root);
    // 503: only a build has the page.
    expect([200, 503]).toContain(under?.[0]);
  });

  it('PG-11 the printed code works once, and its cookie stays with this origin', async () => {
    const other = await withService();
    try {
      const first = await request(other.page);
      await first.body.dump();
      expect(first.statusCode).toBe(303);
      expect(first.headers['location']).toBe('/');
      const port = new URL(other.url).port;
      expect(first.headers['set-cookie']).toMatch(
        new RegExp(`^locsync-${port}=[\\w-]{32}; Path=/; Max-Age=\\d+; HttpOnly; SameSite=Strict$`),
      );
      const second = await request(other.page);
      expect(second.statusCode).toBe(403);
      expect(await second.body.text()).toContain('was used before');
      const cookie = String(first.headers['set-cookie']).split(';', 1)[0] ?? '';
      // The same browser may click the printed address again.
      const again = await request(other.page, { headers: { cookie } });
      await again.body.dump();
      expect(again.statusCode).toBe(303);
    } finally {
      await other.close();
    }
  });

  it('PG-11 an open page makes a code for another browser, which works once too', async () => {
    const { code } = (await page.ask<{ code: string }>('codes', { body: {} })).json;
    const second = await PageClient.open(`${service.url}/?code=${code}`);
    expect((await second.project()).name).toBe('Local project');
    expect(await status(`/?code=${code}`)).toBe(403);
    expect(await status('/?code=')).toBe(403);
  });

  const newCode = async (): Promise<string> =>
    (await page.ask<{ code: string }>('codes', { body: {} })).json.code;

  it('PG-11 a code is used up by whoever opens it, also by a browser that is in already', async () => {
    const code = await newCode();
    expect(await status(`/?code=${code}`, { cookie: page.cookie })).toBe(303);
    expect(await status(`/?code=${code}`)).toBe(403);
  });

  it('PG-11 a code is not used up by what is not a person: HEAD, an image, a frame, a prefetch', async () => {
    const code = await newCode();
    const path = `/?code=${code}`;
    const cross = { 'sec-fetch-site': 'cross-site' };
    expect(await status(path, {}, 'HEAD')).toBe(403);
    expect(await status(path, { cookie: page.cookie }, 'HEAD')).toBe(403);
    for (const dest of ['image', 'iframe', 'script', 'empty'])
      expect(await status(path, { ...cross, 'sec-fetch-dest': dest }), dest).toBe(403);
    expect(await status(path, { ...cross, 'sec-fetch-mode': 'no-cors' })).toBe(403);
    const navigation = { ...cross, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect(await status(path, { ...navigation, 'sec-fetch-dest': 'iframe' })).toBe(403);
    expect(await status(path, { ...navigation, 'sec-purpose': 'prefetch;prerender' })).toBe(403);
    // A link in a mail or another page.
    expect(await status(path, navigation)).toBe(200);
    expect(await status(path, navigation)).toBe(403);
  });

  it('PG-11 a link of another site lets in by a page of this origin, without a script', async () => {
    const url = `${service.url}/?code=${await newCode()}`;
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    const first = await request(url, { headers });
    expect(first.statusCode).toBe(200);
    expect(first.headers['set-cookie']).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(first.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(await first.body.text()).toContain('<meta http-equiv="refresh" content="0;url=/">');
    const second = await request(url, { headers });
    expect([second.statusCode, second.headers['set-cookie']]).toEqual([403, undefined]);
    expect(await second.body.text()).toContain('<a href="/">');
  });

  it.each(['/', '/ui/page.css', '/ui/icon.svg', '/ui/api/project', '/ui/api/live'])(
    'PG-12 HEAD %s answers as GET does, without an Origin',
    async (path) => {
      const { cookie } = page;
      const answers = await Promise.all(
        (['HEAD', 'GET'] as const).map((method) =>
          request(`${service.url}${path}`, { method, headers: { cookie } }),
        ),
      );
      const [head, get] = answers.map((answer) => [answer.statusCode, answer.headers['content-type']]);
      answers[1]?.body.on('error', () => undefined).destroy();
      expect(await answers[0]?.body.text()).toBe('');
      expect(head).toEqual(get);
      expect(await status(path, {}, 'HEAD')).toBe(401);
    },
  );

  it('PG-12 other hosts and other origins are refused, and changes without an Origin', async () => {
    const { cookie } = page;
    expect(await status('/ui/api/project', { cookie, host: 'evil.example' })).toBe(403);
    expect(await status('/ui/api/project', { cookie, origin: 'http://127.0.0.1:1' })).toBe(403);
    expect(await status('/ui/api/project', { cookie, 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await status('/ui/api/project', { cookie, 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await status('/ui/api/codes', { cookie, 'content-type': 'application/json' }, 'POST')).toBe(403);
    const form = { cookie, origin: service.url, 'content-type': 'application/x-www-form-urlencoded' };
    expect(await status('/ui/api/codes', form, 'POST')).toBe(415);
  });

  it('PG-12 no answer allows script, frames or another origin', async () => {
    const { headers } = await page.ask('project');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    );
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });

  it('PG-13 the cookie opens no endpoint, and a token does not open the page', async () => {
    const path = `/api/v1/projects/${service.project.id}`;
    expect(await status(path, { cookie: page.cookie })).toBe(401);
    const authorization = `Bearer ${service.token}`;
    expect(await status('/', { authorization })).toBe(404);
    expect(await status('/ui/api/project', { authorization })).toBe(404);
  });

  it('PG-13 neither the code nor the cookie is in the log', () => {
    const log = service.lines.join('\n');
    expect(log).toContain('GET / 303');
    expect(log).not.toContain(new URL(service.page).searchParams.get('code'));
    expect(log).not.toContain(page.cookie.split('=')[1]);
  });
});

it('PG-14 a service with open pages stops at once', async () => {
  const other = await withService();
  const client = await PageClient.open(other.page);
  const stream = await request(`${other.url}/ui/api/live`, { headers: { cookie: client.cookie } });
  expect(stream.headers['content-type']).toBe('text/event-stream');
  const ended = stream.body.text();
  const began = performance.now();
  await other.close();
  expect(await ended).toContain('retry:');
  expect(performance.now() - began).toBeLessThan(8_000);
});
