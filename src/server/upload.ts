import type { ProjectContext } from './project-context.js';
import { unsafeFilename } from './filename.js';
import { parseUpload, textsByLanguage } from './import.js';
import { invalidField } from './problem.js';
import type { NamedFile } from './file-names.js';
import type { Import, ImportResult, Literals, VersionOrigin } from './stored.js';

export interface UploadedFile {
  readonly filename: string;
  readonly content: string;
  readonly by: VersionOrigin;
  readonly event: Import['event'];
  /** The source file and the language that a person has chosen, whatever the name says. */
  readonly chosen?: { readonly file: NamedFile | undefined; readonly code: string };
}

/** A stored upload, with the source file's name. */
export interface StoredUpload extends ImportResult {
  readonly name: string;
  readonly isNew: boolean;
  /** The ids of the languages that it held. */
  readonly locales: readonly number[];
}

/** Throws 422 for a name that no file should have. */
export function checkFilename(filename: string): void {
  const fault = unsafeFilename(filename);
  if (fault !== undefined) throw invalidField('filename', fault);
}

/**
 * Stores an upload of a checked name as a version of the source file that its name says. Throws 422
 * for what cannot be read, or is of a language that the project does not have.
 */
export function storeUpload(context: ProjectContext, upload: UploadedFile): StoredUpload {
  const { project, locales, codes, names, behaviour, imports } = context;
  const { filename, content, by } = upload;
  const document = parseUpload(filename, content);
  const { file, code } = upload.chosen ?? names.find(filename);
  const isStored = file !== undefined;
  const texts = textsByLanguage(document, { filename, named: code, codes, isStored }, behaviour);
  const byLocale = new Map<number, readonly Literals[]>();
  for (const { id, code: own } of locales) {
    const list = texts.get(own);
    if (list !== undefined) byLocale.set(id, list);
  }
  const stored = imports.take({
    project: project.id,
    by,
    file: file?.id,
    filename,
    event: upload.event,
    texts: byLocale,
  });
  if (file === undefined) names.add(filename, stored.file);
  return { ...stored, name: file?.name ?? filename, isNew: !isStored, locales: [...byLocale.keys()] };
}
