import { awaitedLater } from '../../core/util/awaited-later.js';
import { parsedFile, readLocaleFile } from '../files/read-file.js';
import type { LocsyncError } from '../../core/errors/index.js';
import type { SetModel } from '../../plan/set-model.js';
import type { Project } from '../context/project.js';
import { fileError } from '../files/unless-failed.js';
import type { ComparedFile, ReadFile, FileResult } from '../files/compared-file.js';
import type { LocaleFile } from '../files/locale-file.js';
import type { UnchangedFile } from '../files/unchanged-file.js';
import { compareFile } from './compare-file.js';
import { EqualTexts } from './in-sync/equal-texts.js';
import { FileSetSource } from './read/file-set-source.js';
import type { FileAnswers, FileSetTexts, OnAnswers } from './read/file-set-texts.js';
import { OtherLanguages } from './other-languages/other-language-evidence.js';
import { SourcesThere } from './read/sources-there.js';
import { findUnchanged, formIn, noteUnchanged } from './in-sync/find-unchanged.js';

export interface CompareOptions<T> {
  /**
   * Only files that are on disk are of interest, and of the service's texts those that an upload
   * would carry. Languages that `pullOnly` names are compared too, to say what stays here.
   */
  readonly forUpload?: boolean;
  readonly forgetGone?: boolean;
  /** Keys that no base knows may be removed here. */
  readonly prune?: boolean;
  /** Reduces a comparison to what the command needs: no large project is in memory whole. */
  readonly toResult: (
    compared: ComparedFile,
    model: SetModel | undefined,
    /** Why no file of the set can be the model. */
    fault: LocsyncError | undefined,
  ) => T;
  /** Adds to a comparison what the command needs besides, before `toResult`. */
  readonly complete?:
    | ((compared: ComparedFile, model: SetModel | undefined) => Promise<ComparedFile>)
    | undefined;
  /** What this run makes of the source locale's file, for the other locales. */
  readonly sourceAfter?: (value: T, compared: ComparedFile) => SourceAfter;
  /**
   * What `toResult` would return for an unchanged file; undefined if the command
   * needs more than that.
   */
  readonly unchanged?: ((file: UnchangedFile) => T | undefined) | undefined;
  /** A file with the texts of the service is unchanged, too: the command updates no base. */
  readonly equalIsUnchanged?: boolean;
  /** Gets the answers that a file is compared with, before `toResult`. */
  readonly onAnswers?: OnAnswers | undefined;
  /** Whether a value of `toResult` says that a run has nothing to do about the file. */
  readonly isIdle?: (value: T, compared: ComparedFile) => boolean;
}

/** The source locale's file after a run. */
export interface SourceAfter {
  /** Undefined if the run leaves it as it was. */
  readonly model?: SetModel | undefined;
  /** Why the run cannot make the file, which is missing; undefined if it can. */
  readonly fault?: LocsyncError | undefined;
}

/** How a file is compared once more. */
export type RepeatedComparisons<T> = ReadonlyMap<LocaleFile, () => Promise<FileResult<T>>>;

/** What the sets of a run share. */
export interface SharedBySets<T> {
  readonly project: Project;
  readonly options: CompareOptions<T>;
  /** Limits how many tasks run at once, and starts them in the order of the calls. */
  readonly run: <R>(task: () => Promise<R>) => Promise<R>;
  readonly onCompared: () => void;
  /** Gets the files whose comparison failed. */
  readonly failed: Map<LocaleFile, () => Promise<FileResult<T>>>;
  /** Gets the files whose keys were guessed: other files may still show how they are written. */
  readonly guessed: Map<LocaleFile, () => Promise<FileResult<T>>>;
}

/** What a file of a set is compared with, and what becomes of the result. */
interface ComparisonContext<T> {
  /** Waits for the source locale's file, which a new file follows. */
  readonly after?: () => Promise<SourceAfter | undefined>;
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
  if (!first.isSource) return Promise.all(files.map((file) => set.compare(file, {})));
  // `run` starts tasks in order: the source locale is under way before any that waits for it.
  let sourceAfter: SourceAfter | undefined;
  const head = set.compare(first, {
    onValue: (value, compared) => {
      sourceAfter = shared.options.sourceAfter?.(value, compared);
    },
  });
  set.sourcesThere.comparedBy(head);
  const after = async (): Promise<SourceAfter | undefined> => {
    await head;
    return sourceAfter;
  };
  return Promise.all([head, ...files.slice(1).map((file) => set.compare(file, { after }))]);
}

class SetComparison<T> {
  readonly #shared: SharedBySets<T>;
  readonly #texts: FileSetTexts;
  readonly #others: OtherLanguages;
  readonly #sources: FileSetSource;
  readonly #equalTexts: EqualTexts;
  readonly sourcesThere: SourcesThere;

