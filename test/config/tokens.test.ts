import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configHomeOf, credentialsPath } from '../../src/adapters/tokens/credentials.js';
import { processInfo } from '../../src/adapters/process-info.js';
import { createTokens } from '../../src/adapters/tokens/tokens.js';
import { LocsyncError } from '../../src/core/errors/index.js';
import type { OriginSource, Tokens } from '../../src/ports/tokens.js';
import { place } from './place.js';

const URL_A = new URL('https://a.test/api');
const URL_B = new URL('https://b.test');
const TOKEN = 'tok_SECRET123';

const tokens = (configHome: string | undefined): Tokens =>
  createTokens({ configHome, uid: process.geteuid?.() });

async function fault(promise: Promise<unknown>): Promise<LocsyncError> {
  const error: unknown = await promise.then(
    () => new Error('it was taken'),
    (reason: unknown) => reason,
  );
  if (error instanceof LocsyncError) return error;
  throw error;
}

const said = (error: LocsyncError): string =>
  `${error.message} ${error.hint ?? ''} ${String(error.cause)} ${error.stack ?? ''}`;

describe('LOCSYNC_TOKEN', () => {
  const get = (value: string, url = URL_A, named: OriginSource = 'flag', home = place()): Promise<string> =>
    tokens(home).for(url, named, { LOCSYNC_TOKEN: value });

  it('goes to an origin that a flag or the environment named', async () => {
    expect(await get(TOKEN)).toBe(TOKEN);
    expect(await get(TOKEN, URL_A, 'environment')).toBe(TOKEN);
  });

  it('CFG-09 does not go where only the configuration file says, and both remedies are named', async () => {
    const error = await fault(get(TOKEN, new URL('https://evil.test/x'), 'config'));
    expect(error).toMatchObject({ code: 'TOKEN_NOT_BOUND', exit: 3 });
    expect(error.message).toContain('https://evil.test');
    expect(error.hint).toContain('LOCSYNC_BASE_URL=https://evil.test/x');
    expect(error.hint).toContain('locsync login --base-url https://evil.test/x');
    expect(said(error)).not.toContain(TOKEN);
  });

  it('goes where the file says once login has approved that origin, and to no other scheme, host or port of it', async () => {
    const home = place();
    await tokens(home).store(URL_A, 'stored');
    expect(await get(TOKEN, URL_A, 'config', home)).toBe(TOKEN);
    expect(await get(TOKEN, new URL('https://A.test:443/other'), 'config', home)).toBe(TOKEN);
    for (const url of [
      'http://a.test/api',
      'https://a.test:8443',
      'https://x.a.test',
      'https://a.test.evil.test',
    ])
      expect((await fault(get(TOKEN, new URL(url), 'config', home))).code).toBe('TOKEN_NOT_BOUND');
  });

  it('M2 does not go to a loopback host either if only the configuration file says so', async () => {
    for (const url of [
      'http://127.0.0.1:3000',
      'http://localhost',
      'http://[::1]:8/',
      'http://2130706433',
      'http://localhost.evil.test',
    ]) {
      const error = await fault(get(TOKEN, new URL(url), 'config'));
      expect(error).toMatchObject({ code: 'TOKEN_NOT_BOUND', exit: 3 });
      expect(error.hint).toContain('LOCSYNC_BASE_URL=');
      expect(error.hint).toContain('locsync login --base-url');
      expect(await get(TOKEN, new URL(url), 'environment')).toBe(TOKEN);
    }
  });

  it('L3 an address in a hint is one word for a shell, whatever it holds', async () => {
    for (const path of [';./x', "'&./x&'", '$(x)', '(x)', '*', '!x', "it's"]) {
      const url = new URL(`https://evil.test/${path}`);
      const hints = [
        (await fault(get(TOKEN, url, 'config'))).hint,
        (await fault(tokens(place()).for(url, 'config', {}))).hint,
        LocsyncError.of('LOGIN_NOT_BOUND', { origin: url.origin, url: url.href }).hint,
      ];
      for (const hint of hints) {
        const word = /base-url ('(?:[^']|'\\'')*')`/.exec(hint ?? '')?.[1] ?? '';
        expect(execFileSync('sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' })).toBe(url.href);
      }
    }
  });

  it('wins over a stored token', async () => {
    const home = place();
    await tokens(home).store(URL_A, 'stored');
    expect(await get(TOKEN, URL_A, 'flag', home)).toBe(TOKEN);
  });

  it.each(['', '\n', '  ', '\r\n'])(
    'ARG-18 that is empty (%j) is an error that speaks of forks',
    async (value) => {
      const error = await fault(get(value));
      expect(error).toMatchObject({ code: 'TOKEN_EMPTY', exit: 3 });
      expect(said(error)).toContain('forks');
    },
  );

  it.each([`${TOKEN}\n`, `${TOKEN}\r\n`, `${TOKEN}\n\n`])(
    'ARG-19 is trimmed of the line end of %j',
    async (value) => {
      expect(await get(value)).toBe(TOKEN);
    },
  );

  it.each([
    ['to\nk-SECRET', 3],
    ['to\u0000k-SECRET', 3],
    ['tok\u200b-SECRET', 4],
    ['\u00e9-SECRET', 1],
    [' tok-SECRET', 1],
    ['tok-SECRET ', 11],
  ])(
    'ARG-20 with an illegal character (%j) is refused by position and never shown',
    async (value, position) => {
      const error = await fault(get(value));
      expect(error).toMatchObject({ code: 'TOKEN_ILLEGAL', exit: 3 });
      expect(error.message).toContain(`position ${position}`);
      expect(said(error)).not.toContain('SECRET');
    },
  );

  it.each(['Bearer SECRET', 'bearer SECRET', 'BEARER\tSECRET', 'Bearer'])(
    'ARG-21 with Bearer in front (%j) is refused',
    async (value) => {
      const error = await fault(get(value));
      expect(error).toMatchObject({ code: 'TOKEN_BEARER', exit: 3 });
      expect(said(error)).not.toContain('SECRET');
    },
  );

  it.each(['${{ secrets.X }}', '$TOKEN', '${TOKEN}', '$(cat token)', '%TOKEN%', '{{ token }}', '<token>'])(
    'ARG-22 that was not expanded (%s) is refused',
    async (value) => {
      expect(await fault(get(value))).toMatchObject({ code: 'TOKEN_UNEXPANDED', exit: 3 });
    },
  );

  it('takes every printable character, a $ within included', async () => {
    const all = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join('');
    expect(await get(all)).toBe(all);
  });
});

describe('stored tokens', () => {
  it('go to their own origin only, no matter who named it', async () => {
    const home = place();
    await tokens(home).store(URL_A, 'for-a\n');
    await tokens(home).store(URL_B, 'for-b');
    for (const named of ['flag', 'environment', 'config'] as const) {
      expect(await tokens(home).for(URL_A, named, {})).toBe('for-a');
      expect(await tokens(home).for(new URL('https://b.test/x'), named, {})).toBe('for-b');
      for (const url of ['http://b.test', 'https://b.test:1', 'https://c.test', 'http://127.0.0.1'])
        expect(await fault(tokens(home).for(new URL(url), named, {}))).toMatchObject({
          code: 'TOKEN_MISSING',
          exit: 3,
        });
    }
  });

  it('name both remedies if there is none and only the configuration file names the origin', async () => {
    const error = await fault(tokens(place()).for(URL_A, 'config', {}));
    expect(error.hint).toContain('LOCSYNC_TOKEN and LOCSYNC_BASE_URL=https://a.test/api');
    expect(error.hint).toContain('locsync login --base-url https://a.test/api');
  });

  it.skipIf(process.geteuid?.() !== 0)(
    'L8 of another user are not used, nor is what they approve',
    async () => {
      const home = place();
      await tokens(home).store(URL_A, 'stored');
      chownSync(credentialsPath(home), 65_534, 65_534);
      for (const env of [{}, { LOCSYNC_TOKEN: TOKEN }])
        expect(await fault(tokens(home).for(URL_A, 'config', env))).toMatchObject({
          code: 'CREDENTIALS_FOREIGN',
          exit: 3,
        });
      expect((await fault(tokens(home).store(URL_B, 'new'))).code).toBe('CREDENTIALS_FOREIGN');
      expect(await tokens(home).for(URL_A, 'flag', { LOCSYNC_TOKEN: TOKEN })).toBe(TOKEN);
      // The systems that have no owners look at none.
      const open = createTokens({ configHome: home, uid: undefined });
      expect(await open.for(URL_A, 'config', {})).toBe('stored');
    },
  );

  it('are kept in a file of mode 0600 in a folder of mode 0700, with nothing left beside it', async () => {
    const home = place();
    await tokens(home).store(URL_A, TOKEN);
    const path = credentialsPath(home);
    expect(path).toBe(join(home, 'locsync', 'credentials.json'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'locsync')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(home, 'locsync')).sort()).toEqual(['.locsync', 'credentials.json']);
  });

  it('are removed for one origin, the others kept', async () => {
    const home = place();
    await tokens(home).store(URL_A, 'for-a');
    await tokens(home).store(URL_B, 'for-b');
    expect(await tokens(home).remove(URL_A)).toBe(true);
    expect(await tokens(home).remove(URL_A)).toBe(false);
    expect(readFileSync(credentialsPath(home), 'utf8')).not.toContain('for-a');
    expect(await tokens(home).for(URL_B, 'config', {})).toBe('for-b');
  });

  it('are checked like the variable before they are stored', async () => {
    const home = place();
    for (const value of ['', 'Bearer x', 'a b', '$TOKEN'])
      expect((await fault(tokens(home).store(URL_A, value))).exit).toBe(3);
    expect(existsSync(join(home, 'locsync'))).toBe(false);
  });

  it.skipIf(process.platform === 'win32').each([0o640, 0o604, 0o620, 0o666])(
    'are not used while others may touch them (mode %o)',
    async (mode) => {
      const home = place();
      await tokens(home).store(URL_A, TOKEN);
      chmodSync(credentialsPath(home), mode);
      const error = await fault(tokens(home).for(URL_A, 'config', {}));
      expect(error).toMatchObject({ code: 'CREDENTIALS_EXPOSED', exit: 3 });
      expect(error.hint).toContain('chmod 600');
      expect(said(error)).not.toContain(TOKEN);
      expect(await tokens(home).for(URL_A, 'flag', { LOCSYNC_TOKEN: 'other' })).toBe('other');
    },
  );

  it.each([
    '',
    '{',
    `{"version":1,"tokens":{"https://a.test":"${TOKEN}"}}`,
    `{"version":2,"tokens":{"https://a.test":{"token":"${TOKEN}"}}}`,
    '[]',
    `nonsense ${TOKEN}`,
  ])('of a damaged file (%j) are an error that shows nothing of it', async (text) => {
    const home = place({ 'locsync/credentials.json': text });
    chmodSync(credentialsPath(home), 0o600);
    const error = await fault(tokens(home).for(URL_A, 'config', {}));
    expect(error).toMatchObject({ code: 'CREDENTIALS_UNREADABLE', exit: 5 });
    expect(said(error)).not.toContain(TOKEN);
    expect((await fault(tokens(home).store(URL_A, 'new'))).code).toBe('CREDENTIALS_UNREADABLE');
    expect(readFileSync(credentialsPath(home), 'utf8')).toBe(text);
  });

  it('are not waited for in a pipe, and not sought in a folder', async () => {
    const home = place({ 'locsync/': '' });
    execFileSync('mkfifo', ['-m', '600', credentialsPath(home)]);
    expect((await fault(tokens(home).for(URL_A, 'config', {}))).code).toBe('CREDENTIALS_UNREADABLE');
    rmSync(credentialsPath(home));
    mkdirSync(credentialsPath(home));
    expect((await fault(tokens(home).for(URL_A, 'config', {}))).code).toBe('CREDENTIALS_UNREADABLE');
  });

  it('replace a link and leave its target alone', async () => {
    const home = place({ 'target.json': '{"version":1,"tokens":{}}', 'locsync/': '' });
    chmodSync(join(home, 'target.json'), 0o600);
    symlinkSync('../target.json', credentialsPath(home));
    await tokens(home).store(URL_A, TOKEN);
    expect(readFileSync(join(home, 'target.json'), 'utf8')).not.toContain(TOKEN);
    expect(await tokens(home).for(URL_A, 'config', {})).toBe(TOKEN);
  });

  it('cannot be stored where a file is in the way, and the message says where', async () => {
    const home = place({ locsync: '' });
    const error = await fault(tokens(home).store(URL_A, TOKEN));
    expect(error).toMatchObject({ code: 'CREDENTIALS_UNWRITABLE', exit: 5 });
    expect(said(error)).not.toContain(TOKEN);
  });

  it('FS-24 are none if there is no home folder or no file, and that alone is not a fault', async () => {
    for (const home of [undefined, join(place(), 'missing'), join(place({ file: '' }), 'file')]) {
      expect(await tokens(home).for(URL_A, 'flag', { LOCSYNC_TOKEN: TOKEN })).toBe(TOKEN);
      expect(await fault(tokens(home).for(URL_A, 'flag', {}))).toMatchObject({
        code: 'TOKEN_MISSING',
        exit: 3,
      });
      expect(await tokens(home).remove(URL_A)).toBe(false);
    }
    expect(await fault(tokens(undefined).store(URL_A, TOKEN))).toMatchObject({
      code: 'CREDENTIALS_NO_HOME',
      exit: 5,
    });
  });

  it('do not touch Object.prototype', async () => {
    const home = place({ 'locsync/': '' });
    writeFileSync(credentialsPath(home), '{"version":1,"tokens":{"__proto__":{"token":"x"}}}', {
      mode: 0o600,
    });
    await tokens(home).store(URL_A, TOKEN);
    expect(Object.hasOwn(Object.prototype, 'token')).toBe(false);
  });
});

describe('configHomeOf', () => {
  it('is XDG_CONFIG_HOME, else ~/.config, else none; APPDATA on Windows', () => {
    expect(configHomeOf({ XDG_CONFIG_HOME: '/x', HOME: '/h' }, 'linux')).toBe('/x');
    expect(configHomeOf({ XDG_CONFIG_HOME: 'relative', HOME: '/h' }, 'linux')).toBe('/h/.config');
    expect(configHomeOf({ XDG_CONFIG_HOME: '', HOME: '/h' }, 'darwin')).toBe('/h/.config');
    expect(configHomeOf({ HOME: '' }, 'linux')).toBeUndefined();
    expect(configHomeOf({}, 'linux')).toBeUndefined();
    expect(configHomeOf({ APPDATA: '/appdata', HOME: '/h' }, 'win32')).toBe('/appdata');
  });
});

describe('many who store at once', () => {
  it('no token is lost, no matter who comes in between', async () => {
    const folder = place();
    const origins = Array.from({ length: 12 }, (_, i) => new URL(`https://host-${i}.test`));
    const gone = new URL('https://gone.test');
    await tokens(folder).store(gone, 'tok_OTHER');
    // Each with an object of its own, as each process has.
    await Promise.all([
      ...origins.map((url, i) => tokens(folder).store(url, `tok_SECRET${i}`)),
      tokens(folder).remove(gone),
    ]);
    for (const [i, url] of origins.entries())
      expect(await tokens(folder).for(url, 'flag', {})).toBe(`tok_SECRET${i}`);
    expect(await tokens(folder).remove(gone)).toBe(false);
    expect(statSync(credentialsPath(folder)).mode & 0o777).toBe(0o600);
  });

  it('a process that died while it stored holds no one up', async () => {
    const folder = place();
    const lock = join(folder, 'locsync/.locsync');
    mkdirSync(lock, { recursive: true });
    const dead = {
      id: '0'.repeat(32),
      pid: 2 ** 22 + 1,
      host: hostname(),
      since: '2026-01-01T00:00:00.000Z',
      // Of this container and this boot: no one judges a process of another one (M6).
      ...processInfo.processes.place,
    };
    writeFileSync(join(lock, 'run.lock'), `${JSON.stringify(dead)}\n`);
    await tokens(folder).store(URL_A, TOKEN);
    expect(await tokens(folder).for(URL_A, 'flag', {})).toBe(TOKEN);
  });
});
