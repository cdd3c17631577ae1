import { progressCounter } from '../../core/report/progress.js';
import { localeFiles } from '../context/locale-files.js';
import type { LocaleFile } from '../files/locale-file.js';
import { limitConcurrency, limitWeight } from '../../core/util/limit-concurrency.js';
import { filesAtOnce, type Project } from '../context/project.js';
import { SharedAnswers } from './read/file-set-texts.js';
import type { FileResult } from '../files/compared-file.js';
import {
  compareSet,
  type CompareOptions,
  type RepeatedComparisons,
  type SharedBySets,
} from './compare-set.js';

/**
 * Compares every locale file of the project and reduces each to a value, in the order of the sets,
 * the source locale first. A file that fails becomes an error, the others go on; a rejected token,
 * an interruption and a bug end the run.
 */
export async function compareProject<T>(
  project: Project,
  options: CompareOptions<T>,
): Promise<readonly FileResult<T>[]> {
  const { forUpload = false } = options;
  const filesBySet = project.sets.map((bound) =>
    localeFiles(project, bound, forUpload).filter((file) => file.exists || !forUpload),
  );
  const answers = new SharedAnswers(project);
  const results = await compareSets(project, filesBySet, options, answers);
  if (!answers.isWrong) return results;
  // From now on the service is asked for one language at a time.
  project.index?.forget();
  return compareSets(project, filesBySet, options, answers);
}

async function compareSets<T>(
  project: Project,
  filesBySet: readonly (readonly LocaleFile[])[],
  options: CompareOptions<T>,
  answers: SharedAnswers,
): Promise<readonly FileResult<T>[]> {
  const texts = filesBySet.map((files) => answers.textsOf(files));
  // What the service's answers are like is found out with the largest one.
  texts
    .reduce((most, candidate) => (candidate.size > most.size ? candidate : most), answers.textsOf([]))
    .load();
  const shared: SharedBySets<T> = {
    project,
    options,
    run: limitConcurrency(filesAtOnce(project)),
    onCompared: progressCounter(project.onProgress, 'comparing', filesBySet.flat().length),
    failed: new Map(),
    guessed: new Map(),
  };
  const inTurn = limitWeight(MOST_TEXTS);
  const least = MOST_TEXTS / filesAtOnce(project);
  const perSet = filesBySet.map((files, i) => {
    const own = texts[i] ?? answers.textsOf([]);
    return inTurn(Math.max(own.size, least), () => compareSet(shared, files, own).finally(() => own.end()));
  });
  const results = (await Promise.all(perSet)).flat();
  return withoutPassingErrors(await withLearntFormat(project, results, shared.guessed), shared.failed);
}

/** Compares files again whose keys were guessed, if other files have shown how they are written. */
async function withLearntFormat<T>(
  { keyFormats }: Project,
  results: readonly FileResult<T>[],
  guessed: RepeatedComparisons<T>,
): Promise<readonly FileResult<T>[]> {
  if (keyFormats.hint === undefined) return results;
  const again = new Map<LocaleFile, FileResult<T>>();
  // Other locales follow a source file that this run makes.
  for (const isSource of [true, false])
    await Promise.all(
      results.map(async ({ file }) => {
        const repeated = file.isSource === isSource ? await guessed.get(file)?.() : undefined;
        if (repeated) again.set(file, repeated);
      }),
    );
  return results.map((result) => again.get(result.file) ?? result);
}

/** Compares files again that failed, if they are so few that the service may answer now. */
async function withoutPassingErrors<T>(
  results: readonly FileResult<T>[],
  again: RepeatedComparisons<T>,
): Promise<readonly FileResult<T>[]> {
  const failed = results.filter((result) => 'error' in result && PASSING.has(result.error.code));
  if (failed.length > results.length / FAILED_SHARE) return results;
  return Promise.all(
    results.map(async (result) =>
      failed.includes(result) ? ((await again.get(result.file)?.()) ?? result) : result,
    ),
  );
}

/** Texts of the service that are in memory at a time, as far as its list tells. */
const MOST_TEXTS = 200_000;

/** Errors that a service which answers other requests may well not repeat. */
const PASSING = new Set([
  'SERVICE_STATUS',
  'RATE_LIMITED',
  'SERVICE_TIMEOUT',
  'ANSWER_LOST',
  'SERVICE_UNREACHABLE',
]);
/**
 * If at most one file in this many failed, the failure is transient, and those files are compared
 * again. With three of ten answers bad, all five attempts fail for two files in 1,000; failing
 * twice is negligible.
 */
const FAILED_SHARE = 10;
