import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../src/core/report/problem.js';
import { reportOf, type Report } from '../../../src/core/report/report.js';
import { reporters } from '../../../src/reporters/index.js';

const SCREEN = { color: false, columns: 80, isTerminal: true, quiet: false, verbose: false };
const COUNT = 80;

const finding = (code: Problem['code'], path: string, i: number): Problem => ({
  code,
  message: `finding ${i} of ${code}`,
  path,
  line: i + 1,
  column: 1,
  key: `k${i}`,
});

const stale = Array.from({ length: COUNT }, (_, i) =>
  finding('CHECK_STALE', i < 40 ? 'de.json' : 'fr.json', i),
);
const blanks = Array.from({ length: 2 }, (_, i) => finding('CHECK_BLANKS', 'fr.json', i));
const report: Report = {
  ...reportOf({ command: 'check' }),
  summary: { texts: 500, problems: COUNT + 2, stale: COUNT, blanks: 2 },
  warnings: [...stale, ...blanks],
};
const shown = (one: Report, screen = SCREEN): string => reporters.human(one, screen).out;
const countOf = (text: string, part: string): number => text.split(part).length - 1;

describe('many warnings of one rule', () => {
  it('shows the first ten of the rule, counts the rest, and all of the other rules', () => {
    const out = shown(report);
    expect(countOf(out, 'of CHECK_STALE')).toBe(10);
    expect(countOf(out, 'of CHECK_BLANKS')).toBe(2);
    expect(out).toContain('70 more stale warnings in 2 files: `--verbose` shows them.');
    expect(out).toContain('de.json  40 problems');
    expect(out).toContain('82 problems in 2 files');
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('shows all with --verbose, and all of the errors', () => {
    expect(countOf(shown(report, { ...SCREEN, verbose: true }), 'of CHECK_STALE')).toBe(COUNT);
    const errors = shown({ ...report, errors: stale, warnings: [] });
    expect(countOf(errors, 'of CHECK_STALE')).toBe(COUNT);
    expect(errors).not.toContain('--verbose');
  });

  it('names no file of which it shows nothing, and leaves nothing out for one more', () => {
    const elsewhere = shown({ ...report, warnings: stale });
    expect(elsewhere).not.toMatch(/^fr\.json/m);
    const eleven = shown({ ...report, warnings: stale.slice(0, 11) });
    expect(countOf(eleven, 'of CHECK_STALE')).toBe(11);
  });

  it('keeps all in the machine output', () => {
    expect(countOf(reporters.json(report).out, 'of CHECK_STALE')).toBe(COUNT);
  });
});
