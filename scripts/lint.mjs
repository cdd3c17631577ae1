// What a machine can say about the sources and the package: rules and types, layout, publint (the
// package as it is published). `npm test` asks oxlint, which knows nearly all of eslint's rules and
// the types in a seventh of the time (17 s of CPU against 119). `npm run lint` and the long tests
// ask eslint, the compiler and knip (nothing unused).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, root } from './setup.mjs';

const PACKAGE = [
  ['oxfmt/bin/oxfmt', '--list-different'],
  ['publint/src/cli.js', '--strict', '--pack', 'npm'],
];
const QUICK = [[['oxlint/bin/oxlint', '--quiet']], PACKAGE];
/** eslint takes as long as the rest together. */
const FULL = [
  [['eslint/bin/eslint.js', '.', '--max-warnings', '0']],
  [
    ['typescript/bin/tsc', '--noEmit'],
    ['typescript/bin/tsc', '--noEmit', '-p', 'src/page'],
    ['knip/bin/knip.js'],
    ...PACKAGE,
  ],
];

/**
 * Runs every check, side by side as far as they are grouped. Resolves to whether all found nothing.
 * Prints what the failing ones say.
 */
export async function isClean(checks = QUICK) {
  console.error('Linting and checking types …');
  const results = await Promise.all(checks.map(inOrder));
  return !results.flat().includes(false);
}

async function inOrder(commands) {
  const passed = [];
  for (const command of commands) passed.push(await runs(command));
  return passed;
}

/** Resolves to whether the program found nothing. */
function runs([script, ...args]) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    child.on('close', (code) => {
      if (code !== 0) process.stderr.write(`${script} ${args.join(' ')}\n${said}`);
      resolve(code === 0);
    });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureBuilt();
  if (!(await isClean(FULL))) process.exitCode = 1;
}
