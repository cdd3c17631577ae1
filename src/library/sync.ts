import type { ReportDocument } from '../core/report/report-json.js';
import { type StatusCheck, STATUS_CHECKS } from '../core/report/report.js';
import { LocsyncError } from '../core/errors/index.js';
import { runCommand } from './command.js';
import { kindsOf, validateOptions, RUN_KINDS } from './validate-options.js';
import { internalsOf, type HandleInternals, type ProjectHandle } from './handle.js';
import type {
  DiffOptions,
  PlanOptions,
  PullOptions,
  PushOptions,
  ResolveOptions,
  StatusOptions,
} from './options.js';

/**
 * Compares disk with service, per locale file, and writes nothing: `locsync status`.
 *
 * The report lists what could not be read among its `errors`; the promise rejects with a
 * {@link LocsyncError} only if there is no report at all: no configuration, no answer, no right to
 * the project.
 *
 * @example
 * ```ts
 * const { files } = await status(project, { locale: ['de'] });
 * console.log(files.filter((file) => file.state === 'conflict').map((file) => file.path));
 * ```
 */
export async function status(project: ProjectHandle, options: StatusOptions = {}): Promise<ReportDocument> {
  const { check = false, ...others } = options;
  const kinds = { ...kindsOf('status'), check: typeof check === 'boolean' ? 'switch' : 'texts' } as const;
  validateOptions<StatusOptions>('status', options, { ...RUN_KINDS, ...kinds });
  const inside = internalsOf(project, 'status');
  const wanted = { ...others, check: checksOf(check) };
  return runCommand('status', inside, wanted, async (host, given) =>
    (await import('../commands/status.js')).status(host, given),
  );
}

/**
 * Compares disk with service key by key, and writes nothing: `locsync diff`. The report has the
 * files that differ, with both texts of each key in `changes`, and its exit code is 1 if there are
 * any.
 *
 * @example
 * ```ts
 * const { files } = await diff(project, { paths: ['config/locales/de.yml'] });
 * for (const { key, here, there } of files.flatMap((file) => file.changes ?? []))
 *   console.log(key, here, there);
 * ```
 */
export async function diff(project: ProjectHandle, options: DiffOptions = {}): Promise<ReportDocument> {
  validateOptions<DiffOptions>('diff', options, { ...RUN_KINDS, ...kindsOf('diff') });
  return runCommand('diff', internalsOf(project, 'diff'), options, async (host, given) =>
    (await import('../commands/diff.js')).diff(host, given),
  );
}

/**
 * Uploads each locale file that has something the service lacks: `locsync push`. Holds the
 * project's run lock while it runs.
 *
 * Look at `ok` of the report: a conflict or a failed file is reported there, and the other files
 * are uploaded all the same. Running it again finishes the rest. Rejects with a
 * {@link LocsyncError} if nothing was attempted.
 *
 * @example
 * ```ts
 * const report = await push(project, { strict: true, signal: AbortSignal.timeout(60_000) });
 * for (const { path, message, hint } of report.errors) console.error(path, message, hint);
 * ```
 */
export async function push(project: ProjectHandle, options: PushOptions = {}): Promise<ReportDocument> {
  validateOptions<PushOptions>('push', options, { ...RUN_KINDS, ...kindsOf('push') });
  return runPush(internalsOf(project, 'push'), options);
}

/**
 * Writes the service's texts into the locale files: `locsync pull`. Only the bytes of changed keys
 * change, each file is replaced atomically. Holds the project's run lock while it runs.
 *
 * Look at `ok` of the report, as for {@link push}.
 *
 * @example
 * ```ts
 * const { files } = await pull(project);
 * console.log(files.filter((file) => file.state === 'pulled').map((file) => file.path));
 * ```
 */
export async function pull(project: ProjectHandle, options: PullOptions = {}): Promise<ReportDocument> {
  validateOptions<PullOptions>('pull', options, { ...RUN_KINDS, ...kindsOf('pull') });
  return runPull(internalsOf(project, 'pull'), options);
}

/**
 * What {@link push} or {@link pull} would do with these options, and nothing of it done:
 * `--dry-run`. Takes no lock.
 *
 * @example
 * ```ts
 * const { summary } = await plan(project, { direction: 'pull' });
 * if (summary.toPull) await pull(project);
 * ```
 */
export async function plan(project: ProjectHandle, options: PlanOptions): Promise<ReportDocument> {
  const inside = internalsOf(project, 'plan');
  const { direction, ...own } = options;
  const common = { ...RUN_KINDS, direction: 'text' } as const;
  switch (direction) {
    case 'push':
      validateOptions<PlanOptions>('plan', options, { ...common, ...kindsOf('push') });
      return runPush(inside, { ...own, dryRun: true });
    case 'pull':
      validateOptions<PlanOptions>('plan', options, { ...common, ...kindsOf('pull') });
      return runPull(inside, { ...own, dryRun: true });
    default:
      throw LocsyncError.of('CALL_OPTION_VALUE', {
        call: 'plan',
        option: 'direction',
        expected: "'push' or 'pull'",
      });
  }
}

/**
 * Decides conflicts: with `local` the disk's texts win, and the next push sends them; with
 * `service` the service's texts are written. `locsync resolve` with the option of the same name.
 * Uploads nothing. The exit code of the report is 1 if conflicts are left.
 *
 * @example
 * ```ts
 * const { summary } = await resolve(project, { service: true, key: ['legal.**'] });
 * console.log(`${summary.resolved} resolved`);
 * ```
 */
export async function resolve(project: ProjectHandle, options: ResolveOptions): Promise<ReportDocument> {
  validateOptions<ResolveOptions>('resolve', options, { ...RUN_KINDS, ...kindsOf('resolve') });
  const { local = false, service = false, dryRun = false } = options;
  // The library has nobody to ask.
  if (local && service) throw oneSide('false or left out with service');
  if (!local && !service && !dryRun) throw oneSide('true, or service, or dryRun');
  return runCommand('resolve', internalsOf(project, 'resolve'), options, async (host, given) =>
    (await import('../commands/resolve/resolve.js')).resolve(host, given, () => undefined),
  );
}

const oneSide = (expected: string): LocsyncError =>
  LocsyncError.of('CALL_OPTION_VALUE', { call: 'resolve', option: 'local', expected });

const runPush = (inside: HandleInternals, options: PushOptions): Promise<ReportDocument> =>
  runCommand('push', inside, options, async (host, given) =>
    (await import('../commands/push.js')).push(host, given),
  );

const runPull = (inside: HandleInternals, options: PullOptions): Promise<ReportDocument> =>
  runCommand('pull', inside, options, async (host, given) =>
    (await import('../commands/pull.js')).pull(host, given),
  );

/** Throws CALL_OPTION_VALUE. */
function checksOf(check: NonNullable<StatusOptions['check']>): readonly StatusCheck[] {
  if (check === true) return ['push', 'pull', 'conflict'];
  const wanted = check === false ? [] : check;
  if (wanted.every((item) => STATUS_CHECKS.includes(item))) return wanted;
  const expected = `true, false or a list of ${STATUS_CHECKS.map((item) => `'${item}'`).join(', ')}`;
  throw LocsyncError.of('CALL_OPTION_VALUE', { call: 'status', option: 'check', expected });
}
