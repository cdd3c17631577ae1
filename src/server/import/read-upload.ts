import type { ProjectContext } from '../project-context.js';
import { unsafeFilename, type NamedFile } from './file-names.js';
import { parseUpload, textSteps } from './import.js';
import { invalidField } from '../http/http-problem.js';
import { inPieces, type Stepwise } from './stepwise.js';
import type { Import, ImportResult, Literals, VersionOrigin } from '../store/stored-types.js';

export interface UploadedFile {
  readonly filename: string;
  readonly content: string;
  readonly by: VersionOrigin;
  readonly event: Import['event'];
  /** The source file and the language that a person has chosen, whatever the name says. */
  readonly chosen?: { readonly file: NamedFile; readonly code: string };
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

/** What an upload says, before anything of it is stored. */
export interface ReadUpload {
  /** The stored source file that it belongs to; undefined for a new one. */
  readonly file: NamedFile | undefined;
  readonly filename: string;
  /** By the languages' ids. */
  readonly texts: ReadonlyMap<number, readonly Literals[]>;
}

/** Reads an upload, in steps. Throws 422 for one that the project cannot take. */
export function* uploadSteps(
  { locales, codes, names, behaviour }: ProjectContext,
  { filename, content, chosen }: Pick<UploadedFile, 'filename' | 'content' | 'chosen'>,
): Stepwise<ReadUpload> {
  const document = parseUpload(filename, content);
  yield;
  const { file, code } = chosen ?? names.find(filename);
  const isStored = file !== undefined;
  const texts = yield* textSteps(document, { filename, named: code, codes, isStored }, behaviour);
  const byLocale = new Map<number, readonly Literals[]>();
  for (const { id, code: own } of locales) {
    const list = texts.get(own);
    if (list !== undefined) byLocale.set(id, list);
  }
  return { file, filename, texts: byLocale };
}

/**
 * Stores what an upload says as a version of its source file, in this turn or, if it is large, in
 * several. The version is made in this turn.
 */
export async function storeRead(
  { project, names, imports }: ProjectContext,
  { file, filename, texts }: ReadUpload,
  { by, event }: Pick<UploadedFile, 'by' | 'event'>,
): Promise<StoredUpload> {
  const upload = { project: project.id, by, file: file?.id, filename, event, texts };
  const { stored, done } = imports.take(upload);
  if (file === undefined) names.add(filename, stored.file);
  return {
    ...(await done),
    name: file?.name ?? filename,
    isNew: file === undefined,
    locales: [...texts.keys()],
  };
}

/** Stores an upload as a version of the file of its name. Throws as {@link uploadSteps}. */
export async function storeUpload(context: ProjectContext, upload: UploadedFile): Promise<StoredUpload> {
  const { parts } = context.store;
  for (;;) {
    const { names } = context;
    const read = await inPieces(uploadSteps(context, upload));
    const { file } = read;
    while (file !== undefined && parts.isBusy(file.id)) await parts.ended(file.id);
    // Meanwhile another upload may have made the file, or somebody added a language.
    if (context.names === names && names.find(upload.filename).file === file)
      return storeRead(context, read, upload);
  }
}
