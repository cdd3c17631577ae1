import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
/** For those who work on locsync or choose between tools; the package does without. */
const LEFT_OUT = ['compared.md', 'faults.md'];
const PAGES = readdirSync(join(ROOT, 'docs'))
  .filter((name) => name.endsWith('.md') && !LEFT_OUT.includes(name))
  .map((name) => `docs/${name}`);

function sizeOf(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

describe('the package', () => {
  const temp = mkdtempSync(join(tmpdir(), 'locsync-package-'));
  const prefix = join(temp, 'prefix');
  const installed = join(prefix, 'lib/node_modules/@locsync/cli');
  const env = {
    PATH: process.env['PATH'],
    HOME: temp,
    npm_config_cache: join(temp, 'cache'),
    npm_config_offline: 'true',
  };

  beforeAll(() => {
    // --ignore-scripts: the suite has built dist/ already, and other tests are running it now.
    execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', temp], {
      cwd: ROOT,
      env,
    });
    const tarball = readdirSync(temp).find((name) => name.endsWith('.tgz'));
    if (tarball === undefined) throw new Error('npm pack made no tarball');
    execFileSync('npm', ['install', '--global', '--silent', '--prefix', prefix, join(temp, tarball)], {
      env,
    });
  });
  afterAll(() => rmSync(temp, { recursive: true, force: true }));

  const locsync = (...args: string[]): string =>
    execFileSync(join(prefix, 'bin/locsync'), args, { env, cwd: temp, encoding: 'utf8' });

  it('installs as one package without dependencies, offline', () => {
    expect(readdirSync(join(prefix, 'lib/node_modules'))).toEqual(['@locsync']);
    expect(existsSync(join(installed, 'node_modules'))).toBe(false);
  });

  it('takes at most 3 MB unpacked, SQLite included', () => {
    expect(sizeOf(installed)).toBeLessThanOrEqual(3_000_000);
    expect(existsSync(join(installed, 'dist/node-sqlite3-wasm.wasm.gz'))).toBe(true);
  });

  it('L16 holds the notices of what is compiled into the WebAssembly of undici and of SQLite', () => {
    const licences = readFileSync(join(installed, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    const notices = licences.split(/^-{80}$/m).map((notice) => notice.trim());
    for (const [name, owner] of [
      ['llhttp (MIT), compiled into undici', 'Fedor Indutny'],
      ['Emscripten (MIT), compiled into node-sqlite3-wasm', 'Emscripten authors'],
      ['musl (MIT), compiled into node-sqlite3-wasm', 'Rich Felker'],
    ] as const) {
      const notice = notices.find((one) => one.startsWith(name));
      expect(notice).toMatch(new RegExp(`Copyright .*${owner}`));
      expect(notice).toContain('The above copyright notice and this permission notice shall be included');
    }
    expect(licences).toMatch(/^SQLite, compiled into node-sqlite3-wasm$/m);
  });

  it('holds the licences of what is bundled, and no sources or tests', () => {
    const licences = readFileSync(join(installed, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of [
      'undici',
      'commander',
      'js-yaml',
      'fast-glob',
      'chalk',
      'cosmiconfig',
      'node-sqlite3-wasm',
    ])
      expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
    const texts = ['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'THIRD-PARTY-LICENSES.txt'];
    const folders = ['bin', 'dist', 'docs', 'examples', 'schema'];
    expect(readdirSync(installed).sort()).toEqual(
      [...texts, ...folders, '.locsyncrc.example', 'package.json'].sort(),
    );
  });

  it('leaves out the comparison and the table of faults', () => {
    for (const page of LEFT_OUT) expect(existsSync(join(installed, 'docs', page)), page).toBe(false);
  });

  it.each(['README.md', 'CONTRIBUTING.md', ...PAGES])('has what %s links to', (page) => {
    const text = readFileSync(join(installed, page), 'utf8').replaceAll(/```[^]*?```/g, '');
    const links = Array.from(text.matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g), ([, target = '']) => target);
    for (const target of links.filter((link) => !/^https?:/.test(link)))
      expect(existsSync(join(installed, dirname(page), target)), target).toBe(true);
  });

  it('runs', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(locsync('--version')).toBe(`${version}\n`);
    expect(locsync('--help')).toContain('Usage: locsync');
  });
});
