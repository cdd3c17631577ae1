import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import LongFirst from './test/support/long-first.js';
import { scratchFolder } from './test/support/scratch.js';

/**
 * The sweeps that `npm test` leaves to `npm run test:all`: minutes each, or programs that few
 * machines have.
 */
const SWEEPS = ['browser', 'corpus', 'hostile', 'kill', 'network', 'package', 'process', 'team', 'uploads'];
/** Unit tests that wait for the disk or for other programs, which `npm run check` leaves out. */
const SLOW = ['server/part-imports', 'formats/yaml-readers', 'report-schema'];
const few = process.env['LOCSYNC_TESTS'] === 'few';
const everything = process.env['LOCSYNC_TESTS'] === 'all';

// Read by `tmpdir()` in every process that tests start.
if (!everything) process.env['TMPDIR'] ??= scratchFolder();

/** Tests that replace a module. The others share what their worker has loaded. */
const REPLACE_MODULES = ['test/e2e/index-parses.test.ts', 'test/files/planted.test.ts'];

export default defineConfig({
  test: {
    // For what hangs. A slow machine may take a minute for a test of a hundred commands.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
    // Most tests wait for a process or a socket for three fifths of their time: more workers than
    // cores keep all cores busy. On two cores five take 262 s and three take 302.
    maxWorkers: availableParallelism() * 2 + 1,
    // For CI on a loaded machine: a failed test gets one more attempt, and the log names it.
    retry: process.env['LOCSYNC_RETRY'] === '1' ? 1 : 0,
    reporters: [process.env['CI'] === 'true' ? 'default' : 'dot', './test/support/failed-tests.ts'],
    // What has not changed since the last run is not compiled again.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongFirst },
    setupFiles: ['test/support/seed.ts', 'test/support/no-flush.ts'],
    exclude: [
      ...configDefaults.exclude,
      ...(everything ? [] : SWEEPS.map((folder) => `test/${folder}/**`)),
      ...(few ? SLOW.map((name) => `test/unit/${name}.test.ts`) : []),
    ],
    projects: [
      {
        extends: true,
        test: { name: 'shared', isolate: false, include: ['test/**/*.test.ts'], exclude: REPLACE_MODULES },
      },
      { extends: true, test: { name: 'isolated', include: REPLACE_MODULES } },
    ],
  },
});
