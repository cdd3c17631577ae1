import { LocsyncError } from '../../core/errors/index.js';
import { worstExit, EXIT } from '../../core/errors/exit.js';
import { keyName, type KeyId } from '../../core/keys/key.js';
import { keyMatcher } from '../../core/keys/key-glob.js';
import type { KeyState } from '../../core/merge/key-state.js';
import { problemOf } from '../../core/report/problem.js';
import { reportOf, type Report } from '../../core/report/report.js';
import { append } from '../../core/util/collections.js';
import type { OptionsOf } from '../../options/types.js';
import type { Host } from '../../ports/host.js';
import type { ConflictChoice } from '../../plan/resolve.js';
import { FileHistory } from '../../sync/git-history/file-history.js';
import { FormerLists } from '../../sync/git-history/former-lists.js';
import { compareProject } from '../../sync/compare/compare-project.js';
import { LockUpdate } from '../../sync/base-update/lock-update.js';
import type { Project } from '../../sync/context/project.js';
import { withEarlier } from '../../sync/pull/plan.js';
import { RunReport } from '../../sync/report/run-report.js';
import { hintContext } from '../../sync/context/hint-context.js';
import { SKIP } from '../../sync/resolve/conflicts.js';
import { planResolve, type PlannedResolve, type ResolveRules } from '../../sync/resolve/plan.js';
import { withProject } from '../../sync/load/with-project.js';
import { answerKey, askAll, QuestionsStopped, type Answers, type ShowCard } from './questions.js';
import { writePlanned } from '../pull.js';

export type ResolveCommandOptions = OptionsOf<'resolve'> & { readonly paths: readonly string[] };

/**
 * Settles conflicts: a person decides them one by one on a terminal, or an option decides all. The
 * service's texts are written here. If ours win, the base moves, so that the next push sends
 * them. Nothing is uploaded.
 */
export async function resolve(host: Host, options: ResolveCommandOptions, show: ShowCard): Promise<Report> {
  const { local, service, dryRun } = options;
  const asked = keyMatcher(options.key) ?? (() => true);
  const rule = local ? 'local' : service ? 'service' : undefined;
  if (rule !== undefined || dryRun) return settle(host, options, asked, byRule(rule));
  if (!host.terminal.canAsk) throw LocsyncError.of('RESOLVE_NOBODY_TO_ASK', {});
  try {
    return await settle(host, options, asked, await askAll(host, options, asked, show));
  } catch (error) {
    if (error instanceof QuestionsStopped) return stoppedReport(error, options);
    throw error;
  }
}

type Decision = (section: string, state: KeyState) => ConflictChoice;

/** An empty text of the service never replaces a text unseen. */
const byRule =
  (take: 'local' | 'service' | undefined): Decision =>
  (_, { there }) =>
    take === undefined || (take === 'service' && there === '') ? SKIP : { take };

function settle(
  host: Host,
  options: ResolveCommandOptions,
  asked: (key: KeyId) => boolean,
  decided: Decision | Answers,
): Promise<Report> {
  return withProject(host, 'resolve', options, async (project) => {
    const { lock } = project.stored;
    if (lock.remedy === 'update') throw LocsyncError.of('RESOLVE_BASE', { reason: lock.problems[0] });
    const moved: string[] = [];
    const isRule = typeof decided === 'function';
    const choose: Decision = isRule
      ? decided
      : (section, state) => {
          const answer = decided.get(answerKey(section, state.key));
          if (answer === undefined) return SKIP;
          const { here, there } = answer.conflict.state;
          if (here === state.here && there === state.there) return answer.choice;
          moved.push(keyName(state.key));
          return SKIP;
        };
    const rules = { choose, asked, unseen: isRule, dryRun: options.dryRun };
    const report = await settleProject(host, project, rules);
    if (moved.length === 0) return report;
    const error = LocsyncError.of('RESOLVE_MOVED', { keys: moved.join(', ') });
    return {
      ...report,
      errors: [...report.errors, problemOf(error, project.hints)],
      exitCode: worstExit([report.exitCode, EXIT.differences]),
    };
  });
}

async function settleProject(host: Host, project: Project, rules: ResolveRules): Promise<Report> {
  const lockUpdate = new LockUpdate(project);
  const former = new FormerLists(project.files, new FileHistory(host, project.found.root), true);
  const results = await compareProject(project, {
    complete: (compared, model) => former.complete(compared, model),
    toResult: (compared, model): PlannedResolve => {
      const planned = planResolve(compared, model, rules, lockUpdate, project.replaced);
      return planned.resolved === 0
        ? planned
        : { ...planned, ...withEarlier(compared, planned, project.uploads) };
    },
  });
  const report = new RunReport(project);
  const planned = report.add(results);
  const planning = planned.reduce((sum, file) => sum + file.resolved, 0);
  if (rules.dryRun)
    append(
      report.warnings,
      planned.flatMap(({ losses }) => losses),
    );
  else if (planning > 0) await write(host, project, planned, lockUpdate, report);
  const resolved = planned.reduce((sum, file) => sum + (isDone(report, file) ? file.resolved : 0), 0);
  const differs = planned.some((file) => file.left > 0);
  return report.finish(host, { command: 'resolve', dryRun: rules.dryRun, summary: { resolved }, differs });
}

/** Whether the conflicts of a file are decided: not if it could not be written. */
const isDone = ({ rows }: RunReport, { path }: PlannedResolve): boolean =>
  rows.get(path)?.some(({ state }) => state === 'failed' || state === 'skipped') !== true;

/** Files first, the base last, as a pull does. */
async function write(
  host: Host,
  project: Project,
  planned: readonly PlannedResolve[],
  lockUpdate: LockUpdate,
  report: RunReport,
): Promise<void> {
  await writePlanned(host, project, planned, lockUpdate, report, true);
  const unsaved = await lockUpdate.save();
  const isLost = lockUpdate.written === undefined && lockUpdate.isChanged;
  const { problems } = project.stored.lock;
  if (unsaved) report.errors.push(unsaved);
  else if (isLost) report.errors.push(LocsyncError.of('RESOLVE_BASE', { reason: problems[0] }));
  for (const { earlier } of planned) earlier?.forget(!unsaved && !isLost);
  append(report.warnings, await project.uploads.close());
  await project.index?.save();
}

/** Ctrl+C: nothing was written, which is said. */
function stoppedReport({ error, decided }: QuestionsStopped, options: ResolveCommandOptions): Report {
  return reportOf({
    command: 'resolve',
    errors: [error],
    warnings: [LocsyncError.of('RESOLVE_STOPPED', { decided })],
    hints: hintContext('resolve', options),
  });
}
