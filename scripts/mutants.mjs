// Removes each guard of test/mutation/guards.json in turn, in a copy of the project, and runs the
// test that holds it: that test must fail. `node scripts/mutants.mjs [filter]` tries only guards
// whose name or file contains the filter.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, root } from './setup.mjs';

ensureBuilt();
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

/** Runs Node, and returns how it ended and everything that it printed. */
function node(cwd, args) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NO_COLOR: '1', LOCSYNC_TESTS: 'all' },
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += chunk));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (status) => done({ status, out }));
  });
}

/** Tests that run the built program; the others import the sources. */
const RUNS_THE_BUILD = /^test\/(?:e2e|kill|network|library)\//;

/** A pattern that finds this text and nothing else. */
const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Undefined if the test notices that the guard is gone; else why it does not. */
async function problemOf(copy, mutant) {
  const path = join(copy, mutant.file);
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, withoutGuard(before, mutant));
  try {
    if (RUNS_THE_BUILD.test(mutant.test)) {
      const { status, out } = await node(copy, ['scripts/build.mjs', '--no-types']);
      if (status !== 0) return `the build fails: ${out.slice(-500)}`;
    }
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', mutant.test, '-t', literal(mutant.title)];
    const { out, status } = await node(copy, [...vitest, '--maxWorkers=1']);
    // No test that ran means that nothing held the guard, and an error outside of a test proves
    // nothing.
    if (!/^ *Tests +.*\d+ (failed|passed)/m.test(out)) return `no test ran: ${out.slice(-800)}`;
    return status === 0 ? 'no test fails without it' : undefined;
  } finally {
    writeFileSync(path, before);
  }
}

const isRoot = process.getuid?.() === 0;
const counts = { held: 0, open: 0, skipped: 0 };
const left = guards.values();

/** Tries the guards that are left, one after another, in a copy of its own. */
async function tryGuards() {
  const copy = copyOfProject();
  try {
    for (const mutant of left) {
      if (mutant.asRoot === true && !isRoot) {
        console.log(`skipped ${mutant.guard}: its test needs root`);
        counts.skipped++;
        continue;
      }
      const problem = await problemOf(copy, mutant);
      console.log(problem === undefined ? `held  ${mutant.guard}` : `OPEN  ${mutant.guard}: ${problem}`);
      counts[problem === undefined ? 'held' : 'open']++;
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, tryGuards));
console.log(`${counts.held} held, ${counts.open} open, ${counts.skipped} skipped`);
process.exitCode = counts.open === 0 && guards.length > 0 ? 0 : 1;
