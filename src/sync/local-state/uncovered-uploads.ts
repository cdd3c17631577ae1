import { LocsyncError } from '../../core/errors/index.js';
import { sectionName } from '../../core/lock/base.js';
import { pathOf, sectionOf, type FileSet } from '../../core/files/file-set.js';
import type { UploadRecord } from '../../core/records/upload-record.js';
import type { Files } from '../../ports/files.js';
import { quantity } from '../../core/text/wording.js';
import { forgottenUpload, uncoveredUpload } from '../file-errors/unclear-uploads.js';

/** Warnings about lines that cannot be read, and uploads that are too old. `unreadable`: why. */
export function recordWarnings(
  { damaged, expired }: UploadRecord,
  unreadable: string | undefined,
): LocsyncError[] {
  const reason = unreadable ?? (damaged === 0 ? undefined : quantity(damaged, 'damaged line'));
  const broken = reason === undefined ? [] : [LocsyncError.of('UPLOADS_UNREADABLE', { reason })];
  return [...broken, ...expired.map(forgottenUpload)];
}

/**
 * Names the texts that uploads may have lost of files that no file set has: this configuration does
 * not compare them any more. If the disk lacks the file, too, they are forgotten then.
 */
export async function uncoveredUploads(
  record: UploadRecord,
  sets: readonly FileSet[],
  files: Pick<Files, 'statFingerprints'>,
): Promise<LocsyncError[]> {
  if (record.isEmpty) return [];
  const sections = sets.flatMap((set) =>
    set.entry.table.locales.flatMap((locale) =>
      set.entry.ignores(pathOf(set, locale)) ? [] : [sectionOf(set, locale)],
    ),
  );
  const tags = new Set(sets.flatMap((set) => set.entry.table.locales.map(({ tag }) => tag)));
  const open = record.openOutside(sections, (path) => [
    path,
    ...[...tags].map((tag) => sectionName(path, tag)),
  ]);
  if (open.length === 0) return [];
  const there = await files.statFingerprints(open.map(({ id }) => id));
  record.forget(open.filter(({ id }) => !there.has(id)));
  return open.map((entry) => uncoveredUpload(entry, there.has(entry.id)));
}
