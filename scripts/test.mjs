// `npm test`: lint, types, build, then every test but the long sweeps, in minutes. `npm test --
// <filter>` runs only the tests that match, sweeps too.
import { join } from 'node:path';
import { checked } from './lint.mjs';
import { built, must, root } from './setup.mjs';

const filter = process.argv.slice(2);

built();
if (filter.length === 0) await checked();
must(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...filter], {
  env: { ...process.env, ...(filter.length === 0 ? {} : { LOCSYNC_TESTS: 'all' }) },
});
