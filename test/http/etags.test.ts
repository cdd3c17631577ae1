import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LocsyncError } from '../../src/core/errors/index.js';
import { ALL, EVENT, FILE } from '../support/http-harness.js';
import { connected, type Connected } from '../support/connected.js';
import { scriptedServer, type Received, type ScriptedServer, type Step } from '../support/scripted-server.js';
import type { ResponseCacheFolder } from '../../src/ports/host.js';
import type { Connection, RemoteTexts } from '../../src/ports/service.js';

const [ENGLISH, GERMAN] = ALL;
if (!ENGLISH || !GERMAN) throw new Error('two locales are needed');

const body = (code: string, hello: string): unknown => ({
  api_id: 'fil_1',
  name: 'en.yml',
  keys: 1,
  content: { [code]: { hello } },
});
/** A service as RFC 9110 wants it: 304 for the ETag that it has. */
const honest =
  (etag: string, hello: string, headers: Readonly<Record<string, string>> = {}) =>
  ({ headers: { 'if-none-match': asked }, url }: Received): Step =>
    asked === etag
      ? { status: 304, headers: { etag, ...headers } }
      : { headers: { etag, ...headers }, body: body(url.endsWith('loc_1') ? 'en' : 'de', hello) };

describe('conditional requests', () => {
  let root: string;
  let home: string;
  let server: ScriptedServer;
  const open: Connected[] = [];
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'locsync-etag-'));
    mkdirSync(join(root, '.locsync'));
    home = mkdtempSync(join(tmpdir(), 'locsync-etag-home-'));
    server = await scriptedServer();
  });
  afterEach(async () => {
    for (const { service } of open.splice(0)) await service.close();
    await server.close();
    rmSync(root, { recursive: true, force: true });
    rmSync(home, { recursive: true, force: true });
  });

  const kept = (): string => join(root, '.locsync/answers');
  /** A client as one run has it, in the same folder each time. */
  const client = async (
    settings: Partial<Connection> = {},
    answers: Partial<ResponseCacheFolder> = {},
  ): Promise<Connected> => {
    const one = await connected(server.url, settings, { HOME: home }, { root, writable: true, ...answers });
    open.push(one);
    return one;
  };
  /** What one run reads of the German texts, from its connecting to its end. */
  const read = async (
    settings: Partial<Connection> = {},
    answers: Partial<ResponseCacheFolder> = {},
    locale = GERMAN,
  ): Promise<string | null | undefined> => {
    const { service } = await client(settings, answers);
    try {
      return hello(await service.texts(FILE, locale, ALL));
    } finally {
      await service.close();
    }
  };
  const hello = (texts: RemoteTexts): string | null | undefined => texts[0]?.text;
  const conditions = (): unknown[] => server.of('texts').map(({ headers }) => headers['if-none-match']);

  it.each(['"abc"', 'W/"abc"', '""', '"a,b"'])(
    '%s is sent back, and a 304 is the kept text',
    async (etag) => {
      server.on('texts', honest(etag, 'Hallo'));
      expect(await read()).toBe('Hallo');
      const second = await client();
      expect(hello(await second.service.texts(FILE, GERMAN, ALL))).toBe('Hallo');
      expect(conditions()).toEqual([undefined, etag]);
      expect(second.traces).toEqual([expect.stringMatching(/ 304, kept \d+ bytes /)]);
    },
  );

  it('a text that has changed is read, and kept in its turn', async () => {
    server.on('texts', honest('"1"', 'Hallo'));
    await read();
    server.on('texts', honest('"2"', 'Moin'));
    expect([await read(), await read()]).toEqual(['Moin', 'Moin']);
    expect(conditions()).toEqual([undefined, '"1"', '"2"']);
  });

  it.each([
    ['no ETag', {}],
    ['an ETag that is none', { etag: 'abc' }],
    ['one with a control character in it', { etag: '"a\tb"' }],
    ['one that is too long', { etag: `"${'x'.repeat(300)}"` }],
    ['no-store', { etag: '"1"', 'cache-control': 'private, no-store' }],
  ])('%s: nothing is kept', async (_, headers) => {
    server.on('texts', { headers, body: body('de', 'Hallo') });
    expect([await read(), await read()]).toEqual(['Hallo', 'Hallo']);
    expect(conditions()).toEqual([undefined, undefined]);
    expect(existsSync(kept())).toBe(false);
  });

  it('a 304 that no one asked for is an error', async () => {
    server.on('texts', { status: 304, headers: { etag: '"1"' } });
    await expect(read()).rejects.toMatchObject({ code: 'SERVICE_STATUS' });
  });

  it('a 304 for another ETag than was asked about is not an answer: it is asked again without condition', async () => {
    server.on('texts', honest('"1"', 'Hallo'));
    await read();
    server.on('texts', ({ headers }) =>
      headers['if-none-match'] === undefined
        ? { body: body('de', 'Moin') }
        : { status: 304, headers: { etag: '"2"' } },
    );
    expect(await read()).toBe('Moin');
    expect(conditions()).toEqual([undefined, '"1"', undefined]);
  });

  it('a proxy that makes the ETag of the 304 a weak one changes nothing', async () => {
    server.on('texts', honest('"1"', 'Hallo'));
    await read();
    server.on('texts', { status: 304, headers: { etag: 'W/"1"', 'content-type': 'text/html' } });
    expect(await read()).toBe('Hallo');
  });

  it('one ETag for two bodies: no address is given what another one was answered', async () => {
    server.on('texts', honest('"same"', 'Hallo'));
    await read();
    expect(await read({}, {}, ENGLISH)).toBe('Hallo');
    expect(conditions()).toEqual([undefined, undefined]);
    const { service } = await client();
    const texts = await Promise.all([ENGLISH, GERMAN].map((one) => service.texts(FILE, one, ALL)));
    expect(texts.map(hello)).toEqual(['Hallo', 'Hallo']);
    expect(conditions().slice(2)).toEqual(['"same"', '"same"']);
  });

  it.each<[string, () => Promise<Partial<Connection>>]>([
    ['token', () => Promise.resolve({ token: 'tok_of_somebody_else' })],
    ['project', () => Promise.resolve({ project: 'pro_2' })],
    ['path', () => Promise.resolve({ baseUrl: new URL('/other', server.url) })],
  ])('another %s finds nothing kept', async (_, settings) => {
    server.on('texts', honest('"1"', 'Hallo'));
    await read();
    await read(await settings());
    expect(conditions()).toEqual([undefined, undefined]);
  });

  it('a damaged file is ignored, wherever it is damaged', async () => {
    server.on('texts', honest('"1"', 'Hallo'));
    await read();
    const whole = readFileSync(kept());
    for (let at = 0; at < whole.length; at += 5) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      writeFileSync(kept(), at % 2 === 0 ? damaged : whole.subarray(0, at));
      expect(await read(), `byte ${at}`).toBe('Hallo');
    }
    // What was damaged has been written anew.
    const asked = conditions().length;
    await read();
    expect(conditions()[asked]).toBe('"1"');
  });

  it('a body that ends in the middle is not kept', async () => {
    const text = JSON.stringify(body('de', 'Hallo'));
    const cut = `HTTP/1.1 200 OK\r\netag: "1"\r\nconnection: close\r\n\r\n${text.slice(0, -9)}`;
    server.on('texts', { raw: (socket) => socket.end(cut) }, honest('"1"', 'Hallo'));
    expect(await read()).toBe('Hallo');
    expect(conditions()).toEqual([undefined, undefined]);
  });

  it('after an upload nothing is asked under a condition: what is read back is what is there', async () => {
    server.on('texts', honest('"1"', 'Hallo'));
    await read();
    const { service, clock } = await client();
    await service.upload({
      filename: 'de.yml',
      event: EVENT,
      reads: 1,
      plan: () => Promise.resolve({ content: 'de:\n  hello: Moin\n', readAt: clock.now() }),
    });
    await service.texts(FILE, GERMAN, ALL);
    expect(conditions()).toEqual([undefined, undefined]);
  });

  it('lists are always asked for whole: a page that stays as it is may get a next one', async () => {
    server.on('locales', { headers: { etag: '"1"' }, body: [] });
    server.on('sourceFiles', { headers: { etag: '"1"' }, body: [] });
    for (const run of [1, 2]) {
      const { service } = await client();
      await service.sourceFiles();
      await service.locales().catch((error: unknown) => {
        if (!(error instanceof LocsyncError)) throw error;
      });
      await service.close();
      expect(server.requests.length, `run ${run}`).toBe(2 * run);
    }
    expect(server.requests.some(({ headers }) => 'if-none-match' in headers)).toBe(false);
  });

  it('a run that may not write leaves the file as it is', async () => {
    server.on('texts', honest('"1"', 'Hallo'));
    expect(await read({}, { writable: false })).toBe('Hallo');
    expect(readdirSync(join(root, '.locsync'))).toEqual([]);
    await read();
    const before = readFileSync(kept());
    server.on('texts', honest('"2"', 'Moin'));
    expect(await read({}, { writable: false })).toBe('Moin');
    expect(readFileSync(kept())).toEqual(before);
  });

  const folder = (): string => join(root, '.locsync');
  const without = (): void => rmSync(folder(), { recursive: true });
  const aFile = (): void => {
    without();
    writeFileSync(folder(), '');
  };
  const aLink = (): void => {
    without();
    symlinkSync(tmpdir(), folder());
  };

  it.each([
    ['no folder', without],
    ['a file for a folder', aFile],
    ['a folder for the file', () => mkdirSync(kept())],
    ['a link to a folder elsewhere', aLink],
    ['a folder without permission', () => chmodSync(folder(), 0o000)],
  ])('%s: the texts come all the same', async (_, spoil) => {
    spoil();
    server.on('texts', honest('"1"', 'Hallo'));
    expect([await read(), await read()]).toEqual(['Hallo', 'Hallo']);
    expect(existsSync(join(tmpdir(), 'answers'))).toBe(false);
    expect(readdirSync(root).filter((name) => name !== '.locsync')).toEqual([]);
    rmSync(folder(), { recursive: true, force: true });
  });

  it('keeps what other runs have asked for, and leaves no other file behind', async () => {
    server.on('texts', honest('"1"', 'Hallo'));
    await read();
    await read({}, {}, ENGLISH);
    await read();
    await read({}, {}, ENGLISH);
    expect(conditions()).toEqual([undefined, undefined, '"1"', '"1"']);
    expect(readdirSync(join(root, '.locsync'))).toEqual(['answers']);
  });
});
