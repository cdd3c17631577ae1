import type { KeyFormatNotes } from '../../../core/align/learn-format.js';
import { LocsyncError } from '../../../core/errors/index.js';
import type { BoundSet } from '../../../core/files/bound-set.js';
import { isMultilingual, type FilesEntry, sectionOf } from '../../../core/files/file-set.js';
import type { ContentHash, FileBytes, Files } from '../../../ports/files.js';
import type { SourceFile } from '../../../ports/service.js';
import { isSynced } from '../../context/locale-files.js';
import type { AnswerMark, ComparedFile } from '../../files/compared-file.js';
import { type LocaleFile, sourceSection } from '../../files/locale-file.js';
import { parsedFile } from '../../files/read-file.js';
import { accessTo, type Project } from '../../context/project.js';
import { rowOf } from '../../report/rows.js';
import type { KnownBytes } from '../read/file-set-source.js';
import type { FileSetTexts } from '../read/file-set-texts.js';
import type { IndexedLocale, SyncIndex } from '../../local-state/sync-index.js';
import type { UnchangedFile, UnchangedLocale } from '../../files/unchanged-file.js';
import { getOrMake } from '../../../core/util/collections.js';

/** What a comparison starts from, as far as it is read before it is parsed. */
interface KnownInputs extends KnownBytes {
  readonly texts: FileSetTexts;
}

/**
 * The file, if an earlier run has found it in sync from exactly what this run finds: the bytes of
 * the file, of the source locale's file and of the answers, the base and the configuration. Nothing
 * is parsed to find that out.
 */
export async function findUnchanged(
  project: Project,
  file: LocaleFile,
  { bytes, sourceHash, texts }: KnownInputs,
): Promise<UnchangedFile | undefined> {
  const { index } = project;
  const { sourceFile: listed } = file.bound;
  const entry = index?.find(file.path);
  if (!index || !entry || !listed || !isIndexed(project, file)) return undefined;
  if (entry.locales.length !== file.locales.length) return undefined;
  const answers = await orFaultOf(project.files, file, bytes, () =>
    Promise.all(
      file.locales.map((locale, i) => texts.digest(listed, locale, entry.locales[i]?.isShared === true)),
    ),
  );
  const form = formIn(project.keyFormats);
  const digest = digestOf(project, file, { hash: bytes?.contentHash, sourceHash, form, answers });
  if (digest === undefined || digest !== entry.digest) return undefined;
  index.keep(file.path);
  for (const { shown } of entry.locales) if (shown) project.keyFormats.add(shown);
  const locales = file.locales.map((locale, i): UnchangedLocale => ({
    locale,
    access: accessTo(project, locale, file.bound.set.entry),
    section: sectionOf(file.bound.set, locale),
    ...countedIn(entry.locales[i]),
  }));
  return { file, contentHash: bytes?.contentHash, locales };
}

const countedIn = (indexed: IndexedLocale | undefined): Pick<UnchangedLocale, 'counts' | 'pluralExtras'> => ({
  counts: indexed?.counts,
  pluralExtras: indexed?.pluralExtras === true,
});

/** If the answers cannot be had, a fault of the file itself is reported instead. */
async function orFaultOf<T>(
  files: Files,
  { path }: LocaleFile,
  bytes: FileBytes | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LocsyncError) parsedFile(files, path, bytes);
    throw error;
  }
}

/**
 * Notes a file that is in sync for later runs. `sourceHash` is that of the source locale's file,
 * `form` what {@link formIn} was before.
 */
export function noteUnchanged(
  project: Project,
  compared: ComparedFile,
  sourceHash: ContentHash | undefined,
  form: string,
): void {
  const { file, locales, contentHash } = compared;
  if (!isInSync(compared)) return;
  const found = locales.map((language): FoundLocale => {
    const row = rowOf(compared, language);
    const { total = 0, translated = 0, stale = 0 } = row?.keys ?? {};
    const { pluralExtras, shown } = language.comparison;
    const counts = row && { total, translated, stale };
    return { answer: language.answer, counts, pluralExtras, shown };
  });
  noteFound(project, file, { hash: contentHash, sourceHash, form }, found);
}

/** What an entry says of one language, and the answer that this was found from. */
export interface FoundLocale extends Omit<IndexedLocale, 'answer' | 'isShared'> {
  readonly answer: AnswerMark | undefined;
}

/** Notes a file of which this was found, if later runs can use it. */
export function noteFound(
  project: Project,
  file: LocaleFile,
  inputs: Omit<Inputs, 'answers'>,
  locales: readonly FoundLocale[],
): void {
  const { index } = project;
  if (!index || !isIndexed(project, file)) return;
  // Another form of keys may place them in another way.
  if (inputs.form !== formIn(project.keyFormats)) return;
  const answers = locales.map(({ answer }) => answer);
  if (answers.some((answer) => answer?.isDoubtful === true)) return;
  const digest = digestOf(project, file, { ...inputs, answers });
  if (digest === undefined) return;
  index.note(file.path, {
    digest,
    locales: locales.map(({ answer, counts, pluralExtras, shown }): IndexedLocale => {
      const { digest: answerDigest = '', isShared = false } = answer ?? {};
      return { answer: answerDigest, isShared, counts, pluralExtras, shown };
    }),
  });
}

