// What a machine can say about the sources and the package: eslint, prettier, types, knip (nothing
// unused), publint (the package as it is published). eslint takes as long as the rest together, so
// the two run side by side.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { built, root } from './setup.mjs';

const CHECKS = [
  [['eslint/bin/eslint.js', '.', '--max-warnings', '0']],
  [
    ['typescript/bin/tsc', '--noEmit'],
    ['typescript/bin/tsc', '--noEmit', '-p', 'src/page'],
    ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
    ['knip/bin/knip.js'],
    ['publint/src/cli.js', '--strict', '--pack', 'npm'],
  ],
];

/** Runs every check. Resolves to whether all found nothing. Prints what the failing ones say. */
export async function isClean() {
  console.error('Linting and checking types …');
  const results = await Promise.all(CHECKS.map(inOrder));
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
  built();
  if (!(await isClean())) process.exitCode = 1;
}
