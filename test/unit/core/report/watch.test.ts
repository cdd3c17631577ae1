import { describe, expect, it } from 'vitest';
import { LocsyncError } from '../../../../src/core/errors/index.js';
import { NO_KEYS, type FileReport } from '../../../../src/core/report/file-report.js';
import { reportOf, type Report } from '../../../../src/core/report/report.js';
import { problemOf, type Problem } from '../../../../src/core/report/problem.js';
import { changesSince, NOTHING_REPORTED, type Reported } from '../../../../src/core/report/watch.js';

const broken = (line: number): Problem =>
  problemOf(LocsyncError.of('FILE_SYNTAX', { reason: 'bad' }, { place: { path: 'de.yml', line } }));
const down = (attempts: number): Problem =>
  problemOf(LocsyncError.of('SERVICE_UNREACHABLE', { host: 'h', reason: 'connection refused', attempts }));
const file = (state: FileReport['state'], toPush = 0): FileReport => ({
  path: 'de.yml',
  locale: 'de',
  sourceFile: null,
  state,
  keys: { ...NO_KEYS, toPush },
});
const round = (more: Partial<Report>): Report => ({ ...reportOf({ command: 'push' }), ...more });

/**
 * What each of these rounds in turn has to tell: its files, its problems, whether all is well
 * again.
 */
function rounds(...reports: readonly Partial<Report>[]): readonly (string | undefined)[] {
  let reported: Reported = NOTHING_REPORTED;
  return reports.map((one) => {
    const next = changesSince(reported, round(one));
    reported = next.reported;
    if (!next.changes) return undefined;
    const { report, well } = next.changes;
    const parts = [...report.files, ...report.errors, ...report.warnings].map((part) =>
      'code' in part ? part.code : part.state,
    );
    return [...parts, ...(well ? ['well'] : [])].join(' ');
  });
}

describe('what a watch reports of its rounds', () => {
  it('nothing if nothing was done', () => {
    expect(rounds({}, { files: [file('in-sync'), file('conflict')] })).toEqual([undefined, undefined]);
  });

  it('what was done, each time', () => {
    const done = { files: [file('pushed', 1), file('in-sync')] };
    expect(rounds(done, done)).toEqual(['pushed', 'pushed']);
  });

  it('an error once, and that all is well once it is gone', () => {
    const errors = [broken(1)];
    expect(rounds({ errors }, { errors }, {}, {}, { errors })).toEqual([
      'FILE_SYNTAX',
      undefined,
      'well',
      undefined,
      'FILE_SYNTAX',
    ]);
  });

  it('another error beside the first, and not that all is well while one is left', () => {
    const other = { ...broken(1), path: 'fr.yml' };
    expect(rounds({ errors: [broken(1)] }, { errors: [broken(1), other] }, { errors: [other] })).toEqual([
      'FILE_SYNTAX',
      'FILE_SYNTAX',
      undefined,
    ]);
  });

  it('a service that is down once, however many attempts it took', () => {
    expect(rounds({ errors: [down(1)] }, { errors: [down(5)] })).toEqual(['SERVICE_UNREACHABLE', undefined]);
  });

  it('a warning once, without a word when it goes', () => {
    const warnings = [broken(1)];
    expect(rounds({ warnings }, { warnings }, {})).toEqual(['FILE_SYNTAX', undefined, undefined]);
  });

  it('what a dry run would do, again only when that changes', () => {
    const would = (keys: number): Partial<Report> => ({ dryRun: true, files: [file('to-push', keys)] });
    expect(rounds(would(1), would(1), would(2), would(0), would(2))).toEqual([
      'to-push',
      undefined,
      'to-push',
      undefined,
      'to-push',
    ]);
  });
});
