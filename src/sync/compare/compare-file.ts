import type { CompareLocaleOptions } from './corrected-comparison.js';
import { LocsyncError } from '../../core/errors/index.js';
import { isMultilingual } from '../../core/files/file-set.js';
import { patternMeant } from '../../core/propose/candidates.js';
import { unsafePath } from '../../core/patterns/paths.js';
import type { Files } from '../../ports/files.js';
import type { SetModel } from '../../plan/set-model.js';
import { unknownRoots } from '../../plan/locale-root.js';
import { isSynced } from '../context/locale-files.js';
import { type LocaleFile, isSource } from '../files/locale-file.js';
import { type Locale, looksLikeCode } from '../../core/locales/locale.js';
import { keyPath } from '../../core/keys/key.js';
import type { ReadFile, ComparedFile, ComparedLocale } from '../files/compared-file.js';
import type { Project } from '../context/project.js';
import { readLocaleFile } from '../files/read-file.js';
import { compareLocale } from './compare-locale.js';
import type { FileToCompare } from './read/locale-texts.js';
import { languageTexts, type FileAnswers, type OnAnswers } from './read/file-set-texts.js';
import { beginsWithLanguage } from './new-root.js';
import { earlierSources } from '../files/earlier-sources.js';
import { sourceLeaves, sourceTextsHere, unionKeys } from '../files/source-leaves.js';

export interface CompareFileOptions extends CompareLocaleOptions {
  readonly forgetGone?: boolean | undefined;
  readonly read?: ReadFile | Promise<ReadFile | undefined> | undefined;
  /** The service's answers for the file's languages, if this run has them already. */
  readonly answers?: FileAnswers | undefined;
  /** Gets these answers. */
  readonly onAnswers?: OnAnswers | undefined;
}

/**
 * Compares one locale file with the service and the base. `forgetGone` (push --force) makes a
 * source file that is gone a new one; `read` is the file if it has been read before, `bases` are
 * those of its languages if they are newer than the lock.
 */
export async function compareFile(
  project: Project,
  file: LocaleFile,
  model: Promise<SetModel | undefined>,
  options: CompareFileOptions,
): Promise<ComparedFile> {
  const { bound, path } = file;
  const unsafe = file.exists ? undefined : (unsafePath(path) ?? unsafeName(file));
  if (unsafe !== undefined)
    throw LocsyncError.of('PATH_UNSAFE', { path, reason: unsafe }, { place: { path } });
  const source = bound.sourceFile;
  const unlisted = project.unlisted.get(bound);
  const forgetGone = options.forgetGone === true && unlisted === undefined;
  // Fetching and reading go side by side; a failure of one must not leave the other's rejection
  // unhandled.
  const [read, remote, shape] = await Promise.all([
    readUnlessGiven(project.files, path, options.read),
    options.answers ??
      Promise.all(file.locales.map((locale) => languageTexts(project, source, locale, options.texts))),
    model,
  ]);
  options.onAnswers?.(file, remote);
  const unknown =
    read.document && isMultilingual(bound.set)
      ? unknownRoots(read.document, bound.set.entry.table, path, {
          pattern: bound.set.entry.settings.path,
          meant: patternMeant(path, bound.set.entry.table),
        })
      : [];
  const toCompare: FileToCompare = {
    file,
    read,
    remote,
    model: shape,
    forgetGone,
    isSynced: isSynced(project, file),
    isRooted: await beginsWithLanguage(project, file, read, shape),
    union: unionKeys(read.document, shape, file),
  };
  const locales = await compareLocales(project, toCompare, options);
  const sourceTexts = sourceTextsHere(sourceLeaves(read.document, shape, file));
  const sources = { sourceTexts, earlierSources: earlierSources(project, bound) };
  return { file, ...read, locales, ...sources, unlisted, unknownRoots: unknown };
}

/** Compares the languages of a file. In a new one, all follow the source locale's answer. */
async function compareLocales(
  project: Project,
  toCompare: FileToCompare,
  options: CompareFileOptions,
): Promise<ComparedLocale[]> {
  const { file, read, model } = toCompare;
  const compare = (of: FileToCompare, locale: Locale): Promise<ComparedLocale> =>
    compareLocale(project, of, locale, options);
  const source = file.locales.find((locale) => isSource(file.bound, locale));
  const isShaped = read.document !== undefined || model !== undefined;
  if (source === undefined || isShaped || file.locales.length === 1)
    return Promise.all(file.locales.map((locale) => compare(toCompare, locale)));
  const first = await compare(toCompare, source);
  const { states, clashes } = first.comparison;
  // No file can hold such keys: the other languages are to show that, too.
  const clashing = new Set([...clashes].flat());
  const keys = states.map(({ key }) => key).filter((key) => !clashing.has(key));
  const sourceAnswer = new Map(keys.map((key) => [key, { path: keyPath(key) }]));
  const shaped = { ...toCompare, sourceAnswer };
  return Promise.all(
    file.locales.map((locale) => (locale === source ? Promise.resolve(first) : compare(shaped, locale))),
  );
}

async function readUnlessGiven(
  files: Files,
  path: string,
  before: ReadFile | Promise<ReadFile | undefined> | undefined,
): Promise<ReadFile> {
  return (await before) ?? readLocaleFile(files, path);
}

/**
 * Why a new file may not get this name, which the service has chosen: by the code of a locale, or
 * by the name of a source file. Files that configure tools are in the top folder or have a fixed
 * name.
 */
function unsafeName({ bound, path, locales }: LocaleFile): string | undefined {
  const { settings, pattern } = bound.set.entry;
  const isHidden = (name: string): boolean => /(?:^|\/)\.[^/]*$/.test(name);
  if (isHidden(path) && !isHidden(settings.path)) return 'is hidden, as the files of tools are';
  if (!pattern.hasLocale)
    return path.includes('/') || path === settings.path
      ? undefined
      : 'would be a new file in the top folder, under a name that the service chose';
  const chosen = [...settings.localeMap.values()];
  const strange = locales.find(({ tag }) => !chosen.includes(tag) && !looksLikeCode(tag));
  return strange && `holds "${strange.tag}", which does not look like the code of a language`;
}
