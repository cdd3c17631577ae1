import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, LocsyncError, LocsyncErrors, type ClientOptions } from '../../src/index.js';
import { CANARY } from '../support/session.js';
import {
  hang,
  PROJECT,
  scriptedServer,
  speakThenReset,
  type ScriptedServer,
} from '../support/scripted-server.js';

let server: ScriptedServer;
beforeEach(async () => {
  server = await scriptedServer();
});
afterEach(() => server.close());

const client = (more: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: server.url, project: PROJECT, token: CANARY, ...more });

/** What a call ends with; fails if it ends well. */
async function failure(run: () => unknown): Promise<LocsyncError | LocsyncErrors> {
  try {
    await run();
  } catch (error) {
    if (error instanceof LocsyncError || error instanceof LocsyncErrors) return error;
    throw error;
  }
  throw new Error('no error');
}

const codeOf = async (run: () => unknown): Promise<string> => {
  const error = await failure(run);
  return error instanceof LocsyncError ? error.code : error.errors.map(({ code }) => code).join(' ');
};

describe('createClient', () => {
  it('answers with all six endpoints, typed, and sends the token to the service', async () => {
    const api = client();
    expect(await api.project()).toMatchObject({ id: PROJECT, name: 'Shop', format: 'yaml' });
    const [english, german] = await api.locales();
    expect([english?.code, german?.code]).toEqual(['en', 'de']);
    const [file] = await api.sourceFiles();
    if (!file || !german) throw new Error('nothing there');
    expect(await api.texts(file, german)).toEqual([
      { key: ['hello'], text: 'Hi' },
      { key: ['bye.now'], text: 'Bye' },
    ]);
    const event = await api.createEvent();
    expect(await api.upload({ filename: 'de.yml', content: 'de:\n  hello: Hallo\n', event })).toEqual({
      sourceFile: { id: 'fil_1', name: 'de.yml' },
      version: 3,
    });
    await api.close();
    expect(new Set(server.requests.map(({ headers }) => headers['authorization']))).toEqual(
      new Set([`Bearer ${CANARY}`]),
    );
  });

  it('opens no connection before the first call', async () => {
    const api = client();
    await api.close();
    expect(server.connections).toBe(0);
  });

  it('asks for the languages once, however many texts are wanted', async () => {
    const api = client();
    const [file] = await api.sourceFiles();
    const locales = await api.locales();
    if (!file) throw new Error('no source file');
    await Promise.all(locales.map((locale) => api.texts(file, locale)));
    expect(server.of('locales')).toHaveLength(2);
    await api.close();
  });

  it('throws at once for what can be no option, naming all that is wrong', async () => {
    expect(await codeOf(() => client({ baseUrl: 'http://example.com' }))).toBe('BASE_URL_PLAIN_HTTP');
    expect(await codeOf(() => client({ concurrency: 0, retries: 99 }))).toBe('BAD_VALUE BAD_VALUE');
    expect(await codeOf(() => client({ token: 'Bearer x' }))).toBe('TOKEN_BEARER');
    expect(await codeOf(() => client({ project: '../x' }))).toBe('BAD_VALUE');
    // @ts-expect-error What JavaScript lets through.
    const unknown = await failure(() => client({ tokn: CANARY }));
    expect(unknown).toMatchObject({ code: 'CALL_OPTION_UNKNOWN', hint: 'did you mean token?' });
    // @ts-expect-error What JavaScript lets through.
    expect(await codeOf(() => client({ timeout: '30' }))).toBe('CALL_OPTION_VALUE');
    expect(await codeOf(() => client({ token: undefined as unknown as string }))).toBe('CALL_OPTION_VALUE');
  });

  it('rejects with errors of the catalogue that never hold the token', async () => {
    server.on('project', { status: 401, body: { error: `no such token ${CANARY}` } });
    const api = client();
    const error = await failure(() => api.project());
    expect(error).toMatchObject({ code: 'TOKEN_REJECTED', exit: 3 });
    expect(JSON.stringify([error.message, error])).not.toContain(CANARY);
    await api.close();
  });

  it('reports requests and waits, and keeps the token out of both', async () => {
    const notices: string[] = [];
    const traces: string[] = [];
    server.on(
      'project',
      { status: 503, headers: { 'retry-after': '3' }, body: CANARY },
      { body: { api_id: PROJECT, name: 'Shop' } },
    );
    const ended = new AbortController();
    const api = client({
      signal: ended.signal,
      onNotice: (notice) => {
        notices.push(notice);
        ended.abort();
      },
      onTrace: (line) => traces.push(line),
    });
    expect(await codeOf(() => api.project())).toBe('INTERRUPTED');
    expect(notices).toEqual([expect.stringMatching(/^waiting 3 s before asking for the project again/)]);
    expect(traces).toEqual([expect.stringMatching(/^GET \/api\/v1\/projects\/pro_1 503 /)]);
    expect([...notices, ...traces].join()).not.toContain(CANARY);
    await api.close();
  });

  it('ends a call when its signal is aborted, and keeps the reason', async () => {
    server.on('project', hang);
    const ended = new AbortController();
    const api = client({ signal: ended.signal });
    const call = api.project();
    const reason = new Error('enough');
    setTimeout(() => ended.abort(reason), 50);
    expect(await failure(() => call)).toMatchObject({ code: 'INTERRUPTED', exit: 130, cause: reason });
    await api.close();
  });

  it('ends what is under way when it is closed, and begins nothing after that', async () => {
    server.on('project', hang);
    const api = client();
    const call = failure(() => api.project());
    await api.close();
    expect(await call).toMatchObject({ code: 'INTERRUPTED' });
    expect(await failure(() => api.project())).toMatchObject({ code: 'CALL_AFTER_CLOSE' });
    await api.close();
  });

  it('sends no upload twice if it is unknown whether it arrived', async () => {
    server.on('upload', speakThenReset(''));
    const api = client();
    const event = await api.createEvent();
    const upload = { filename: 'de.yml', content: 'de: {}\n', event };
    expect(await codeOf(() => api.upload(upload))).toBe('UPLOAD_UNKNOWN');
    expect(server.of('upload')).toHaveLength(1);
    await api.close();
  });
});
