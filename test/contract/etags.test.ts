import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withService } from '../support/service.js';
import type { TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await withService({ project: 'pro_1' });
  await service.upload('de.yml', 'de:\n  hello: Hallo\n');
});
afterAll(() => service.close());

const etagOf = async (path: string): Promise<string> => String((await service.ask(path)).headers['etag']);
const asked = (path: string, etag: string) => service.ask(path, { headers: { 'if-none-match': etag } });

describe('ETags (RFC 9110, sections 8.8.3 and 13.1.2)', () => {
  it.each(['', '/locales', '/source_files', '/source_files/fil_1', '/source_files/fil_1?locale_id=loc_2'])(
    'GET %s has a strong one, and is answered 304 without a body if the client has it',
    async (path) => {
      const etag = await etagOf(path);
      expect(etag).toMatch(/^"[\w-]{22}"$/);
      const answer = await asked(path, etag);
      expect(answer).toMatchObject({ status: 304, text: '', headers: { etag } });
      expect(answer.headers).not.toHaveProperty('content-type');
      expect((await service.ask(path)).headers['cache-control']).toBe('private, no-cache');
    },
  );

  it('takes a list, a weak form and *, and nothing else', async () => {
    const etag = await etagOf('/locales');
    for (const header of [`"x", ${etag}`, `W/${etag}`, '*', `"a,b",${etag}`])
      expect((await asked('/locales', header)).status, header).toBe(304);
    for (const header of ['"x"', etag.slice(1, -1), `${etag.slice(0, -1)}x"`, ''])
      expect((await asked('/locales', header)).status, header).toBe(200);
  });

  it('a change changes it, and only if something changed', async () => {
    const [german, english] = ['/source_files/fil_1?locale_id=loc_2', '/source_files/fil_1?locale_id=loc_1'];
    const before = await Promise.all([etagOf(german), etagOf(english)]);
    await service.upload('de.yml', 'de:\n  hello: Moin\n');
    const after = await Promise.all([etagOf(german), etagOf(english)]);
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).toBe(before[1]);
    expect((await asked(german, before[0])).status).toBe(200);
  });

  it('a page that stays as it is gets another one when a next page appears', async () => {
    const first = await etagOf('/source_files?per_page=1');
    await service.upload('other.de.yml', 'de:\n  more: Mehr\n');
    expect(await etagOf('/source_files?per_page=1')).not.toBe(first);
  });

  it('neither a refusal nor a POST has one, and a condition does not get past the token', async () => {
    const etag = await etagOf('/locales');
    expect((await service.ask('/source_files/fil_99')).headers).not.toHaveProperty('etag');
    expect((await service.ask('/events', { body: { kind: 'api_upload' } })).headers).not.toHaveProperty(
      'etag',
    );
    const refused = await service.ask('/locales', {
      headers: { 'if-none-match': etag, authorization: 'Bearer x' },
    });
    expect(refused.status).toBe(401);
    expect(refused.headers['cache-control']).toBe('no-store');
  });
});
