import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../src/adapters/service/call-error.js';
import type { LocsyncError } from '../../../../src/core/errors/index.js';

const base = new URL('https://loc.example/api/v1/projects/pro_1');
const place = { base, host: 'loc.example', project: 'pro_1', proxyHost: '', redact: (text: string) => text };

function redirected(status: number, location: string): LocsyncError {
  const headers = new Map([['location', location]]);
  return errorOf(
    {
      result: { kind: 'response', status, headers, body: new Uint8Array() },
      decision: { do: 'fail', reason: 'final', detail: `status ${status}` },
      attempts: 1,
      waitedMs: 0,
    },
    { kind: 'read', what: 'the project', url: base },
    place,
  );
}

describe('redirects', () => {
  it('HT-25 from https to http on the same host: not followed, and not offered as the new address', () => {
    const error = redirected(307, 'http://loc.example/api/v1/projects/pro_1');
    expect(error).toMatchObject({ code: 'REDIRECT_ELSEWHERE', exit: 3 });
    expect(error.message).toContain('https://loc.example redirects to http://loc.example (307)');
    expect(error.hint).toContain('unencrypted');
    expect(error.hint).not.toContain('baseUrl');
  });

  it.each([
    ['HT-24', 'https://other.example/x', 'https://other.example'],
    ['HT-24', '//evil.example', 'https://evil.example'],
    ['HT-24', 'https://loc.example:444/', 'https://loc.example:444'],
    ['HT-24', 'https://user:secret@evil.example/', 'https://evil.example'],
  ])('%s to %s names the origin %s', (_, location, origin) => {
    const error = redirected(302, location);
    expect(error.code).toBe('REDIRECT_ELSEWHERE');
    expect(error.message).toContain(`to ${origin} (302)`);
    expect(error.hint).toBe(`if the service has moved there, set the base URL to ${origin}`);
  });
});
