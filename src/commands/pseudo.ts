import { LocsyncError } from '../core/errors/index.js';
import { isPseudoLocale } from '../core/locales/locale.js';
import { localRow, type FileReport } from '../core/report/file-report.js';
import { problemOf } from '../core/report/problem.js';
import { reportOf, type Report, type ReportContents } from '../core/report/report.js';
import { printable } from '../core/text/printable.js';
import type { OptionsOf } from '../options/types.js';
import type { Host } from '../ports/host.js';
import { openWithFiles, withRunLock } from '../sync/load/connect.js';
import { touchedSets } from '../sync/load/path-arguments.js';
import { readOnly } from '../sync/load/read-only.js';
import { hintContext } from '../sync/context/hint-context.js';
import { usableLock } from '../sync/offline/own-lock.js';
import { findSets, pathsOf } from '../sync/offline/local-sets.js';
import { pseudoFile, refuseRealLanguage } from '../sync/offline/pseudo-file.js';
import { quantity } from '../core/text/wording.js';

type PseudoCommandOptions = OptionsOf<'pseudo'> & { readonly paths: readonly string[] };

/** Writes a pseudo-locale from the source texts. Needs no service; it is never synced. */
export async function pseudo(host: Host, options: PseudoCommandOptions): Promise<Report> {
  const code = options.as ?? (options.bidi ? 'ar-XB' : 'en-XA');
  if (!isPseudoLocale(code)) throw LocsyncError.of('PSEUDO_CODE', { code });
  const runHost = options.dryRun ? readOnly(host) : host;
  const { found, files } = await openWithFiles(runHost, options);
  return withRunLock(files, async () => {
    const lock = await usableLock(files, found.config.lock);
    const allSets = await findSets(files, found.config.files, lock);
    const sets = await touchedSets(allSets, pathsOf, {
      ...options,
      found,
      files,
      meant: (path) => (isPseudoLocale(path) ? `--as ${path}` : undefined),
    });
    refuseRealLanguage(sets, code, lock);
    const hints = hintContext('pseudo', options, found);
    const rows: FileReport[] = [];
    const errors: LocsyncError[] = [];
    let written = 0;
    for (const set of sets) {
      host.signal.throwIfAborted();
      try {
        const made = await pseudoFile(files, set, code, options.bidi);
        if (!made) continue;
        const there = await files.read(made.path);
        const isNew = there?.text !== made.text;
        if (isNew && !options.dryRun) await files.write(made.path, made.text, there?.contentHash);
        if (isNew) written++;
        rows.push(rowOf(made.path, code, isNew ? 'pulled' : 'in-sync', made.count));
      } catch (error) {
        if (!(error instanceof LocsyncError)) throw error;
        errors.push(error);
        rows.push({
          ...rowOf(error.place?.path ?? set.name, code, 'failed', 0),
          error: problemOf(error, hints),
        });
      }
    }
    return pseudoReport({ dryRun: options.dryRun, errors, hints }, rows, written);
  });
}

const rowOf = (path: string, locale: string, state: FileReport['state'], count: number): FileReport =>
  localRow(path, locale, state, { total: count, translated: count });

function pseudoReport(
  run: Required<Pick<ReportContents, 'dryRun' | 'errors' | 'hints'>>,
  files: readonly FileReport[],
  written: number,
): Report {
  const made = files.filter(({ state }) => state === 'pulled');
  const lines = made.map(({ path, keys }) => `${printable(path)}: ${quantity(keys.total, 'text')}`);
  const closing =
    written === 0
      ? 'Nothing to write: the pseudo-locale is as the source texts are.'
      : `${run.dryRun ? 'Would write' : 'Wrote'} ${quantity(written, 'file')}. They are never pushed.`;
  return reportOf({
    command: 'pseudo',
    ...run,
    summary: { written },
    files,
    notes: run.errors.length === 0 || written > 0 ? [...lines, closing] : lines,
  });
}
