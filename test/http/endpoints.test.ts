import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connected, TOKEN } from '../support/connected.js';
import { scriptedServer } from '../support/scripted-server.js';
import type { Connected } from '../support/connected.js';
import type { ScriptedServer } from '../support/scripted-server.js';

describe('the six endpoints', () => {
  let server: ScriptedServer;
  let client: Connected;

  beforeEach(async () => {
    server = await scriptedServer();
    client = await connected(server.url);
  });
  afterEach(async () => {
    await client.service.close();
    await server.close();
  });

  it('reads the project', async () => {
    expect(await client.service.project()).toEqual({
      id: 'pro_1',
      name: 'Shop',
      technology: 'ruby',
      framework: 'rails',
      format: 'yaml',
    });
  });

  it('lists the locales', async () => {
    expect(await client.service.locales()).toEqual([
      { id: 'loc_1', name: 'English', code: 'en', country: '' },
      { id: 'loc_2', name: 'German', code: 'de', country: 'DE' },
    ]);
  });

  it('lists the source files', async () => {
    expect(await client.service.sourceFiles()).toEqual([{ id: 'fil_1', name: 'en.yml', keys: 2 }]);
  });

  it('reads the texts of one language and always sends locale_id', async () => {
    const locales = await client.service.locales();
    const [, german] = locales;
    const texts =
      german && (await client.service.texts({ id: 'fil_1', name: 'en.yml', keys: 2 }, german, locales));
    expect(texts).toEqual([
      { key: ['hello'], text: 'Hi' },
      { key: ['bye.now'], text: 'Bye' },
    ]);
    expect(server.of('texts')[0]?.url).toBe('/api/v1/projects/pro_1/source_files/fil_1?locale_id=loc_2');
  });

  it('creates an event and uploads a file under it, the id as an integer', async () => {
    const event = await client.service.createEvent();
    expect(event).toEqual({ id: 'evt_77', kind: 'api_upload' });
    expect(server.of('event')[0]?.body).toBe('{"kind":"api_upload"}');
    const uploaded = await client.service.upload({
      filename: 'de.yml',
      event,
      reads: 1,
      plan: () => Promise.resolve({ content: 'de:\n  hello: Hallo\n', readAt: client.clock.now() }),
    });
    expect(uploaded).toEqual({ sourceFile: { id: 'fil_1', name: 'de.yml' }, version: 3 });
    expect(JSON.parse(server.of('upload')[0]?.body ?? '')).toEqual({
      filename: 'de.yml',
      event_id: 77,
      content: 'de:\n  hello: Hallo\n',
    });
  });

  it('sends the headers that the interface asks for, and who it is', async () => {
    await client.service.project();
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
      'user-agent': 'locsync/0.1.0 node/20.0.0',
    });
  });

  it('BD-33 asks caches on the way for what the service says now', async () => {
    await client.service.project();
    expect(server.requests[0]?.headers['cache-control']).toBe('no-cache');
  });

  it('traces one line for each request, without the token', async () => {
    await client.service.project();
    expect(client.traces).toHaveLength(1);
    expect(client.traces[0]).toMatch(/^GET \/api\/v1\/projects\/pro_1 200 \d+ bytes \d+ ms attempt 1$/);
  });

  it('opens nothing by itself', async () => {
    await client.service.close();
    expect(server.connections).toBe(0);
  });

  it('keeps a path of the base URL', async () => {
    const deeper = await connected(new URL('/loc/', server.url));
    await deeper.service.project();
    await deeper.service.close();
    expect(server.requests[0]?.url).toBe('/loc/api/v1/projects/pro_1');
  });
});
