import { LocsyncError } from '../../core/errors/index.js';
import { progressCounter } from '../../core/report/progress.js';
import { type FileReport } from '../../core/report/file-report.js';
import { problemOf } from '../../core/report/problem.js';
import { groupedBy } from '../../core/util/collections.js';
import { limitConcurrency } from '../../core/util/limit-concurrency.js';
import type { ContentHash } from '../../ports/files.js';
import type { Host } from '../../ports/host.js';
import type { LockUpdate } from '../base-update/lock-update.js';
import type { Project } from '../context/project.js';
import type { PlannedPull } from './plan.js';

export interface WrittenFile {
  readonly path: string;
  readonly rows: readonly FileReport[];
  /** The hash of what the file holds now; undefined if it was not written. */
  readonly contentHash?: ContentHash;
  readonly losses?: readonly LocsyncError[];
  readonly error?: LocsyncError;
}

/** Files that are written at the same time: their folder is flushed once for all of them. */
const WRITES_AT_ONCE = 64;

/** Carries the plan out: each file atomically. The base is saved afterwards. */
export async function writeAll(
  host: Host,
  project: Project,
  planned: readonly PlannedPull[],
  lockUpdate: LockUpdate,
): Promise<readonly WrittenFile[]> {
  const count = planned.filter((file) => file.text !== undefined).length;
  const wrote = progressCounter(host.onProgress, 'writing', count);
  for (const { before } of planned) for (const section of before) lockUpdate.add(section);
  // Side by side: a flush waits for the disk, and the disk flushes several files as fast as one.
  const run = limitConcurrency(WRITES_AT_ONCE);
  const writeOne = async (file: PlannedPull): Promise<WrittenFile | undefined> => {
    const { path, text, contentHash, rows, losses, after } = file;
    if (text === undefined) return undefined;
    if (host.signal.aborted) return { path, rows: rows.map((row) => ({ ...row, state: 'skipped' })) };
    let now: ContentHash;
    try {
      now = await project.files.write(path, text, contentHash);
    } catch (error) {
      if (!(error instanceof LocsyncError)) throw error;
      return {
        path,
        rows: rows.map((row) => ({ ...row, state: 'failed', error: problemOf(error, project.hints) })),
        error,
      };
    }
    wrote();
    // The texts of 10,000 files would take 60 MB until the run ends.
    file.text = undefined;
    for (const section of after) lockUpdate.add(section);
    return {
      path,
      losses,
      contentHash: now,
      // In a file of several languages, only those count as pulled that have new texts.
      rows: rows.map((row) =>
        row.state === 'conflict' || row.reason !== undefined || row.keys.toPull === 0
          ? row
          : { ...row, state: 'pulled' },
      ),
    };
  };
  // The files of one folder one after the other, so that few flushes of it do for all.
  const byFolder = [
    ...groupedBy(planned, ({ path }) => path.slice(0, path.lastIndexOf('/'))).values(),
  ].flat();
  const writes = new Map(byFolder.map((file) => [file, run(() => writeOne(file))]));
  const ended = await Promise.allSettled(planned.map(async (file) => writes.get(file)));
  // A bug ends the run only after all writes have ended.
  const written = ended.flatMap((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value ?? [];
  });
  return written;
}
