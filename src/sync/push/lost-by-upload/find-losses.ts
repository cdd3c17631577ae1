import { LocsyncError } from '../../../core/errors/index.js';
import { Interrupted } from '../../../ports/host.js';
import { comparedNotUploaded, type ServiceBefore } from '../service-before/compared.js';
import { withLosses, type UploadOutcome } from '../state/upload-outcome.js';
import type { PushRun } from '../state/push-run.js';
import { comparedLossOf, notRead, type LanguageLoss } from './compared-languages.js';
import { FEW_LANGUAGES, witnessOf } from '../service-before/read-uncompared.js';
import { uncomparedLossOf } from './uncompared-languages.js';
import type { UncomparedFileSet } from '../service-before/uncompared.js';

/*
 * The interface says that an upload changes one language. If a service replaces the whole source
 * file, texts of other languages are gone, and no reading back of the uploaded language shows that.
 * Two looks find it. The other languages are read once more if they are few, or if the service
 * holds texts of them that the disk lacks: only such texts can be lost for good. Otherwise one
 * language in the whole run is the sample: what a service makes of uploads does not depend on the
 * file. Even a large push needs only one extra request.
 */

/** The outcomes of uploads, with an error for each other language that has lost texts by them. */
export async function withLanguageLosses(
  run: PushRun,
  chains: readonly (readonly UploadOutcome[])[],
): Promise<readonly UploadOutcome[]> {
  const sets = chains.flatMap((chain) => readBackSetOf(run, chain) ?? []);
  const found: FoundLosses = new Map();
  try {
    const { isChanged, hasSample } = await findLosses(run, sets, found);
    const hasLosses = isChanged || run.lostLater.size > 0 || [...found.values()].flat().some(hasLost);
    for (const [last, losses] of await uncomparedLosses(run, sets, hasLosses, hasSample))
      addLosses(found, last, losses);
  } catch (error) {
    // The interruption is an error of the run; what was found before it is reported.
    if (!(error instanceof Interrupted)) throw error;
  }
  return chains.flat().map((outcome) => withLosses(outcome, found.get(outcome) ?? []));
}

/** What was found, by the upload that it is reported with. */
type FoundLosses = Map<UploadOutcome, readonly LanguageLoss[]>;

const addLosses = (found: FoundLosses, last: UploadOutcome, losses: readonly LanguageLoss[]): void =>
  void found.set(last, [...(found.get(last) ?? []), ...losses]);

/** A file set of which uploads were read back, with the languages that were not uploaded. */
interface ReadBackSet {
  /** The last upload that was read back: it is to blame for what is lost. */
  readonly last: UploadOutcome;
  readonly others: readonly ServiceBefore[];
  readonly uncompared: UncomparedFileSet | undefined;
  /** The file that was uploaded, the source locale's if it was. */
  readonly path: string;
}

/** Undefined if none of these uploads was read back. */
function readBackSetOf(run: PushRun, chain: readonly UploadOutcome[]): ReadBackSet | undefined {
  // An upload of which nothing arrived may have lost texts all the same.
  const last = chain.findLast(({ attempt, look }) => attempt.sent !== undefined && look !== undefined);
  if (!last) return undefined;
  const others = comparedNotUploaded(
    run.before,
    // A language that could not be planned anew was not looked at.
    chain.flatMap(({ attempt: { file } }) => (run.replanned.has(file.path) ? [file] : [])),
  );
  const uncompared = run.uncomparedLanguages.find(({ bound }) => bound.set === last.attempt.file.bound.set);
  const source = chain.find(({ attempt: { file } }) => file.isSource && run.sent.has(file.path)) ?? last;
  return { last, others, uncompared, path: source.attempt.file.path };
}

/**
 * Reads languages once more that were compared and not uploaded. Returns whether one has no text
 * any more or altered ones, and whether any was read.
 */
