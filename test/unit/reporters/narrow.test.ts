import { describe, expect, it } from 'vitest';
import { reportOf, type Report } from '../../../src/core/report/report.js';
import { reporters } from '../../../src/reporters/index.js';

const SCREEN = { color: false, columns: 60, isTerminal: true, quiet: false, verbose: false };
const NOTE = `Wrote .locsyncrc. Commit it, and locsync.lock once it is there. Next:\n\n  locsync push     upload them: the service has no source file yet, and no text`;
const report = (more: Partial<Report>): Report => ({ ...reportOf({ command: 'init' }), ...more });
const linesOf = (one: Report, screen = SCREEN): string[] => reporters.human(one, screen).out.split('\n');

describe('a terminal of 60 columns', () => {
  it('breaks the notes of a command between words, the rest moved in', () => {
    const lines = linesOf(report({ notes: [NOTE] }));
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
    expect(lines.join(' ').replaceAll(/\s+/g, ' ').trim()).toBe(NOTE.replaceAll(/\s+/g, ' '));
  });

  it('leaves a pipe, a script and a configuration as they are', () => {
    expect(linesOf(report({ notes: [NOTE] }), { ...SCREEN, isTerminal: false }).join('\n')).toContain(NOTE);
    const script = `complete -F ${'_locsync '.repeat(20)}`;
    expect(linesOf(report({ command: 'completion', notes: [script] }))).toContain(script);
  });

  it('breaks what status says is to be done', () => {
    const summary = { toPush: 3, conflicts: 2, emptiedThere: 4 };
    const lines = linesOf(report({ command: 'status', summary }));
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
  });

  it('cuts no value of the configuration', () => {
    const value = [`packages/${'long-name/'.repeat(6)}{locale}.json`, 'a/{locale}.json'];
    const settings = [
      { key: 'files', value, origin: '.locsyncrc' },
      { key: 'project', value: 'pro_1', origin: '.locsyncrc' },
    ];
    const lines = linesOf(report({ command: 'config', settings }));
    for (const one of value) expect(lines).toContain(`  ${one}`);
    expect(lines).toContain('project  pro_1  .locsyncrc');
  });
});