/** Whether a run has nothing to do or report for this file. */
function isInSync(compared: ComparedFile): boolean {
  const { document, unlisted, unknownRoots, locales } = compared;
  if (unlisted !== undefined || unknownRoots.length > 0) return false;
  if (document && document.warnings.length > 0) return false;
  return locales.every((language) => {
    const { comparison, isSourceFileGone, shortage, evidence, keysWithSourceText } = language;
    const { states, ambiguous, doubtful, unfamiliar, guessed, clashes, isUnion } = comparison;
    if (isSourceFileGone || shortage || evidence || keysWithSourceText.length > 0) return false;
    if (ambiguous.size + doubtful.length + clashes.size > 0 || unfamiliar || guessed || isUnion) return false;
    const row = rowOf(compared, language);
    if (row ? row.state !== 'in-sync' : comparison.pluralExtras) return false;
    return states.every(({ verdict, back }) => verdict === 'same' && back === undefined);
  });
}

/** Whether the file is one of those that can be found unchanged at all. */
export function isIndexed(project: Project, { bound, locales }: LocaleFile): boolean {
  const { lock } = project.stored;
  if (lock.isUnusable || !bound.sourceFile || project.unlisted.has(bound)) return false;
  return locales.every((locale) => {
    const section = sectionOf(bound.set, locale);
    return !lock.damaged.has(section) && !project.uploads.record.has(section);
  });
}

interface Inputs {
  /** The hash of the file; undefined if there is none. */
  readonly hash: ContentHash | undefined;
  readonly sourceHash: ContentHash | undefined;
  readonly form: string;
  readonly answers: readonly (
    | { readonly digest: string | undefined; readonly isShared: boolean }
    | undefined
  )[];
}

/**
 * A keyed digest of all that the comparison of a file follows from. Undefined if some of it has
 * none, or if the set's files have no model of their own: another file stands in for it.
 */
function digestOf(
  project: Project,
  file: LocaleFile,
  { hash, sourceHash, form, answers }: Inputs,
): string | undefined {
  if (!isMultilingual(file.bound.set) && sourceHash === undefined) return undefined;
  const { index } = project;
  if (!index) return undefined;
  const { sections, madeFrom } = project.stored.lock;
  const languages: string[] = [];
  for (const [i, locale] of file.locales.entries()) {
    const { digest, isShared } = answers[i] ?? {};
    if (digest === undefined) return undefined;
    const section = sectionOf(file.bound.set, locale);
    const [base, earlier] = [sections.get(section) ?? '', madeFrom?.get(section) ?? ''];
    languages.push(locale.id, digest, String(isShared), base, earlier);
  }
  return index.digest([
    setDigest(index, project, file),
    file.path,
    String(file.exists),
    hash ?? '',
    sourceHash ?? '',
    form,
    ...languages,
  ]);
}

/** The form of keys that other files of this run have shown, if it is not the plain one. */
export const formIn = ({ hint }: KeyFormatNotes): string => {
  const isPlain = !hint || (hint.separator === '.' && (hint.items ?? 'segment') === 'segment');
  return isPlain ? '' : `${hint.separator} ${hint.items ?? ''}`;
};

const entryDigests = new WeakMap<FilesEntry, string>();
const setDigests = new WeakMap<BoundSet<SourceFile>, string>();

/** A digest of what the files of a set share. */
function setDigest(index: SyncIndex, project: Project, file: LocaleFile): string {
  const { set, sourceFile } = file.bound;
  return getOrMake(setDigests, file.bound, () =>
    index.digest([
      getOrMake(entryDigests, set.entry, () => entryDigest(index, set.entry)),
      set.template,
      sourceFile?.id ?? '',
      String(sourceFile?.keys),
      String(isSynced(project, file)),
      sourceLines(project, file),
    ]),
  );
}

/** The base of the source locale's file: with its texts it tells which translations are stale. */
function sourceLines(project: Project, file: LocaleFile): string {
  const section = sourceSection(file.bound);
  return (section === undefined ? undefined : project.stored.lock.sections.get(section)) ?? '';
}

/** A digest of one entry of the configuration and the project's languages. */
function entryDigest(index: SyncIndex, { settings, table }: FilesEntry): string {
  const locales = table.locales.map((locale) => [locale, table.spellingsOf(locale)]);
  const plain = (_: string, value: unknown): unknown => (value instanceof Map ? [...value] : value);
  return index.digest([JSON.stringify([settings, locales], plain)]);
}
