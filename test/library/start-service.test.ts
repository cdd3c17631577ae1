import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createClient,
  detect,
  diff,
  loadProject,
  LocsyncError,
  pull,
  push,
  resolve,
  startService,
  status,
  type StartServiceOptions,
} from '../../src/index.js';
import { Session } from '../support/session.js';

const EN = 'en:\n  hello: Hello\n  bye: Goodbye\n';
const DE = 'de:\n  hello: Hallo\n  bye: Tschüss\n';

async function started(options: StartServiceOptions = {}) {
  const service = await startService(options);
  onTestFinished(() => service.close());
  return service;
}

function clientOf({ baseUrl, projectId, token }: Awaited<ReturnType<typeof started>>, given = token) {
  const client = createClient({ baseUrl, project: projectId, token: given, retries: 0 });
  onTestFinished(() => client.close());
  return client;
}

/** A folder with locale files, and a service that startService has started for it. */
async function shop(options: StartServiceOptions = {}) {
  const service = await started({ locales: ['en', 'de'], ...options });
  const { baseUrl, projectId: project, token } = service;
  const s = Session.at({ url: baseUrl, project, token });
  s.file('config/locales/en.yml', EN).file('config/locales/de.yml', DE);
  const handle = await loadProject({ cwd: s.folder, baseUrl, project, token });
  onTestFinished(() => handle.close());
  return { service, s, handle };
}

/** Another person's text on the service. */
async function put(service: Awaited<ReturnType<typeof started>>, de: string): Promise<void> {
  const client = clientOf(service);
  const event = await client.createEvent();
  const content = `de:\n  hello: ${de}\n`;
  await client.upload({ filename: 'config/locales/de.yml', content, event });
}

describe('startService', () => {
  it('runs in memory for a test: the built program and the library sync with it', async () => {
    const { s, handle } = await shop();
    expect((await push(handle)).summary.pushed).toBe(2);
    (await s.run('status --check')).code(0);
    expect((await pull(handle)).ok).toBe(true);
  });

  it('has the project, the token, the languages and the behaviour that it is given', async () => {
    const lines: string[] = [];
    const service = await started({
      project: 'pro_77',
      token: 'tok_mine',
      locales: ['en', 'pt-BR'],
      name: 'Shop',
      behave: ['nested-keys'],
      onTrace: (line) => lines.push(line),
    });
    expect(service).toMatchObject({ projectId: 'pro_77', token: 'tok_mine' });
    const client = clientOf(service);
    expect((await client.project()).name).toBe('Shop');
    expect((await client.locales()).map(({ code }) => code)).toEqual(['en', 'pt-BR']);
    await expect(clientOf(service, 'tok_other').project()).rejects.toBeInstanceOf(LocsyncError);
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines.join('\n')).not.toContain('tok_mine');
    expect(service.page).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?code=/);
  });

  it('keeps nothing without a file, and everything in one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'locsync-db-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const db = join(folder, 'texts.db');
    const first = await startService({ db, locales: ['en', 'fr'] });
    await first.close();
    await first.close();
    expect(existsSync(db)).toBe(true);
    const again = await started({ db: pathToFileURL(db) });
    expect(again).toMatchObject({ projectId: first.projectId, token: first.token });
    expect((await clientOf(again).locales()).map(({ code }) => code)).toEqual(['en', 'fr']);

    const one = await started();
    const other = await started();
    expect(one.projectId).not.toBe(other.projectId);
    expect(one.baseUrl).not.toBe(other.baseUrl);
  });

  it('refuses what cannot be, and leaves no server', async () => {
    const code = (options: object) => startService(options).catch((error: unknown) => error);
    expect(await code({ port: 70_000 })).toMatchObject({
      code: 'CALL_OPTION_VALUE',
      message: 'the option port of startService() must be a whole number from 0 to 65535',
    });
    expect(await code({ prot: 1 })).toMatchObject({ code: 'CALL_OPTION_UNKNOWN' });
    expect(await code({ host: '0.0.0.0' })).toMatchObject({ code: 'CALL_OPTION_UNKNOWN' });
    expect(await code({ db: 'relative.db' })).toMatchObject({ code: 'CALL_OPTION_VALUE' });
    expect(await code({ locales: ['en', 'en'] })).toMatchObject({ code: 'SERVE_OPTION' });
    const { baseUrl } = await started();
    expect(await code({ port: Number(new URL(baseUrl).port) })).toMatchObject({ code: 'SERVE_PORT_IN_USE' });
  });

  it('ends with close: the address is free again', async () => {
    const service = await startService();
    const port = Number(new URL(service.baseUrl).port);
    await service.close();
    expect((await started({ port })).baseUrl).toBe(service.baseUrl);
  });
});

