// Removes each guard of test/mutation/guards.json in turn, in a copy of the project, and runs the
// test that holds it: that test must fail. `node scripts/mutants.mjs [filter]` tries only guards
// whose name or file contains the filter.
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

/**
 * The text without the guard. Throws if the guard is not found exactly once: the table is older
 * than the code.
 */
function withoutGuard(text, { guard, file, find, replace }) {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${guard}: ${file} holds "${find}" ${parts.length - 1} times`);
  return parts.join(replace);
}

const node = (cwd, args) =>
  spawnSync(process.execPath, args, { cwd, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });

/** Tests that run the built program; the others import the sources. */
const RUNS_THE_BUILD = /^test\/(?:e2e|kill|network|library)\//;

/** A pattern that finds this text and nothing else. */
const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether the test notices that the guard is gone, and if they do not, why. */
function verdict(copy, mutant) {
  const path = join(copy, mutant.file);
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, withoutGuard(before, mutant));
  try {
    if (RUNS_THE_BUILD.test(mutant.test)) {
      const { status, stderr } = node(copy, ['scripts/build.mjs', '--no-types']);
      if (status !== 0) return `the build fails: ${stderr.slice(-500)}`;
    }
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', mutant.test, '-t', literal(mutant.title)];
    const { stdout, stderr, status } = node(copy, vitest);
    // No test that ran means that nothing held the guard, and an error outside of a test proves
    // nothing.
    if (!/^ *Tests +.*\d+ (failed|passed)/m.test(stdout))
      return `no test ran: ${(stdout + stderr).slice(-800)}`;
    return status === 0 ? 'no test fails without it' : undefined;
  } finally {
    writeFileSync(path, before);
  }
}

const isRoot = process.getuid?.() === 0;
const copy = copyOfProject();
const counts = { held: 0, open: 0, skipped: 0 };
try {
  for (const mutant of guards) {
    if (mutant.asRoot === true && !isRoot) {
      console.log(`skipped ${mutant.guard}: its test needs root`);
      counts.skipped++;
      continue;
    }
    const problem = verdict(copy, mutant);
    console.log(problem === undefined ? `held  ${mutant.guard}` : `OPEN  ${mutant.guard}: ${problem}`);
    counts[problem === undefined ? 'held' : 'open']++;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${counts.held} held, ${counts.open} open, ${counts.skipped} skipped`);
process.exitCode = counts.open === 0 && guards.length > 0 ? 0 : 1;
