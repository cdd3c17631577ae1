// Removes each guard of test/mutation/guards.json in turn, in a copy of the project, and runs the tests that hold it: they must fail.
// `node scripts/mutants.mjs [filter]` tries only guards whose name or file contains the filter.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built, root } from './setup.mjs';

built();
const filter = process.argv[2] ?? '';
const guards = JSON.parse(readFileSync(join(root, 'test/mutation/guards.json'), 'utf8')).filter(
  ({ guard, file }) => guard.includes(filter) || file.includes(filter),
);

/** A copy of the project that shares its packages and its build. */
function copyOfProject() {
  const copy = mkdtempSync(join(tmpdir(), 'locsync-mutant-'));
  const left = new Set(['node_modules', '.git', 'coverage']);
  cpSync(root, copy, { recursive: true, filter: (path) => !left.has(path.slice(root.length)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
}

/** The text without the guard. Throws if the guard is not found exactly once: the table is older than the code. */
function withoutGuard(text, { guard, file, find, replace }) {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${guard}: ${file} holds "${find}" ${parts.length - 1} times`);
  return parts.join(replace);
}

const node = (cwd, args) =>
  spawnSync(process.execPath, args, { cwd, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });

/** Whether the tests notice that the guard is gone, and if they do not, why. */
function verdict(copy, mutant) {
  const path = join(copy, mutant.file);
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, withoutGuard(before, mutant));
  try {
    const needsBuild = mutant.tests.some((test) => !/^test\/(unit|property|http)\//.test(test));
    if (needsBuild) {
      const { status, stderr } = node(copy, ['scripts/build.mjs']);
      if (status !== 0) return `the build fails: ${stderr.slice(-500)}`;
    }
    const title = mutant.title === undefined ? [] : ['-t', mutant.title];
    const { stdout, stderr, status } = node(copy, [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...mutant.tests,
      ...title,
    ]);
    // No test that ran means that nothing held the guard, and an error outside of a test proves nothing.
    if (!/^ *Tests +.*\d+ (failed|passed)/m.test(stdout))
      return `no test ran: ${(stdout + stderr).slice(-800)}`;
    return status === 0 ? 'no test fails without it' : undefined;
  } finally {
    writeFileSync(path, before);
  }
}

const copy = copyOfProject();
let failed = 0;
try {
  for (const mutant of guards) {
    const problem = verdict(copy, mutant);
    console.log(
      `${problem === undefined ? 'held ' : 'OPEN '} ${mutant.guard}${problem === undefined ? '' : `: ${problem}`}`,
    );
    if (problem !== undefined) failed++;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${guards.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && guards.length > 0 ? 0 : 1;
