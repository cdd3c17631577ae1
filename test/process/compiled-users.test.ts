import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRAM } from '../support/session.js';

/*
 * Another user of the machine plants compiled code where a run of locsync may look for it (H1).
 * Node
 * checks neither owner nor mode of what it loads, so that such code is executed. These tests need
 * root
 * to act as two users, and the Nodes that scripts/nodes.mjs installs.
 */

const ATTACKER = 54_321;
const VICTIM = 54_322;
const NODES = ['22', '24', '26'].map((major) => ({
  major,
  path: join(
    process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
    `locsync/nodes/node_modules/node-${major}/bin/node`,
  ),
}));
const present = NODES.filter(({ path }) => existsSync(path));
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const hasTool = isRoot && spawnSync('setpriv', ['--version']).status === 0;
const canRun = hasTool && present.length > 0;
const missing = hasTool
  ? 'no other Node is there (node scripts/nodes.mjs installs them)'
  : 'this is not root on Linux, or setpriv is missing';

/** What the planted code prints. */
const PLANTED = 'PLANTED CODE AS USER';
/**
 * The header of Node's files of compiled code: magic number, lengths, then the checksum of the
 * source.
 */
const SOURCE_CHECKSUM = 12;

let folder: string;
let program: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'locsync-users-'));
  chmodSync(folder, 0o755);
  // The sources of this tree may be closed to other users.
  program = join(folder, 'package/bin/locsync.js');
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(dirname(PROGRAM), '..', part), join(folder, 'package', part), { recursive: true });
  for (const { major, path } of canRun ? present : []) copyFileSync(path, join(folder, `node-${major}`));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program as another user, with these variables and no others. */
function as(user: number, args: readonly string[], env: Readonly<Record<string, string>>): string {
  const own =
    user === 0 ? args : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...args];
  const [command = '', ...rest] = own;
  const { stdout, stderr, error } = spawnSync(command, rest, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  if (error) throw error;
  return stdout + stderr;
}

/** A folder with a mode and an owner. */
function made(path: string, owner: number, mode = 0o755): string {
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
  chownSync(path, owner, owner);
  return path;
}

/**
 * Puts code for `victim` into `cache` as the attacker would: compiled from another source of the
 * same
 * length, under the genuine header.
 */
function plant(node: string, cache: string, victim: number): void {
  const work = made(mkdtempSync(join(folder, 'plant-')), ATTACKER);
  const main = join(dirname(program), '../dist/main.js');
  const source = readFileSync(main);
  const code = `require('node:fs').writeSync(2, '${PLANTED} ' + process.getuid() + '\\n');process.exit(0);`;
  const altered = join(work, 'main.cjs');
  writeFileSync(altered, code.padEnd(source.length, ' '));
  writeFileSync(
    join(work, 'load.cjs'),
    "require('node:module').enableCompileCache(process.argv[2]);require(process.argv[3]);",
  );
  writeFileSync(join(work, 'keep.cjs'), code.replace('process.exit(0)', '0').padEnd(source.length, ' '));
  // The entry of the genuine file, for its name and header, and that of the altered one.
  const [genuine, other] = [made(join(work, 'genuine'), ATTACKER), made(join(work, 'other'), ATTACKER)];
  as(ATTACKER, [node, program, '--version'], { HOME: work, NODE_COMPILE_CACHE: genuine });
  as(ATTACKER, [node, join(work, 'load.cjs'), other, join(work, 'keep.cjs')], { HOME: work });
  const only = (path: string): string => join(path, readdirSync(path)[0] ?? '');
  const entries = (path: string): string[] => readdirSync(only(path)).map((name) => join(only(path), name));
  const checksumOf = (path: string): number => readFileSync(path).readUInt32LE(SOURCE_CHECKSUM);
  const lengthOf = (path: string): number => readFileSync(path).readUInt32LE(4);
  const mine = entries(other).find((path) => lengthOf(path) === source.length);
  const real = entries(genuine).find((path) => lengthOf(path) === source.length);
  if (mine === undefined || real === undefined) throw new Error('Node keeps compiled code in another form');
  const bytes = readFileSync(mine);
  bytes.writeUInt32LE(checksumOf(real), SOURCE_CHECKSUM);
  const place = join(cache, (only(genuine).split('/').at(-1) ?? '').replace(`${ATTACKER}`, `${victim}`));
  made(place, ATTACKER);
  const target = join(place, real.split('/').at(-1) ?? '');
  writeFileSync(target, bytes);
  chownSync(target, ATTACKER, ATTACKER);
}

describe.runIf(canRun)('H1 compiled code of another user', () => {
  const homeOf = (owner: number, mode = 0o755): string =>
    made(mkdtempSync(join(folder, 'home-')), owner, mode);
  /** Where the attacker puts code, and how the victim runs; `user` is who runs. */
  const setups: Readonly<
    Record<
      string,
      () => { readonly cache: string; readonly user: number; readonly env: Record<string, string> }
    >
  > = {
    'in the shared folder for temporary files': () => {
      const shared = made(mkdtempSync(join(folder, 'tmp-')), 0, 0o1777);
      const cache = made(join(shared, 'node-compile-cache'), ATTACKER);
      return { cache, user: VICTIM, env: { HOME: homeOf(VICTIM), TMPDIR: shared } };
    },
    'in the shared folder for temporary files, for a user without a home': () => {
      const shared = made(mkdtempSync(join(folder, 'tmp-')), 0, 0o1777);
      return {
        cache: made(join(shared, 'node-compile-cache'), ATTACKER),
        user: VICTIM,
        env: { TMPDIR: shared },
      };
    },
    'in their own home, which root is given by sudo': () => {
      const home = homeOf(ATTACKER);
      return { cache: made(join(home, '.cache/locsync'), ATTACKER), user: 0, env: { HOME: home } };
    },
    'in a folder for caches that XDG_CACHE_HOME names': () => {
      const caches = made(mkdtempSync(join(folder, 'caches-')), ATTACKER, 0o777);
      const cache = made(join(caches, 'locsync'), ATTACKER);
      return { cache, user: VICTIM, env: { HOME: homeOf(VICTIM), XDG_CACHE_HOME: caches } };
    },
    'through a link in a home that others may write': () => {
      const home = homeOf(VICTIM, 0o777);
      const caches = homeOf(ATTACKER);
      symlinkSync(caches, join(home, '.cache'));
      return { cache: made(join(caches, 'locsync'), ATTACKER), user: VICTIM, env: { HOME: home } };
    },
    'in a home that others may write': () => {
      const home = homeOf(VICTIM, 0o777);
      return { cache: made(join(home, '.cache/locsync'), ATTACKER), user: VICTIM, env: { HOME: home } };
    },
  };

  describe.each(present.map(({ major }) => major))('on Node %s', (major) => {
    it.each(Object.keys(setups))('%s is not executed', (name) => {
      const node = join(folder, `node-${major}`);
      const { cache, user, env } = setups[name]?.() ?? { cache: '', user: 0, env: {} };
      plant(node, cache, user);
      // Node alone would run it: the plant is sound.
      expect(as(user, [node, program, '--version'], { ...env, NODE_COMPILE_CACHE: cache })).toContain(
        `${PLANTED} ${user}`,
      );
      const said = as(user, [node, program, '--version'], env);
      expect(said).toMatch(/^\d+\.\d+\.\d+/m);
      expect(said).not.toContain(PLANTED);
    });
  });
});

// So that nobody takes a run without them for a success.
it.skipIf(canRun)(`H1 compiled code of another user: skipped, since ${missing}`, () => undefined);
