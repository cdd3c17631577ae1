import { loadIcu } from '../core/check/icu.js';
import { LocsyncError } from '../core/errors/index.js';
import { EXIT } from '../core/errors/exit.js';
import type { Settled } from '../core/merge/base-entry.js';
import type { KeyId } from '../core/keys/key.js';
import {
  exitOf,
  problemOf,
  problemsOf,
  summarize,
  type FileReport,
  type Report,
} from '../core/report/report.js';
import type { Host } from '../ports/host.js';
import type { Model } from '../plan/pull.js';
import { planPush, settledByPush } from '../plan/push.js';
import { BaseDraft } from '../sync/lock-update.js';
import type { ComparedFile } from '../sync/compare-file.js';
import { pushStops, sourceTextWarnings } from '../sync/report/distrusted.js';
import { lookAgain, rememberSources } from '../sync/known-sources.js';
import type { LocaleFile } from '../sync/locale-files.js';
import { pushLosses } from '../sync/report/loss-warnings.js';
import type { ProjectOptions } from '../sync/project-options.js';
import { refuseUntoldNames } from '../sync/preflight.js';
import { documentWarnings, goneErrors, keyWarnings, pushProblems } from '../sync/report/diagnostics.js';
import type { Project } from '../sync/project.js';
import { pushRows } from '../sync/push/rows.js';
import { planErrors } from '../sync/push/replan.js';
import type { ReplacedTexts } from '../sync/replaced-texts.js';
import { failedRows, goneRow } from '../sync/report/rows.js';
import { interruption, refuseEmptyList, withProject } from '../sync/with-project.js';
import { strictParts } from '../sync/strict.js';
import { survey } from '../sync/compare-project.js';
import { uploadAll, type Outcome } from '../sync/push/upload.js';

export interface PushOptions extends ProjectOptions {
  readonly dryRun: boolean;
  /** The disk wins every conflict. */
  readonly force: boolean;
  /** Upload every file, also where nothing differs. */
  readonly all: boolean;
  /** Upload no text that `check` would refuse. */
  readonly strict: boolean;
}

interface PlannedPush {
  readonly rows: readonly FileReport[];
  readonly errors: readonly LocsyncError[];
  readonly warnings: readonly LocsyncError[];
  /** Whether something of the file is to be uploaded. What it is, is planned anew right before. */
  readonly isUpload: boolean;
}

/** Uploads each locale file that has something the service lacks, with one event for the whole run (contract.md, section 5). */
export async function push(host: Host, options: PushOptions): Promise<Report> {
  return withProject(host, options, async (loaded, reload) => {
    refuseUnmatchedHere(loaded);
    const project = options.force ? await lookAgain(host, loaded, reload) : loaded;
    await refuseUntoldNames(project);
    if (!options.force) refuseEmptyList(project);
    return pushProject(host, project, options);
  });
}

async function pushProject(host: Host, project: Project, options: PushOptions): Promise<Report> {
  if (options.strict) await loadIcu();
  const draft = new BaseDraft(project);
  const { rows, errors, warnings, chains, planned: problems } = await planAll(project, options, draft);
  const planned = chains.flat().length;
  if (!options.dryRun) {
    const made = new Map<string, string>();
    await uploadAll(host, project, chains, options, (outcome) => {
      const { path, bound } = outcome.tried.file;
      if (outcome.sourceFile) made.set(bound.set.template, outcome.sourceFile.id);
      rows.set(path, applied(rows.get(path) ?? [], outcome));
      // A refused token is one error, however many calls it ended.
      // What the last plan says of the file takes the place of what the first one said.
      if (outcome.rows) problems.delete(path);
      const refused = errors.some(({ exit }) => exit === EXIT.auth);
      errors.push(...outcome.errors.filter(({ exit }) => exit !== EXIT.auth || !refused));
      warnings.push(...outcome.warnings);
      for (const [i, one] of outcome.tried.bases.entries()) {
        const receipt = outcome.receipts[i];
        if (receipt) draft.set(draft.next(one, receipt.settled));
      }
    });
    if (made.size > 0) await rememberSources(project, made);
    const unsaved = await draft.save();
    if (unsaved) errors.push(unsaved);
  }
  errors.push(...[...problems.values()].flat());
  const stopped = interruption(host);
  if (stopped) errors.push(stopped);
  const files = [...[...rows.values()].flat(), ...project.goneLocales.map(goneRow)];
  return {
    command: 'push',
    ...(options.dryRun ? { dryRun: true } : {}),
    project: { id: project.connection.project, baseUrl: project.owner.origin },
    summary: {
      ...summarize(files),
      uploads: options.dryRun ? planned : uploadsOf(files),
    },
    files,
    errors: problemsOf(errors),
    warnings: problemsOf(warnings),
    exitCode: stopped?.exit ?? exitOf(errors, false),
  };
}

