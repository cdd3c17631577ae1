import { parsedFile } from '../files/read-file.js';
import type { LocsyncError } from '../../core/errors/index.js';
import type { SetModel } from '../../plan/set-model.js';
import type { Project } from '../context/project.js';
import { fileError } from '../files/unless-failed.js';
import type { ComparedFile, ReadFile, FileResult } from '../files/compared-file.js';
import type { LocaleFile } from '../files/locale-file.js';
import type { UnchangedFile } from '../files/unchanged-file.js';
import { compareFile } from './compare-file.js';
import { FileSetSource } from './file-set-source.js';
import type { FileSetTexts, OnAnswers } from './file-set-texts.js';
import { OtherLanguages } from './other-language-evidence.js';
import { SourcesThere } from './sources-there.js';
import { findUnchanged, formIn, noteUnchanged } from './find-unchanged.js';

export interface CompareOptions<T> {
  /** Look only at files that are on disk: push has nothing to say of others. */
  readonly onlyHere: boolean;
  readonly forgetGone: boolean;
  /** Keys that no base knows may be removed here. */
  readonly prune?: boolean;
  /** Only texts of the service that an upload would carry are of interest, not all that differ. */
  readonly toUpload?: boolean;
  /** Reduces a comparison to what the command needs: no large project is in memory whole. */
  readonly toResult: (
    compared: ComparedFile,
    model: SetModel | undefined,
    /** Why no file of the set can be the model. */
    fault: LocsyncError | undefined,
  ) => T;
  /** Adds to a comparison what the command needs besides, before `reduce`. */
  readonly complete?:
    | ((compared: ComparedFile, model: SetModel | undefined) => Promise<ComparedFile>)
    | undefined;
  /** The source locale's file after this run, for the other locales; undefined: as before. */
  readonly modelAfter?: (value: T, compared: ComparedFile) => SetModel | undefined;
  /** Why this run cannot make the source locale's file, which is missing; undefined if it can. */
  readonly faultAfter?: (value: T, compared: ComparedFile) => LocsyncError | undefined;
  /**
   * What `toResult` would return for an unchanged file; undefined if the command
   * needs more than that.
   */
  readonly unchanged?: ((file: UnchangedFile) => T | undefined) | undefined;
  /** Gets the answers that a file is compared with, before `reduce`. */
  readonly onAnswers?: OnAnswers | undefined;
  /** Whether a value of `reduce` says that a run has nothing to do about the file. */
  readonly isIdle?: (value: T, compared: ComparedFile) => boolean;
}

/** How a file is compared once more. */
export type RepeatedComparisons<T> = ReadonlyMap<LocaleFile, () => Promise<FileResult<T>>>;

/** What the sets of a run share. */
export interface SharedBySets<T> {
  readonly project: Project;
  readonly options: CompareOptions<T>;
  /** Runs tasks, few enough at a time, in the order of the calls. */
  readonly run: <R>(task: () => Promise<R>) => Promise<R>;
  readonly onCompared: () => void;
  /** Gets the files whose comparison failed. */
  readonly failed: Map<LocaleFile, () => Promise<FileResult<T>>>;
  /** Gets the files whose keys were guessed: other files may still show how they are written. */
  readonly guessed: Map<LocaleFile, () => Promise<FileResult<T>>>;
}

/** What a file of a set is compared with, and what becomes of the result. */
interface ComparisonContext<T> {
  /** Resolves to what a new file follows, once that is known. */
  readonly model: () => Promise<SetModel | undefined>;
  /** Resolves to why that does not exist, if this run cannot make it. */
  readonly fault?: () => Promise<LocsyncError | undefined>;
  readonly onValue?: (value: T, compared: ComparedFile) => void;
}

/** Compares the files of one set. Those of the other locales follow that of the source locale. */
export async function compareSet<T>(
  shared: SharedBySets<T>,
  files: readonly LocaleFile[],
  texts: FileSetTexts,
): Promise<FileResult<T>[]> {
  const [first] = files;
  if (!first) return [];
  // Requests of several sets are under way while the files of the first are compared.
  texts.load();
  const set = new SetComparison(shared, first, texts);
  const { model } = set;
  if (!first.isSource) return Promise.all(files.map((file) => set.compare(file, { model })));
  // `run` starts tasks in order: the source locale is under way before any that waits for it.
  let after: SetModel | undefined;
  let faultAfter: LocsyncError | undefined;
  const head = set.compare(first, {
    model,
    onValue: (value, compared) => {
      after = shared.options.modelAfter?.(value, compared);
      faultAfter = shared.options.faultAfter?.(value, compared);
    },
  });
  set.sourcesThere.comparedBy(head);
  const modelAfter = async (): Promise<SetModel | undefined> => {
    await head;
    return after ?? (await model());
  };
  const fault = async (): Promise<LocsyncError | undefined> => {
    await head;
    return faultAfter;
  };
  const following = { model: modelAfter, fault };
  return Promise.all([head, ...files.slice(1).map((file) => set.compare(file, following))]);
}

