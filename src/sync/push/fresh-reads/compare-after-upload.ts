import type { KeyId, TextsByKey } from '../../../core/keys/key.js';
import type { KeyState } from '../../../core/merge/key-state.js';
import type { SetModel } from '../../../plan/set-model.js';
import { compareFile, type CompareFileOptions } from '../../compare/compare-file.js';
import type { ComparedFile, ReadFile } from '../../files/compared-file.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { OtherLanguages } from '../../compare/other-languages/other-language-evidence.js';
import type { Project } from '../../context/project.js';
import { boundTo } from './bind-to-source-file.js';

/** The file compared with the service as it is now, if that has its source file. */
export async function compareAfterUpload(
  project: Project,
  file: LocaleFile,
  read: ReadFile,
  model: SetModel | undefined,
  options: Pick<CompareFileOptions, 'texts' | 'wasSent' | 'onAnswers'> = {},
): Promise<ComparedFile | undefined> {
  const listed = file.bound.sourceFile ? file : boundTo(file, await project.service.sourceFiles());
  if (!listed.bound.sourceFile) return undefined;
  return compareFile(project, listed, Promise.resolve(model), {
    ...options,
    read,
    sourceTextsOf: new OtherLanguages(project, listed.bound),
  });
}

/** The texts of the service, by key; keys that it does not have are left out. */
export function textsThere(states: readonly KeyState[]): TextsByKey {
  const texts = new Map<KeyId, string>();
  for (const { key, there } of states) if (there !== undefined) texts.set(key, there);
  return texts;
}
