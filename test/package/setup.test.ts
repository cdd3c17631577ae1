import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const SETUP = pathToFileURL(resolve(import.meta.dirname, '../../scripts/setup.mjs')).href;
const temp = mkdtempSync(join(tmpdir(), 'locsync-setup-'));
afterAll(() => rmSync(temp, { recursive: true, force: true }));

const LOCK = {
  '': { name: 'app' },
  'node_modules/one': { version: '1.0.0', integrity: 'sha512-one' },
  'node_modules/other-platform': { version: '2.0.0', integrity: 'sha512-two', optional: true },
};
const { 'node_modules/one': one, 'node_modules/other-platform': other } = LOCK;

/**
 * What scripts/setup.mjs says of a folder in which npm has installed these packages; undefined:
 * none at all.
 */
function isInstalled(installed: Readonly<Record<string, unknown>> | undefined): boolean {
  const folder = mkdtempSync(join(temp, 'app-'));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: LOCK }));
  if (installed !== undefined) {
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(
      join(folder, 'node_modules/.package-lock.json'),
      JSON.stringify({ lockfileVersion: 3, packages: installed }),
    );
  }
  const script = `import { isInstalled } from ${JSON.stringify(SETUP)}; console.log(isInstalled(${JSON.stringify(folder)}));`;
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(ran.stderr).toBe('');
  return ran.stdout === 'true\n';
}

describe('what is installed', () => {
  it.each<[string, Readonly<Record<string, unknown>> | undefined, boolean]>([
    ['by `npm ci`, without any mark of ours', { 'node_modules/one': one }, true],
    ['with what is optional', { 'node_modules/one': one, 'node_modules/other-platform': other }, true],
    ['nothing', undefined, false],
    ['without a package', { 'node_modules/other-platform': other }, false],
    ['in an older version', { 'node_modules/one': { ...one, version: '0.9.0' } }, false],
    ['with other contents', { 'node_modules/one': { ...one, integrity: 'sha512-x' } }, false],
  ])('%s', (_, installed, wanted) => {
    expect(isInstalled(installed)).toBe(wanted);
  });
});
