import { loadIcu } from '../core/check/icu.js';
import { LocsyncError, placeText } from '../core/errors/index.js';
import { collidingPaths } from '../core/patterns/paths.js';
import { counting } from '../core/report/progress.js';
import {
  exitOf,
  problemOf,
  problemsOf,
  summarize,
  type FileReport,
  type Report,
} from '../core/report/report.js';
import type { ContentHash } from '../ports/files.js';
import type { Host } from '../ports/host.js';
import { planPull, settledByPull, type Model, type PullActions } from '../plan/pull.js';
import { BaseDraft, type Section } from '../sync/lock-update.js';
import type { ComparedFile } from '../sync/compare-file.js';
import { localLosses, pullStops, sourceTextWarnings } from '../sync/report/distrusted.js';
import { keptByPrune, pullLosses } from '../sync/report/loss-warnings.js';
import type { ProjectOptions } from '../sync/project-options.js';
import { limitConcurrency } from '../core/system/limit-concurrency.js';
import {
  clashErrors,
  documentWarnings,
  goneErrors,
  keyWarnings,
  pullProblems,
  refusedError,
  sourceKeysGone,
} from '../sync/report/diagnostics.js';
import type { Project } from '../sync/project.js';
import type { ReplacedTexts } from '../sync/replaced-texts.js';
import { failedRows, goneRow, rowOf, widened, type Extent } from '../sync/report/rows.js';
import { interruption, refuseEmptyList, withProject } from '../sync/with-project.js';
import { keptBack, strictParts } from '../sync/strict.js';
import { survey } from '../sync/compare-project.js';

export interface PullOptions extends ProjectOptions {
  readonly dryRun: boolean;
  /** The service wins every conflict. */
  readonly force: boolean;
  /** Remove keys that only the disk has, although no base says that they were deleted on the service. */
  readonly prune: boolean;
  /** Let an empty translation of the service empty a text here. */
  readonly empty: boolean;
  readonly allowShrink: boolean;
  /** Write the texts of keys back that were deleted here. */
  readonly restore: boolean;
  /** Write no text that `check` would refuse. */
  readonly strict: boolean;
}

interface PlannedPull {
  readonly path: string;
  readonly exists: boolean;
  /** What to write; undefined where the file stays as it is. */
  readonly text: string | undefined;
  readonly stamp: ContentHash | undefined;
  readonly rows: readonly FileReport[];
  readonly errors: readonly LocsyncError[];
  readonly warnings: readonly LocsyncError[];
  /** What writing the text takes from the disk. */
  readonly losses: readonly LocsyncError[];
  /** The base of the file's languages: as it stands, and once the text is written. */
  readonly before: readonly Section[];
  readonly after: readonly Section[];
}

/** Writes per-locale content back to disk: everything is fetched and checked before the first file is written (contract.md, section 5). */
export async function pull(host: Host, options: PullOptions): Promise<Report> {
  return withProject(host, options, (project) => {
    refuseEmptyList(project);
    return pullProject(host, project, options);
  });
}

async function pullProject(host: Host, project: Project, options: PullOptions): Promise<Report> {
  if (options.strict) await loadIcu();
  const draft = new BaseDraft(project);
  const surveyed = await survey(project, {
    onlyHere: false,
    forgetGone: false,
    prune: options.prune,
    digest: (compared, model, fault) => planFile(compared, model, fault, options, draft, project.replaced),
    modelAfter,
  });
  const errors = project.goneLocales.map(({ error }) => error);
  const warnings = [...project.warnings];
  const rows = new Map<string, readonly FileReport[]>();
  const planned: PlannedPull[] = [];
  for (const one of surveyed) {
    if ('error' in one) {
      errors.push(one.error);
      rows.set(one.file.path, failedRows(one.file, one.error));
    } else {
      errors.push(...one.value.errors);
      warnings.push(...one.value.warnings);
      rows.set(one.file.path, one.value.rows);
      planned.push(one.value);
    }
  }
  if (options.dryRun) warnings.push(...planned.flatMap(({ losses }) => losses));
  else {
    refuseCollisions(planned);
    await project.replaced.save();
    const written = await writeAll(host, project, planned, draft);
    for (const { path, rows: after, losses = [], error } of written) {
      rows.set(path, after);
      warnings.push(...losses);
      if (error) errors.push(error);
    }
    const unsaved = await draft.save();
    if (unsaved) errors.push(unsaved);
  }
  const stopped = interruption(host);
  if (stopped) errors.push(stopped);
  const files = [...[...rows.values()].flat(), ...project.goneLocales.map(goneRow)];
  return {
    command: 'pull',
    ...(options.dryRun ? { dryRun: true } : {}),
    project: { id: project.connection.project, baseUrl: project.owner.origin },
    summary: summarize(files),
    files,
    errors: problemsOf(errors),
    warnings: problemsOf(warnings),
    exitCode: stopped?.exit ?? exitOf(errors, false),
  };
}

