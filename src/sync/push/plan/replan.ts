import { LocsyncError } from '../../../core/errors/index.js';
import type { TextsByKey } from '../../../core/keys/key.js';
import { receiptWithoutReadBack, isFormOf } from '../../../plan/receipt.js';
import { readModel } from '../../files/read-file.js';
import type { ComparedFile } from '../../files/compared-file.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { pushRows } from './plan-rows.js';
import { compareBeforeUpload } from '../fresh-reads/compare-before-upload.js';
import type { PriorUpload, Replanned, Sendable } from '../state/upload-plan.js';
import type { PushRun } from '../state/push-run.js';
import { inspected } from '../state/upload-attempt.js';
import type { UploadOutcome } from '../state/upload-outcome.js';
import { onlyThereBefore } from '../service-before/compared.js';
import { joinedTexts } from '../../../plan/alterations.js';
import type { SetModel } from '../../../plan/set-model.js';
import { planFile } from './plan-file.js';
import type { KeyState } from '../../../core/merge/key-state.js';

/** Called with the comparison that a plan is made from, before the plan. */
export type OnCompared = (compared: ComparedFile, model: SetModel | undefined) => void;

/** What is known of an upload before it is planned anew. */
export interface UploadSoFar {
  /** An earlier attempt was sent. */
  readonly wasSent: boolean;
  /** For each language the texts that only the service had, in any answer so far. */
  readonly onlyThere: readonly TextsByKey[];
  /** What the run knows of the file if it has uploaded it before. */
  readonly prior: PriorUpload | undefined;
}

/** Reads both sides of a file again and plans its upload anew. */
export async function replan(
  run: PushRun,
  file: LocaleFile,
  onCompared: OnCompared,
  { wasSent, onlyThere, prior }: UploadSoFar,
): Promise<Replanned> {
  const { host, project, sources, ahead } = run;
  // What `--all` asks for was sent the first time.
  const options = prior ? { ...run.options, all: false } : run.options;
  const bases = prior?.bases;
  const model = await readModel(project, file);
  const reads = { clock: host.clock, project, sources, ahead, model, bases, forgetGone: options.force };
  const read = await compareBeforeUpload(reads, file);
  const shownFirst = joinedTexts(onlyThere, ...read.earlier.map(onlyThereBefore));
  const aged = withNewer(read.found, shownFirst);
  // An answer that goes back on another one may be old: a further one may tell.
  const isBack = !wasSent && aged !== read.found;
  const last = isBack ? await compareBeforeUpload(reads, file) : read;
  const shownLast = joinedTexts(shownFirst, onlyThereBefore(aged), ...last.earlier.map(onlyThereBefore));
  const { found, readAt, digests } = last;
  const losses = wasSent ? project.uploads.lossErrors(found, prior?.replaced) : [];
  onCompared(found, model);
  const newest = wasSent ? found : withNewer(found, shownLast);
  const compared = project.uploads.rejudged(newest);
  const { document } = compared;
  const shown = {
    compared,
    model,
    readAt,
    digests,
    onlyThere: joinedTexts(shownLast, onlyThereBefore(newest)),
    losses,
  };
  if (!document) return { ...shown, plan: undefined, rows: [], stops: [], errors: [] };
  const planned = planFile(compared, document, model, options, prior ? 'push again' : 'push');
  return { ...shown, ...planned, rows: pushRows(compared, planned.plan, options) };
}

/** The plan as one that can be sent; undefined if nothing is left to upload, or nothing may be. */
export function sendableOf({ plan, ...rest }: Replanned): Sendable | undefined {
  return plan?.content === undefined || rest.stops.length > 0
    ? undefined
    : { ...rest, plan, content: plan.content };
}

/**
 * The outcome of a file that, planned again, has nothing to upload or must not be uploaded. If it
 * `wasUploaded` by this run and is gone since, the warning about that upload names it.
 */
export function skippedOutcome(
  file: LocaleFile,
  { compared, plan, rows, stops, errors }: Replanned,
  wasUploaded: boolean,
): UploadOutcome {
  const outcome = { state: 'skipped', receipts: [], errors: [], warnings: [] } as const;
  const attempt = { file, bases: [] };
  if (stops.length > 0 || (!plan && wasUploaded)) return { ...outcome, attempt, errors: stops };
  if (!plan) {
    const removed = LocsyncError.of('FILE_REMOVED', {}, { place: { path: file.path } });
    return { ...outcome, attempt, state: 'failed', errors: [removed] };
  }
  return {
    ...outcome,
    attempt: inspected(compared),
    // What both sides hold by now is settled, the rest is as it was.
    receipts: plan.actions.map(receiptWithoutReadBack),
    rows,
    errors,
  };
}

/**
 * The file with the texts that an earlier answer of this run had, and the last one lacks.
 * A translator may have taken such a text back, or the answer is an old one, as a server gives that
 * lags behind another. So the upload must carry neither text. `before`: for each language the texts
 * that only the service had. Returns the file itself if it has all such texts.
 */
function withNewer(compared: ComparedFile, before: readonly TextsByKey[]): ComparedFile {
  const locales = compared.locales.map((language, i) => {
    const texts = before[i];
    if (!texts?.size) return language;
    const known = language.comparison.states;
    const states = known.map((state) => newerOf(state, texts.get(state.key)));
    if (states.every((state, at) => state === known[at])) return language;
    return { ...language, comparison: { ...language.comparison, states } };
  });
  return locales.every((language, i) => language === compared.locales[i])
    ? compared
    : { ...compared, locales };
}

function newerOf(state: KeyState, text: string | undefined): KeyState {
  const { key, verdict, here, there, base, back } = state;
  if (text === undefined || here === undefined || text === here || text === there) return state;
  const older = { key, here, there: text, base, back: 'older' } as const;
  const isOwnForm = verdict === 'not-accepted' && isFormOf(here, text);
  // The disk has changed nothing, or only what the service has not accepted.
  if (verdict === 'same' || (verdict === 'not-accepted' && !isOwnForm)) return { ...older, verdict: 'pull' };
  // Both sides have added the key, and the last answer lacks it.
  if (base === undefined)
    return verdict === 'push' || back === 'gone' ? { ...older, verdict: 'unbased' } : state;
  // The disk has changed the key as well, which the first comparison has remembered.
  const isChanged = verdict === 'push' || (verdict === 'conflict' && back === 'service');
  return isChanged ? { ...older, verdict: 'conflict' } : state;
}
