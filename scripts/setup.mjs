// What the two commands of the README need before they can run, done once: the packages of the lock
// file, and a fresh build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** A hash over the contents of files and folders, in a fixed order. */
function hashOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else hash.update(path.slice(root.length)).update('\0').update(readFileSync(path));
  };
  for (const path of paths) add(join(root, path));
  return hash.digest('hex');
}

/**
 * Runs `make` unless the stamp says that this very product was made from these inputs. An older
 * product that was put back is made anew.
 */
function once(product, stamp, inputs, make) {
  const path = join(root, stamp);
  const made = () => (existsSync(join(root, product)) ? hashOf([...inputs, product]) : undefined);
  if (existsSync(path) && readFileSync(path, 'utf8') === made()) return;
  make();
  writeFileSync(path, made() ?? '');
}

/** Runs a program of this project and ends this process with its exit code if that is not 0. */
export function must(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Whether the packages of a folder's package-lock.json are installed, whoever did it: npm writes
 * down in node_modules what it has installed. Optional packages may be missing, being for other
 * platforms.
 */
export function isInstalled(folder) {
  const packagesOf = (path) => {
    const file = join(folder, path);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).packages ?? {}) : undefined;
  };
  const present = packagesOf('node_modules/.package-lock.json');
  if (present === undefined) return false;
  return Object.entries(packagesOf('package-lock.json') ?? {}).every(([path, wanted]) => {
    if (path === '') return true;
    const found = present[path];
    if (found === undefined) return wanted.optional === true || wanted.devOptional === true;
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/** Installs what the lock file says, if it is not installed. */
export function ensureInstalled() {
  if (isInstalled(root)) return;
  console.error('Installing what package-lock.json names …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm) must(process.execPath, [npm, ...args]);
  else must('npm', args, { shell: process.platform === 'win32' });
}

/** Builds dist/, if it is not built from these sources. */
export function ensureBuilt() {
  ensureInstalled();
  once(
    'dist/main.js',
    'node_modules/.locsync-built',
    ['src', 'package.json', 'package-lock.json', 'tsconfig.json', 'scripts'],
    () => {
      console.error('Building …');
      must(process.execPath, [join(root, 'scripts/build.mjs')]);
    },
  );
}
