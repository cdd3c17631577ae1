import type { ComparedFile } from '../../files/compared-file.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { type FreshComparison, type FreshReads, digestOf } from './compare-before-upload.js';
import { boundTo } from './bind-to-source-file.js';

/**
 * Reads again what the plan of a file was made from: the file, the service's answers for each
 * language that had a say in it and, if it had no source file, the list of them. A large file takes
 * so long to plan that its plan would get too old; the same texts would give the same plan.
 *
 * Returns when the oldest of the answers had come, on the host's clock. Undefined if one of them
 * differs.
 */
export async function readAgain(
  { clock, project, sources }: Pick<FreshReads, 'clock' | 'project' | 'sources'>,
  file: LocaleFile,
  { compared, digests }: { readonly compared: ComparedFile } & Pick<FreshComparison, 'digests'>,
): Promise<number | undefined> {
  const bytes = await project.files.readBytes(file.path);
  if (bytes?.contentHash !== compared.contentHash) return undefined;
  const { sourceFile } = compared.file.bound;
  let readAt = Infinity;
  if (!file.bound.sourceFile) {
    const { files, at } = await sources.read();
    if (boundTo(file, files).bound.sourceFile?.id !== sourceFile?.id) return undefined;
    readAt = at;
  }
  if (!sourceFile) return readAt;
  const times = await Promise.all(
    Array.from(digests, async ([id, digest]) => {
      const locale = project.locales.find((one) => one.id === id);
      const texts = locale && (await project.service.texts(sourceFile, locale, project.locales));
      return texts && digestOf(texts) === digest ? clock.now() : undefined;
    }),
  );
  const oldest = (one: number | undefined, at: number | undefined): number | undefined =>
    one === undefined || at === undefined ? undefined : Math.min(one, at);
  return times.reduce(oldest, readAt);
}
