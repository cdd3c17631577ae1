// The whole test suite, from a fresh clone: lint, types, build, then every test.
// `npm test -- <filter>` runs only tests that match.
import { join } from 'node:path';
import { built, must, root } from './setup.mjs';

const bin = (name) => join(root, 'node_modules', name);
const node = (script, ...args) => must(process.execPath, [script, ...args]);
const filter = process.argv.slice(2);

built();
if (filter.length === 0) {
  await import('./lint.mjs');
  console.error('Checking types …');
  node(bin('typescript/bin/tsc'), '--noEmit');
}
node(bin('vitest/vitest.mjs'), 'run', ...filter);
