import { LocsyncError } from '../core/errors/index.js';
import { EXIT } from '../core/exit.js';
import type { Files } from '../ports/files.js';
import { Interrupted, type Host } from '../ports/host.js';
import type { Project } from './project.js';

/** Runs a command that changes something while it holds the project's run lock; one that only looks needs none. */
export async function withRunLock<T>(files: Files, onlyLooks: boolean, run: () => Promise<T>): Promise<T> {
  if (onlyLooks) return run();
  const release = await files.lock();
  try {
    return await run();
  } finally {
    await release();
  }
}

/** A list of source files that is suddenly empty is a fault, not an order to remove everything (contract.md, section 5). */
export function refuseEmptyList(project: Project): void {
  if (project.listEmpty && project.stored.lock.sections.size > 0)
    throw LocsyncError.of('SOURCE_LIST_EMPTY', {});
}

/** What to say of a run that a signal has cut short, beside what it has done and what not; undefined for one that came to its end. */
export function interruption(host: Host): LocsyncError | undefined {
  const reason: unknown = host.signal.reason;
  if (!(reason instanceof Interrupted)) return undefined;
  return LocsyncError.of(reason.exit === EXIT.sigint ? 'INTERRUPTED' : 'TERMINATED', {});
}
