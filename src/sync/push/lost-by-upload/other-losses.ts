import { LocsyncError } from '../../../core/errors/index.js';
import { Interrupted } from '../../../ports/host.js';
import { otherFiles, type ServiceBefore } from '../other-languages/service-before.js';
import type { UploadOutcome } from '../outcome/outcome.js';
import type { PushRun } from '../outcome/push-run.js';
import { otherLossOf, notRead, type OtherLoss } from './other-language.js';
import { FEW_UNCOMPARED, witnessOf } from '../other-languages/read-uncompared.js';
import { uncomparedLossOf } from './uncompared-losses.js';
import type { UncomparedLanguages } from '../other-languages/uncompared.js';
import { joinedKeys } from './altered-others.js';

/*
 * The interface says that an upload changes one language. If a service replaces the whole source
 * file, texts of other languages are gone, and no reading back of the uploaded language shows that.
 * Two looks find it. The other languages are read once more if they are few, or if the service
 * holds texts of them that the disk lacks: only such texts can be lost for good. Otherwise one
 * language in the whole run is the sample: what a service makes of uploads does not depend on the
 * file. Even a large push needs only one extra request.
 */

/** So many other languages of the uploaded source files are all read once more. */
const FEW = 16;

/** The outcomes of uploads, with an error for each other language that has lost texts by them. */
export async function withOtherLosses(
  run: PushRun,
  chains: readonly (readonly UploadOutcome[])[],
): Promise<readonly UploadOutcome[]> {
  const seen = chains.flatMap((chain) => seenOf(run, chain) ?? []);
  const found: FoundLosses = new Map();
  try {
    const { isChanged, hasSample } = await findLosses(run, seen, found);
    const isTaken = isChanged || run.taken.size > 0 || [...found.values()].flat().some(hasLost);
    for (const [last, losses] of await uncomparedLosses(run, seen, isTaken, hasSample))
      addLosses(found, last, losses);
  } catch (error) {
    // The interruption is an error of the run; what was found before it is reported.
    if (!(error instanceof Interrupted)) throw error;
  }
  return chains.flat().map((outcome) => withLosses(outcome, found.get(outcome) ?? []));
}

/** What was found, by the upload that it is reported with. */
type FoundLosses = Map<UploadOutcome, readonly OtherLoss[]>;

const addLosses = (found: FoundLosses, last: UploadOutcome, losses: readonly OtherLoss[]): void =>
  void found.set(last, [...(found.get(last) ?? []), ...losses]);

/** A file set of which uploads were read back, with the languages that were not uploaded. */
interface Seen {
  /** The last upload that was read back: it is to blame for what is lost. */
  readonly last: UploadOutcome;
  readonly others: readonly ServiceBefore[];
  readonly uncompared: UncomparedLanguages | undefined;
  /** The file that was uploaded, the source locale's if it was. */
  readonly path: string;
}

/** Undefined if none of these uploads was read back. */
function seenOf(run: PushRun, chain: readonly UploadOutcome[]): Seen | undefined {
  // An upload of which nothing arrived may have taken texts all the same.
  const last = chain.findLast(({ attempt, look }) => attempt.sent !== undefined && look !== undefined);
  if (!last) return undefined;
  const others = otherFiles(
    run.before,
    // A language that could not be planned anew was not looked at.
    chain.flatMap(({ attempt: { file } }) => (run.planned.has(file.path) ? [file] : [])),
  );
  const uncompared = run.uncomparedLanguages.find(({ bound }) => bound === last.attempt.file.bound);
  const source = chain.find(({ attempt: { file } }) => file.isSource && run.sent.has(file.path)) ?? last;
  return { last, others, uncompared, path: source.attempt.file.path };
}

/**
 * Reads languages once more that were compared and not uploaded. Returns whether one has no text
 * any more or altered ones, and whether any was read.
 */
