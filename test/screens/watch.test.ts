import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/core/report/report.js';
import { changesSince, NOTHING_REPORTED, type WatchEvent } from '../../src/core/report/watch.js';
import type { OutputOptions } from '../../src/reporters/reporter.js';
import { widthOf } from '../../src/reporters/table.js';
import { watchText } from '../../src/reporters/watch.js';
import { REPORTS } from './reports.js';
import { STATES } from './states.js';

const PIPE: OutputOptions = { color: false, columns: 80, isTerminal: false, quiet: false, verbose: false };
const TERMINAL: OutputOptions = { ...PIPE, isTerminal: true };

const round = (report: Report | undefined, well = false): WatchEvent => {
  if (!report) throw new Error('no such report');
  const { changes } = changesSince({ ...NOTHING_REPORTED, failed: well }, report);
  if (!changes) throw new Error('nothing to tell');
  // A time of day that is the same in every time zone.
  return { kind: 'round', at: new Date(2026, 0, 2, 9, 5, 0).getTime(), ...changes };
};

/** What a watch says in the course of a morning. */
const MORNING: readonly WatchEvent[] = [
  round(REPORTS['push-done']),
  { kind: 'watching', files: 14 },
  round(STATES['push-conflict']),
  round(STATES['error-local']),
  round(REPORTS['push-dry-run']),
  round(STATES['error-service']),
  round(STATES['pull-only-there'], true),
  { kind: 'polling', seconds: 60 },
  { kind: 'polling', seconds: 1 },
  { kind: 'watching', files: 1 },
  { kind: 'stopped' },
];

const shown = (screen: OutputOptions): string =>
  MORNING.map((changes) => {
    const { out, err } = watchText(changes, screen);
    return err + out;
  }).join('');

describe('what a watch says', () => {
  it('on a terminal and through a pipe', async () => {
    await expect(shown(TERMINAL)).toMatchFileSnapshot('./watch.terminal.txt');
    await expect(shown(PIPE)).toMatchFileSnapshot('./watch.pipe.txt');
    for (const line of shown(TERMINAL).split('\n').filter((one) => !one.includes('.json'))) expect(widthOf(line), line).toBeLessThanOrEqual(80);
  });

  it('colours change no letter', () => {
    expect(shown({ ...TERMINAL, color: true }).replaceAll(/\u001b\[\d+m/g, '')).toBe(shown(TERMINAL));
  });

  it('--quiet prints errors only', () => {
    const quiet = MORNING.map((changes) => watchText(changes, { ...PIPE, quiet: true }));
    expect(quiet.map(({ out }) => out).join('')).toBe('');
    expect(quiet.map(({ err }) => err).join('').match(/error:/g)).toHaveLength(4);
  });
});