  constructor(shared: SharedBySets<T>, first: LocaleFile, texts: FileSetTexts) {
    this.#shared = shared;
    this.#texts = texts;
    this.sourcesThere = new SourcesThere(shared.project, first.bound);
    this.#others = new OtherLanguages(shared.project, first.bound, this.sourcesThere);
    this.#sources = new FileSetSource(shared.project, first);
    this.#equalTexts = new EqualTexts(shared.project, this.#sources, this.sourcesThere);
  }

  async compare(file: LocaleFile, context: ComparisonContext<T>): Promise<FileResult<T>> {
    const { run, onCompared } = this.#shared;
    const isSourceFile = this.#sources.path === file.path;
    const read = isSourceFile ? () => this.#sources.read().then((found) => found.read) : undefined;
    return run(() => this.#once(file, context, read)).finally(onCompared);
  }

  /** What a new file follows: the source locale's file as this run leaves it. */
  async #model({ after }: ComparisonContext<T>): Promise<SetModel | undefined> {
    return (await after?.())?.model ?? (await this.#sources.model());
  }

  /** What shows how keys nest: the set's files, or the source locale's file that this run makes. */
  async #shape(context: ComparisonContext<T>): Promise<SetModel | undefined> {
    const own = await this.#sources.model();
    return own && own.isSubstitute !== true ? own : this.#model(context);
  }

  /** Compares a file now. `read` reads it if something else has a use for what it reads. */
  async #once(
    file: LocaleFile,
    context: ComparisonContext<T>,
    read?: () => Promise<ReadFile | undefined>,
  ): Promise<FileResult<T>> {
    const { run, failed } = this.#shared;
    const repeat = (): Promise<FileResult<T>> => run(() => this.#once(file, context));
    try {
      return { file, value: await this.#valueOf(file, context, repeat, read) };
    } catch (error) {
      // Kept for failed files alone: it holds the source locale's file in memory.
      failed.set(file, repeat);
      return { file, error: fileError(error) };
    }
  }

  /** What shows whether a file has the texts of the service, if that is enough to know. */
  async #inputsOfEqual(
    file: LocaleFile,
    known: Promise<ReadFile | undefined>,
  ): Promise<{ readonly read: ReadFile; readonly answers: FileAnswers } | undefined> {
    const { project, options } = this.#shared;
    const { sourceFile } = file.bound;
    if (!options.equalIsUnchanged || !options.unchanged || !sourceFile || !file.exists) return undefined;
    if (!this.#equalTexts.canFind(file)) return undefined;
    const read = (await known) ?? (await readLocaleFile(project.files, file.path));
    const answers = await Promise.all(file.locales.map((locale) => this.#texts.of(sourceFile, locale)));
    return { read, answers };
  }

  async #valueOf(
    file: LocaleFile,
    context: ComparisonContext<T>,
    repeat: () => Promise<FileResult<T>>,
    read: (() => Promise<ReadFile | undefined>) | undefined,
  ): Promise<T> {
    const { project, options, guessed } = this.#shared;
    const texts = this.#texts;
    const bytes = await this.#sources.knownBytes(file);
    const unchanged = bytes && options.unchanged && (await findUnchanged(project, file, { ...bytes, texts }));
    const ofUnchanged = unchanged && options.unchanged(unchanged);
    if (ofUnchanged !== undefined) return ofUnchanged;
    const isHinted = project.keyFormats.hint !== undefined;
    const form = formIn(project.keyFormats);
    const shape = this.#shape(context);
    const readNow = async (): Promise<ReadFile | undefined> =>
      (await read?.()) ?? (bytes && parsedFile(project.files, file.path, bytes.bytes));
    const known = awaitedLater(readNow());
    const inputs = await this.#inputsOfEqual(file, known);
    const equal = inputs && (await this.#equalTexts.find(file, inputs.read, inputs.answers));
    const asUnchanged = equal && options.unchanged?.(equal);
    if (asUnchanged !== undefined) return asUnchanged;
    const found = await compareFile(project, file, shape, {
      ...options,
      read: known,
      ...inputs,
      others: this.#others,
      findsCopies: true,
      texts,
    });
    const compared = (await options.complete?.(found, await this.#model(context))) ?? found;
    const isGuessed =
      compared.locales.some(({ comparison }) => comparison.guessed) || (await shape)?.isPlanned === true;
    if (!isHinted && isGuessed) guessed.set(file, repeat);
    const noShape = (await this.#sources.read()).fault ?? (await context.after?.())?.fault;
    const value = options.toResult(compared, await this.#model(context), noShape);
    if (options.isIdle?.(value, compared)) noteUnchanged(project, compared, await this.#sources.hash(), form);
    context.onValue?.(value, compared);
    return value;
  }
}
