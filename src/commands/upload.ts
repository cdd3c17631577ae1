import { LocsyncError } from '../core/errors/index.js';
import { EXIT } from '../core/exit.js';
import type { Catalog } from '../core/catalog.js';
import type { FileState } from '../core/report.js';
import { Interrupted, type Host } from '../ports/host.js';
import type { SyncEvent } from '../ports/service.js';
import { hasArrived, planPush, receiptOf, type Receipt } from '../sync/push-plan.js';
import { compareFile, readModel, type ComparedFile } from './compare.js';
import { pushProblems, receiptWarnings, refusedError } from './problems.js';
import type { Project } from './project.js';
import type { PlannedUpload, PushOptions } from './push.js';
import { strictParts } from './strict.js';
import { fileError } from './survey.js';

/** What became of one planned upload. */
export interface Outcome {
  readonly planned: PlannedUpload;
  readonly state: Extract<FileState, 'pushed' | 'failed' | 'skipped'>;
  readonly sourceFile?: { readonly id: string; readonly name: string } | undefined;
  readonly version?: number | undefined;
  /** For each part of the plan what the service now holds of it; empty where nothing was sent. */
  readonly receipts: readonly Receipt[];
  readonly errors: readonly LocsyncError[];
  readonly warnings: readonly LocsyncError[];
}

/**
 * Both sides are read again right before an upload when the plan is older than this: what another machine has uploaded since would be
 * reverted, since an upload carries the whole file and the interface has no condition for it. Short, for that window stays open.
 */
const FRESH_MS = 500;

/**
 * Creates the run's event and uploads: the files of one set one after another, the source locale first, since the service merges by name;
 * different sets side by side. Afterwards everything sent is read back. An error that ends the run ends it after what is in flight.
 */
export async function uploadAll(
  host: Host,
  project: Project,
  uploads: readonly PlannedUpload[],
  options: PushOptions,
): Promise<readonly Outcome[]> {
  if (uploads.length === 0) return [];
  const event = await project.service.createEvent();
  const bySet = new Map<unknown, PlannedUpload[]>();
  for (const upload of uploads) {
    const set = upload.compared.file.bound;
    bySet.set(set, [...(bySet.get(set) ?? []), upload]);
  }
  let fatal: LocsyncError | undefined;
  const chains = [...bySet.values()].map(async (chain) => {
    const outcomes: Outcome[] = [];
    for (const planned of chain) {
      if (fatal !== undefined || host.signal.aborted) {
        outcomes.push({ planned, state: 'skipped', receipts: [], errors: [], warnings: [] });
        continue;
      }
      try {
        outcomes.push(await uploadOne(host, project, planned, event, options));
      } catch (error) {
        const known = interruptedUpload(error, planned) ?? error;
        if (!(known instanceof LocsyncError)) throw known;
        if (known.exit === EXIT.auth) fatal = known;
        outcomes.push({ planned, state: 'failed', receipts: [], errors: [known], warnings: [] });
      }
    }
    return outcomes;
  });
  const sent = (await Promise.all(chains)).flat();
  if (fatal !== undefined || host.signal.aborted) return sent;
  return Promise.all(sent.map((outcome) => readBack(project, outcome)));
}

/** What has been uploaded by now must still be recorded: an interruption is the outcome of one file, not the end of all. */
function interruptedUpload(error: unknown, { compared }: PlannedUpload): LocsyncError | undefined {
  if (!(error instanceof Interrupted)) return undefined;
  const { path } = compared.file;
  return LocsyncError.of('UPLOAD_INTERRUPTED', { name: path }, { place: { path }, cause: error });
}

