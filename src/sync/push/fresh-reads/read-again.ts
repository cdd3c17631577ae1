import type { Replanned } from '../state/upload-plan.js';
import type { LocaleFile } from '../../files/locale-file.js';
import type { PushRun } from '../state/push-run.js';
import { boundTo } from './bind-to-source-file.js';

/**
 * Reads again what the plan of a file was made from: the file, the service's answers for its
 * languages and, if it had no source file, the list of them. A large file takes so long to plan
 * that its plan would get too old; the same answers would give the same plan.
 *
 * Returns when the oldest of the answers had come, on the host's clock. Undefined if one of them
 * differs, or if the plan was made from more than these.
 */
export async function readAgain(
  { host, project, sources }: Pick<PushRun, 'host' | 'project' | 'sources'>,
  file: LocaleFile,
  { compared, digests }: Pick<Replanned, 'compared' | 'digests'>,
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
      return digest === digests[i] ? host.clock.now() : undefined;
    }),
  );
  return times.every((at) => at !== undefined) ? Math.min(readAt, ...times) : undefined;
}
