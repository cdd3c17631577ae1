import { isMultilingual } from '../../core/files/file-set.js';
import { isRails } from '../../core/propose/conventions.js';
import { formatOf } from '../../formats/index.js';
import { soleRoot } from '../../plan/locale-root.js';
import type { SetModel } from '../../plan/set-model.js';
import type { ReadFile } from '../files/compared-file.js';
import { readDocument } from '../files/read-file.js';
import { frameworkOf, technologyOf } from '../load/framework.js';
import type { LocaleFile } from '../files/locale-file.js';
import type { Project } from '../context/project.js';

/**
 * Whether a new file of a set begins with its language: as its model does; if the set has no file
 * yet, as other sets of its pattern do, or as Rails reads it. Throws what asking for the project
 * throws.
 */
export async function beginsWithLanguage(
  project: Project,
  file: LocaleFile,
  { format, document }: ReadFile,
  model: SetModel | undefined,
): Promise<boolean> {
  const { bound } = file;
  if (model && (model.root !== undefined || model.document.top.length > 0)) return model.root !== undefined;
  const isNew = document === undefined || document.top.length === 0;
  if (!isNew || !bound.sourceFile || !format.hasRailsRoot || isMultilingual(bound.set)) return false;
  const neighbour = await neighbourBegins(project, file);
  if (neighbour !== undefined) return neighbour;
  return isRails(technologyOf(await project.describe(), await frameworkOf(project.files)));
}

/** Whether the first other file of the same pattern and format begins with its language. */
async function neighbourBegins(project: Project, { bound, path }: LocaleFile): Promise<boolean | undefined> {
  for (const { set } of project.allSets) {
    if (set === bound.set || set.entry !== bound.set.entry) continue;
    for (const other of set.files.values()) {
      const document =
        formatOf(other) === formatOf(path) ? await readDocument(project.files, other) : undefined;
      if (document && document.top.length > 0) return soleRoot(document) !== undefined;
    }
  }
  return undefined;
}