/** What pull does with one file, decided before anything is written. */
function planFile(
  compared: ComparedFile,
  model: Model | undefined,
  fault: LocsyncError | undefined,
  options: PullOptions,
  draft: BaseDraft,
  replaced: ReplacedTexts,
): PlannedPull {
  const { file, document, stamp } = compared;
  const found = compared.locales.map((one) => rowOf(compared, one));
  const rows = found.filter((row) => row !== undefined);
  const bases = compared.locales.map((one) => draft.found(one));
  const planned: PlannedPull = {
    path: file.path,
    exists: document !== undefined,
    text: undefined,
    stamp,
    rows,
    errors: [],
    warnings: [...documentWarnings(compared), ...keyWarnings(compared)],
    losses: [],
    before: bases.map((one) => draft.next(one)),
    after: [],
  };
  const gone = goneErrors(compared);
  if (gone.length > 0) return { ...planned, errors: gone };
  // Of a file that the service does not have at all, no key was removed there.
  const prune = options.prune && file.bound.source !== undefined;
  const parts = strictParts(compared, model, options.strict);
  const plan = planPull(compared.format, document, parts, { ...options, prune }, model);
  const left = (own: LocsyncError[]): PlannedPull => ({
    ...planned,
    rows: rows.map((row) => ({ ...row, state: 'skipped' })),
    errors: own,
    before: bases.map((one) => draft.untouched(one)),
  });
  const stops = pullStops(compared, plan, options.allowShrink);
  if (stops.length > 0) return left(stops);
  if (fault && document === undefined && plan.text !== undefined) return left([shapeError(compared, fault)]);
  const errors = [
    ...clashErrors(compared),
    ...pullProblems(compared, plan),
    ...keptBack(compared, parts, plan.actions, 'pull'),
  ];
  const refused = refusedError(compared, plan.refused);
  if (refused) return { ...planned, rows: failedRows(file, refused), errors: [...errors, refused] };
  const after = bases.map((one, i) => draft.next(one, settledByPull(plan.actions[i] ?? new Map())));
  const widens = options.force || options.empty || options.prune || options.strict || options.restore;
  const done = widens
    ? found.flatMap((row, i) => (row ? widened(row, extentOf(plan.actions[i])) : []))
    : rows;
  // What a pull leaves as it is, although it can be brought back.
  const lost = options.restore ? [] : localLosses(compared);
  const losses = pullLosses(compared, plan, !options.dryRun);
  const warnings = [
    ...planned.warnings,
    ...lost,
    ...sourceKeysGone(compared, prune),
    ...keptByPrune(compared, prune),
    ...sourceTextWarnings(
      compared,
      plan.actions.map((one) => one.get('write')),
      'pull',
    ),
  ];
  if (plan.text !== undefined) replaced.writing(compared, plan.actions);
  return { ...planned, rows: done, text: plan.text, errors, warnings, losses, after };
}

/** A new file has the shape of the source locale's file: without it, it would be a guess. */
function shapeError({ file }: ComparedFile, fault: LocsyncError): LocsyncError {
  const source = fault.place ? placeText(fault.place) : file.path;
  const args = { source, reason: fault.message };
  return LocsyncError.of('SHAPE_UNKNOWN', args, { place: { path: file.path }, cause: fault });
}

function extentOf(actions: PullActions | undefined): Extent {
  const count = (of: 'write' | 'remove' | 'conflict'): number => actions?.get(of)?.length ?? 0;
  const pruned = (actions?.get('remove') ?? []).filter(({ verdict }) => verdict === 'push').length;
  const keys = count('write') + count('remove');
  return { side: 'toPull', keys, conflicts: count('conflict'), others: pruned };
}

/** The source locale's file as this run will leave it: new keys stand in the other locales where they will stand there. */
function modelAfter({ text }: PlannedPull, compared: ComparedFile): Model | undefined {
  return text === undefined
    ? undefined
    : { document: compared.format.parse(text), root: compared.locales[0]?.root };
}

/** Two files that a disk could not hold side by side are not written (contract.md, section 5). */
function refuseCollisions(planned: readonly PlannedPull[]): void {
  const [pair] = collidingPaths(
    planned.filter((one) => one.exists || one.text !== undefined).map((one) => one.path),
  );
  if (pair) throw LocsyncError.of('PATHS_COLLIDE', { one: pair[0], other: pair[1] });
}

interface Written {
  readonly path: string;
  readonly rows: readonly FileReport[];
  readonly losses?: readonly LocsyncError[];
  readonly error?: LocsyncError;
}

/** Files that are written at the same time. */
const WRITES_AT_ONCE = 16;

/** Carries the plan out: each file atomically; the base, which speaks of them, is saved afterwards. */
async function writeAll(
  host: Host,
  project: Project,
  planned: readonly PlannedPull[],
  draft: BaseDraft,
): Promise<readonly Written[]> {
  const writes = planned.filter((one) => one.text !== undefined).length;
  const wrote = counting(host.onProgress, 'writing', writes);
  for (const { before } of planned) for (const section of before) draft.set(section);
  // Side by side: a flush waits for the disk, and the disk flushes several files as fast as one.
  const run = limitConcurrency(WRITES_AT_ONCE);
  const writeOne = async (one: PlannedPull): Promise<Written | undefined> => {
    const { path, text, stamp, rows, losses, after } = one;
    if (text === undefined) return undefined;
    if (host.signal.aborted) return { path, rows: rows.map((row) => ({ ...row, state: 'skipped' })) };
    try {
      await project.files.write(path, text, stamp);
    } catch (error) {
      if (!(error instanceof LocsyncError)) throw error;
      return {
        path,
        rows: rows.map((row) => ({ ...row, state: 'failed', error: problemOf(error) })),
        error,
      };
    }
    wrote();
    for (const section of after) draft.set(section);
    return {
      path,
      losses,
      // Of a file that holds several languages those are pulled of which something was written.
      rows: rows.map((row) =>
        row.state === 'conflict' || row.keys.toPull === 0 ? row : { ...row, state: 'pulled' },
      ),
    };
  };
  const ended = await Promise.allSettled(planned.map((one) => run(() => writeOne(one))));
  // A defect ends the run only when nothing is being written any more.
  const written = ended.flatMap((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value ?? [];
  });
  return written;
}
