import { describe, expect, it } from 'vitest';
import { reporters } from '../../src/reporters/index.js';
import type { OutputOptions } from '../../src/reporters/reporter.js';
import { widthOf } from '../../src/reporters/table.js';
import { REPORTS as COMMON } from './reports.js';
import { STATES } from './states.js';

const REPORTS = { ...COMMON, ...STATES };

const PIPE: OutputOptions = { color: false, columns: 80, isTerminal: false, quiet: false, verbose: false };
const TERMINAL: OutputOptions = { ...PIPE, isTerminal: true };

const NAMES = Object.keys(REPORTS);
const shown = (name: string, screen: OutputOptions, reporter: keyof typeof reporters = 'human'): string => {
  const report = REPORTS[name];
  if (!report) throw new Error(`no report ${name}`);
  const { out, err, summary } = reporters[reporter](report, screen);
  return [out, err === '' ? '' : `--- stderr\n${err}`, summary === undefined ? '' : `--- summary\n${summary}`].join('');
};

describe('screens: files that are reviewed like code', () => {
  it.each(NAMES)('%s on a terminal of 80 columns', async (name) => {
    const screen = shown(name, TERMINAL);
    await expect(screen).toMatchFileSnapshot(`./${name}.terminal.txt`);
    // A value of the configuration is never cut.
    const lines = screen.split('\n').filter((line) => name !== 'config-values' || !line.startsWith('  '));
    for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(80);
  });

  it.each(NAMES)('%s at 60 columns: only a path or a command is wider', (name) => {
    for (const line of shown(name, { ...TERMINAL, columns: 60 }).split('\n')) {
      if (widthOf(line) <= 60) continue;
      const words = line.trim().replace(/`[^`]+`/g, (span) => span.replaceAll(' ', '_')).split(' ');
      expect(words.filter((word) => widthOf(word) > 30), line).not.toEqual([]);
    }
  });

  it.each(NAMES)('%s through a pipe', async (name) => {
    await expect(shown(name, PIPE)).toMatchFileSnapshot(`./${name}.pipe.txt`);
  });

  it.each(['status-mixed', 'push-in-part', 'diff', 'error', 'check-findings', 'push-conflict', 'push-strict', 'pull-shrink'])('%s for GitHub, JUnit and JSON', async (name) => {
    await expect(shown(name, PIPE, 'github')).toMatchFileSnapshot(`./${name}.github.txt`);
    await expect(shown(name, PIPE, 'junit')).toMatchFileSnapshot(`./${name}.junit.xml`);
    await expect(shown(name, PIPE, 'markdown')).toMatchFileSnapshot(`./${name}.md.txt`);
    await expect(shown(name, PIPE, 'json')).toMatchFileSnapshot(`./${name}.json.txt`);
  });

  it.each(NAMES)('%s: colours change no letter, and no line ends in a blank', (name) => {
    const plain = shown(name, TERMINAL);
     
    expect(shown(name, { ...TERMINAL, color: true }).replaceAll(/\u001b\[\d+m/g, '')).toBe(plain);
    expect(plain).not.toMatch(/[ \t]$/m);
  });

  it.each(NAMES)('%s: --quiet prints errors only', (name) => {
    const report = REPORTS[name];
    if (!report) throw new Error('no report');
    const { out, err } = reporters.human(report, { ...TERMINAL, quiet: true });
    expect(out).toBe('');
    expect(err === '').toBe(report.errors.length === 0);
  });

  it('no two rows of different files read the same, however long the paths are', () => {
    const rows = shown('pull-long-paths', TERMINAL).split('\n').filter((line) => line.startsWith('pulled'));
    expect(rows).toHaveLength(3);
    expect(new Set(rows).size).toBe(3);
  });

  it('many warnings alike are all there with --verbose, and in JSON', () => {
    const report = REPORTS['status-strangers'];
    if (!report) throw new Error('no report');
    const { err } = reporters.human(report, { ...PIPE, verbose: true });
    expect(err.match(/^warning: config.locales/gm)).toHaveLength(5);
    expect(err).not.toContain('more like these');
    expect(shown('status-strangers', PIPE, 'json').match(/LOCALE_STRANGER/g)).toHaveLength(5);
  });
});
