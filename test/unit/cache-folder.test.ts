import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cacheFolderOf } from '../../src/cache-folder.js';

describe.skipIf(process.platform === 'win32')('the folder that compiled code is loaded from (H1)', () => {
  let home: string;
  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'locsync-home-')));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));
  const user = process.getuid?.() ?? 0;
  const folderOf = (
    env: Readonly<Record<string, string>> = { HOME: home },
    getuid = (): number => user,
    make = true,
  ) => cacheFolderOf({ env, platform: 'linux', getuid }, make);

  it('is the user’s own, closed to others, and made only if asked for', () => {
    expect(folderOf({ HOME: home }, () => user, false)).toBeUndefined();
    expect(existsSync(join(home, '.cache'))).toBe(false);
    expect(folderOf()).toBe(join(home, '.cache/locsync'));
    expect(statSync(join(home, '.cache/locsync')).mode & 0o777).toBe(0o700);
  });

  it.each(['.cache/locsync', '.cache', ''])('is none if others may write to ~/%s', (path) => {
    mkdirSync(join(home, '.cache/locsync'), { recursive: true });
    chmodSync(join(home, path), 0o777);
    expect(folderOf()).toBeUndefined();
  });

  it('is none below the home folder of another user, or if there is none', () => {
    expect(folderOf({ HOME: home }, () => user + 1)).toBeUndefined();
    expect(folderOf({})).toBeUndefined();
    expect(folderOf({ HOME: 'relative' })).toBeUndefined();
    expect(folderOf({ HOME: home, XDG_CACHE_HOME: '/proc/nothing' })).toBeUndefined();
  });

  it.runIf(process.getuid?.() === 0)('is none with the home folder of somebody else, as with sudo', () => {
    const caches = join(home, 'caches');
    mkdirSync(join(home, 'ann'));
    mkdirSync(caches);
    chownSync(join(home, 'ann'), 12_345, 12_345);
    expect(folderOf({ HOME: join(home, 'ann'), XDG_CACHE_HOME: caches })).toBeUndefined();
    expect(folderOf({ HOME: home, XDG_CACHE_HOME: caches })).toBe(join(caches, 'locsync'));
  });

  it('is the only one that bin/locsync.js gives to Node', () => {
    const program = readFileSync(resolve(import.meta.dirname, '../../bin/locsync.js'), 'utf8');
    expect(program.match(/enableCompileCache\([^)]*\)/g)).toEqual(['enableCompileCache(folder)']);
  });
});
