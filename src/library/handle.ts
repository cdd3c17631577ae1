import { LocsyncError } from '../core/errors/index.js';
import type { ConnectionFlags } from '../core/config/connection.js';
import type { ProjectOptions } from '../sync/context/project-options.js';
import type { Host } from '../ports/host.js';

/**
 * A folder of locale files with its configuration, made by `loadFolder`: enough for what needs no
 * service. It may be used any number of times.
 */
export interface FolderHandle {
  /** The absolute path of the folder that the configuration's paths are relative to. */
  readonly root: string;
  /** The absolute path of the configuration file. */
  readonly config: string | undefined;
  /**
   * Interrupts what is under way, waits until it has ended, and lets nothing more begin. Never
   * rejects.
   */
  close(): Promise<void>;
}

/**
 * A project on disk with its configuration and its service, made by `loadProject`. It may be used
 * any number of times.
 */
export interface ProjectHandle extends FolderHandle {
  /** The project's API ID. */
  readonly project: string;
  /** Where the service is. */
  readonly baseUrl: string;
}

/** What a call on a project needs besides its own options. */
export interface HandleInternals {
  /** Whether it is settled where the service is and which token may go there. */
  readonly isConnected: boolean;
  readonly flags: ConnectionFlags & Pick<ProjectOptions, 'cwd' | 'config'>;
  /** Runs one command with the project's host. */
  run<T>(signal: AbortSignal | undefined, command: (host: Host) => Promise<T>): Promise<T>;
}

// Kept outside of the handle, so that its type says nothing of the program's inner parts.
const internals = new WeakMap<FolderHandle, HandleInternals>();

/** Sets the internals of a new handle. */
export function setInternals(handle: FolderHandle, inside: HandleInternals): void {
  internals.set(handle, inside);
}

/**
 * The internals of a handle, for a call that needs no service. Throws CALL_NOT_A_PROJECT for
 * anything that neither `loadProject` nor `loadFolder` has made.
 */
export function folderInternalsOf(handle: FolderHandle, call: string): HandleInternals {
  const inside = internals.get(handle);
  if (inside === undefined) throw LocsyncError.of('CALL_NOT_A_PROJECT', { call });
  return inside;
}

/** The internals of a project's handle. Throws CALL_NOT_A_PROJECT for any other. */
export function internalsOf(handle: ProjectHandle, call: string): HandleInternals {
  const inside = folderInternalsOf(handle, call);
  if (!inside.isConnected) throw LocsyncError.of('CALL_NOT_A_PROJECT', { call });
  return inside;
}
