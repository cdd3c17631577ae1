// `npm run check`: types and unit tests with few cases, no build: what to run after each edit.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, root } from './setup.mjs';

ensureInstalled();
const commands = [
  [
    'typescript/bin/tsc',
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    'node_modules/.cache/check.tsbuildinfo',
  ],
  ['vitest/vitest.mjs', 'run', 'test/unit'],
];
const codes = await Promise.all(
  commands.map(
    ([script, ...args]) =>
      new Promise((resolve) => {
        spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
          cwd: root,
          stdio: 'inherit',
          env: { ...process.env, LOCSYNC_TESTS: 'few' },
        }).on('close', resolve);
      }),
  ),
);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
