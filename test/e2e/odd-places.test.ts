import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '../support/scripted-server.js';
import { Session } from '../support/session.js';

const config = { files: ['l/{locale}.json'] };

describe('L17 a lock that is another program’s file', () => {
  it.each([
    ['yarn.lock', '# yarn lockfile v1\n\n"a@^1":\n  version "1.0.0"\n'],
    ['flake.lock', '{\n  "nodes": {},\n  "root": "root",\n  "version": 7\n}\n'],
    ['deno.lock', '{\n  "version": "4",\n  "specifiers": {}\n}\n'],
    ['Cargo.lock', 'version = 3\n'],
  ])('%s is refused and never replaced', async (lock, text) => {
    const s = await Session.start({ config: { ...config, lock } });
    s.file('l/en.json', '{"k":"K"}').file(lock, text);
    (await s.run('push')).code(2).stderr(lock, 'not a lock of locsync');
    s.reads(lock, text);
  });
});

describe('C11 the lock in another order', () => {
  it('is not written by a run that changes nothing', async () => {
    const s = await Session.start({ config });
    s.file('l/en.json', '{"a":"A","b":"B","c":"C"}');
    (await s.run('push')).code(0);
    const lines = s.text('locsync.lock').split('\n');
    const keys = lines.filter((line) => /^ {6}"/.test(line));
    const at = lines.indexOf(keys[0] ?? '');
    const turned = keys.map((line) => line.replace(/,$/, '')).reverse();
    lines.splice(at, keys.length, ...turned.map((line, n) => (n < turned.length - 1 ? `${line},` : line)));
    s.file('locsync.lock', lines.join('\n'));
    const before = s.snapshot();
    for (const command of ['push', 'pull']) (await s.run(command)).code(0);
    s.unchanged(before);
  });
});

describe.runIf(process.platform === 'linux')('F9 a folder for caches that takes none', () => {
  it.each([
    { XDG_CACHE_HOME: '/proc', NODE_COMPILE_CACHE: undefined },
    { HOME: '/proc', NODE_COMPILE_CACHE: undefined },
    { NODE_COMPILE_CACHE: '/proc/locsync' },
    { XDG_CONFIG_HOME: '/proc', NODE_COMPILE_CACHE: '/dev/null/x' },
  ])('%j: the run ends', async (env) => {
    const s = await Session.start({ config });
    s.file('l/en.json', '{"k":"K"}');
    (await s.run('status', { env, shell: 'timeout -k 1 30 "$@"' })).code(0);
  });

  it('serve and login say what is wrong, and end', async () => {
    const s = await Session.start({ config });
    const shell = 'timeout -k 1 30 "$@"';
    (await s.run('serve --port 0 --db /proc/locsync/x.db', { shell })).code(5);
    const login = await s.run('login --token-stdin', {
      env: { XDG_CONFIG_HOME: '/proc' },
      shell: `echo ${s.service.token} | ${shell}`,
    });
    expect([2, 3, 5], login.transcript).toContain(login.exitCode);
  });
});

describe.skipIf(process.platform === 'win32')('F7 a pipe in place of a locale file', () => {
  it('is reported, never silently left out', async () => {
    const s = await Session.start({ config });
    s.file('l/en.json', '{"k":"K"}');
    expect(spawnSync('mkfifo', [join(s.folder, 'l/de.json')]).status).toBe(0);
    (await s.launch('status', { shell: 'timeout -k 1 30 "$@"' })).code(5).stderr('l/de.json', 'named pipe');
  });
});

/** A service whose ETag stays whatever happens to its texts. */
async function blind() {
  const s = await Session.scripted({ config });
  const texts: Record<string, string> = { k: 'K' };
  let asked = 0;
  s.service.script
    .on('sourceFiles', { body: [{ api_id: 'fil_1', name: 'l/en.json', keys: 1 }] })
    .on('texts', ({ url, headers }) => {
      asked += 1;
      if (headers['if-none-match'] !== undefined) return { status: 304, headers: { etag: '"1"' } };
      const { api_id, code } = LOCALES.find((one) => url.includes(one.api_id)) ?? { api_id: '', code: 'en' };
      const content = { [code]: api_id === 'loc_1' ? { k: texts['k'] } : {} };
      return { headers: { etag: '"1"' }, body: { api_id: 'fil_1', name: 'l/en.json', keys: 1, content } };
    })
    .on('upload', ({ body }) => {
      Object.assign(texts, JSON.parse((JSON.parse(body) as { content: string }).content));
      const last_version = { id: 'fiv_1', number: 1, upload: 'api' };
      return { status: 201, body: { api_id: 'fil_1', name: 'l/en.json', project_id: 'pro_1', last_version } };
    });
  s.file('l/en.json', '{"k":"K"}');
  (await s.run('pull')).code(0);
  const conditional = (): number =>
    s.service.script.of('texts').filter(({ headers }) => headers['if-none-match'] !== undefined).length;
  return { s, texts, conditional, asked: () => asked };
}

describe('C13 an ETag that does not follow the texts', () => {
  it('--no-cache asks for every text anew', async () => {
    const { s, texts, conditional } = await blind();
    (await s.run('status')).code(0);
    expect(conditional()).toBeGreaterThan(0);
    const before = conditional();
    texts['k'] = 'by a translator';
    (await s.run('pull --no-cache')).code(0);
    expect(conditional()).toBe(before);
    s.reads('l/en.json', '{"k":"by a translator"}');
  });

  it('is distrusted once an upload did not move it', async () => {
    const { s, texts, conditional } = await blind();
    s.file('l/en.json', '{"k":"mine"}');
    await s.run('push');
    expect(texts['k']).toBe('mine');
    const before = conditional();
    texts['k'] = 'by a translator';
    (await s.run('pull')).code(0);
    expect(conditional()).toBe(before);
    s.reads('l/en.json', '{"k":"by a translator"}');
  });
});
