import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import type { Step } from '../support/scripted-server.js';
import { Session } from '../support/session.js';

const CODES = ['en', 'de', 'fr', 'it'];
/** Milliseconds for which an upload waits for the request that a test expects meanwhile. */
const PATIENCE_MS = 300;

/** Answers a step later, on the connection itself. */
const after = (ready: Promise<unknown>, { body }: { readonly body?: unknown }): Step => ({
  raw: (socket) =>
    void ready.then(() => {
      const text = JSON.stringify(body);
      const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${text.length}`;
      socket.end(`${head}\r\nconnection: close\r\n\r\n${text}`);
    }),
});

/**
 * A push of all languages to a service that answers an upload only after the next language has been
 * asked for. Returns what arrived and what was answered, in order.
 */
async function pushAll(isThere: boolean): Promise<{ order: string[]; held: FakeService }> {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  const { script } = s.service;
  const held = new FakeService(script, CODES);
  if (isThere) for (const code of CODES) held.set(code, { a: `${code} of the service` });
  for (const code of CODES) s.file(`l/${code}.json`, `{ "a": "${code}", "b": "${code} new" }\n`);
  const order: string[] = [];
  let isAsked = (): void => undefined;
  script.on('texts', (request) => {
    const code = new URL(request.url, 'http://h').searchParams.get('locale_id')?.slice('loc_'.length);
    order.push(`read ${code ?? 'all'}`);
    if (order.at(-2)?.startsWith('upload ') === true) isAsked();
    return held.read(request);
  });
  script.on('upload', (request) => {
    const { filename } = JSON.parse(request.body) as { filename: string };
    const code = filename.slice(2, 4);
    order.push(`upload ${code}`);
    const done = new Promise<void>((resolve) => {
      isAsked = resolve;
      setTimeout(resolve, PATIENCE_MS);
    });
    const step = held.take(request);
    return 'raw' in step
      ? step
      : after(
          done.then(() => order.push(`answer ${code}`)),
          step,
        );
  });
  (await s.run('push')).code(isThere ? 1 : 0);
  return { order, held };
}

describe('push of several languages of one source file', () => {
  it('reads the next language while an upload is under way, if the run has made the file', async () => {
    const { order, held } = await pushAll(false);
    const at = (what: string): number => order.indexOf(what);
    expect(at('read fr')).toBeLessThan(at('answer de'));
    expect(at('read fr')).toBeGreaterThan(at('answer en'));
    for (const code of CODES) expect(held.texts(code)).toEqual({ a: code, b: `${code} new` });
  });

  it('reads each language after the upload before it, if the service had the file', async () => {
    const { order } = await pushAll(true);
    const uploads = order.filter((what) => what.startsWith('upload ')).map((what) => what.slice(-2));
    for (const [i, code] of uploads.entries()) {
      if (i === 0) continue;
      const between = order.slice(
        order.indexOf(`answer ${uploads[i - 1] ?? ''}`),
        order.indexOf(`upload ${code}`),
      );
      expect(between, order.join(', ')).toContain(`read ${code}`);
    }
    expect(uploads.length).toBeGreaterThan(1);
  });
});
