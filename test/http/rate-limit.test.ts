import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpHarness } from '../support/http-harness.js';
import { LOCALES } from '../support/scripted-server.js';
import { Session } from '../support/session.js';

describe('rate limits and concurrency', () => {
  let harness: HttpHarness;
  beforeEach(async () => {
    harness = await HttpHarness.start();
  });
  afterEach(() => harness.end());

  it('HT-04 403 with Retry-After is a rate limit', async () => {
    harness.server.on('project', { status: 403, headers: { 'retry-after': '3' } }, ({ url }) => ({
      body: { api_id: 'pro_1', url },
    }));
    await harness.client.service.project();
    expect(harness.client.clock.slept).toEqual([3000]);
    expect(harness.client.notices).toEqual(['waiting 3 s before asking for the project again (status 403)']);
  });

  it('HT-12 429 with Retry-After: 2 waits exactly that', async () => {
    harness.server.on(
      'project',
      { status: 429, headers: { 'retry-after': '2' } },
      { body: { api_id: 'pro_1' } },
    );
    await harness.client.service.project();
    expect(harness.client.clock.slept).toEqual([2000]);
    expect(harness.client.notices).toEqual(['waiting 2 s before asking for the project again (status 429)']);
  });

  it.each([
    ['HT-12', 429, () => ({ 'retry-after': '3' })],
    ['HT-04', 403, () => ({ 'retry-after': '3' })],
    [
      'HT-13',
      429,
      () => ({ 'retry-after': new Date(Math.ceil(Date.now() / 1000 + 3) * 1000).toUTCString() }),
    ],
  ])('%s %i: the built program waits by the real clock, says so, and goes on', async (_, status, headers) => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.yml'] } });
    const { script } = s.service;
    s.file('l/en.yml', 'en:\n  a: A\n');
    script.on('sourceFiles', () => ({ body: [] }));
    script.on('locales', () =>
      script.of('locales').length === 1 ? { status, headers: headers() } : { body: LOCALES },
    );
    (await s.run('status')).code(0).stderr(/waiting [34] s before asking for the list of locales again/);
    const [first, second] = script.of('locales');
    expect(script.of('locales')).toHaveLength(2);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2_990);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeLessThan(8_000);
  });

  it('HT-13, HT-41 Retry-After as a date is measured from the clock of the server', async () => {
    const hour = 3_600_000;
    for (const ahead of [0, hour, -hour]) {
      const now = Math.floor(Date.now() / 1000) * 1000 + ahead;
      const headers = {
        'retry-after': new Date(now + 3000).toUTCString(),
        date: new Date(now).toUTCString(),
      };
      harness.server.on('project', { status: 429, headers }, { body: { api_id: 'pro_1' } });
      // Each its own run: one that was refused before goes on more slowly.
      await harness.connect({});
      await harness.client.service.project();
      expect(harness.client.clock.slept).toEqual([3000]);
    }
  });

  it.each(['Fri, 01 Jan 2010 00:00:00 GMT', '0', '-5', 'soon', '1e3', '0x10', '', '1.5', '2 s'])(
    'HT-14 Retry-After %j leaves our own backoff',
    async (value) => {
      harness.server.on(
        'project',
        { status: 429, headers: { 'retry-after': value } },
        { body: { api_id: 'pro_1' } },
      );
      await harness.client.service.project();
      expect(harness.client.clock.slept).toEqual([500]);
    },
  );

  it.each([
    ['HT-15', '86400'],
    ['HT-16', '99999999999'],
  ])('%s Retry-After: %s fails at once with the number', async (_, value) => {
    for (const status of [429, 503]) {
      await harness.connect({});
      harness.server.on('project', { status, headers: { 'retry-after': value } });
      const error = await harness.error(harness.client.service.project());
      expect(error).toMatchObject({ code: 'WAIT_TOO_LONG', exit: 4 });
      expect(error.message).toContain(`asks to wait ${value} s`);
      expect(error.message).toContain('the limit is 60 s');
    }
    expect(harness.client.clock.slept).toEqual([]);
  });

  it.each([429, 503])(
    'HT-15 after %i and a long Retry-After no one else is sent, and all say the same',
    async (status) => {
      harness.server.on('texts', { status, headers: { 'retry-after': '3600' } });
      const errors = await Promise.all(Array.from({ length: 80 }, () => harness.error(harness.texts())));
      expect(harness.server.of('texts').length).toBeLessThanOrEqual(8);
      expect(new Set(errors)).toHaveProperty('size', 1);
      expect(errors[0]).toMatchObject({ code: 'WAIT_TOO_LONG', exit: 4 });
      expect(await harness.error(harness.client.service.project())).toBe(errors[0]);
      expect(harness.server.of('project')).toEqual([]);
    },
  );

  it.each(['3600', '99999999999'])(
    'HT-16 after Retry-After: %s the same client asks again in an hour, not before',
    async (value) => {
      harness.server.on('texts', { status: 429, headers: { 'retry-after': value } });
      await harness.error(harness.texts());
      await harness.client.clock.sleep(3_590_000);
      expect(await harness.error(harness.client.service.project())).toMatchObject({ code: 'WAIT_TOO_LONG' });
      await harness.client.clock.sleep(20_000);
      expect(await harness.client.service.project()).toMatchObject({ name: 'Shop' });
    },
  );

  it('HT-17 429 for ever ends after the retries, with attempts and waiting time', async () => {
    harness.server.on('project', { status: 429 });
    const error = await harness.error(harness.client.service.project());
    expect(error).toMatchObject({ code: 'RATE_LIMITED', exit: 4 });
    expect(error.message).toContain('after 5 attempts and 8 s of waiting');
    expect(harness.client.clock.slept).toEqual([500, 1000, 2000, 4000]);
    expect(harness.server.requests).toHaveLength(5);
  });

  it('HT-17 the retries of a run are bounded, and a service that is down is not asked by everyone', async () => {
    harness.server.on('texts', { status: 500 });
    await harness.connect({ concurrency: 1 });
    const errors = await Promise.all(Array.from({ length: 200 }, () => harness.error(harness.texts())));
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['SERVICE_STATUS', 'SERVICE_DOWN']));
    expect(harness.server.requests.length).toBeLessThan(120);
  });

  it('a rate limit holds everyone back, once', async () => {
    let limited = true;
    const arrivals: number[] = [];
    harness.server.on('texts', () => {
      arrivals.push(harness.client.clock.now());
      if (!limited) return { body: { api_id: 'fil_1', name: 'en.yml', keys: 1, content: { de: {} } } };
      limited = false;
      return { status: 429, headers: { 'retry-after': '30' } };
    });
    await harness.connect({ concurrency: 1 });
    await Promise.all(Array.from({ length: 6 }, () => harness.texts()));
    const [first = 0, second = 0] = arrivals;
    expect(second - first).toBeGreaterThanOrEqual(30_000);
    expect(arrivals).toHaveLength(7);
    expect(harness.client.notices).toHaveLength(1);
  });

  it('never more requests in flight than allowed', async () => {
    let inside = 0;
    let most = 0;
    harness.server.on('texts', {
      raw: (socket) => {
        inside += 1;
        most = Math.max(most, inside);
        setTimeout(() => {
          inside -= 1;
          const body = JSON.stringify({ api_id: 'fil_1', content: { de: {} } });
          socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
        }, 5);
      },
    });
    await harness.connect({ concurrency: 3 });
    await Promise.all(Array.from({ length: 30 }, () => harness.texts()));
    expect(most).toBe(3);
    expect(harness.server.connections).toBeLessThanOrEqual(4);
  });
});
