import type { PageUpload } from '../../core/page/wire.js';
import { formatOf } from '../../formats/index.js';
import { HttpProblem, invalidField } from '../problem.js';
import type { ProjectContext } from '../project-context.js';
import type { StoredFile, StoredLocale } from '../stored.js';
import { checkFilename, storeUpload, type UploadedFile } from '../upload.js';
import { downloadText, filenameFor } from './files.js';

export interface DroppedFile {
  readonly filename: string;
  readonly content: string;
  readonly who: string;
  /** The source file and the language that it is for; 0: as its name says. */
  readonly file: number;
  readonly locale: number;
}

/** Imports a file that was dropped on the page, as the interface would. Throws 422. */
export function importDropped(context: ProjectContext, dropped: DroppedFile): PageUpload {
  const { store, project, locales } = context;
  const { content, who } = dropped;
  checkFilename(dropped.filename);
  const upload: UploadedFile = {
    filename: dropped.filename,
    content,
    by: { upload: 'web', who },
    event: () => store.addEvent(project.id, 'web_upload', '', who),
  };
  const stored = storeUpload(context, dropped.file === 0 ? upload : { ...upload, ...chosen() });
  const { file, version, number, changes, name } = stored;
  const held = locales.filter(({ id }) => stored.locales.includes(id)).map(({ code }) => code);
  return { file, fileName: name, version, number, changes, locales: held };

  function chosen(): Pick<UploadedFile, 'filename' | 'chosen'> {
    const [file, locale] = fileAndLocale(context, dropped.file, dropped.locale);
    const filename = filenameFor(store, locales, file, locale.id);
    if (formatOf(filename) !== formatOf(dropped.filename))
      throw invalidField('filename', `${filename} is of another format`);
    return { filename, chosen: { file, code: locale.code } };
  }
}

/** The texts of one language as a file, and the file's name. */
export function download(
  context: ProjectContext,
  fileId: number,
  localeId: number,
): { readonly filename: string; readonly content: string } {
  const { store, locales } = context;
  const [file, locale] = fileAndLocale(context, fileId, localeId);
  const filename = filenameFor(store, locales, file, locale.id);
  return { filename, content: downloadText(store, file, locale, filename) };
}

function fileAndLocale(
  { store, project, locales }: ProjectContext,
  fileId: number,
  localeId: number,
): readonly [StoredFile, StoredLocale] {
  const file = store.file(project.id, fileId);
  const locale = locales.find(({ id }) => id === localeId);
  if (file === undefined) throw new HttpProblem(404, 'there is no such source file any more');
  if (locale === undefined) throw new HttpProblem(422, 'locale: the project has no such language');
  return [file, locale];
}
