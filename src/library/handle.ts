import { LocsyncError } from '../core/errors/index.js';
import type { ConnectionFlags } from '../core/config/connection.js';
import type { Host } from '../ports/host.js';
import type { ProjectHandle } from './project.js';

/** What a call on a project needs besides its own options. */
export interface Inside {
  readonly flags: ConnectionFlags;
  /** Runs one command in the project's world. */
  run<T>(signal: AbortSignal | undefined, command: (host: Host) => Promise<T>): Promise<T>;
}

// Kept outside of the handle, so that its type says nothing of the program's inner parts.
const insides = new WeakMap<ProjectHandle, Inside>();

/** Makes a handle stand for something. */
export function setInside(handle: ProjectHandle, inside: Inside): void {
  insides.set(handle, inside);
}

/** What the handle stands for. Throws CALL_NOT_A_PROJECT for anything that {@link loadProject} has not made. */
export function insideOf(handle: ProjectHandle, call: string): Inside {
  const inside = insides.get(handle);
  if (inside === undefined) throw LocsyncError.of('CALL_NOT_A_PROJECT', { call });
  return inside;
}
