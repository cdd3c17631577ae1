import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:https';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { LocsyncError } from '../../src/core/errors/index.js';
import { HttpHarness } from '../support/http-harness.js';
import { selfSigned } from '../support/certificate.js';
import {
  drip,
  hang,
  hangUp,
  resetEarly,
  scriptedServer,
  speak,
  speakThenReset,
} from '../support/scripted-server.js';
import type { Step } from '../support/scripted-server.js';

/** A port of this machine on which no process listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/**
 * A port of this machine whose queue of connections is full, its program asleep: the next one gets
 * no answer at all, as from an address that is dead.
 */
async function fullPort(): Promise<number> {
  const program = `const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('node:fs').writeSync(1, String(server.address().port) + '\\n');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(line.toString());
  const waiting = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  onTestFinished(() => {
    for (const socket of waiting) socket.destroy();
    child.kill('SIGKILL');
  });
  // Those that fit the queue are connected by now; the others wait, and so will the client.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(
    waiting.some(({ connecting }) => connecting),
    'the queue is full',
  ).toBe(true);
  return port;
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const PROJECT_BODY = '{"api_id":"pro_1","name":"Shop"}';

describe('network faults', () => {
  let harness: HttpHarness;
  beforeEach(async () => {
    harness = await HttpHarness.start();
  });
  afterEach(() => harness.end());

  it('NT-01 a refused connection names host, port and attempts, within ten seconds of waiting', async () => {
    const port = await closedPort();
    await harness.connect({ baseUrl: new URL(`http://127.0.0.1:${port}`) });
    harness.client.clock.luck = 0.999;
    const error = await harness.error(harness.client.service.project());
    expect(error).toMatchObject({ code: 'SERVICE_UNREACHABLE', exit: 4 });
    expect(error.message).toBe(`cannot connect to 127.0.0.1:${port} (5 attempts): connection refused`);
    expect(harness.client.clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(10_000);
  });

  it('NT-01 a refused connection is surely not sent: event and upload are tried again without looking', async () => {
    const port = await closedPort();
    await harness.connect({ baseUrl: new URL(`http://127.0.0.1:${port}`), retries: 2 });
    expect((await harness.error(harness.client.service.createEvent())).message).toContain('3 attempts');
    const error = await harness.error(harness.upload('de.yml', [new Error('must not be asked')]));
    expect(error.code).toBe('SERVICE_UNREACHABLE');
  });

  it('NT-02 a host that does not exist is reported at once', async () => {
    await harness.connect({ baseUrl: new URL('http://locsync-no-such-host.invalid') });
    const error = await harness.error(harness.client.service.project());
    // A machine without any resolver says EAI_AGAIN, which may pass and is tried again.
    expect(['HOST_UNKNOWN', 'SERVICE_UNREACHABLE']).toContain(error.code);
    expect(error.message).toContain('locsync-no-such-host.invalid');
    if (error.code === 'HOST_UNKNOWN') expect(harness.client.clock.slept).toEqual([]);
  });

  it('NT-03 an address that never answers the connection ends at the time limit, once per attempt', async () => {
    const port = await fullPort();
    await harness.connect({ baseUrl: new URL(`http://127.0.0.1:${port}`), timeout: 0.3, retries: 1 });
    const started = Date.now();
    const error = await harness.error(harness.client.service.project());
    expect(error).toMatchObject({ code: 'SERVICE_TIMEOUT', exit: 4 });
    expect(error.message).toContain('(2 attempts)');
    expect(Date.now() - started).toBeLessThan(3_000);
  });

  it('NT-04 a GET that is never answered ends at the time limit, with what was asked for', async () => {
    harness.server.on('locales', hang);
    await harness.connect({ timeout: 0.15, retries: 1 });
    const error = await harness.error(harness.client.service.locales());
    expect(error).toMatchObject({ code: 'SERVICE_TIMEOUT', exit: 4 });
    expect(error.message).toBe(
      'timeout: no complete response within 0.15 s for the list of locales (2 attempts)',
    );
    expect(harness.server.requests).toHaveLength(2);
  });

  it('NT-05 an upload that is never answered and was not stored is sent once more', async () => {
    harness.server.on('upload', hang, {
      status: 201,
      body: { api_id: 'f', name: 'de.yml', last_version: { number: 1 } },
    });
    await harness.connect({ timeout: 0.15 });
    const { uploaded, asked } = await harness.upload('de.yml', [false]);
    expect(uploaded.version).toBe(1);
    expect(asked).toBe(3);
    expect(harness.server.of('upload')).toHaveLength(2);
  });

  it('NT-06 a body that drips byte by byte ends at the time limit of the whole attempt', async () => {
    harness.server.on('texts', drip(20));
    await harness.connect({ timeout: 0.2, retries: 0 });
    expect((await harness.error(harness.texts())).code).toBe('SERVICE_TIMEOUT');
  });

  it('NT-06 an error whose body drips is known by its status', async () => {
    harness.server.on('project', {
      raw: (socket) => socket.write('HTTP/1.1 401 Unauthorized\r\ncontent-length: 100\r\n\r\n{'),
    });
    await harness.connect({ timeout: 0.2 });
    expect((await harness.error(harness.client.service.project())).code).toBe('TOKEN_REJECTED');
  });

  it('NT-07 a reset after the head of an answer is asked again', async () => {
    harness.server.on('project', speakThenReset(`${OK}content-length: 40\r\n\r\n{"api`), {
      body: { api_id: 'pro_1' },
    });
    expect((await harness.client.service.project()).id).toBe('pro_1');
    expect(harness.server.requests).toHaveLength(2);
  });

  it.each([
    [
      'one byte short of its length',
      `${OK}content-length: ${PROJECT_BODY.length + 1}\r\n\r\n${PROJECT_BODY}`,
    ],
    [
      'chunked without the last chunk',
      `${OK}transfer-encoding: chunked\r\n\r\n${PROJECT_BODY.length.toString(16)}\r\n${PROJECT_BODY}\r\n`,
    ],
  ])('NT-08 a body %s is asked again', async (_, text) => {
    harness.server.on('project', speak(text), { body: { api_id: 'pro_1', name: 'whole' } });
    expect((await harness.client.service.project()).name).toBe('whole');
    expect(harness.server.requests).toHaveLength(2);
  });

  it.each([
    ['two lengths', 'content-length: 5\r\ncontent-length: 40'],
    ['two equal lengths', `content-length: ${PROJECT_BODY.length}\r\ncontent-length: ${PROJECT_BODY.length}`],
    ['a list of lengths', `content-length: ${PROJECT_BODY.length}, ${PROJECT_BODY.length}`],
    ['a length beside chunks', `content-length: ${PROJECT_BODY.length}\r\ntransfer-encoding: chunked`],
    ['no number as its length', 'content-length: abc'],
    ['a header without a colon', `this is no header\r\ncontent-length: ${PROJECT_BODY.length}`],
    ['a header with a blank in its name', `x y: z\r\ncontent-length: ${PROJECT_BODY.length}`],
  ])('F10 an answer with %s is invalid, not cut short', async (_, head) => {
    await harness.connect({ retries: 0 });
    harness.server.on('project', speak(`${OK}${head}\r\n\r\n${PROJECT_BODY}`));
    const error = await harness.error(harness.client.service.project());
    expect(error).toMatchObject({ code: 'ANSWER_LOST', exit: 4 });
    expect(error.message).toContain('invalid HTTP response');
    expect(error.message).not.toContain('cut short');
  });

  it('NT-09 a body that was cut is fetched whole again, without Range', async () => {
    harness.server.on('project', speak(`${OK}content-length: 100\r\n\r\n{"api_id":"pro_1",`), {
      body: { api_id: 'pro_1', name: 'B' },
    });
    expect((await harness.client.service.project()).name).toBe('B');
    expect(harness.server.requests[1]?.headers['range']).toBeUndefined();
  });

  it('NT-09 a rest that the retry offers is not joined to what was cut', async () => {
    const rest = '"name":"B"}';
    harness.server.on('project', speak(`${OK}content-length: 29\r\n\r\n{"api_id":"pro_1",`), {
      status: 206,
      headers: { 'content-range': 'bytes 18-28/29' },
      body: rest,
    });
    const error = await harness.error(harness.client.service.project());
    expect(error).toMatchObject({ exit: 4 });
    expect(error.message).toContain('206');
  });

  it.each([
    [
      'NT-10 a reset after the whole upload',
      { raw: (socket: { resetAndDestroy(): unknown }) => socket.resetAndDestroy() },
    ],
    ['NT-20 a connection closed without a word', hangUp],
    ['NT-20 garbage', speak('\u0000\u0001 this is not HTTP\r\n\r\n')],
  ])('%s that was stored is confirmed, one version', async (_, step) => {
    harness.server.on('upload', step);
    expect(await harness.upload('de.yml', [true])).toMatchObject({ asked: 1 });
    expect(harness.server.of('upload')).toHaveLength(1);
  });

  it('NT-11 a reset before the body was complete: looked for, then sent once more', async () => {
    harness.server.on('upload', resetEarly, { status: 201, body: { api_id: 'f', name: 'de.yml' } });
    expect(await harness.upload('de.yml', [false])).toMatchObject({ asked: 3 });
    expect(harness.server.of('upload')).toHaveLength(2);
  });

  it.each([
    ['hang', hang],
    ['close', hangUp],
    ['cut JSON', speak(`${OK}connection: close\r\n\r\n{"api_id":"evt_`)],
  ])('NT-12 the lost answer to an event (%s): nothing was uploaded, not sent again', async (_, step) => {
    harness.server.on('event', step);
    await harness.connect({ timeout: 0.2 });
    const error = await harness.error(harness.client.service.createEvent());
    expect(error).toMatchObject({ code: 'EVENT_UNKNOWN', exit: 4 });
    expect(error.message).toContain('nothing was uploaded');
    expect(error.hint).toContain('push again');
    expect(harness.server.requests).toHaveLength(1);
  });

  it('NT-13 an upload that is unclear and cannot be read back is unknown, not sent again', async () => {
    harness.server.on('upload', { status: 502 });
    const down = LocsyncError.of('SERVICE_UNREACHABLE', { host: 'h', reason: 'down', attempts: 5 });
    const error = await harness.error(harness.upload('de.yml', [false, down]));
    expect(error).toMatchObject({
      code: 'UPLOAD_UNKNOWN',
      exit: 4,
      hint: 'push again: it compares before it sends',
    });
    expect(error.message).toMatch(/"de\.yml" arrived \(event evt_77\): status 502; then: cannot connect/);
    expect(harness.server.of('upload')).toHaveLength(1);
    const defect = new TypeError('a bug in arrived()');
    await expect(harness.upload('de.yml', [defect])).rejects.toBe(defect);
  });

  it('NT-15 a server that closes idle connections just as they are used again: 200 alternating calls, each POST once', async () => {
    const used = new WeakSet<Socket>();
    let answered = 0;
    const once = (body: unknown): Step => ({
      raw: (socket) => {
        if (used.has(socket)) {
          socket.resetAndDestroy();
          return;
        }
        used.add(socket);
        answered += 1;
        const text = JSON.stringify(body);
        socket.write(`${OK}content-length: ${text.length}\r\n\r\n${text}`);
      },
    });
    harness.server.on('project', once({ api_id: 'pro_1' }));
    harness.server.on('event', once({ api_id: 'evt_1', kind: 'api_upload' }));
    for (let turn = 0; turn < 100; turn += 1) {
      await harness.client.service.project();
      await harness.client.service.createEvent();
    }
    expect(harness.server.of('event')).toHaveLength(100);
    expect(answered).toBe(200);
  });

  it('NT-15 a server that closes idle connections just as they are used again: each upload once, only the first reads back', async () => {
    const used = new WeakSet<Socket>();
    let carriedOut = 0;
    harness.server.on('upload', {
      raw: (socket) => {
        if (used.has(socket)) {
          socket.resetAndDestroy();
          return;
        }
        used.add(socket);
        carriedOut += 1;
        const version = { id: 'fiv_1', number: carriedOut, upload: 'api' };
        const text = JSON.stringify({
          api_id: 'fil_1',
          name: 'de.yml',
          project_id: 'pro_1',
          last_version: version,
        });
        socket.write(`${OK}content-length: ${text.length}\r\n\r\n${text}`);
      },
    });
    await harness.upload('de.yml', []);
    await harness.upload('de.yml', [false, false, false]);
    await harness.upload('de.yml', []);
    await harness.upload('de.yml', []);
    expect(carriedOut).toBe(4);
    expect(harness.server.of('upload')).toHaveLength(5);
  });

  it('keeps connections for uploads, and makes a new one for each event', async () => {
    for (let turn = 0; turn < 10; turn += 1) await harness.upload('de.yml', []);
    expect(harness.server.connections).toBe(1);
    for (let turn = 0; turn < 3; turn += 1) await harness.client.service.createEvent();
    expect(harness.server.connections).toBe(4);
  });

  it('keeps connections for reads', async () => {
    for (let turn = 0; turn < 20; turn += 1) await harness.client.service.project();
    expect(harness.server.connections).toBeLessThanOrEqual(2);
  });

  it.each([
    ['self-signed', 365],
    ['expired', -1],
  ])('NT-16 a %s certificate: reason, hint, one attempt, no way round offered', async (_, days) => {
    const certificate = selfSigned('localhost', days);
    const server = await scriptedServer('127.0.0.1', (handler) => createTlsServer(certificate, handler));
    await harness.connect({ baseUrl: server.url });
    const error = await harness.error(harness.client.service.project());
    expect(error).toMatchObject({ code: 'TLS_FAILED', exit: 4 });
    expect(error.message).toMatch(/self-signed|expired/);
    expect(error.hint).toContain('NODE_EXTRA_CA_CERTS');
    expect(`${error.message} ${String(error.hint)}`).not.toMatch(/REJECT_UNAUTHORIZED|insecure|disable/i);
    expect(server.requests).toHaveLength(0);
    expect(harness.client.clock.slept).toEqual([]);
    await server.close();
  });

  it('https to a port that speaks http is reported as a TLS fault', async () => {
    await harness.connect({ baseUrl: new URL(`https://${harness.server.url.host}`) });
    const error = await harness.error(harness.client.service.project());
    expect(error).toMatchObject({ code: 'TLS_FAILED', exit: 4 });
    expect(error.message).toContain('does not speak TLS');
    expect(error.hint).toContain('http://');
  });

  it('NT-17 with NODE_TLS_REJECT_UNAUTHORIZED=0 the token is not sent over https', async () => {
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const error = await harness.error(harness.connect({ baseUrl: new URL('https://loc.example') }, env));
    expect(error).toMatchObject({ code: 'TLS_UNVERIFIED', exit: 3 });
    await harness.connect({}, env);
    await harness.client.service.project();
  });

  it.each([
    ['garbage', speak('SSH-2.0-OpenSSH_9.6\r\n')],
    ['nothing', hangUp],
  ])('NT-20 a server that speaks %s is told after the retries', async (_, step) => {
    harness.server.on('project', step);
    const error = await harness.error(harness.client.service.project());
    expect(error).toMatchObject({ code: 'ANSWER_LOST', exit: 4 });
    expect(error.message).toContain('(5 attempts)');
  });

  it('NT-21 localhost is reached on 127.0.0.1', async () => {
    await harness.connect({ baseUrl: new URL(`http://localhost:${harness.server.url.port}`) });
    expect((await harness.client.service.project()).id).toBe('pro_1');
  });

  it('NT-22 a 413 that comes while a large body still goes up is a 413', async () => {
    harness.server.on('upload', {
      early: true,
      raw: (socket) => {
        socket.write('HTTP/1.1 413 Content Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
        socket.resume();
      },
    });
    const call = harness.client.service.upload({
      ...harness.planned('big.yml', 'x'.repeat(20_000_000)),
      arrived: () => Promise.reject(new Error('must not be asked')),
    });
    expect((await harness.error(call)).message).toContain(
      '"big.yml" is too large for the service: 20000000 bytes',
    );
    expect(harness.server.of('upload')).toHaveLength(1);
  });
});
