import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const SECRET = 'gateway-secret-0123456789';
const HEADERS = `X-Gateway-Id: shop\r\n\nX-Gateway-Secret:  ${SECRET} \n`;

async function scripted() {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  s.service.script.on('locales', { status: 403, body: { error: `no access with ${SECRET}` } });
  return s;
}

describe('LS-08 LOCSYNC_HEADERS', () => {
  it('go with each request to the origin that the environment names, and are masked', async () => {
    const s = await scripted();
    const ran = await s.run('locales --debug', { env: { LOCSYNC_HEADERS: HEADERS } });
    ran.code(3).never(SECRET);
    expect(s.service.script.requests.length).toBeGreaterThan(0);
    for (const { headers } of s.service.script.requests) {
      expect(headers['x-gateway-id']).toBe('shop');
      expect(headers['x-gateway-secret']).toBe(SECRET);
      expect(headers['authorization']).toBe(`Bearer ${s.service.token}`);
    }
    (await s.run('locales --json', { env: { LOCSYNC_HEADERS: HEADERS } })).code(3).never(SECRET);
  });

  it('do not go where only the configuration names the origin', async () => {
    const s = await scripted();
    s.config({ baseUrl: s.service.url, project: s.service.project, files: ['l/{locale}.json'] });
    const env = { LOCSYNC_BASE_URL: undefined, LOCSYNC_HEADERS: HEADERS };
    (await s.run('locales', { env })).code(3).never(SECRET);
    (await s.run('locales', { env: { ...env, LOCSYNC_TOKEN: undefined } })).code(3).never(SECRET);
    expect(s.service.script.requests).toEqual([]);
  });

  it.each([
    ['no colon', SECRET, 'it has no colon'],
    ['no name', `: ${SECRET}`, 'not the name of a header'],
    ['a name with a blank', `a b: ${SECRET}`, 'not the name of a header'],
    ['no value', 'X-A:  ', 'it has no value'],
    ['a character that no header may hold', `X-A: ${SECRET}\u0007`, 'no header may hold'],
    ['letters beyond ASCII', `X-A: ${SECRET}é`, 'no header may hold'],
    ['Authorization', `authorization: Bearer ${SECRET}`, 'authorization is not for you to set'],
    ['Host', `Host: ${SECRET}`, 'Host is not for you to set'],
    ['Content-Length', 'Content-Length: 3', 'is not for you to set'],
    ['Transfer-Encoding', 'Transfer-Encoding: chunked', 'is not for you to set'],
    ['Proxy-Authorization', `Proxy-Authorization: ${SECRET}`, 'is not for you to set'],
    ['one name twice', `X-A: ${SECRET}\nx-a: ${SECRET}`, 'the same name'],
  ])('%s is refused before any request, and the value is not shown', async (_, text, reason) => {
    const s = await scripted();
    const ran = await s.run('locales', { env: { LOCSYNC_HEADERS: `X-First: 1\n${text}` } });
    ran
      .code(2)
      .stderr(/line [23] of LOCSYNC_HEADERS/, reason)
      .never(SECRET);
    expect(s.service.script.requests).toEqual([]);
  });
});
