import { catalogue } from '../errors/index.js';
import { EXIT } from '../errors/exit.js';
import type { Problem } from './problem.js';
import type { Report } from './report.js';
import { isWorkedOn } from './summary.js';

/** What a watch reports, besides the whole report of a round that ends it. */
export type WatchEvent =
  /** It begins to wait: for changes of this many files, or for this many seconds at a time. */
  | { readonly kind: 'watching'; readonly files: number }
  | { readonly kind: 'polling'; readonly seconds: number }
  /** `report` holds only what is new; `well` says that earlier errors are gone. */
  | { readonly kind: 'round'; readonly at: number; readonly report: Report; readonly well: boolean }
  | { readonly kind: 'stopped' };

/** What earlier rounds have reported, so that it is not reported again. */
export interface Reported {
  readonly problems: ReadonlySet<string>;
  readonly failed: boolean;
  readonly rows: ReadonlySet<string>;
}

export const NOTHING_REPORTED: Reported = { problems: new Set(), failed: false, rows: new Set() };

/**
 * What is new in the report of one round: files that it pushed or pulled (with `--dry-run`: that it
 * would, unless the round before said the same), and errors and warnings that the round before did
 * not have. Undefined if nothing is.
 */
export function changesSince(
  reported: Reported,
  report: Report,
): {
  readonly reported: Reported;
  readonly changes: Pick<Extract<WatchEvent, { kind: 'round' }>, 'report' | 'well'> | undefined;
} {
  const isNew = (problem: Problem): boolean => !reported.problems.has(signatureOf(problem));
  const files = report.files.filter((file) => isWorkedOn(file, report));
  const rows = new Set(files.map((file) => JSON.stringify([file.path, file.locale, file.state, file.keys])));
  const repeats =
    report.dryRun === true &&
    rows.size === reported.rows.size &&
    [...rows].every((row) => reported.rows.has(row));
  const changes: Report = {
    ...report,
    files: repeats ? [] : files,
    errors: report.errors.filter(isNew),
    warnings: report.warnings.filter(isNew),
  };
  const failed = report.errors.length > 0;
  const well = reported.failed && !failed;
  const problems = [...report.errors, ...report.warnings];
  return {
    reported: { problems: new Set(problems.map(signatureOf)), failed, rows },
    changes:
      well || changes.files.length + changes.errors.length + changes.warnings.length > 0
        ? { report: changes, well }
        : undefined,
  };
}

/** Problems that are one for people: the numbers in failures of the service differ. */
function signatureOf({ code, path = '', message }: Problem): string {
  return `${code}\n${path}\n${catalogue[code].exit === EXIT.remote ? '' : message}`;
}
