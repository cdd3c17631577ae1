import { haveSameTexts } from '../../../core/align/same-texts.js';
import { LocsyncError } from '../../../core/errors/index.js';
import type { Locale } from '../../../core/locales/locale.js';
import type { BaseHashes } from '../../../core/merge/key-state.js';
import { largest } from '../../../core/util/collections.js';
import type { SetModel } from '../../../plan/set-model.js';
import type { Clock } from '../../../ports/host.js';
import type { RemoteTexts, SourceFile } from '../../../ports/service.js';
import { compareFile } from '../../compare/compare-file.js';
import { answerWith, type FileAnswers } from '../../compare/read/file-set-texts.js';
import { OtherLanguages } from '../../compare/other-languages/other-language-evidence.js';
import type { Project } from '../../context/project.js';
import type { ComparedFile } from '../../files/compared-file.js';
import { withSourceFile, type LocaleFile } from '../../files/locale-file.js';
import { boundTo, uploadNames } from './bind-to-source-file.js';
import { readFresh, type ReadAhead } from './read-ahead.js';
import type { SourceList } from './source-list.js';
import { hashText } from '../../../core/merge/hash.js';

/** What both sides hold right before an upload. */
export interface FreshComparison {
  /** With the last answer for each language. */
  readonly found: ComparedFile;
  /** With answers that came before those, and that are not the same. */
  readonly earlier: readonly ComparedFile[];
  /** When the oldest of the answers that `found` compares had come. */
  readonly readAt: number;
  /** By the id of each language that was read, {@link digestOf} its last answer. */
  readonly digests: ReadonlyMap<string, string>;
}

/** What one file is read with. */
export interface FreshReads {
  readonly clock: Pick<Clock, 'now'>;
  readonly project: Project;
  readonly sources: SourceList;
  /** Answers that this run has asked for already. */
  readonly ahead: ReadAhead;
  readonly model: SetModel | undefined;
  /** The bases of the file's languages if they are newer than the lock. */
  readonly bases?: readonly BaseHashes[] | undefined;
  readonly forgetGone: boolean;
}

/** Reads both sides of a file, and compares them. */
export async function compareBeforeUpload(reads: FreshReads, file: LocaleFile): Promise<FreshComparison> {
  const { sources } = reads;
  const made = file.bound.sourceFile ? undefined : sources.madeAs(uploadNames(file));
  const listed = async (): Promise<FreshComparison> => {
    const { files, at } = await sources.read();
    const compared = await compareBound(reads, file, boundTo(file, files));
    return { ...compared, readAt: Math.min(at, compared.readAt) };
  };
  if (!made) return file.bound.sourceFile ? compareBound(reads, file, file) : listed();
  return compareBound(reads, file, withSourceFile(file, made)).catch(async (error: unknown) => {
    // A service that imports later does not know its new source file yet.
    if (!(error instanceof LocsyncError) || error.code !== 'SOURCE_FILE_NOT_FOUND') throw error;
    sources.forget();
    return listed();
  });
}

/** As {@link compareBeforeUpload}, for the file `bound` to its source file, if it has one. */
async function compareBound(
  { clock, project, sources, ahead, model, bases, forgetGone }: FreshReads,
  file: LocaleFile,
  bound: LocaleFile,
): Promise<FreshComparison> {
  // A source file that this run has made has no base, whatever the lock says about an earlier one.
  // A source file that was only missing from the list for a while keeps its base.
  const { sourceFile } = bound.bound;
  const isMade = !file.bound.sourceFile && sourceFile !== undefined && sources.hasMade(sourceFile.id);
  const known = bases ?? (isMade ? file.locales.map((): BaseHashes => new Map()) : undefined);
  let readAt = Infinity;
  const digests = new Map<string, string>();
  const read = async (source: SourceFile, locale: Locale): Promise<readonly RemoteTexts[]> => {
    const ask = (): Promise<RemoteTexts> => project.service.texts(source, locale, project.locales);
    const taken = (await ahead.take(source, locale)) ?? (await readFresh(clock, ask));
    readAt = Math.min(readAt, taken.at);
    digests.set(locale.id, digestOf(taken.texts));
    return [...ahead.unused(source, locale), ...(taken.earlier ?? []), taken.texts];
  };
  const others = new OtherLanguages(project, bound.bound);
  const compareWith = (answers: FileAnswers): Promise<ComparedFile> =>
    compareFile(project, bound, Promise.resolve(model), {
      forgetGone,
      forUpload: true,
      others,
      answers,
      ...(known ? { bases: known } : {}),
    });
  const readOne = async (locale: Locale): Promise<readonly RemoteTexts[]> =>
    sourceFile ? read(sourceFile, locale) : [];
  const compared = await compareEach(bound.locales, readOne, others, compareWith);
  for (const id of others.idsRead) {
    const texts = await others.answerSoFar({ id });
    if (texts) digests.set(id, digestOf(texts));
  }
  return { ...compared, readAt, digests };
}

/**
 * Compares a file with every answer about its languages, in the order in which they came. `read`
 * gives what was read of a language, the newest last. A language may be read once more among the
 * `others`, to tell deleted keys from untranslated ones. Somebody may have changed a text in
 * between, and a plan made from the answer before would replace it.
 */
async function compareEach(
  locales: readonly Locale[],
  read: (locale: Locale) => Promise<readonly RemoteTexts[]>,
  others: OtherLanguages,
  compareWith: (answers: FileAnswers) => Promise<ComparedFile>,
): Promise<Pick<FreshComparison, 'found' | 'earlier'>> {
  const languages = await Promise.all(
    locales.map(async (locale) => ({ locale, answers: [...(await read(locale))] })),
  );
  const earlier: ComparedFile[] = [];
  for (;;) {
    const round = languages.map(({ answers }) => answers[earlier.length] ?? answers.at(-1));
    const found = await compareWith(round.map((texts) => texts && answerWith(texts)));
    for (const { locale, answers } of languages) {
      const again = await others.answerSoFar(locale);
      const last = answers.at(-1);
      const isNew = again !== undefined && last !== undefined && !answers.includes(again);
      if (isNew && !haveSameTexts(last, again)) answers.push(again);
    }
    if (earlier.length + 1 >= largest(languages.map(({ answers }) => answers.length)))
      return { found, earlier };
    earlier.push(found);
  }
}

/** How many texts are hashed at a time: an answer of 200,000 would be in memory twice. */
const AT_ONCE = 1_000;

/**
 * A hash of all keys and texts of an answer, in their order. What else an answer holds, such as a
 * time, has no part in it.
 */
export function digestOf(texts: RemoteTexts): string {
  let digest = '';
  for (let at = 0; at < texts.length; at += AT_ONCE) {
    const part = texts.slice(at, at + AT_ONCE).map(({ key, text, items }) => [key, text, items]);
    digest = hashText(digest + JSON.stringify(part));
  }
  return digest;
}
