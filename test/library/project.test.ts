import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadProject, LocsyncError, LocsyncErrors, status, type LoadOptions } from '../../src/index.js';
import { CANARY, Session } from '../support/session.js';

const FILES = { files: ['config/locales/{locale}.yml'] };
const REMOTE = 'https://locsync.invalid';

/** A folder with this configuration, and a service that no test here asks anything. */
function folder(config: object | string): string {
  const session = Session.at({ url: REMOTE, project: 'pro_1', token: CANARY });
  session.config(typeof config === 'string' ? config : { ...FILES, ...config });
  return session.folder;
}

async function codes(options: LoadOptions): Promise<string> {
  try {
    await (await loadProject(options)).close();
  } catch (error) {
    if (error instanceof LocsyncErrors) return error.errors.map(({ code }) => code).join(' ');
    if (error instanceof LocsyncError) return error.code;
    throw error;
  }
  return 'loaded';
}

describe('loadProject', () => {
  it('finds the configuration as the program does, and tells where everything is', async () => {
    const cwd = folder({ baseUrl: `${REMOTE}/x`, project: 'pro_7' });
    const below = join(cwd, 'config/locales');
    mkdirSync(below, { recursive: true });
    const project = await loadProject({ cwd: below, baseUrl: `${REMOTE}/y`, token: CANARY });
    expect(project).toMatchObject({
      root: cwd,
      config: join(cwd, '.locsyncrc'),
      project: 'pro_7',
      baseUrl: `${REMOTE}/y`,
    });
    expect(JSON.stringify(project)).not.toContain(CANARY);
    await project.close();
    const other = await loadProject({ cwd: pathToFileURL(`${below}/`), baseUrl: REMOTE, token: CANARY });
    expect(other.root).toBe(cwd);
    await other.close();
  });

  it('takes options over variables over the file', async () => {
    const cwd = folder({ project: 'pro_file' });
    const env = { LOCSYNC_BASE_URL: REMOTE, LOCSYNC_PROJECT: 'pro_env', LOCSYNC_TOKEN: CANARY };
    expect((await loadProject({ cwd, env })).project).toBe('pro_env');
    expect((await loadProject({ cwd, env, project: 'pro_option' })).project).toBe('pro_option');
    expect((await loadProject({ cwd, baseUrl: REMOTE, token: CANARY })).project).toBe('pro_file');
  });

  it('reads no variable that it was not given', async () => {
    const cwd = folder({ baseUrl: REMOTE, project: 'pro_1' });
    process.env['LOCSYNC_TOKEN'] = CANARY;
    process.env['LOCSYNC_BASE_URL'] = REMOTE;
    try {
      expect(await codes({ cwd })).toBe('TOKEN_MISSING');
    } finally {
      delete process.env['LOCSYNC_TOKEN'];
      delete process.env['LOCSYNC_BASE_URL'];
    }
  });

  it('sends a token only if the caller, not the repository, says so', async () => {
    const cwd = folder({ baseUrl: REMOTE, project: 'pro_1' });
    expect(await codes({ cwd, token: CANARY })).toBe('CALL_TOKEN_NOT_BOUND');
    expect(await codes({ cwd, env: { LOCSYNC_TOKEN: CANARY } })).toBe('TOKEN_NOT_BOUND');
    expect(await codes({ cwd, token: CANARY, baseUrl: REMOTE })).toBe('loaded');
    expect(await codes({ cwd, token: CANARY, env: { LOCSYNC_BASE_URL: REMOTE } })).toBe('loaded');
    // M2: this machine is not an exception.
    const loopback = folder({ baseUrl: 'http://127.0.0.1:9', project: 'p' });
    expect(await codes({ cwd: loopback, token: CANARY })).toBe('CALL_TOKEN_NOT_BOUND');
    expect(await codes({ cwd: loopback, env: { LOCSYNC_TOKEN: CANARY } })).toBe('TOKEN_NOT_BOUND');
    expect(await codes({ cwd: loopback, token: CANARY, baseUrl: 'http://127.0.0.1:9' })).toBe('loaded');
  });

  it('uses a token that login stored, of the home folder that the variables name', async () => {
    const cwd = folder({ baseUrl: REMOTE, project: 'pro_1' });
    const home = join(dirname(cwd), 'other-home');
    const store = join(home, '.config/locsync');
    mkdirSync(store, { recursive: true });
    const stored = { version: 1, tokens: { [REMOTE]: { token: 'tok_stored_0123456789' } } };
    writeFileSync(join(store, 'credentials.json'), JSON.stringify(stored));
    chmodSync(join(store, 'credentials.json'), 0o600);
    expect(await codes({ cwd, env: { HOME: home } })).toBe('loaded');
    expect(await codes({ cwd })).toBe('TOKEN_MISSING');
  });

  it('rejects what is wrong with options and configuration, all of it', async () => {
    const cwd = folder({ baseUrl: REMOTE, project: 'pro_1' });
    expect(await codes({ cwd: 'here' })).toBe('CALL_OPTION_VALUE');
    expect(await codes({ cwd: new URL('https://x.test/') })).toBe('CALL_OPTION_VALUE');
    // @ts-expect-error What JavaScript lets through.
    expect(await codes({ token: CANARY })).toBe('CALL_OPTION_VALUE');
    // @ts-expect-error What JavaScript lets through.
    expect(await codes({ cwd, locale: ['de'] })).toBe('CALL_OPTION_UNKNOWN');
    expect(await codes({ cwd: folder('concurency: 3\nretries: many\n'), token: CANARY })).toBe(
      'CONFIG_UNKNOWN_KEY CONFIG_WRONG_TYPE',
    );
    expect(await codes({ cwd: join(cwd, 'nowhere'), token: CANARY })).toBe('CONFIG_UNREADABLE');
    expect(await codes({ cwd, signal: AbortSignal.abort() })).toBe('INTERRUPTED');
  });

  it('keeps to itself what a handle holds', async () => {
    await expect(
      status({ root: '/', config: undefined, project: 'p', baseUrl: REMOTE, close: () => Promise.resolve() }),
    ).rejects.toMatchObject({ code: 'CALL_NOT_A_PROJECT' });
  });
});