describe('diff and resolve', () => {
  it('shows both texts of a key that differs, as diff --json does', async () => {
    const { service, s, handle } = await shop();
    await push(handle);
    expect(await diff(handle)).toMatchObject({ ok: true, files: [] });
    await put(service, 'Moin');
    const report = await diff(handle, { locale: ['de'] });
    expect(report).toMatchObject({
      command: 'diff',
      exitCode: 1,
      files: [{ path: 'config/locales/de.yml', changes: [{ key: 'hello', here: 'Hallo', there: 'Moin' }] }],
    });
    expect(report).toEqual((await s.run('diff --locale de --json')).code(1).json);
    const [file] = (await diff(handle, { nameOnly: true })).files;
    expect(file).not.toHaveProperty('changes');
  });

  it("decides conflicts for one side, and asks for the side if it isn't said", async () => {
    const { service, s, handle } = await shop();
    await push(handle);
    await put(service, 'Moin');
    s.file('config/locales/de.yml', DE.replace('Hallo', 'Servus'));
    expect(await resolve(handle, { dryRun: true })).toMatchObject({ dryRun: true, exitCode: 1 });
    await expect(resolve(handle, {})).rejects.toMatchObject({ code: 'CALL_OPTION_VALUE' });
    await expect(resolve(handle, { local: true, service: true })).rejects.toMatchObject({
      code: 'CALL_OPTION_VALUE',
    });
    expect((await resolve(handle, { service: true, key: ['bye'] })).summary.resolved).toBe(0);
    expect(await resolve(handle, { service: true, key: ['h*'] })).toMatchObject({
      ok: true,
      summary: { resolved: 1 },
    });
    s.reads('config/locales/de.yml', DE.replace('Hallo', 'Moin'));
    expect((await status(handle, { check: true })).ok).toBe(true);
  });
});

describe('detect', () => {
  it('finds what init would write, and writes nothing', async () => {
    const { service, s } = await shop();
    s.remove('.locsyncrc');
    const before = s.snapshot();
    const { baseUrl, projectId: project, token } = service;
    const report = await detect({ cwd: s.folder, baseUrl, project, token });
    expect(report).toMatchObject({
      command: 'init',
      ok: true,
      configuration: {
        written: false,
        patterns: [
          {
            path: 'config/locales/{locale}.yml',
            files: ['config/locales/de.yml', 'config/locales/en.yml'],
          },
        ],
      },
    });
    expect(report.configuration?.text).toContain('config/locales/{locale}.yml');
    s.unchanged(before);
  });

  it('sends a token only to an origin that the caller names', async () => {
    const { service, s } = await shop();
    const { baseUrl, projectId: project, token } = service;
    s.config({ baseUrl, project });
    await expect(detect({ cwd: s.folder, token })).rejects.toMatchObject({ code: 'CALL_TOKEN_NOT_BOUND' });
    // @ts-expect-error It has no such option.
    const other = detect({ cwd: s.folder, baseUrl, project, token, yes: true });
    await expect(other).rejects.toMatchObject({ code: 'CALL_OPTION_UNKNOWN' });
  });
});
