import { Interrupted } from '../../ports/host.js';
import { LocsyncError } from '../../core/errors/index.js';
import { EXIT } from '../../core/errors/exit.js';
import { counting } from '../../core/report/progress.js';
import type { SetModel } from '../../plan/pull.js';
import { compareFile } from './compare-file.js';
import type { ComparedFile, ReadFile } from '../files/compared-file.js';
import { localeFiles } from '../context/locale-files.js';
import type { LocaleFile } from '../files/locale-file.js';
import { OtherLanguages } from './other-languages.js';
import { limitConcurrency } from '../../core/system/limit-concurrency.js';
import { limitWeight } from '../../core/system/limit-weight.js';
import type { Project } from '../context/project.js';
import { SharedAnswers, type OnAnswers, type FileSetTexts } from './file-set-texts.js';
import { parsedLater, FileSetSource } from './file-set-source.js';
import { findUnchanged, formIn, noteUnchanged } from './unchanged.js';
import type { UnchangedFile } from '../files/unchanged-file.js';
import type { FileResult } from '../files/file-result.js';

export interface CompareOptions<T> {
  /** Look only at files that are on disk: push has nothing to say of others. */
  readonly onlyHere: boolean;
  readonly forgetGone: boolean;
  /** Keys that no base knows may be removed here. */
  readonly prune?: boolean;
  /**
   * Reduces a comparison to what the command needs of it, so that a large project is never in
   * memory whole.
   */
  readonly reduce: (
    compared: ComparedFile,
    model: SetModel | undefined,
    /** Why no file of the set can be the model. */
    fault: LocsyncError | undefined,
  ) => T;
  /**
   * The source locale's file after this run, for the locales that follow it; if undefined, as it
   * was.
   */
  readonly modelAfter?: (value: T, compared: ComparedFile) => SetModel | undefined;
  /**
   * What `reduce` would return for a file of which nothing has changed; undefined if the command
   * needs more than that.
   */
  readonly unchanged?: ((file: UnchangedFile) => T | undefined) | undefined;
  /** Gets the answers that a file is compared with, before `reduce`. */
  readonly onAnswers?: OnAnswers | undefined;
  /** Whether a value of `reduce` says that a run has nothing to do about the file. */
  readonly isIdle?: (value: T, compared: ComparedFile) => boolean;
}

/**
 * Compares every locale file of the project and reduces each to a value, in the order of the sets,
 * the source locale first. A file that fails becomes an error, the others go on; a rejected token,
 * an interruption and a bug end the run.
 */
