import { documentOf, type ReportDocument } from '../core/report/report-json.js';
import { LocsyncError } from '../core/errors/index.js';
import type { StatusCheck } from '../core/report/report.js';
import { checkedLocales, switchesOf, switchNames } from '../options/read.js';
import { STATUS_CHECKS } from '../options/table.js';
import type { SwitchOf } from '../options/types.js';
import { validateOptions, RUN_KINDS } from './validate-options.js';
import { internalsOf, type HandleInternals } from './handle.js';
import type { ProjectHandle } from './handle.js';
import type { PlanOptions, PullOptions, PushOptions, RunOptions, StatusOptions } from './options.js';

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
  const { check = false } = options;
  const kinds = { ...kindsOf('status'), check: typeof check === 'boolean' ? 'switch' : 'texts' } as const;
  validateOptions<StatusOptions>('status', options, kinds);
  const inside = internalsOf(project, 'status');
  const common = commandOptions(options, inside.flags);
  return inside.run(options.signal, async (host) => {
    const command = await import('../commands/status.js');
    const given = { ...common, ...switchesOf('status', options), check: checksOf(check) };
    return documentOf(await command.status(host, given));
  });
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
  validateOptions<PushOptions>('push', options, kindsOf('push'));
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
  validateOptions<PullOptions>('pull', options, pullKinds());
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
  switch (options.direction) {
    case 'push':
      validateOptions<PlanOptions>('plan', options, { ...kindsOf('push'), direction: 'text' });
      return runPush(inside, { ...options, dryRun: true });
    case 'pull':
      validateOptions<PlanOptions>('plan', options, { ...pullKinds(), direction: 'text' });
      return runPull(inside, { ...options, dryRun: true });
    default:
      throw LocsyncError.of('CALL_OPTION_VALUE', {
        call: 'plan',
        option: 'direction',
        expected: "'push' or 'pull'",
      });
  }
}

async function runPush(inside: HandleInternals, options: PushOptions): Promise<ReportDocument> {
  const common = commandOptions(options, inside.flags);
  return inside.run(options.signal, async (host) => {
    const command = await import('../commands/push.js');
    return documentOf(await command.push(host, { ...common, ...switchesOf('push', options) }));
  });
}

async function runPull(inside: HandleInternals, options: PullOptions): Promise<ReportDocument> {
  const common = commandOptions(options, inside.flags);
  return inside.run(options.signal, async (host) => {
    const command = await import('../commands/pull.js');
    const { minTranslated } = options;
    return documentOf(await command.pull(host, { ...common, ...switchesOf('pull', options), minTranslated }));
  });
}

/** Throws CALL_OPTION_VALUE. */
function checksOf(check: NonNullable<StatusOptions['check']>): readonly StatusCheck[] {
  if (check === true) return ['push', 'pull', 'conflict'];
  const wanted = check === false ? [] : check;
  if (wanted.every((one) => STATUS_CHECKS.includes(one))) return wanted;
  const expected = `true, false or a list of ${STATUS_CHECKS.map((one) => `'${one}'`).join(', ')}`;
  throw LocsyncError.of('CALL_OPTION_VALUE', { call: 'status', option: 'check', expected });
}

/** What each option of a call must be. */
function kindsOf<Command extends 'status' | 'push' | 'pull'>(
  command: Command,
): typeof RUN_KINDS & Readonly<Record<SwitchOf<Command>, 'switch'>> {
  const kinds = Object.fromEntries(switchNames(command).map((name) => [name, 'switch' as const]));
  return { ...RUN_KINDS, ...(kinds as Record<SwitchOf<Command>, 'switch'>) };
}

const pullKinds = () => ({ ...kindsOf('pull'), minTranslated: 'percent' }) as const;

const commandOptions = ({ locale, paths = [] }: RunOptions, flags: HandleInternals['flags']) => ({
  ...flags,
  locale: checkedLocales(locale),
  paths,
  debug: false,
});