/** What push does with all files. The uploads of one set are a chain, in the order in which they are sent. */
async function planAll(
  project: Project,
  options: PushOptions,
  draft: BaseDraft,
): Promise<{
  readonly rows: Map<string, FileReport[]>;
  readonly errors: LocsyncError[];
  readonly warnings: LocsyncError[];
  /** The errors of files that are to be uploaded, by path: each is planned again before. */
  readonly planned: Map<string, readonly LocsyncError[]>;
  readonly chains: LocaleFile[][];
}> {
  const surveyed = await survey(project, {
    onlyHere: true,
    forgetGone: options.force,
    digest: (compared, model) => planFile(compared, model, options, draft, project.replaced),
  });
  const errors = project.goneLocales.map(({ error }) => error);
  const warnings = [...project.warnings];
  const rows = new Map<string, FileReport[]>();
  const planned = new Map<string, readonly LocsyncError[]>();
  const chains = new Map<unknown, LocaleFile[]>();
  for (const one of surveyed) {
    if ('error' in one) {
      errors.push(one.error);
      rows.set(one.file.path, failedRows(one.file, one.error));
    } else {
      if (one.value.isUpload) planned.set(one.file.path, one.value.errors);
      else errors.push(...one.value.errors);
      warnings.push(...one.value.warnings);
      rows.set(one.file.path, [...one.value.rows]);
      if (!one.value.isUpload) continue;
      const chain = chains.get(one.file.bound);
      if (chain) chain.push(one.file);
      else chains.set(one.file.bound, [one.file]);
    }
  }
  return { rows, errors, warnings, planned, chains: [...chains.values()] };
}

/** What push does with one file, decided before anything is sent. */
function planFile(
  compared: ComparedFile,
  model: Model | undefined,
  options: PushOptions,
  draft: BaseDraft,
  replaced: ReplacedTexts,
): PlannedPush {
  const { document } = compared;
  const bases = compared.locales.map((one) => draft.found(one));
  const settle = (settled: readonly ReadonlyMap<KeyId, Settled>[]): void =>
    bases.forEach((one, i) => draft.set(draft.next(one, settled[i])));
  settle([]);
  const warnings = [...documentWarnings(compared), ...keyWarnings(compared)];
  const gone = goneErrors(compared);
  if (!document || gone.length > 0)
    return { rows: pushRows(compared, undefined, options), errors: gone, warnings, isUpload: false };
  const done = options.dryRun ? 'push --dry-run' : 'push';
  const parts = strictParts(compared, model, options.strict);
  const plan = planPush(document, parts, options, compared.unknownRoots);
  const stops = pushStops(compared, plan, options);
  if (stops.length > 0) {
    for (const one of bases) draft.set(draft.untouched(one));
    const rows = pushRows(compared, plan, options).map((row): FileReport => ({ ...row, state: 'skipped' }));
    return { rows, errors: stops, warnings, isUpload: false };
  }
  // What the guard stops leaves the base as it was, too.
  if (plan.shrink) for (const one of bases) draft.set(draft.untouched(one));
  const settled = plan.shrink ? [] : plan.actions.map(settledByPush);
  if (settled.some(({ size }) => size > 0)) settle(settled);
  const spliced = plan.content === undefined ? [] : plan.actions.map((one) => one.get('splice'));
  const sourceTexts = sourceTextWarnings(compared, spliced, 'push');
  if (plan.content !== undefined) replaced.uploading(compared, plan.actions);
  return {
    rows: pushRows(compared, plan, options),
    errors: planErrors(compared, plan, parts, done),
    warnings: [
      ...warnings,
      ...pushProblems(compared, plan, 'warning', done),
      ...(options.dryRun ? pushLosses(compared, plan, false) : []),
      ...sourceTexts,
    ],
    isUpload: plan.content !== undefined,
  };
}

/** The rows of a file after its upload, or after it was looked at again and nothing was sent. */
function applied(rows: readonly FileReport[], outcome: Outcome): FileReport[] {
  if (outcome.state === 'skipped' && outcome.rows) return [...outcome.rows];
  const [error] = outcome.errors;
  const version = outcome.version === undefined ? {} : { version: outcome.version };
  return rows.map((row) => {
    if (outcome.state === 'failed' && error) return { ...row, state: 'failed', error: problemOf(error) };
    const now = outcome.rows?.find(({ locale }) => locale === row.locale);
    const keys = now ? { ...row.keys, conflicts: now.keys.conflicts } : row.keys;
    const sourceFile = outcome.sourceFile ?? row.sourceFile;
    return { ...row, state: outcome.state, sourceFile, keys, ...version };
  });
}

/** Files that were uploaded; one that holds several languages has a row for each. */
const uploadsOf = (files: readonly FileReport[]): number =>
  new Set(files.filter(({ state }) => state === 'pushed').map(({ path }) => path)).size;

/** A pattern without any file here is a mistake in a command that uploads files (CFG-31). */
function refuseUnmatchedHere(project: Project): void {
  for (const pattern of project.found.config.files) {
    const sets = project.allSets.filter(({ set }) => set.selection.settings === pattern);
    if (sets.some(({ set }) => set.files.size + set.strangers.length > 0)) continue;
    if (sets.length > 0) throw LocsyncError.of('PATTERN_UNMATCHED', { pattern: pattern.path, there: false });
  }
}