class SetComparison<T> {
  readonly #shared: SharedBySets<T>;
  readonly #texts: FileSetTexts;
  readonly #others: OtherLanguages;
  readonly #sources: FileSetSource;
  readonly sourcesThere: SourcesThere;

  constructor(shared: SharedBySets<T>, first: LocaleFile, texts: FileSetTexts) {
    this.#shared = shared;
    this.#texts = texts;
    this.sourcesThere = new SourcesThere(shared.project, first.bound);
    this.#others = new OtherLanguages(shared.project, first.bound, this.sourcesThere);
    this.#sources = new FileSetSource(shared.project, first);
  }

  /** The source locale's file, as it was before this run. */
  readonly model = (): Promise<SetModel | undefined> => this.#sources.model();

  async compare(file: LocaleFile, following: ComparisonContext<T>): Promise<FileResult<T>> {
    const { run, onCompared } = this.#shared;
    const isSourceFile = this.#sources.path === file.path;
    const read = isSourceFile ? () => this.#sources.read().then((found) => found.read) : undefined;
    return run(() => this.#once(file, following, read)).finally(onCompared);
  }

  /** What shows how keys nest: the set's files, or the source locale's file that this run makes. */
  async #shapeOf(after: ComparisonContext<T>['model']): Promise<SetModel | undefined> {
    const own = await this.#sources.model();
    return own && own.isSubstitute !== true ? own : ((await after()) ?? own);
  }

  /** Compares a file now. `read` reads it if something else has a use for what it reads. */
  async #once(
    file: LocaleFile,
    following: ComparisonContext<T>,
    read?: () => Promise<ReadFile | undefined>,
  ): Promise<FileResult<T>> {
    const { run, failed } = this.#shared;
    const repeat = (): Promise<FileResult<T>> => run(() => this.#once(file, following));
    try {
      return { file, value: await this.#valueOf(file, following, repeat, read) };
    } catch (error) {
      // Kept for failed files alone: it holds the source locale's file in memory.
      failed.set(file, repeat);
      return { file, error: fileError(error) };
    }
  }

  async #valueOf(
    file: LocaleFile,
    { model, fault, onValue }: ComparisonContext<T>,
    repeat: () => Promise<FileResult<T>>,
    read: (() => Promise<ReadFile | undefined>) | undefined,
  ): Promise<T> {
    const { project, options, guessed } = this.#shared;
    const texts = this.#texts;
    const bytes = await this.#sources.knownBytes(file);
    const unchanged = bytes && (await valueOfUnchanged(project, file, options, { ...bytes, texts }));
    if (unchanged !== undefined) return unchanged;
    const isHinted = project.keyFormats.hint !== undefined;
    const form = formIn(project.keyFormats);
    const shape = this.#shapeOf(model);
    const found = await compareFile(project, file, shape, {
      ...options,
      read: firstOf(read, bytes && (() => parsedFile(project.files, file.path, bytes.bytes))),
      others: this.#others,
      findsCopies: true,
      texts,
    });
    const compared = (await options.complete?.(found, await model())) ?? found;
    const isGuessed =
      compared.locales.some(({ comparison }) => comparison.guessed) || (await shape)?.isPlanned === true;
    if (!isHinted && isGuessed) guessed.set(file, repeat);
    const noShape = (await this.#sources.read()).fault ?? (await fault?.());
    const value = options.toResult(compared, await model(), noShape);
    if (options.isIdle?.(value, compared)) noteUnchanged(project, compared, await this.#sources.hash(), form);
    onValue?.(value, compared);
    return value;
  }
}

/** What the command makes of an unchanged file; undefined if something has. */
async function valueOfUnchanged<T>(
  project: Project,
  file: LocaleFile,
  { unchanged }: Pick<CompareOptions<T>, 'unchanged'>,
  found: Parameters<typeof findUnchanged>[2],
): Promise<T | undefined> {
  const unchangedFile = unchanged && (await findUnchanged(project, file, found));
  return unchangedFile && unchanged(unchangedFile);
}

/** What the first of these tells, if anything. Its fault is that of the comparison. */
function firstOf<T>(
  ...ways: readonly ((() => Promise<T | undefined> | T) | undefined)[]
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
