import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const RUN = fileURLToPath(new URL('../../bench/run.mjs', import.meta.url));

function bench(...args: readonly string[]): { exit: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [RUN, ...args], { encoding: 'utf8' });
  return { exit: status, out: stdout, err: stderr };
}

// Rows use the inside of the program, and nothing else notices when a name in there changes.
it('npm run bench finds everything that its rows measure', () => {
  const { exit, out, err } = bench('--list', '--only', 'keys');
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  expect(out).toContain('status, 10,000 JSON files of 100 keys / parsing the same texts');
});

it('npm run bench compares and plans what the row says', () => {
  const { exit, out } = bench('--rounds', '1', '--only', 'compare and plan', '--json');
  expect(exit).toBe(0);
  const { results } = JSON.parse(out) as {
    results: { name: string; figures: { subject: { median: number } } }[];
  };
  expect(results.map(({ name }) => name)).toEqual([
    'compare and plan 20 locales of 10,000 keys, JSON / 1 s',
    'compare and plan 20 locales of 10,000 keys, YAML / 1 s',
  ]);
  for (const { figures } of results) expect(figures.subject.median).toBeGreaterThan(0);
});