async function findLosses(
  run: PushRun,
  seen: readonly Seen[],
  found: FoundLosses,
): Promise<{ readonly isChanged: boolean; readonly hasSample: boolean }> {
  const pairs = seen.flatMap(({ last, others }) => others.map((other) => ({ last, other })));
  const read = new Set<ServiceBefore>();
  /** Whether the language has no text any more, or altered ones. */
  const look = async ({ last, other }: (typeof pairs)[number]): Promise<boolean> => {
    if (read.has(other) || run.fatal !== undefined || run.host.signal.aborted) return false;
    read.add(other);
    const losses = await otherLossOf(run, last, other);
    addLosses(found, last, [losses]);
    return losses.isEmptied === true || hasAltered(losses);
  };
  const lookAll = async (due: typeof pairs): Promise<boolean> =>
    (await Promise.all(due.map(look))).some((changed) => changed);
  const withTexts = pairs.filter(({ other }) => other.count > 0);
  const isFew = withTexts.length <= FEW;
  let isChanged = await lookAll(isFew ? withTexts : pairs.filter(({ other }) => other.onlyThere.size > 0));
  const [sample] = withTexts;
  if (sample && read.size === 0 && !run.sampled) isChanged = await look(sample);
  if (read.size > 0) run.sampled = true;
  if (isChanged) await lookAll(withTexts);
  return { isChanged, hasSample: read.size > 0 };
}

function withLosses(outcome: UploadOutcome, more: readonly OtherLoss[]): UploadOutcome {
  const doubted = joinedKeys([outcome, ...more]);
  return {
    ...outcome,
    errors: [...outcome.errors, ...more.flatMap(({ errors }) => errors)],
    warnings: [...outcome.warnings, ...more.flatMap(({ warnings }) => warnings)],
    ...(doubted.size > 0 ? { doubted } : {}),
  };
}

const hasAltered = ({ doubted }: OtherLoss): boolean => doubted !== undefined && doubted.size > 0;

const hasLost = ({ errors }: OtherLoss): boolean => errors.length > 0;

/**
 * What languages have lost that the run does not compare. One that held a translation of a changed
 * source text shows how the service acts; if it takes texts, every language is looked at.
 */
async function uncomparedLosses(
  run: PushRun,
  seen: readonly Seen[],
  isTaken: boolean,
  hasSample: boolean,
): Promise<readonly (readonly [UploadOutcome, readonly OtherLoss[]])[]> {
  const all = seen.flatMap(({ last, uncompared, path }) =>
    (uncompared?.languages ?? []).flatMap((locale) =>
      uncompared ? [{ last, path, uncompared, locale }] : [],
    ),
  );
  const found: [UploadOutcome, OtherLoss[]][] = [];
  const looked = new Set<unknown>();
  const look = async (one: (typeof all)[number]): Promise<boolean | undefined> => {
    if (looked.has(one) || run.fatal !== undefined || run.host.signal.aborted) return undefined;
    looked.add(one);
    const loss = await uncomparedLossOf(run.project, one.path, one.uncompared, one.locale);
    const isFailed = loss instanceof LocsyncError;
    found.push([one.last, [isFailed ? notRead(one.last.attempt.file, loss) : loss]]);
    return isFailed ? undefined : loss.takes;
  };
  let takes = isTaken || run.otherLanguages === 'taken';
  const read = all.filter(({ uncompared, locale }) => (uncompared.before.get(locale.id)?.size ?? 0) > 0);
  if (!takes && read.length <= FEW_UNCOMPARED) {
    takes = (await Promise.all(read.map(look))).includes(true);
    if (read.some(({ uncompared, locale }) => witnessOf(uncompared) === locale))
      run.otherLanguages = takes ? 'taken' : 'kept';
    if (looked.size > 0) run.sampled = true;
  } else if (!takes) {
    for (const one of all.filter(({ uncompared, locale }) => witnessOf(uncompared) === locale)) {
      const shown = await look(one);
      if (shown === undefined) continue;
      takes = shown;
      run.otherLanguages = shown ? 'taken' : 'kept';
      break;
    }
    const [sample] = read;
    if (sample && !hasSample && !run.sampled && looked.size === 0) takes = (await look(sample)) === true;
    if (looked.size > 0) run.sampled = true;
  }
  if (takes) await Promise.all(all.map(look));
  return found;
}
