import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

// Later ones have a cache of compiled code of their own.
const OLD_NODE = process.versions.v8.startsWith('11.3.');
const FILE = 'config/locales/en.yml';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

/** A project, and a home folder of its own: `run` with what is kept there, `kept` what that is. */
async function start() {
  const session = await Session.start();
  session.file(FILE, 'en:\n  a: A\n');
  (await session.run('push')).code(0);
  const home = join(session.folder, 'own-home');
  mkdirSync(home);
  const folder = join(home, `.cache/locsync/node-${process.versions.node}-${process.arch}`);
  const env = { HOME: home, NODE_COMPILE_CACHE: undefined };
  return {
    home,
    folder,
    session,
    run: (line: string, more: Readonly<Record<string, string | undefined>> = {}) =>
      session.run(line, { env: { ...env, ...more } }),
    kept: (): string[] => (existsSync(folder) ? readdirSync(folder).sort() : []),
    path: (part: string): string => {
      const name = readdirSync(folder).find((one) => one.includes(part));
      if (name === undefined) throw new Error(`nothing of ${part} is kept`);
      return join(folder, name);
    },
  };
}

describe.runIf(OLD_NODE)('compiled code is kept for later runs', () => {
  it('in the user’s folder for caches, for this user alone, and is used again', async () => {
    const { run, kept, path, folder } = await start();
    (await run('status --check')).code(0).emptyStderr();
    expect(kept().some((name) => /^chunk-project-.*\.cache$/.test(name))).toBe(true);
    expect(kept().every((name) => name.endsWith('.cache'))).toBe(true);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(path('project')).mode & 0o777).toBe(0o600);
    const [names, written] = [kept(), statSync(path('project')).mtimeMs];
    (await run('status --check')).code(0).emptyStderr();
    // What V8 refuses is written anew.
    expect(statSync(path('project')).mtimeMs).toBe(written);
    expect(kept()).toEqual(names);
  });

  it('what is damaged, or may have been written by others, is not executed but made anew', async () => {
    const { run, path } = await start();
    (await run('status')).code(0);
    const whole = readFileSync(path('project'));
    for (const harm of [
      (at: string) => writeFileSync(at, whole.subarray(0, whole.length / 2)),
      (at: string) =>
        writeFileSync(
          at,
          whole.map((byte, i) => (i === 5000 ? byte ^ 1 : byte)),
        ),
      (at: string) => writeFileSync(at, ''),
      (at: string) => chmodSync(at, 0o666),
    ]) {
      harm(path('project'));
      (await run('status --check')).code(0).emptyStderr().stdout('Everything is in sync');
      expect(statSync(path('project')).mode & 0o777).toBe(0o600);
      expect(readFileSync(path('project')).length).toBeGreaterThan(whole.length * 0.9);
    }
  });

  it('and what no one has used for a month is removed', async () => {
    const { run, folder, kept } = await start();
    mkdirSync(folder, { recursive: true });
    for (const [name, days] of [
      ['chunk-old.cache', 31],
      ['chunk-new.cache', 29],
    ] as const) {
      writeFileSync(join(folder, name), 'x');
      const time = Date.now() / 1000 - days * 86_400;
      utimesSync(join(folder, name), time, time);
    }
    (await run('status')).code(0);
    expect(kept()).not.toContain('chunk-old.cache');
    expect(kept()).toContain('chunk-new.cache');
  });

  it('not if it is turned off, of a run that failed, or of one that loads next to nothing', async () => {
    const { run, kept } = await start();
    (await run('status', { NODE_DISABLE_COMPILE_CACHE: '1' })).code(0);
    (await run('status', { LOCSYNC_TOKEN: 'tok_another_7f3a9b1c' })).code(3);
    (await run('--version')).code(0);
    (await run('status --help')).code(0);
    expect(kept()).toEqual([]);
  });

  it('in XDG_CACHE_HOME if that is set, never below a home folder that does not exist, and not at all if it cannot be', async () => {
    const { run, home, kept } = await start();
    const other = join(home, 'caches');
    (await run('status', { XDG_CACHE_HOME: other })).code(0).emptyStderr();
    expect(readdirSync(join(other, 'locsync'))).toHaveLength(1);
    (await run('status', { HOME: join(home, 'gone') })).code(0).emptyStderr();
    expect(existsSync(join(home, 'gone'))).toBe(false);
    writeFileSync(join(home, '.cache'), 'a file');
    (await run('status')).code(0).emptyStderr();
    expect(kept()).toEqual([]);
  });
});

describe('the program is not loaded to find out where its compiled code is kept', () => {
  it.each(['cache-folder.js', 'compiled.js'])('%s loads no other part of the program', (name) => {
    const script = 'require(process.argv[1]); console.log(Object.keys(require.cache).join("\\n"))';
    const loaded = execFileSync(process.execPath, ['-e', script, join(DIST, name)], { encoding: 'utf8' });
    const names = loaded
      .trim()
      .split('\n')
      .map((path) => basename(path));
    expect(names).toEqual([...new Set([name, 'cache-folder.js'])]);
  });
});
