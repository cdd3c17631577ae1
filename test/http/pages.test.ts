import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpHarness } from '../support/http-harness.js';
import { scriptedServer } from '../support/scripted-server.js';
import type { Received } from '../support/scripted-server.js';

describe('redirects and pages', () => {
  let harness: HttpHarness;
  beforeEach(async () => {
    harness = await HttpHarness.start();
  });
  afterEach(() => harness.end());

  const files = (count: number, from = 1): unknown[] =>
    Array.from({ length: count }, (_, index) => ({
      api_id: `fil_${from + index}`,
      name: `${from + index}.yml`,
      keys: 1,
    }));

  it.each([301, 302, 303, 307, 308])('HT-24 %i to another host is not followed', async (status) => {
    const other = await scriptedServer();
    harness.server.on('project', { status, headers: { location: `${other.url.href}elsewhere?token=x` } });
    const error = await harness.error(harness.client.service.project());
    expect(error).toMatchObject({ code: 'REDIRECT_ELSEWHERE', exit: 3 });
    expect(error.message).toContain(other.url.origin);
    expect(error.hint).toContain(`set the base URL to ${other.url.origin}`);
    expect(other.connections).toBe(0);
    await other.close();
  });

  it.each([
    ['HT-26', 302, '/login'],
    ['HT-26', 302, ''],
    ['HT-27', 301, '/api/v1/projects/pro_1/events'],
    ['HT-27', 300, 'http://['],
  ])('%s %i on a POST on the same host to %j is unexpected, no success', async (_, status, location) => {
    harness.server
      .on('event', { status, headers: { location } })
      .on('upload', { status, headers: { location } });
    expect(await harness.error(harness.client.service.createEvent())).toMatchObject({
      code: 'REDIRECTED',
      exit: 4,
    });
    expect(await harness.error(harness.upload())).toMatchObject({ code: 'REDIRECTED' });
    expect(harness.server.requests).toHaveLength(2);
  });

  it('HT-35 three pages are one list', async () => {
    const path = '/api/v1/projects/pro_1/source_files';
    harness.server.on('sourceFiles', ({ url }: Received) => {
      const page = Number(new URL(url, 'http://h').searchParams.get('page') ?? 1);
      const link = page < 3 ? { link: `<${path}?page=${page + 1}>; rel="next", <${path}>; rel="first"` } : {};
      return { body: files(2, page * 2), headers: { ...link, 'x-total-count': '6' } };
    });
    expect((await harness.client.service.sourceFiles()).map(({ id }) => id)).toEqual([
      'fil_2',
      'fil_3',
      'fil_4',
      'fil_5',
      'fil_6',
      'fil_7',
    ]);
  });

  it.each([
    'https://127.0.0.1/x',
    'http://127.0.0.1:1/x',
    '//evil.example/x',
    'http://user@HOST/x',
    'http://HOST@evil.example/',
    'javascript:alert(1)',
    'http://[',
    'file:///etc/passwd',
  ])('HT-36 a next page at %s is not followed, and the list not cut short', async (target) => {
    const to = target.replace('HOST', harness.server.url.host);
    harness.server.on('sourceFiles', { body: files(1), headers: { link: `<${to}>; rel="next"` } });
    expect(await harness.error(harness.client.service.sourceFiles())).toMatchObject({
      code: 'PAGE_ELSEWHERE',
      exit: 3,
    });
    expect(harness.server.requests).toHaveLength(1);
  });

  it('HT-37 pages that lead back, or do not end, are an error', async () => {
    harness.server.on('sourceFiles', ({ url }: Received) => ({
      body: [],
      headers: { link: `<${url}#again>; rel="next"` },
    }));
    expect(await harness.error(harness.client.service.sourceFiles())).toMatchObject({
      code: 'PAGES_ENDLESS',
    });
    expect(harness.server.requests).toHaveLength(1);
    let page = 0;
    harness.server.on('locales', () => ({
      body: [],
      headers: { link: `<?page=${(page += 1)}>; rel="next"` },
    }));
    expect((await harness.error(harness.client.service.locales())).message).toContain('more than 1000');
    expect(harness.server.of('locales')).toHaveLength(1000);
  });

  it('HT-39 page 2 of 3 that fails for good fails the list, with its page', async () => {
    harness.server.on(
      'sourceFiles',
      { body: files(1), headers: { link: '<?page=2>; rel="next"' } },
      { status: 500 },
    );
    const error = await harness.error(harness.client.service.sourceFiles());
    expect(error).toMatchObject({ code: 'SERVICE_STATUS', exit: 4 });
    expect(error.message).toContain('the list of source files (page 2)');
  });

  it('F10 a later page that is missing is a fault of the service: the project is there', async () => {
    harness.server.on(
      'sourceFiles',
      { body: files(1), headers: { link: '<?page=2>; rel="next"' } },
      { status: 404 },
    );
    const error = await harness.error(harness.client.service.sourceFiles());
    expect(error).toMatchObject({ code: 'SERVICE_STATUS', exit: 4 });
    expect(error.message).toContain('404 for the list of source files (page 2)');
  });

  it('HT-40 a total above what came is an incomplete list', async () => {
    harness.server.on('sourceFiles', { body: files(100), headers: { 'x-total-count': '120' } });
    const error = await harness.error(harness.client.service.sourceFiles());
    expect(error).toMatchObject({ code: 'LIST_INCOMPLETE', exit: 4 });
    expect(error.message).toContain('100 of 120');
  });
});
