import { joinedFindings } from '../../core/errors/findings.js';
import { LocsyncError, placeText } from '../../core/errors/index.js';
import type { KeyId } from '../../core/keys/key.js';
import { collidingPaths } from '../../core/patterns/paths.js';
import type { RecordedFile } from '../../core/records/undo-record.js';
import type { FileReport } from '../../core/report/file-report.js';
import { planPull, settledByPull, type PullActions, type PullPlan } from '../../plan/pull.js';
import type { SetModel } from '../../plan/set-model.js';
import type { ContentHash } from '../../ports/files.js';
import type { CreatedFile } from '../compare/in-sync/begun-set.js';
import type { SourceAfter } from '../compare/compare-set.js';
import type { ComparedFile } from '../files/compared-file.js';
import { type Section, type LockUpdate, untouched } from '../base-update/lock-update.js';
import { currentBase } from '../files/current-base.js';
import type { ReplacedTexts, TakenFromFile } from '../local-state/replaced-texts.js';
import { documentWarnings, keyWarnings, goneErrors, clashErrors } from '../file-errors/diagnostics.js';
import { editsRefusedError } from '../file-errors/refused-edits.js';
import { pullProblems, sourceKeysGone } from '../file-errors/conflicts.js';
import { pullStops, localLosses, sourceTextWarnings } from '../file-errors/distrusted.js';
import { alteredHere, keysTaken, pullLosses, keptByPrune } from '../file-errors/loss-warnings.js';
import { countKinds, plannedKeys } from '../report/key-kinds.js';
import { rowOf, failedRows, unchangedRows, withPlannedCounts, type PlannedCounts } from '../report/rows.js';
import { modelWithin } from '../files/source-leaves.js';
import { sourcePath } from '../files/locale-file.js';
import { strictParts, withheldErrors } from '../restrictions/strict.js';
import { newFileRootError } from './new-file-root.js';
import type { PullCommandOptions } from './command-options.js';
import { isWidened } from '../../options/read.js';
import type { FileFindings } from '../report/run-report.js';
import type { UnchangedFile } from '../files/unchanged-file.js';
import type { EarlierUploads, Uploads } from '../local-state/uploads.js';

export interface PlannedPull extends FileFindings {
  readonly path: string;
  readonly exists: boolean;
  /** What to write; undefined if the file stays as it is, and once it is written. */
  text: string | undefined;
  readonly contentHash: ContentHash | undefined;
  /** What a new file holds, if that is exactly what its answer has. */
  readonly created?: Omit<CreatedFile, 'keys'> | undefined;
  /** What writing the text takes from the disk. */
  readonly losses: readonly LocsyncError[];
  /** The base of the file's languages: as it is, and once the text is written. */
  readonly before: readonly Section[];
  readonly after: readonly Section[];
  /** Keys, from the root of the file, of texts that writing it takes from the disk. */
  readonly taken?: readonly KeyId[] | undefined;
  /** Each language with conflicts that `resolve` decides, and how many. */
  readonly decided?: RecordedFile['locales'];
  /** What writing the text replaces, to be remembered before anything is written. */
  readonly replaces?: TakenFromFile | undefined;
  /** What earlier uploads from here mean for the file. */
  readonly earlier?: EarlierUploads | undefined;
}

/** A plan that leaves a file as it is. `before` is its base. */
export const leaveAlone = (
  { path, exists, contentHash }: Pick<PlannedPull, 'path' | 'exists' | 'contentHash'>,
  rows: readonly FileReport[],
  before: readonly Section[],
): PlannedPull => ({
  path,
  exists,
  text: undefined,
  contentHash,
  rows,
  errors: [],
  warnings: [],
  losses: [],
  before,
  after: [],
});

/** What pull does with a file, with what earlier uploads from here have taken from it. */
export function withEarlier(compared: ComparedFile, planned: PlannedPull, uploads: Uploads): PlannedPull {
  const earlier = uploads.earlier(compared);
  if (!earlier) return planned;
  return { ...planned, ...joinedFindings(planned, earlier), earlier };
}

/** What pull does with one file, decided before anything is written. */
export function planPullOf(
  compared: ComparedFile,
  model: SetModel | undefined,
  fault: LocsyncError | undefined,
  options: PullCommandOptions,
  lockUpdate: LockUpdate,
  replaced: ReplacedTexts,
): PlannedPull {
  const { file, document, contentHash } = compared;
  const found = compared.locales.map((language) => rowOf(compared, language, 'toPull'));
  const rows = found.filter((row) => row !== undefined);
  const bases = compared.locales.map(currentBase);
  const at = { path: file.path, exists: document !== undefined, contentHash };
  const before = bases.map((base) => lockUpdate.settle(base));
  const planned: PlannedPull = {
    ...leaveAlone(at, rows, before),
    warnings: [...documentWarnings(compared), ...keyWarnings(compared)],
  };
  const gone = goneErrors(compared);
  if (gone.length > 0) return { ...planned, errors: gone };
  // If the service does not have the file at all, no key was removed there.
  const prune = options.prune && file.bound.sourceFile !== undefined;
  const parts = strictParts(compared, model, options);
  const shape = model ?? modelWithin(document, file);
  const plan = planPull(compared.format, document, parts, { ...options, prune }, shape);
  const stops = pullStops(compared, plan, options);
  if (stops.length === 0 && fault && document === undefined && plan.text !== undefined)
    stops.push(shapeError(compared, fault));
  if (stops.length > 0) {
    const skipped = rows.map((row): FileReport => ({ ...row, state: 'skipped' }));
    return { ...planned, rows: skipped, errors: stops, before: bases.map(untouched) };
  }
  const errors = [
    ...clashErrors(compared),
    ...pullProblems(compared, plan, { ...options, prune }),
    ...withheldErrors(compared, parts, plan.actions, 'pull'),
  ];
  const refused = editsRefusedError(compared, plan.refused);
  const isNew = document === undefined && plan.text !== undefined;
  const failure = refused ?? (isNew ? newFileRootError(compared, plan.text) : undefined);
  if (failure) return { ...planned, rows: failedRows(file, failure), errors: [...errors, failure] };
  const after = bases.map((base, i) => lockUpdate.settle(base, settledByPull(plan.actions[i] ?? new Map())));
  const done = found.flatMap((row, i) => (row ? plannedRow(row, plan.actions[i], options) : []));
  const losses = [
    ...pullLosses(compared, plan, !options.dryRun),
    ...alteredHere(compared, plan, replaced, !options.dryRun),
  ];
  const warnings = [...planned.warnings, ...plannedWarnings(compared, plan, { ...options, prune })];
  if (options.restore || warnings.some(({ code }) => code === 'LOCAL_LOSS')) replaced.noteCopied(compared);
  replaced.noteConflicts(compared, plan.actions);
  const replacesNothing = plan.text === undefined || (document === undefined && replaced.isEmpty);
  const replaces = replacesNothing ? undefined : replaced.takenBy(compared, plan.actions);
  const taken = keysTaken(compared, plan, replaced);
  const created = document === undefined ? createdFile(compared, plan) : undefined;
  return {
    ...planned,
    rows: done,
    text: plan.text,
    created,
    errors,
    warnings,
    losses,
    after,
    taken,
    replaces,
  };
}

