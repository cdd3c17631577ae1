import { isMultilingual } from '../../core/files/file-set.js';
import { isRails } from '../../core/propose/conventions.js';
import type { SetModel } from '../../plan/pull.js';
import type { ReadFile } from '../files/compared-file.js';
import { frameworkOf, technologyOf } from '../load/framework.js';
import type { LocaleFile } from '../files/locale-file.js';
import type { Project } from '../context/project.js';

/**
 * Whether a new file of a set begins with its language: as its model does, or if the set has no
 * file yet, as Rails reads it. Throws what asking for the project throws.
 */
export async function beginsWithLanguage(
  project: Project,
  { bound }: LocaleFile,
  { format, document }: ReadFile,
  model: SetModel | undefined,
): Promise<boolean> {
  if (model && (model.root !== undefined || model.document.top.length > 0)) return model.root !== undefined;
  const isNew = document === undefined || document.top.length === 0;
  if (!isNew || !bound.sourceFile || !format.hasRailsRoot || isMultilingual(bound.set)) return false;
  return isRails(technologyOf(await project.describe(), await frameworkOf(project.files)));
}
