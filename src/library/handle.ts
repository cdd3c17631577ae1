import { LocsyncError } from '../core/errors/index.js';
import type { ConnectionFlags } from '../core/config/connection.js';
import type { ProjectOptions } from '../sync/project-options.js';
import type { Host } from '../ports/host.js';

/**
 * A project on disk with its configuration and its service, made by `loadProject`. It may be used
 * any number of times.
 */
export interface ProjectHandle {
  /** The absolute path of the folder that the configuration's paths are relative to. */
  readonly root: string;
  /** The absolute path of the configuration file. */
  readonly config: string | undefined;
  /** The project's API ID. */
  readonly project: string;
  /** Where the service is. */
  readonly baseUrl: string;
  /**
   * Interrupts what is under way, waits until it has ended, and lets nothing more begin. Never
   * rejects.
   */
  close(): Promise<void>;
}

/** What a call on a project needs besides its own options. */
export interface HandleInternals {
  readonly flags: ConnectionFlags & Pick<ProjectOptions, 'cwd' | 'config'>;
  /** Runs one command with the project's host. */
  run<T>(signal: AbortSignal | undefined, command: (host: Host) => Promise<T>): Promise<T>;
}

// Kept outside of the handle, so that its type says nothing of the program's inner parts.
const internals = new WeakMap<ProjectHandle, HandleInternals>();

/** Makes a handle stand for something. */
export function setInternals(handle: ProjectHandle, inside: HandleInternals): void {
  internals.set(handle, inside);
}

/**
 * What the handle stands for. Throws CALL_NOT_A_PROJECT for anything that `loadProject` has not
 * made.
 */
export function internalsOf(handle: ProjectHandle, call: string): HandleInternals {
  const inside = internals.get(handle);
  if (inside === undefined) throw LocsyncError.of('CALL_NOT_A_PROJECT', { call });
  return inside;
}
