import { LocsyncError } from '../core/errors/index.js';
import { isMultilingual } from '../core/files/file-set.js';
import { markedLine } from '../core/text/conflict-markers.js';
import { FormatError } from '../formats/format.js';
import { formatOf } from '../formats/index.js';
import { localeRoot } from '../plan/locale-root.js';
import type { Model } from '../plan/pull.js';
import type { Files } from '../ports/files.js';
import type { ReadFile } from './compared-file.js';
import type { LocaleFile } from './locale-file.js';
import { sourcePath } from './locale-files.js';
import type { Project } from './project.js';

/** Reads and parses one locale file. Throws its errors with their place. */
export async function readLocaleFile(files: Files, path: string): Promise<ReadFile> {
  const format = formatOf(path);
  if (!format) throw LocsyncError.of('FORMAT_UNKNOWN', { path });
  const found = await files.read(path);
  if (!found) return { format, document: undefined, stamp: undefined };
  try {
    return { format, document: format.parse(found.text), stamp: found.contentHash };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const line = markedLine(found.text);
    if (line !== undefined)
      throw LocsyncError.of('FILE_UNMERGED', {}, { place: { path, line, column: 1 }, cause: error });
    throw LocsyncError.of(
      'FILE_SYNTAX',
      { reason: error.reason },
      { place: { path, ...error.position }, cause: error },
    );
  }
}

/** The source locale's file of a set as it is on disk: what tells the shape of keys; undefined where it is missing or cannot be read. */
export async function readModel(project: Project, file: LocaleFile): Promise<Model | undefined> {
  return (await readSource(project, file)).found?.model;
}

/** The source locale's file of a set, which is also the model of the others. */
export interface SourceRead {
  readonly read: ReadFile;
  readonly model: Model;
}

/**
 * As {@link readModel}, with what the comparison of that file itself needs, so that it is read once,
 * and with the reason if it cannot be read.
 */
export async function readSource(
  project: Project,
  file: LocaleFile,
): Promise<{ readonly found?: SourceRead | undefined; readonly fault?: LocsyncError }> {
  if (isMultilingual(file.bound.set)) return {};
  const source = sourcePath(file.bound);
  if (!source) return {};
  try {
    const read = await readLocaleFile(project.files, source.path);
    const { document } = read;
    const { table } = file.bound.set.selection;
    const found = document && {
      read,
      model: { document, root: localeRoot(document, source.locale, table, source.path) },
    };
    return { found };
  } catch (error) {
    // Its own row reports it; the other locales do without.
    if (error instanceof LocsyncError) return { fault: error };
    throw error;
  }
}
