import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpHarness } from '../support/http-harness.js';
import { TOKEN } from '../support/connected.js';

interface TestProxy {
  readonly port: number;
  /** Request lines and headers that the proxy was given. */
  readonly seen: string[];
  /** Opens the tunnels that were held back; resolves when they stand. */
  open(): Promise<void>;
  close(): Promise<void>;
}

/**
 * An HTTP proxy that opens every tunnel to `port` of this machine, or refuses with `status`, or
 * holds it back if that is 0.
 */
async function proxyTo(port: number, status = 200): Promise<TestProxy> {
  const seen: string[] = [];
  const held: (() => Promise<void>)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    seen.push(`${request.method ?? ''} ${request.url ?? ''} ${JSON.stringify(request.headers)}`);
    response.end();
  });
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  server.on('connect', (request, socket: Socket) => {
    seen.push(`CONNECT ${request.url ?? ''} ${JSON.stringify(request.headers)}`);
    if (status !== 200 && status !== 0) {
      socket.end(`HTTP/1.1 ${status} No\r\nproxy-authenticate: Basic\r\n\r\n`);
      return;
    }
    const open = async (): Promise<void> => {
      const target = connect(port, '127.0.0.1').on('error', () => undefined);
      sockets.add(target);
      await once(target, 'connect');
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(target).pipe(socket);
    };
    if (status === 0) held.push(open);
    else void open();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    async open() {
      await Promise.all(held.map((open) => open()));
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

describe('proxies', () => {
  let harness: HttpHarness;
  let proxy: TestProxy;
  beforeEach(async () => {
    harness = await HttpHarness.start();
    proxy = await proxyTo(Number(harness.server.url.port));
  });
  afterEach(async () => {
    await harness.end();
    await proxy.close();
  });

  const away = { baseUrl: new URL('http://loc.example') };
  const address = (): string => `http://user:p%40ss@127.0.0.1:${proxy.port}`;

  it.each(['HTTP_PROXY', 'http_proxy'])(
    '%s leads through a tunnel; the token is not a header of the proxy',
    async (name) => {
      await harness.connect(away, { [name]: address() });
      expect((await harness.client.service.project()).id).toBe('pro_1');
      await harness.client.service.createEvent();
      expect(proxy.seen.length).toBeGreaterThan(0);
      expect(proxy.seen.every((line) => line.startsWith('CONNECT loc.example:80 '))).toBe(true);
      expect(proxy.seen.join('\n')).not.toContain(TOKEN);
      expect(proxy.seen[0]).toContain(`Basic ${Buffer.from('user:p@ss').toString('base64')}`);
      expect(harness.server.requests).toHaveLength(2);
    },
  );

  it('NT-18 a proxy that answers 407 is named without its password, and not asked again', async () => {
    const closed = await proxyTo(0, 407);
    for (const baseUrl of [away.baseUrl, new URL('https://loc.example')]) {
      const url = `http://user:hunter2@127.0.0.1:${closed.port}`;
      await harness.connect({ baseUrl }, { HTTP_PROXY: url, HTTPS_PROXY: url });
      const error = await harness.error(harness.client.service.project());
      expect(error).toMatchObject({ code: 'PROXY_REFUSED', exit: 4 });
      expect(error.message).toBe(`the proxy 127.0.0.1:${closed.port} refused the connection (407)`);
      expect(`${error.message} ${String(error.hint)}`).not.toContain('hunter2');
    }
    expect(closed.seen).toHaveLength(2);
    expect(closed.seen.join('\n')).not.toContain(TOKEN);
    await closed.close();
  });

  it('a proxy that cannot reach the service is asked again', async () => {
    const closed = await proxyTo(0, 503);
    await harness.connect({ ...away, retries: 1 }, { HTTP_PROXY: `127.0.0.1:${closed.port}` });
    expect((await harness.error(harness.client.service.createEvent())).code).toBe('PROXY_REFUSED');
    expect(closed.seen).toHaveLength(2);
    await closed.close();
  });

  it('a proxy that never answers ends at the time limit, and what was given up is never sent', async () => {
    const silent = await proxyTo(Number(harness.server.url.port), 0);
    await harness.connect(
      { ...away, timeout: 0.2, retries: 0 },
      { HTTP_PROXY: `http://127.0.0.1:${silent.port}` },
    );
    expect((await harness.error(harness.client.service.project())).code).toBe('SERVICE_TIMEOUT');
    await harness.upload('de.yml', [true]);
    await silent.open();
    // The tunnels stand: whatever was going to be sent through them is there before the answer to
    // one more request.
    await harness.client.service.createEvent().catch(() => undefined);
    expect(harness.server.of('project')).toEqual([]);
    expect(harness.server.of('upload')).toEqual([]);
    await silent.close();
  });

  it.each(['NO_PROXY', 'no_proxy'])('NT-19 L13 %s keeps a host out of the proxy', async (name) => {
    const settings = { ...away, retries: 0, timeout: 2 };
    for (const excluded of ['loc.example', '.example', '* ', 'a.test;loc.example:80']) {
      await harness.connect(settings, { HTTP_PROXY: address(), HTTPS_PROXY: address(), [name]: excluded });
      // Nothing answers without the proxy.
      expect((await harness.error(harness.client.service.project())).exit).toBe(4);
    }
    expect(proxy.seen).toEqual([]);
  });

  it.each(['127.0.0.1', 'localhost', '127.1', '2130706433', '[::ffff:127.0.0.1]'])(
    'M1 no proxy is asked for this machine, whatever the environment says: %s',
    async (host) => {
      const baseUrl = new URL(`http://${host}:${harness.server.url.port}`);
      for (const more of [{}, { NO_PROXY: '' }, { NO_PROXY: 'other.example' }]) {
        await harness.connect({ baseUrl }, { HTTP_PROXY: address(), HTTPS_PROXY: address(), ...more });
        await harness.client.service.project();
      }
      expect(harness.server.of('project')).toHaveLength(3);
      expect(proxy.seen).toEqual([]);
    },
  );

  it('the proxy of the other scheme is not used', async () => {
    await harness.connect({ ...away, retries: 0, timeout: 2 }, { HTTPS_PROXY: address() });
    expect((await harness.error(harness.client.service.project())).exit).toBe(4);
    expect(proxy.seen).toEqual([]);
  });

  it.each([
    'socks5://user:hunter2@h:1',
    'http://',
    'http://[::1',
    'http://us%zz:hunter2@h:1',
    'http://user:hunter2%@h:1',
  ])('%s is not a proxy, and its text is not shown', async (value) => {
    const error = await harness.error(harness.connect(away, { HTTP_PROXY: value }));
    expect(error).toMatchObject({ code: 'PROXY_INVALID', exit: 2 });
    expect(error.message).toContain('HTTP_PROXY');
    expect(error.message).not.toContain('hunter2');
  });
});
