import type { PageDrop, PageUpload } from '../../core/page/import-wire.js';
import { formatOf } from '../../formats/index.js';
import { HttpProblem, invalidField } from '../http/http-problem.js';
import type { ProjectContext } from '../project-context.js';
import type { Literals, StoredFile, StoredLocale } from '../store/stored-types.js';
import { checkFilename, storeRead, uploadSteps, type ReadUpload } from '../import/read-upload.js';
import { compareUpload, type UploadComparison } from './compare.js';
import { filenameFor } from './files.js';
import { inPieces, runUndisturbed } from '../import/stepwise.js';

/** Reads a dropped file, in pieces. Throws 422 for what the interface would refuse. */
export async function readDropped(context: ProjectContext, dropped: PageDrop): Promise<ReadUpload> {
  const { filename, content } = dropped;
  checkFilename(filename);
  if (dropped.file === 0) return inPieces(uploadSteps(context, { filename, content }));
  const [file, locale] = fileAndLocale(context, dropped.file, dropped.locale);
  const own = filenameFor(context.store, context.locales, file, locale.id);
  if (formatOf(own) !== formatOf(filename)) throw invalidField('filename', `${own} is of another format`);
  const chosen = { file, code: locale.code };
  return inPieces(uploadSteps(context, { filename: own, content, chosen }));
}

/**
 * Imports a file that was dropped on the page, as the interface would. `seen` is what its preview
 * said: throws 409 if the import would by now do something else.
 */
export async function importDropped(
  context: ProjectContext,
  dropped: PageDrop,
  seen: string,
): Promise<PageUpload> {
  const { store, project, locales, behaviour } = context;
  const read = await readDropped(context, dropped);
  return runUndisturbed(
    store,
    read.file?.id ?? 0,
    (pause) => compareUpload(context, read, pause),
    async (compared) => {
      // Another upload may have made the file in the meantime; a new language makes new names.
      const isNowThere = read.file === undefined && context.names.find(read.filename).file !== undefined;
      if (compared.seen !== seen || isNowThere)
        throw new HttpProblem(409, 'the texts have changed since the preview');
      const stored = await storeRead(
        context,
        behaviour.imports.isReplacing ? read : onlyChanges(read, compared),
        {
          by: { upload: 'web', who: dropped.who },
          event: () => store.addEvent(project.id, 'web_upload', '', dropped.who),
        },
      );
      const { file, version, number, changes, name } = stored;
      const held = locales.filter(({ id }) => stored.locales.includes(id)).map(({ code }) => code);
      return { file, fileName: name, version, number, changes, locales: held };
    },
  );
}

/** Looking up 100,000 texts that stay as they are would keep others waiting. */
function onlyChanges({ texts, ...read }: ReadUpload, { changes }: UploadComparison): ReadUpload {
  const changed = new Map<number, Literals[]>([...texts.keys()].map((locale) => [locale, []]));
  for (const { locale, name, after } of changes) changed.get(locale)?.push([name, after]);
  return { ...read, texts: changed };
}

/** A source file and a language of the project. Throws 404 and 422. */
export function fileAndLocale(
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