async function findLosses(
  run: PushRun,
  sets: readonly ReadBackSet[],
  found: FoundLosses,
): Promise<{ readonly isChanged: boolean; readonly hasSample: boolean }> {
  const pairs = sets.flatMap(({ last, others }) => others.map((other) => ({ last, other })));
  const read = new Set<ServiceBefore>();
  /** Whether the language has no text any more, or altered ones. */
  const look = async ({ last, other }: (typeof pairs)[number]): Promise<boolean> => {
    if (read.has(other) || run.fatal !== undefined || run.host.signal.aborted) return false;
    read.add(other);
    const losses = await comparedLossOf(run, last, other);
    addLosses(found, last, [losses]);
    return losses.isEmptied === true || hasAltered(losses);
  };
  const lookAll = async (due: typeof pairs): Promise<boolean> =>
    (await Promise.all(due.map(look))).some((changed) => changed);
  const withTexts = pairs.filter(({ other }) => other.count > 0);
  const isFew = withTexts.length <= FEW_LANGUAGES;
  let isChanged = await lookAll(isFew ? withTexts : pairs.filter(({ other }) => other.onlyThere.size > 0));
  const [sample] = withTexts;
  if (sample && read.size === 0 && !run.sampled) isChanged = await look(sample);
  if (read.size > 0) run.sampled = true;
  if (isChanged) await lookAll(withTexts);
  return { isChanged, hasSample: read.size > 0 };
}

const hasAltered = ({ doubted }: LanguageLoss): boolean => doubted !== undefined && doubted.size > 0;

const hasLost = ({ errors }: LanguageLoss): boolean => errors.length > 0;

/**
 * What languages have lost that the run does not compare. One that held a translation of a changed
 * source text shows how the service acts; if it loses texts, every language is looked at.
 */
async function uncomparedLosses(
  run: PushRun,
  sets: readonly ReadBackSet[],
  hasLosses: boolean,
  hasSample: boolean,
): Promise<readonly (readonly [UploadOutcome, readonly LanguageLoss[]])[]> {
  const languages = sets.flatMap(({ last, uncompared, path }) =>
    (uncompared?.languages ?? []).flatMap((locale) =>
      uncompared ? [{ last, path, uncompared, locale }] : [],
    ),
  );
  const found: [UploadOutcome, LanguageLoss[]][] = [];
  const looked = new Set<unknown>();
  const look = async (language: (typeof languages)[number]): Promise<boolean | undefined> => {
    if (looked.has(language) || run.fatal !== undefined || run.host.signal.aborted) return undefined;
    looked.add(language);
    const loss = await uncomparedLossOf(run, language.path, language.uncompared, language.locale);
    const isFailed = loss instanceof LocsyncError;
    found.push([language.last, [isFailed ? notRead(language.last.attempt.file, loss) : loss]]);
    return isFailed ? undefined : loss.losesTexts;
  };
  let losesTexts = hasLosses || run.staleTranslations === 'lost';
  const read = languages.filter(
    ({ uncompared, locale }) => (uncompared.before.get(locale.id)?.size ?? 0) > 0,
  );
  if (!losesTexts && read.length <= FEW_LANGUAGES) {
    losesTexts = (await Promise.all(read.map(look))).includes(true);
    if (read.some(({ uncompared, locale }) => witnessOf(uncompared) === locale))
      run.staleTranslations = losesTexts ? 'lost' : 'kept';
    if (looked.size > 0) run.sampled = true;
  } else if (!losesTexts) {
    for (const language of languages.filter(({ uncompared, locale }) => witnessOf(uncompared) === locale)) {
      const shown = await look(language);
      if (shown === undefined) continue;
      losesTexts = shown;
      run.staleTranslations = shown ? 'lost' : 'kept';
      break;
    }
    const [sample] = read;
    if (sample && !hasSample && !run.sampled && looked.size === 0) losesTexts = (await look(sample)) === true;
    if (looked.size > 0) run.sampled = true;
  }
  if (losesTexts) await Promise.all(languages.map(look));
  return found;
}
