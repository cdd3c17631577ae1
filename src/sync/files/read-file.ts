import { LocsyncError } from '../../core/errors/index.js';
import type { BoundSet } from '../../core/files/bound-set.js';
import { isMultilingual } from '../../core/files/file-set.js';
import type { Locale } from '../../core/locales/locale.js';
import { markedLine } from '../../core/text/conflict-markers.js';
import { FormatError, type Document, type Format } from '../../formats/format.js';
import { formatOf } from '../../formats/index.js';
import type { KeyId } from '../../core/keys/key.js';
import { leavesUnder, localeRoot } from '../../plan/locale-root.js';
import type { SetModel } from '../../plan/set-model.js';
import type { FileBytes, Files } from '../../ports/files.js';
import type { SourceFile } from '../../ports/service.js';
import type { ReadFile } from './compared-file.js';
import { type LocaleFile, sourcePath } from './locale-file.js';
import { recentFiles } from './recent-files.js';
import { ifReadable } from './unless-failed.js';

/** What it takes to read the files of a project. */
interface ProjectFiles {
  readonly files: Files;
}

/** Reads and parses one locale file. Throws its errors with their place. */
export async function readLocaleFile(files: Files, path: string): Promise<ReadFile> {
  const format = formatOf(path);
  if (!format) throw LocsyncError.of('FORMAT_UNKNOWN', { path });
  return parsedFile(files, path, await files.readBytes(path));
}

/** The document of a locale file; undefined if it cannot be read, which its own row reports. */
export async function readDocument(files: Files, path: string): Promise<Document | undefined> {
  return (await ifReadable(() => readLocaleFile(files, path)))?.document;
}

/** The document of a text that was at this path; undefined if it has a fault. */
export function parsedText(path: string, text: string): Document | undefined {
  try {
    return formatOf(path)?.parse(text);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

const restoring = new WeakSet<Files>();

/** From now on a file of this project without any content counts as missing: `pull --restore`. */
export const restoreEmptyFiles = (files: Files): void => void restoring.add(files);

/** One locale file that has been read, parsed. Throws its errors with their place. */
export function parsedFile(files: Files, path: string, found: FileBytes | undefined): ReadFile {
  const format = formatOf(path);
  if (!format) throw LocsyncError.of('FORMAT_UNKNOWN', { path });
  if (!found) return { format, document: undefined, contentHash: undefined };
  if (restoring.has(files) && found.text().trim() === '')
    return { format, document: undefined, contentHash: found.contentHash };
  const recent = recentFiles(files);
  const recentFile = recent.get(path, found.contentHash);
  if (recentFile) return recentFile;
  const read = { format, document: parseFile(format, path, found), contentHash: found.contentHash };
  recent.add(path, read);
  return read;
}

function parseFile(format: Format, path: string, found: FileBytes): Document {
  const text = found.text();
  try {
    return format.parse(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const line = markedLine(text);
    if (line !== undefined)
      throw LocsyncError.of('FILE_UNMERGED', {}, { place: { path, line, column: 1 }, cause: error });
    throw LocsyncError.of(
      'FILE_SYNTAX',
      { reason: error.reason },
      { place: { path, ...error.position }, cause: error },
    );
  }
}

/** The model of a set's files as it is on disk, if there is one that can be read. */
export async function readModel(
  project: ProjectFiles,
  file: Pick<LocaleFile, 'bound'>,
): Promise<SetModel | undefined> {
  return (await readSource(project, file)).model;
}

/** What the files of a set tell of the shape of its files. */
export interface SourceRead {
  /** The source locale's file, so that its own comparison need not read it again. */
  readonly read?: ReadFile;
  readonly model?: SetModel;
  /** Why there is no model, although the set has files. */
  readonly fault?: LocsyncError;
}

/**
 * The source locale's file of a set, which is the model of the others. If it is missing or empty,
 * the first file of another locale that has a shape stands in for it, and the keys of all count.
 * `bytes` reads the source locale's file, if somebody else needs its bytes as well.
 */
export async function readSource(
  project: ProjectFiles,
  { bound }: Pick<LocaleFile, 'bound'>,
  bytes?: () => Promise<FileBytes | undefined>,
): Promise<SourceRead> {
  if (isMultilingual(bound.set)) return {};
  const source = sourcePath(bound);
  const own = source ? await readShape(project, bound, source, bytes) : {};
  if (own.fault || tellsShape(own)) return own;
  let fault: LocsyncError | undefined;
  let first: SetModel | undefined;
  const union = new Set<KeyId>();
  for (const locale of bound.set.entry.table.locales) {
    const path = bound.set.files.get(locale.id);
    if (path === undefined || path === source?.path) continue;
    const { model, ...rest } = await readShape(project, bound, { path, locale });
    if (model && tellsShape({ model })) {
      first ??= model;
      for (const key of leavesUnder(model.document, model.root).keys()) union.add(key);
    }
    fault ??= rest.fault;
  }
  if (first) return { ...own, model: { ...first, isSubstitute: true, union } };
  return own.model || !fault ? own : { fault };
}

const tellsShape = ({ model }: SourceRead): boolean => model !== undefined && model.document.top.length > 0;

async function readShape(
  { files }: ProjectFiles,
  { set }: BoundSet<SourceFile>,
  { path, locale }: { readonly path: string; readonly locale: Locale },
  bytes?: () => Promise<FileBytes | undefined>,
): Promise<SourceRead> {
  try {
    const read = bytes ? parsedFile(files, path, await bytes()) : await readLocaleFile(files, path);
    const { document } = read;
    if (!document) return {};
    return { read, model: { document, root: localeRoot(document, locale, set.entry.table, path) } };
  } catch (error) {
    // Its own row reports it; the other locales do without.
    if (error instanceof LocsyncError) return { fault: error };
    throw error;
  }
}
