import { describe, expect, it } from 'vitest';
import {
  resolveConnection,
  resolveOrigin,
  type ConnectionFlags,
} from '../../../../src/core/config/connection.js';
import type { Config } from '../../../../src/core/config/types.js';
import { defaultConfig } from '../../../../src/core/config/read.js';
import { LocsyncError, LocsyncErrors } from '../../../../src/core/errors/index.js';

const FILE: Config = { ...defaultConfig(), baseUrl: 'https://file.test/api', project: 'pro_file' };
type Env = Readonly<Record<string, string>>;

const resolve = (
  flags: ConnectionFlags = {},
  env: Env = {},
  config = FILE,
): ReturnType<typeof resolveConnection> => resolveConnection({ config, env, flags });

function faults(flags: ConnectionFlags, env: Env = {}, config = FILE): readonly LocsyncError[] {
  try {
    resolve(flags, env, config);
  } catch (error) {
    if (error instanceof LocsyncErrors) return error.errors;
    if (error instanceof LocsyncError) return [error];
    throw error;
  }
  throw new Error('it was taken');
}

describe('resolveConnection', () => {
  it('F10 trims the line ends of LOCSYNC_BASE_URL, as those of a token, and of no other source', () => {
    for (const end of ['\n', '\r\n', '\n\n'])
      expect(resolve({}, { LOCSYNC_BASE_URL: `https://env.test${end}` }).baseUrl.href).toBe(
        'https://env.test/',
      );
    expect(resolve({}, { LOCSYNC_BASE_URL: '\n' }).named).toBe('config');
    expect(faults({ baseUrl: 'https://flag.test\n' })[0]?.message).toContain('a line end');
    expect(faults({}, { LOCSYNC_BASE_URL: 'https://a\n.test' })[0]?.message).toContain('a line end');
  });

  it('takes the file if nothing else says anything', () => {
    const { baseUrl, ...rest } = resolve();
    expect(baseUrl.href).toBe('https://file.test/api');
    expect(rest).toEqual({ named: 'config', project: 'pro_file', concurrency: 8, timeout: 30, retries: 4 });
  });

  it('takes the environment over the file, and flags over both, and tells who named the origin', () => {
    const env = {
      LOCSYNC_BASE_URL: 'https://env.test',
      LOCSYNC_PROJECT: 'pro_env',
      LOCSYNC_CONCURRENCY: '2',
      LOCSYNC_TIMEOUT: '2.5',
      LOCSYNC_RETRIES: '0',
    };
    expect(resolve({}, env)).toMatchObject({
      named: 'environment',
      project: 'pro_env',
      concurrency: 2,
      timeout: 2.5,
      retries: 0,
    });
    const flags = {
      baseUrl: 'https://flag.test',
      project: 'pro_flag',
      concurrency: '3',
      timeout: '60',
      retries: '1',
    };
    expect(resolve(flags, env)).toMatchObject({
      named: 'flag',
      project: 'pro_flag',
      concurrency: 3,
      timeout: 60,
      retries: 1,
    });
    expect(resolve(flags, env).baseUrl.origin).toBe('https://flag.test');
  });

  it('takes an empty variable for none', () => {
    expect(resolve({}, { LOCSYNC_BASE_URL: '', LOCSYNC_PROJECT: '', LOCSYNC_TIMEOUT: '' })).toMatchObject({
      named: 'config',
      timeout: 30,
    });
  });

  it('takes an empty flag for a mistake', () => {
    expect(faults({ baseUrl: '', project: '', timeout: '' }).map(({ code }) => code)).toEqual([
      'BAD_VALUE',
      'BAD_VALUE',
      'BAD_VALUE',
    ]);
  });

  it.each(['0', '-5', 'abc', '1e12', 'Infinity', '3601', '0.9', ' 1', '0x10', 'NaN', '9'.repeat(400)])(
    'ARG-10 refuses the timeout %s with the allowed range',
    (timeout) => {
      const [error] = faults({ timeout });
      expect(error).toMatchObject({ code: 'BAD_VALUE', exit: 2 });
      expect(error?.message).toContain('"--timeout" must be a number of seconds from 1 to 3600');
      expect(faults({}, { LOCSYNC_TIMEOUT: timeout })[0]?.message).toContain('"LOCSYNC_TIMEOUT"');
    },
  );

  it.each(['0', '1.5', '1000000', '65', '-1'])(
    'ARG-11 refuses the concurrency %s with the allowed range',
    (concurrency) => {
      const [error] = faults({ concurrency });
      expect(error).toMatchObject({ code: 'BAD_VALUE', exit: 2 });
      expect(error?.message).toContain('"--concurrency" must be a whole number from 1 to 64');
      expect(faults({}, { LOCSYNC_CONCURRENCY: concurrency })[0]?.message).toContain('"LOCSYNC_CONCURRENCY"');
    },
  );

  it('holds flags and variables to the rules of the file', () => {
    expect(faults({ retries: '21' })[0]?.message).toContain('"--retries"');
    expect(faults({ project: 'a/b' })[0]?.message).toContain('"--project"');
    expect(faults({ baseUrl: 'http://x.test' })[0]).toMatchObject({ code: 'BASE_URL_PLAIN_HTTP', exit: 2 });
    expect(faults({}, { LOCSYNC_BASE_URL: 'x.test' })[0]?.hint).toBe('did you mean https://x.test?');
    expect(faults({ baseUrl: 'https://u:SECRET@x.test' })[0]?.message).not.toContain('SECRET');
    expect(resolve({ baseUrl: 'http://x.test' }, { LOCSYNC_ALLOW_INSECURE: '1' }).baseUrl.protocol).toBe(
      'http:',
    );
  });

  it('says what is missing and how to give it, all at once', () => {
    const found = faults({ timeout: 'x' }, {}, { ...FILE, baseUrl: undefined, project: undefined });
    expect(found.map(({ code }) => code)).toEqual(['BASE_URL_MISSING', 'PROJECT_MISSING', 'BAD_VALUE']);
    expect(found.every(({ exit }) => exit === 2)).toBe(true);
    expect(found[0]?.hint).toContain('--base-url');
    expect(found[1]?.hint).toContain('LOCSYNC_PROJECT');
  });

  it('gives the origin alone to those who need no project', () => {
    expect(
      resolveOrigin({ config: defaultConfig(), env: {}, flags: { baseUrl: 'https://x.test' } }),
    ).toMatchObject({ named: 'flag' });
    expect(() => resolveOrigin({ config: defaultConfig(), env: {}, flags: {} })).toThrow('no base URL');
  });
});