export async function compareProject<T>(
  project: Project,
  options: CompareOptions<T>,
): Promise<readonly FileResult<T>[]> {
  const filesBySet = project.sets.map((bound) =>
    localeFiles(project, bound, options.onlyHere).filter((file) => file.exists || !options.onlyHere),
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
  const run = limitConcurrency(project.connection.concurrency * 2);
  const again = new Map<LocaleFile, () => Promise<FileResult<T>>>();
  const guessed = new Map<LocaleFile, () => Promise<FileResult<T>>>();
  const compared = counting(project.onProgress, 'comparing', filesBySet.flat().length);
  const inTurn = limitWeight(MOST_TEXTS);
  const texts = filesBySet.map((files) => answers.textsOf(files));
  // What the service's answers are like is found out with the largest one.
  texts.reduce((most, one) => (one.size > most.size ? one : most), answers.textsOf([])).load();
  const compareSet = async (files: readonly LocaleFile[], texts: FileSetTexts): Promise<FileResult<T>[]> => {
    const [first] = files;
    if (!first) return [];
    // Requests of several sets are under way while the files of the first are compared.
    texts.load();
    const others = new OtherLanguages(project, first.bound);
    const sources = new FileSetSource(project, first);
    const look = (
      file: LocaleFile,
      ready: () => Promise<SetModel | undefined>,
      then: (value: T, compared: ComparedFile) => void,
    ): Promise<FileResult<T>> => {
      const once = async (read?: () => Promise<ReadFile | undefined>): Promise<FileResult<T>> => {
        try {
          const found = await sources.knownBytes(file);
          const unchanged = found && (await valueOfUnchanged(project, file, options, { ...found, texts }));
          if (unchanged !== undefined) return { file, value: unchanged };
          const isHinted = project.keyFormats.hint !== undefined;
          const form = formIn(project.keyFormats);
          const compared = await compareFile(project, file, sources.model(), {
            ...options,
            read: firstOf(read, found && (() => parsedLater(project.files, file.path, found.bytes))),
            others,
            texts,
          });
          // Other files may still show how the service writes keys.
          if (!isHinted && compared.locales.some(({ comparison }) => comparison.guessed))
            guessed.set(file, () => run(() => once()));
          const value = options.reduce(compared, await ready(), (await sources.read()).fault);
          if (options.isIdle?.(value, compared)) noteUnchanged(project, compared, await sources.hash(), form);
          then(value, compared);
          return { file, value };
        } catch (error) {
          // Kept for failed files alone: it holds the source locale's file in memory.
          again.set(file, () => run(() => once()));
          return { file, error: fileError(error) };
        }
      };
      const read = file.isSource ? () => sources.read().then((found) => found.read) : undefined;
      return run(() => once(read)).finally(compared);
    };
    const model = (): Promise<SetModel | undefined> => sources.model();
    if (!first.isSource) return Promise.all(files.map((file) => look(file, model, () => undefined)));
    // The pool starts tasks in order, so the source locale is under way before any that waits for
    // it.
    let after: SetModel | undefined;
    const head = look(
      first,
      model,
      (value, compared) => void (after = options.modelAfter?.(value, compared)),
    );
    const ready = async (): Promise<SetModel | undefined> => {
      await head;
      return after ?? (await model());
    };
    return Promise.all([head, ...files.slice(1).map((file) => look(file, ready, () => undefined))]);
  };
  const least = MOST_TEXTS / (project.connection.concurrency * 2);
  const perSet = filesBySet.map((files, i) => {
    const own = texts[i] ?? answers.textsOf([]);
    return inTurn(Math.max(own.size, least), () => compareSet(files, own).finally(() => own.end()));
  });
  const results = await withLearntFormat(project, (await Promise.all(perSet)).flat(), guessed);
  return withoutPassingErrors(results, again);
}

/** How a file is compared once more. */
type Repeats<T> = ReadonlyMap<LocaleFile, () => Promise<FileResult<T>>>;

/** Compares files again whose keys were guessed, if other files have shown how they are written. */
async function withLearntFormat<T>(
  { keyFormats }: Project,
  results: readonly FileResult<T>[],
  guessed: Repeats<T>,
): Promise<readonly FileResult<T>[]> {
  if (keyFormats.hint === undefined) return results;
  return Promise.all(results.map(async (result) => (await guessed.get(result.file)?.()) ?? result));
}

/** Compares files again that failed, if they are so few that the service may answer now. */
async function withoutPassingErrors<T>(
  results: readonly FileResult<T>[],
  again: Repeats<T>,
): Promise<readonly FileResult<T>[]> {
  const failed = results.filter((result) => 'error' in result && PASSING.has(result.error.code));
  if (failed.length > results.length / FAILED_SHARE) return results;
  return Promise.all(
    results.map(async (result) =>
      failed.includes(result) ? ((await again.get(result.file)?.()) ?? result) : result,
    ),
  );
}

/** What the command makes of a file of which nothing has changed; undefined if something has. */
async function valueOfUnchanged<T>(
  project: Project,
  file: LocaleFile,
  { unchanged }: Pick<CompareOptions<T>, 'unchanged'>,
  found: Parameters<typeof findUnchanged>[2],
): Promise<T | undefined> {
  const known = unchanged && (await findUnchanged(project, file, found));
  return known && unchanged(known);
}

/** What the first of these tells, if anything. Its fault is that of the comparison. */
function firstOf<T>(
  ...ways: readonly ((() => Promise<T | undefined>) | undefined)[]
): Promise<T | undefined> {
  const find = async (): Promise<T | undefined> => {
    for (const way of ways) {
      const told = await way?.();
      if (told !== undefined) return told;
    }
    return undefined;
  };
  const found = find();
  found.catch(() => undefined);
  return found;
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
 * If at most one of so many files failed, treat it as transient and compare those files again. With
 * three of ten answers bad, five attempts fail for two files of a thousand, and for none of a
 * million twice.
 */
const FAILED_SHARE = 10;

/**
 * An error that concerns one file only. Throws what ends the run: a rejected token, an
 * interruption, a bug.
 */
export function fileError(error: unknown): LocsyncError {
  if (!(error instanceof LocsyncError) || error.exit === EXIT.auth || error.cause instanceof Interrupted)
    throw error;
  return error;
}
