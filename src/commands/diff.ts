import type { FileReport } from '../core/report/file-report.js';
import type { Report } from '../core/report/report.js';
import { EXIT, worstExit } from '../core/errors/exit.js';
import type { Host } from '../ports/host.js';
import type { Switches } from '../options/types.js';
import type { ProjectOptions } from '../sync/context/project-options.js';
import { status } from './status.js';
import { given } from '../core/util/collections.js';

/** The comparison key by key, with both texts: only the files that differ. Exit 1 if any does. */
export async function diff(host: Host, options: ProjectOptions & Switches<'diff'>): Promise<Report> {
  const report = await status(host, { ...options, check: [], missing: false, stale: false }, 'diff');
  const files = report.files.filter((file) => file.error !== undefined || (file.changes?.length ?? 0) > 0);
  // A stale translation is the same on both sides: it is shown, and no difference.
  const orStale = report.files.filter((file) => files.includes(file) || (file.stale?.length ?? 0) > 0);
  const shown = options.nameOnly ? files.map((file) => withoutChanges(file)) : orStale;
  const code = files.length > 0 ? EXIT.differences : EXIT.ok;
  return {
    ...report,
    nameOnly: options.nameOnly,
    files: shown,
    exitCode: worstExit([report.exitCode, code]),
  };
}

function withoutChanges({ path, locale, sourceFile, state, keys, error }: FileReport): FileReport {
  return { path, locale, sourceFile, state, keys, ...given({ error }) };
}
