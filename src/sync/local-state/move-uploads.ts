import type { LocsyncError } from '../../core/errors/index.js';
import type { BaseOwner } from '../../core/lock/base.js';
import type { Host } from '../../ports/host.js';
import { Uploads } from './uploads.js';

/** A section that gets another name. */
export type MovedSection = Readonly<Record<'from' | 'to', string>>;

/** What is remembered of the uploads of these sections goes with them, outside of a sync. */
export async function moveUploads(
  host: Host,
  root: string,
  owner: BaseOwner,
  moved: readonly MovedSection[],
): Promise<LocsyncError[]> {
  if (moved.length === 0) return [];
  const uploads = Uploads.open(host, root, owner);
  const warnings = uploads.warnings();
  for (const { from, to } of moved) uploads.record.moved(from, to);
  return [...warnings, ...(await uploads.close())];
}
