import type { HintContext } from '../../../core/errors/suggest.js';
import { problemOf } from '../../../core/report/problem.js';
import type { FileReport } from '../../../core/report/file-report.js';
import type { UploadOutcome } from '../state/upload-outcome.js';

/** The rows of a file after its upload, or after it was read again and nothing was sent. */
export function rowsAfterUpload(
  rows: readonly FileReport[],
  outcome: UploadOutcome,
  hints: HintContext,
): FileReport[] {
  if (outcome.state === 'skipped' && outcome.rows) return [...outcome.rows];
  const [error] = outcome.errors;
  const version = outcome.version === undefined ? {} : { version: outcome.version };
  return rows.map((row) => {
    if (outcome.state === 'failed' && error)
      return { ...row, state: 'failed', error: problemOf(error, hints) };
    // A language of a file of several of which nothing was sent.
    if (row.state === 'skipped' && rows.length > 1) return row;
    const now = outcome.rows?.find(({ locale }) => locale === row.locale);
    const keys = now ? { ...row.keys, conflicts: now.keys.conflicts } : row.keys;
    const sourceFile = outcome.sourceFile ?? row.sourceFile;
    return { ...row, state: outcome.state, sourceFile, keys, ...version };
  });
}

/** Files that were uploaded; one that holds several languages has a row for each. */
export const countUploads = (files: readonly FileReport[]): number =>
  new Set(files.filter(({ state }) => state === 'pushed').map(({ path }) => path)).size;
