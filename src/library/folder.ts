import type { ReportDocument } from '../core/report/report.js';
import { runCommand } from './command.js';
import { folderInternalsOf, type FolderHandle } from './handle.js';
import { kindsOf, validateOptions, RUN_KINDS } from './validate-options.js';
import type {
  AcceptOptions,
  CheckOptions,
  PseudoOptions,
  RenameOptions,
  UndoOptions,
} from './folder-options.js';

const { signal, paths } = RUN_KINDS;

/**
 * Compares each translation on disk with its source text, and needs no service: `locsync check`.
 * The findings are the report's `errors` and `warnings`, with file and line; its exit code is 1 if
 * there are errors.
 *
 * @example
 * ```ts
 * const folder = await loadFolder({ cwd: import.meta.dirname });
 * expect((await check(folder)).errors).toEqual([]);
 * ```
 */
export async function check(folder: FolderHandle, options: CheckOptions = {}): Promise<ReportDocument> {
  validateOptions<CheckOptions>('check', options, { ...RUN_KINDS, ...kindsOf('check') });
  return runCommand('check', folderInternalsOf(folder, 'check'), options, async (host, given) =>
    (await import('../commands/check.js')).check(host, given),
  );
}

/**
 * Says that stale translations still fit their source texts: `locsync accept`. Writes the lock and
 * nothing else; `accepted` of each file of the report has the keys.
 *
 * @example
 * ```ts
 * await accept(project, { paths: ['config/locales/de.yml'], key: 'legal.**' });
 * ```
 */
export async function accept(folder: FolderHandle, options: AcceptOptions): Promise<ReportDocument> {
  validateOptions<AcceptOptions>('accept', options, { ...RUN_KINDS, ...kindsOf('accept') }, ['paths']);
  return runCommand('accept', folderInternalsOf(folder, 'accept'), options, async (host, given) =>
    (await import('../commands/accept.js')).accept(host, given),
  );
}

/**
 * Renames a key, or the files of a set, in every locale: `locsync mv`. `left` of the report has
 * what is to be deleted on the service; its exit code is 1 if that is anything.
 *
 * @example
 * ```ts
 * await mv(folder, 'cart.title', 'cart.heading');
 * ```
 */
export async function mv(
  folder: FolderHandle,
  from: string,
  to: string,
  options: RenameOptions = {},
): Promise<ReportDocument> {
  validateOptions<RenameOptions>('mv', options, { signal, ...kindsOf('mv') });
  return runCommand('mv', folderInternalsOf(folder, 'mv'), options, async (host, given) =>
    (await import('../commands/rename.js')).mv(host, given, [from, to]),
  );
}

/**
 * Removes a key, or the files of a set, in every locale: `locsync rm`. The report is that of
 * {@link mv}.
 *
 * @example
 * ```ts
 * const { left } = await rm(folder, 'cart.old', { dryRun: true });
 * ```
 */
export async function rm(
  folder: FolderHandle,
  old: string,
  options: RenameOptions = {},
): Promise<ReportDocument> {
  validateOptions<RenameOptions>('rm', options, { signal, ...kindsOf('rm') });
  return runCommand('rm', folderInternalsOf(folder, 'rm'), options, async (host, given) =>
    (await import('../commands/rename.js')).rm(host, given, [old]),
  );
}

/**
 * Writes a pseudo-locale from the source texts: `locsync pseudo`.
 *
 * @example
 * ```ts
 * await pseudo(folder, { as: 'en-XA' });
 * ```
 */
export async function pseudo(folder: FolderHandle, options: PseudoOptions = {}): Promise<ReportDocument> {
  validateOptions<PseudoOptions>('pseudo', options, { signal, paths, ...kindsOf('pseudo') });
  return runCommand('pseudo', folderInternalsOf(folder, 'pseudo'), options, async (host, given) =>
    (await import('../commands/pseudo.js')).pseudo(host, given),
  );
}

/**
 * Puts back what the last pull, resolve, mv or rm replaced here, unless it was edited since:
 * `locsync undo`. What was replaced is signed with a secret of the user's cache folder: without an
 * `env` that leads there (HOME), it throws UNDO_NO_FOLDER.
 *
 * @example
 * ```ts
 * const { summary } = await undo(project);
 * console.log(`${summary.restored} files put back`);
 * ```
 */
export async function undo(folder: FolderHandle, options: UndoOptions = {}): Promise<ReportDocument> {
  validateOptions<UndoOptions>('undo', options, { signal, ...kindsOf('undo') });
  return runCommand('undo', folderInternalsOf(folder, 'undo'), options, async (host, given) =>
    (await import('../commands/undo.js')).undo(host, given),
  );
}
