import { LocsyncError } from '../../../core/errors/index.js';
import type { Locale } from '../../../core/locales/locale.js';
import { Interrupted } from '../../../ports/host.js';
import { comparedNotUploaded, type ServiceBefore } from '../service-before/compared.js';
import { withLosses, type UploadOutcome } from '../state/upload-outcome.js';
import type { PushRun } from '../state/push-run.js';
import { comparedLossOf, notRead, type LanguageLoss } from './compared-languages.js';
import { FEW_LANGUAGES, witnessOf } from '../service-before/read-uncompared.js';
import { Sampler } from './sampler.js';
import { uncomparedLossOf } from './uncompared-languages.js';
import type { UncomparedFileSet } from '../service-before/uncompared.js';

/*
 * The interface says that an upload changes one language. If a service replaces the whole source
 * file, texts of other languages are gone, and no reading back of the uploaded language shows that.
 * Two checks find it. The other languages are read once more if they are few, or if the service
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
    const isChanged = await findLosses(run, sets, found);
    const hasLosses = isChanged || run.files.hasLostTexts || [...found.values()].flat().some(hasLost);
    await findUncomparedLosses(run, sets, hasLosses, found);
  } catch (error) {
    // The interruption is an error of the run; what was found before it is reported.
    if (!(error instanceof Interrupted)) throw error;
  }
  return chains.flat().map((outcome) => withLosses(outcome, found.get(outcome) ?? []));
}

/** What was found, by the upload that it is reported with. */
type FoundLosses = Map<UploadOutcome, readonly LanguageLoss[]>;

const addLoss = (found: FoundLosses, last: UploadOutcome, loss: LanguageLoss): void =>
  void found.set(last, [...(found.get(last) ?? []), loss]);

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
  const last = chain.findLast(
    ({ attempt, readBack }) => attempt.sent !== undefined && readBack !== undefined,
  );
  if (!last) return undefined;
  const others = comparedNotUploaded(
    run.before,
    // A language that could not be planned anew was not checked.
    chain.flatMap(({ attempt: { file } }) => (run.files.of(file.path).isReplanned ? [file] : [])),
  );
  const uncompared = run.uncomparedSets.find(({ bound }) => bound.set === last.attempt.file.bound.set);
  const source =
    chain.find(({ attempt: { file } }) => file.isSource && run.files.of(file.path).isSent) ?? last;
  return { last, others, uncompared, path: source.attempt.file.path };
}

/**
 * Reads languages once more that were compared and not uploaded. Returns whether the service loses
 * texts of such languages.
 */
async function findLosses(run: PushRun, sets: readonly ReadBackSet[], found: FoundLosses): Promise<boolean> {
  const pairs = sets.flatMap(({ last, others }) => others.map((other) => ({ last, other })));
  const sampler = new Sampler<(typeof pairs)[number]>(run, async ({ last, other }) => {
    const loss = await comparedLossOf(run, last, other);
    addLoss(found, last, loss);
    return loss.losesTexts;
  });
  const withTexts = pairs.filter(({ other }) => other.count > 0);
  const isFew = withTexts.length <= FEW_LANGUAGES;
  let isChanged = await sampler.checkAll(
    isFew ? withTexts : pairs.filter(({ other }) => other.onlyThere.size > 0),
  );
  const [sample] = withTexts;
  if (sample && !sampler.hasChecked && !run.sampled) isChanged = (await sampler.check(sample)) === true;
  if (sampler.hasChecked) run.sampled = true;
  if (isChanged) await sampler.checkAll(withTexts);
  return isChanged;
}

const hasLost = ({ errors }: LanguageLoss): boolean => errors.length > 0;

/** A language that the run does not compare, with the upload that is to blame for what it loses. */
interface UncomparedLanguage {
  readonly last: UploadOutcome;
  readonly path: string;
  readonly uncompared: UncomparedFileSet;
  readonly locale: Locale;
}

/** It held a translation of a source text that the run has changed. */
const isWitness = ({ uncompared, locale }: UncomparedLanguage): boolean => witnessOf(uncompared) === locale;

/**
 * Adds what languages have lost that the run does not compare. One that held a translation of a
 * changed source text shows how the service acts; if it loses texts, every language is checked.
 */
async function findUncomparedLosses(
  run: PushRun,
  sets: readonly ReadBackSet[],
  hasLosses: boolean,
  found: FoundLosses,
): Promise<void> {
  const languages = sets.flatMap(({ last, uncompared, path }): readonly UncomparedLanguage[] =>
    uncompared ? uncompared.languages.map((locale) => ({ last, path, uncompared, locale })) : [],
  );
  const sampler = new Sampler<UncomparedLanguage>(run, async ({ last, path, uncompared, locale }) => {
    const loss = await uncomparedLossOf(run, path, uncompared, locale);
    const isFailed = loss instanceof LocsyncError;
    addLoss(found, last, isFailed ? notRead(last.attempt.file, loss) : loss);
    return isFailed ? undefined : loss.losesTexts;
  });
  const losesTexts =
    hasLosses || run.staleTranslations === 'lost' || (await sampleShowsLosses(run, sampler, languages));
  if (sampler.hasChecked) run.sampled = true;
  if (losesTexts) await sampler.checkAll(languages);
}

/** Whether a check of some of these languages shows that uploads lose texts of others. */
async function sampleShowsLosses(
  run: PushRun,
  sampler: Sampler<UncomparedLanguage>,
  languages: readonly UncomparedLanguage[],
): Promise<boolean> {
  const read = languages.filter(
    ({ uncompared, locale }) => (uncompared.before.get(locale.id)?.size ?? 0) > 0,
  );
  if (read.length <= FEW_LANGUAGES) {
    const losesTexts = await sampler.checkAll(read);
    if (read.some(isWitness)) run.staleTranslations = losesTexts ? 'lost' : 'kept';
    return losesTexts;
  }
  for (const language of languages.filter(isWitness)) {
    const losesTexts = await sampler.check(language);
    if (losesTexts === undefined) continue;
    run.staleTranslations = losesTexts ? 'lost' : 'kept';
    return losesTexts;
  }
  const [sample] = read;
  if (!sample || run.sampled || sampler.hasChecked) return false;
  return (await sampler.check(sample)) === true;
}
