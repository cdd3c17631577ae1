import { isMultilingual } from '../../core/files/file-set.js';
import { isRails } from '../../core/propose/conventions.js';
import { formatOf } from '../../formats/index.js';
import type { SetModel } from '../../plan/pull.js';
import type { ReadFile } from '../files/compared-file.js';
import { readModel } from '../files/read-file.js';
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
  if (tellsRoot(model)) return model.root !== undefined;
  const isNew = document === undefined || document.top.length === 0;
  if (!isNew || !bound.sourceFile || !format.hasRailsRoot || isMultilingual(bound.set)) return false;
  const neighbour = await neighbourOf(project, file);
  if (neighbour) return neighbour.root !== undefined;
  return isRails(technologyOf(await project.describe(), await frameworkOf(project.files)));
}

const tellsRoot = (model: SetModel | undefined): model is SetModel =>
  model !== undefined && (model.root !== undefined || model.document.top.length > 0);

/** The model of the first other set of the same pattern and format that has one. */
async function neighbourOf(project: Project, { bound, path }: LocaleFile): Promise<SetModel | undefined> {
  for (const other of project.allSets) {
    const [otherPath] = other.set.files.values();
    if (other === bound || other.set.entry !== bound.set.entry || otherPath === undefined) continue;
    if (formatOf(otherPath) !== formatOf(path)) continue;
    const model = await readModel(project, { bound: other });
    if (tellsRoot(model)) return model;
  }
  return undefined;
}