/** What a new file of one language is created with; undefined unless it has all of its answer. */
function createdFile({ locales }: ComparedFile, { actions }: PullPlan): PlannedPull['created'] {
  const [language, second] = locales;
  if (!language || second || language.root !== undefined) return undefined;
  const { comparison, answer } = language;
  const { states, inOrder: separator } = comparison;
  if (!answer || separator === undefined || actions[0]?.get('write')?.length !== states.length)
    return undefined;
  return { separator, answer };
}

/** A row with what pull does in its language: its counts, and its keys if options ask for them. */
function plannedRow(
  row: FileReport,
  actions: PullActions | undefined,
  options: PullCommandOptions,
): FileReport {
  const counted = isWidened('pull', options) ? withPlannedCounts(row, plannedCountsOf(actions)) : row;
  if (!options.planRecorder && (!options.dryRun || options.verbose !== true)) return counted;
  const planned = plannedKeys(actions?.get('write') ?? [], 'toPull', actions?.get('remove'));
  return planned.length === 0 ? counted : { ...counted, planned };
}

function plannedWarnings(
  compared: ComparedFile,
  plan: PullPlan,
  options: PullCommandOptions,
): LocsyncError[] {
  const written = plan.actions.map((actions) => actions.get('write'));
  return [
    // What a pull leaves as it is, although it can be brought back.
    ...(options.restore ? [] : localLosses(compared)),
    ...sourceKeysGone(compared, options),
    ...keptByPrune(compared, options.prune),
    ...sourceTextWarnings(compared, written, 'pull'),
  ];
}

/** What pull does with an unchanged file. */
export function unchangedPull(unchanged: UnchangedFile): PlannedPull {
  const { file, contentHash, locales } = unchanged;
  const at = { path: file.path, exists: contentHash !== undefined, contentHash };
  return leaveAlone(at, unchangedRows(unchanged), locales.map(untouched));
}

/** Whether pull has nothing to do about a file, and nothing to say. */
export const isIdlePull = ({ text, errors, warnings, losses, before, earlier }: PlannedPull): boolean =>
  text === undefined &&
  errors.length + warnings.length + losses.length === 0 &&
  before.every(({ lines }) => lines === undefined) &&
  earlier === undefined;

/** A new file has the shape of the source locale's file or of another: without, it is a guess. */
function shapeError({ file }: ComparedFile, fault: LocsyncError): LocsyncError {
  const source = fault.place ? placeText(fault.place) : file.path;
  const isThere = sourcePath(file.bound) !== undefined;
  const args = { source, reason: isThere ? fault.message : undefined };
  return LocsyncError.of('SHAPE_UNKNOWN', args, { place: { path: file.path }, cause: fault });
}

function plannedCountsOf(actions: PullActions | undefined): PlannedCounts {
  const count = (of: 'write' | 'remove' | 'conflict'): number => actions?.get(of)?.length ?? 0;
  const pruned = (actions?.get('remove') ?? []).filter(({ verdict }) => verdict === 'push').length;
  const keys = count('write') + count('remove');
  const kinds = countKinds(actions?.get('write') ?? [], 'toPull', actions?.get('remove'));
  return { side: 'toPull', keys, kinds, conflicts: count('conflict'), others: pruned };
}

/** The source locale's file after this run: the others get new keys in the same places. */
export function sourceAfter({ text, rows, errors }: PlannedPull, compared: ComparedFile): SourceAfter {
  const isMissing = compared.document === undefined;
  if (text === undefined)
    return { fault: isMissing && rows.some(({ state }) => state === 'failed') ? errors.at(-1) : undefined };
  const [first] = compared.locales;
  return { model: { document: compared.format.parse(text), root: first?.root, isPlanned: isMissing } };
}

/** Two files that a disk could not hold side by side are not written. */
export function refuseCollisions(planned: readonly PlannedPull[]): void {
  const [pair] = collidingPaths(
    planned.filter((file) => file.exists || file.text !== undefined).map((file) => file.path),
  );
  if (pair) throw LocsyncError.of('PATHS_COLLIDE', { one: pair[0], other: pair[1] });
}
