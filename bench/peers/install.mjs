// Other tools, installed once into a temporary folder that later runs find again.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The script that starts another tool, and the tool's version; undefined if it cannot be installed
 * from the npm registry.
 */
export function installed(name) {
  const folder = join(tmpdir(), 'locsync-bench-peers', name.replaceAll(/\W+/g, '-').replace(/^-/, ''));
  const home = join(folder, 'node_modules', name);
  if (!existsSync(join(home, 'package.json'))) {
    mkdirSync(folder, { recursive: true });
    // locize-cli wants a package from a host outside the registry; the registry's version does.
    const manifest = { private: true, overrides: { xlsx: '0.18.5' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=0'];
    const args = ['install', '--prefix', folder, ...quiet, name];
    const { status } = spawnSync('npm', args, { stdio: 'ignore', timeout: 120_000 });
    if (status !== 0) {
      // What npm has unpacked by then is not the whole tool.
      rmSync(folder, { recursive: true, force: true });
      return undefined;
    }
  }
  const { bin, version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  return { script: join(home, typeof bin === 'string' ? bin : Object.values(bin)[0]), version };
}
