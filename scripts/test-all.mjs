// `npm run test:all`: `npm test`, then everything that takes longer: each property with all its
// cases, the commands of the end-to-end tests as processes of the built program, the sweeps, every
// rule of eslint, and the other versions of Node. `node scripts/test-all.mjs nodes sweeps` runs
// these steps alone.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, root } from './setup.mjs';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
/**
 * What `npm test` leaves out, draws with a quarter of its cases, gives smaller inputs, or runs in
 * the process of the test. The other tests are the same in both.
 */
const MORE = [
  'browser',
  'config',
  'contract/large-imports.test.ts',
  'contract/page-preview.test.ts',
  'contract/uploads.test.ts',
  'corpus',
  'docs/pages.test.ts',
  'e2e/faults.test.ts',
  'e2e/index.test.ts',
  'files',
  'hostile',
  'kill',
  'network',
  'package',
  'process',
  'property',
  'team',
  'unit',
  'uploads',
];
const STEPS = [
  { id: 'test', name: 'npm test', script: join(root, 'scripts/test.mjs'), args: [] },
  { id: 'lint', name: 'npm run lint', script: join(root, 'scripts/lint.mjs'), args: [] },
  { id: 'nodes', name: 'other versions of Node', script: join(root, 'scripts/nodes.mjs'), args: [] },
  {
    id: 'sweeps',
    name: 'every case, every sweep',
    script: vitest,
    args: ['run', ...MORE.map((name) => (name.endsWith('.ts') ? `test/${name}` : `test/${name}/`))],
    env: { LOCSYNC_TESTS: 'all', LOCSYNC_SEPARATE: '1' },
  },
  {
    id: 'processes',
    name: 'commands of the end-to-end tests as processes',
    script: vitest,
    args: ['run', 'test/e2e/'],
    env: { LOCSYNC_TESTS: 'all', LOCSYNC_SEPARATE: '1' },
  },
];

ensureBuilt();
const asked = process.argv.slice(2);
const steps = asked.length === 0 ? STEPS : STEPS.filter(({ id }) => asked.includes(id));
const failed = steps.filter(({ name, script, args, env }) => {
  const began = Date.now();
  console.error(`== ${name}`);
  const { status } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const seconds = Math.round((Date.now() - began) / 1000);
  console.error(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  return status !== 0;
});
if (failed.length > 0) {
  console.error(`FAILED: ${failed.map(({ name }) => name).join(', ')}`);
  process.exitCode = 1;
}
