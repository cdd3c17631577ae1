// `npm test`: lint, types, build, then every test but the long sweeps, in minutes. `npm test --
// <filter>` runs only the tests that match, sweeps too. Many tests wait for a process or a socket,
// so lint runs beside them.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { isClean } from './lint.mjs';
import { ensureBuilt, root } from './setup.mjs';

const filter = process.argv.slice(2);

ensureBuilt();
const results = await Promise.all([filter.length > 0 || isClean(), tested()]);
process.exitCode = results.includes(false) ? 1 : 0;

/** Resolves to whether every test passed. */
function tested() {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...filter], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(filter.length === 0 ? {} : { LOCSYNC_TESTS: 'all' }) },
  });
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)));
}
