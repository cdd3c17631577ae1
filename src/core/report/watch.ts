import { catalogue } from '../errors/index.js';
import { EXIT } from '../errors/exit.js';
import type { Problem, Report } from './report.js';
import { isWorkedOn } from './work.js';

/** What a watch tells, beside the whole report of a round that ends it. */
export type WatchNews =
  /** It begins to wait: for changes of so many files, or for so many seconds at a time. */
  | { readonly kind: 'watching'; readonly files: number }
  | { readonly kind: 'polling'; readonly seconds: number }
  /** A round that has something to tell: `report` holds only what is new, `well` says that earlier errors are gone. */
  | { readonly kind: 'round'; readonly at: number; readonly report: Report; readonly well: boolean }
  | { readonly kind: 'stopped' };

/** What earlier rounds have told, so that it is not told again. */
export interface Told {
  readonly problems: ReadonlySet<string>;
  readonly failed: boolean;
  readonly rows: ReadonlySet<string>;
}

export const NOTHING_TOLD: Told = { problems: new Set(), failed: false, rows: new Set() };

/**
 * What is new in the report of one round: files that it pushed or pulled (with `--dry-run`: that it would, unless the round before said the
 * same), and errors and warnings that the round before did not have. Undefined where nothing is.
 */
export function newsOf(
  told: Told,
  report: Report,
): {
  readonly told: Told;
  readonly news: Pick<Extract<WatchNews, { kind: 'round' }>, 'report' | 'well'> | undefined;
} {
  const fresh = (problem: Problem): boolean => !told.problems.has(signatureOf(problem));
  const files = report.files.filter((file) => isWorkedOn(file, report));
  const rows = new Set(files.map((file) => JSON.stringify([file.path, file.locale, file.state, file.keys])));
  const repeats =
    report.dryRun === true && rows.size === told.rows.size && [...rows].every((row) => told.rows.has(row));
  const news: Report = {
    ...report,
    files: repeats ? [] : files,
    errors: report.errors.filter(fresh),
    warnings: report.warnings.filter(fresh),
  };
  const failed = report.errors.length > 0;
  const well = told.failed && !failed;
  const all = [...report.errors, ...report.warnings];
  return {
    told: { problems: new Set(all.map(signatureOf)), failed, rows },
    news:
      well || news.files.length + news.errors.length + news.warnings.length > 0
        ? { report: news, well }
        : undefined,
  };
}

/** Two problems with one signature are one for people: what the service fails with differs in its numbers from round to round. */
function signatureOf({ code, path = '', message }: Problem): string {
  return `${code}\n${path}\n${catalogue[code].exit === EXIT.remote ? '' : message}`;
}