async function uploadOne(
  host: Host,
  project: Project,
  first: PlannedUpload,
  event: SyncEvent,
  options: PushOptions,
): Promise<Outcome> {
  const planned =
    host.clock.now() - first.readAt > FRESH_MS ? await refreshed(project, first, options, host) : first;
  if ('state' in planned) return planned;
  const { compared, plan, content } = planned;
  const { file } = compared;
  const [locale] = file.locales;
  if (!locale) throw new Error('a locale file without a locale');
  const arrived = async (): Promise<boolean> => {
    const held = await heldTexts(project, planned);
    return (
      held !== undefined && plan.actions.every((actions, i) => hasArrived(actions, held[i] ?? new Map()))
    );
  };
  const uploaded = await project.service.upload(
    { filename: file.bound.uploadName(locale), content, event },
    arrived,
  );
  return {
    planned,
    state: 'pushed',
    sourceFile: uploaded.sourceFile,
    version: uploaded.version,
    receipts: plan.actions.map((actions) => receiptOf(actions, undefined)),
    errors: [],
    warnings: [],
  };
}

/** The plan made anew from what both sides hold now; the outcome where nothing is left to upload, or nothing may be. */
async function refreshed(
  project: Project,
  planned: PlannedUpload,
  options: PushOptions,
  host: Host,
): Promise<PlannedUpload | Outcome> {
  const { file } = planned.compared;
  const readAt = host.clock.now();
  const model = await readModel(project, file);
  const compared = await compareFile(project, file, Promise.resolve(model), { forgetGone: options.force });
  const skipped: Outcome = { planned, state: 'skipped', receipts: [], errors: [], warnings: [] };
  if (!compared.document) return skipped;
  const plan = planPush(compared.document, strictParts(compared, model, options.strict), options);
  if (plan.content !== undefined) return { compared, model, plan, content: plan.content, readAt };
  const refused = refusedError(compared, plan.refused);
  return { ...skipped, errors: [...pushProblems(compared, plan, 'error'), ...(refused ? [refused] : [])] };
}

/** What the service holds of the languages of this file, under the keys that they have here; undefined where it has no such source file. */
async function heldTexts(
  project: Project,
  { compared, model }: Pick<PlannedUpload, 'compared' | 'model'>,
): Promise<readonly Catalog[] | undefined> {
  const { file } = compared;
  const source = file.bound.source ?? (await findSource(project, compared));
  if (!source) return undefined;
  const bound = { ...file.bound, source };
  const options = { forgetGone: false, read: compared };
  const again = await compareFile(project, { ...file, bound }, Promise.resolve(model), options);
  return again.locales.map(
    ({ comparison }) =>
      new Map(
        comparison.states.flatMap((state) => (state.there === undefined ? [] : [[state.key, state.there]])),
      ),
  );
}

/** The source file that this run's first upload of a set has made. */
async function findSource(
  project: Project,
  { file }: ComparedFile,
): Promise<Project['sets'][number]['source']> {
  const names = new Set(
    file.bound.set.selection.table.locales.map((locale) => file.bound.uploadName(locale)),
  );
  const found = (await project.service.sourceFiles()).filter((source) =>
    names.has(source.name.normalize('NFC')),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** What the service holds after an upload, compared with what was sent: said once, never uploaded again for it. */
async function readBack(project: Project, outcome: Outcome): Promise<Outcome> {
  if (outcome.state !== 'pushed') return outcome;
  const { compared, model, plan } = outcome.planned;
  const known = outcome.sourceFile && { ...outcome.sourceFile, keys: 0 };
  const bound = known ? { ...compared.file.bound, source: known } : compared.file.bound;
  try {
    const held = await heldTexts(project, {
      model,
      compared: { ...compared, file: { ...compared.file, bound } },
    });
    const receipts = plan.actions.map((actions, i) => receiptOf(actions, held?.[i]));
    return { ...outcome, receipts, warnings: [...outcome.warnings, ...receiptWarnings(compared, receipts)] };
  } catch (error) {
    // The service has acknowledged the upload: that it cannot be read back is worth a word, not a failure of the file.
    return { ...outcome, warnings: [...outcome.warnings, fileError(error)] };
  }
}
