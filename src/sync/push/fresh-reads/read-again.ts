import type { Clock } from '../../../ports/host.js';
import type { Project } from '../../context/project.js';
import type { ComparedFile } from '../../files/compared-file.js';
import type { LocaleFile } from '../../files/locale-file.js';
import type { FreshComparison } from './compare-before-upload.js';
import type { SourceList } from './source-list.js';
import { boundTo } from './bind-to-source-file.js';

interface ReadAgain {
  readonly clock: Pick<Clock, 'now'>;
  readonly project: Project;
  readonly sources: SourceList;
}

/**
 * Reads again what the plan of a file was made from: the file, the service's answers for its
 * languages and, if it had no source file, the list of them. A large file takes so long to plan
 * that its plan would get too old; the same answers would give the same plan.
 *
 * Returns when the oldest of the answers had come, on the host's clock. Undefined if one of them
 * differs, or if the plan was made from more than these.
 */
export async function readAgain(
  { clock, project, sources }: ReadAgain,
  file: LocaleFile,
  { compared, digests }: { readonly compared: ComparedFile } & Pick<FreshComparison, 'digests'>,
): Promise<number | undefined> {
  const bytes = await project.files.readBytes(file.path);
  if (!digests || bytes?.contentHash !== compared.contentHash) return undefined;
  const { bound, locales } = compared.file;
  const { sourceFile } = bound;
  let readAt = Infinity;
  if (!file.bound.sourceFile) {
    const { files, at } = await sources.read();
    if (boundTo(file, files).bound.sourceFile?.id !== sourceFile?.id) return undefined;
    readAt = at;
  }
  if (!sourceFile) return readAt;
  const times = await Promise.all(
    locales.map(async (locale, i) => {
      const { digest } = await project.service.answer(sourceFile, locale, project.locales);
      return digest === digests[i] ? clock.now() : undefined;
    }),
  );
  const oldest = (one: number | undefined, at: number | undefined): number | undefined =>
    one === undefined || at === undefined ? undefined : Math.min(one, at);
  return times.reduce(oldest, readAt);
}
