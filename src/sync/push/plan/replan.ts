import { LocsyncError } from '../../../core/errors/index.js';
import type { KeyId } from '../../../core/keys/key.js';
import type { BaseHashes } from '../../../core/merge/key-state.js';
import type { Host } from '../../../ports/host.js';
import type { Service } from '../../../ports/service.js';
import { settledByPush } from '../../../plan/push.js';
import { compareFile } from '../../compare/compare-file.js';
import { readModel } from '../../files/read-file.js';
import type { ComparedFile } from '../../files/compared-file.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { OtherLanguages } from '../../compare/other-languages.js';
import type { Project } from '../../context/project.js';
import { pushRows } from '../outcome/rows.js';
import type { PushFlags } from '../../options/flags.js';
import { boundTo, uploadNames } from '../fresh-reads/bind-again.js';
import { readFresh, type ReadAhead } from '../fresh-reads/read-ahead.js';
import type { SourceList } from '../fresh-reads/source-list.js';
import { inspected } from '../outcome/attempt.js';
import type { UploadOutcome } from '../outcome/outcome.js';
import { withNewer } from './newer-texts.js';
import type { TextsByKey } from '../../../plan/altered.js';
import type { SetModel } from '../../../plan/pull.js';
import type { Replanned, Sendable } from '../outcome/planned.js';
import { planFile } from './plan-file.js';

/** Is called with what a plan is made from. */
export type OnCompared = (compared: ComparedFile, model: SetModel | undefined) => void;

/**
 * Reads both sides of a file again and plans its upload anew. `bases` are those of its languages if
 * the run has settled some of their keys since the lock was read. `wasSent`: an earlier attempt was
 * sent. `onCompared` is called with what the plan is made from, before it is made. `before`: for
 * each language the texts that only the service had when it was compared. `replaced`: for each
 * language the keys whose texts an earlier upload of this run has replaced on purpose. `ahead`:
 * answers that this run has asked for already.
 */
export async function replan(
  host: Host,
  project: Project,
  sources: SourceList,
  file: LocaleFile,
  options: PushFlags,
  {
    bases,
    wasSent,
    onCompared,
    before,
    replaced,
    ahead,
  }: {
    readonly bases?: readonly BaseHashes[] | undefined;
    readonly wasSent: boolean;
    readonly onCompared?: OnCompared | undefined;
    readonly before: readonly TextsByKey[];
    readonly replaced: readonly ReadonlySet<KeyId>[] | undefined;
    readonly ahead: ReadAhead;
  },
): Promise<Replanned> {
  let readAt = Infinity;
  const wasRead = (at: number): void => void (readAt = Math.min(readAt, at));
  const timed: Service = {
    ...project.service,
    texts: async (source, locale, all) => {
      const read =
        (await ahead.take(source, locale)) ??
        (await readFresh(host.clock, () => project.service.texts(source, locale, all)));
      wasRead(read.at);
      return read.texts;
    },
  };
  const listed = async (): Promise<LocaleFile> => {
    const { files, at } = await sources.read();
    wasRead(at);
    return boundTo(file, files);
  };
  const model = await readModel(project, file);
  const compare = async (bound: LocaleFile): Promise<ComparedFile> => {
    // A source file that this run has made has no base, whatever the lock says about an earlier
    // one. A source file that was only missing from the list for a while keeps its base.
    const { sourceFile } = bound.bound;
    const isMade = !file.bound.sourceFile && sourceFile !== undefined && sources.hasMade(sourceFile.id);
    const known = bases ?? (isMade ? file.locales.map((): BaseHashes => new Map()) : undefined);
    return compareFile({ ...project, service: timed }, bound, Promise.resolve(model), {
      forgetGone: options.force,
      others: new OtherLanguages(project, bound.bound),
      ...(known ? { bases: known } : {}),
    });
  };
  const made = file.bound.sourceFile ? undefined : sources.madeAs(uploadNames(file));
  const found = made
    ? await compare({ ...file, bound: { ...file.bound, sourceFile: made } }).catch(async (error: unknown) => {
        // A service that imports later does not know its new source file yet.
        if (!(error instanceof LocsyncError) || error.code !== 'SOURCE_FILE_NOT_FOUND') throw error;
        return compare(await listed());
      })
    : await compare(file.bound.sourceFile ? file : await listed());
  const losses = wasSent ? project.uploads.missed(found, replaced) : [];
  onCompared?.(found, model);
  const compared = project.uploads.rejudged(wasSent ? found : withNewer(found, before));
  const { document } = compared;
  if (!document) return { compared, model, plan: undefined, stops: [], readAt, losses, errors: [] };
  const planned = planFile(compared, document, model, options, bases ? 'push again' : 'push');
  return { compared, model, ...planned, readAt, losses };
}

/** The plan as one that can be sent; undefined if nothing is left to upload, or nothing may be. */
export function toUpload({ plan, ...rest }: Replanned): Sendable | undefined {
  return plan?.content === undefined || rest.stops.length > 0
    ? undefined
    : { ...rest, plan, content: plan.content };
}

/** The outcome of a file that, planned again, has nothing to upload or must not be uploaded. */
export function skippedOutcome(
  file: LocaleFile,
  { compared, plan, stops, errors }: Replanned,
  options: PushFlags,
  isLockUnusable: boolean,
): UploadOutcome {
  const outcome = { state: 'skipped', receipts: [], errors: [], warnings: [] } as const;
  if (!plan || stops.length > 0) return { ...outcome, attempt: { file, bases: [] }, errors: stops };
  return {
    ...outcome,
    attempt: inspected(compared, isLockUnusable),
    // What both sides hold by now is settled, the rest is as it was.
    receipts: plan.actions.map((actions) => ({
      settled: settledByPush(actions),
      changed: [],
      lost: [],
      seen: 0,
    })),
    rows: pushRows(compared, plan, options),
    errors,
  };
}
