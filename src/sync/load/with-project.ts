import { LocsyncError } from '../../core/errors/index.js';
import { EXIT } from '../../core/errors/exit.js';
import { wasSynced } from '../../core/lock/lock-file.js';
import { renderUndo } from '../../core/records/undo-record.js';
import { hasUnnamed, namedRecord, openRecord } from '../../core/records/unfinished-undo.js';
import { problemOf } from '../../core/report/problem.js';
import type { Report } from '../../core/report/report.js';
import { type Host } from '../../ports/host.js';
import { rememberSources } from './remembered-sources.js';
import type { UndoStorage } from '../../ports/memory-file.js';
import type { ProjectOptions } from '../context/project-options.js';
import type { GivenOptions } from '../context/hint-context.js';
import { readOnly } from './read-only.js';
import { openFolder, withConnection, withRunLock } from './connect.js';
import { loadProject } from './load-project.js';
import type { Project } from '../context/project.js';
import { lossesOfKilledRun } from './losses-of-killed-run.js';

/**
 * Runs a command that changes something on a loaded project, holding the project's run lock; a dry
 * run only looks and needs none. What was opened is closed again, whatever happens.
 */
export async function withProject(
  host: Host,
  command: 'push' | 'pull' | 'resolve',
  options: ProjectOptions & GivenOptions & { readonly dryRun: boolean },
  run: (project: Project, reload: () => Promise<Project>) => Promise<Report>,
): Promise<Report> {
  const runHost = options.dryRun ? readOnly(host) : host;
  const opened = await openFolder(runHost, options);
  return withRunLock(opened.files, () =>
    withConnection(runHost, opened.found, options, async (connected) => {
      let current: Project | undefined;
      const load = async (): Promise<Project> =>
        (current = await loadProject(opened, connected, runHost, options, command));
      const project = await load();
      if (!options.dryRun) await rememberSources(project);
      const coversProject = command === 'pull' && options.paths.length + options.locale.length === 0;
      const kind = { dryRun: options.dryRun, coversProject };
      const { report, closeUndo } = await namingUnfinished(runHost, project, kind, () => run(project, load));
      // A run that is killed before it shows what was lost leaves that to the next one.
      const uploads = !options.dryRun && current?.uploads.hasLosses === true ? current.uploads : undefined;
      const isNeeded = uploads !== undefined || (closeUndo !== undefined && report.warnings.length > 0);
      if (!isNeeded || ((await host.show?.(report)) ?? true)) {
        await uploads?.shown();
        await closeUndo?.();
      }
      return report;
    }),
  );
}

/** Whether a run only looks, and whether it may finish all that a killed one has left. */
interface RunKind {
  readonly dryRun: boolean;
  readonly coversProject: boolean;
}

/** The report of a run, and what is left to do once it was shown. */
interface NamedRun {
  readonly report: Report;
  /** The report names this run's own texts: none is left to name. */
  readonly closeUndo: (() => Promise<void>) | undefined;
}

/** The report of a run, with what an earlier run that was killed could not name. */
async function namingUnfinished(
  host: Host,
  project: Project,
  { dryRun, coversProject }: RunKind,
  run: () => Promise<Report>,
): Promise<NamedRun> {
  const { files } = project;
  // The user's secret may be made by this run.
  const undo = (): UndoStorage | undefined => host.undo?.({ root: files.root, writable: false });
  const before = undo();
  const record = before && openRecord(before);
  const unnamed = record ? await lossesOfKilledRun(files, record, project.found.config.lock) : [];
  const report = await run();
  const closeUndo = async (): Promise<void> => {
    const after = undo();
    if (after?.isOpen() !== true) return;
    const hasWritten = report.files.some(({ state }) => state === 'pulled');
    const isFinished = record === undefined || hasWritten || (coversProject && report.exitCode === EXIT.ok);
    await (isFinished ? after.close() : leaveToJoin(after));
  };
  const warnings = [...unnamed.map((error) => problemOf(error, project.hints)), ...report.warnings];
  return { report: { ...report, warnings }, closeUndo: dryRun ? undefined : closeUndo };
}

/** Keeps the record of a killed run if this run wrote nothing: the next that writes joins it. */
async function leaveToJoin(undo: UndoStorage): Promise<void> {
  const record = openRecord(undo);
  if (!record) await undo.close();
  else if (hasUnnamed(record)) await undo.write(renderUndo(namedRecord(record)));
}

/** A list of source files that is suddenly empty is a fault, not an order to remove everything. */
export function refuseEmptyList(project: Project): void {
  const error = emptyListError(project);
  if (error) throw error;
}

/** The error for a list of source files that is suddenly empty; undefined if it is not. */
export function emptyListError(project: Project): LocsyncError | undefined {
  const { lock } = project.stored;
  if (!project.listEmpty || ![...lock.sections.keys()].some((name) => wasSynced(lock, name)))
    return undefined;
  const paths = (project.sets.length > 0 ? project.sets : project.allSets).flatMap(({ set }) => [
    ...set.files.values(),
  ]);
  const [path = 'path'] = paths;
  return LocsyncError.of('SOURCE_LIST_EMPTY', { scope: { paths: [project.hints.fromHere(path)] } });
}
