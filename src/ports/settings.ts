import type { Config } from '../core/config/types.js';

/** A configuration that was found, validated and completed with defaults. */
export interface FoundConfig {
  /** Absolute path of the file; undefined if flags and environment gave everything. */
  readonly path: string | undefined;
  /** The folder that the configuration's paths are relative to. */
  readonly root: string;
  /** The working folder without links, from which `root` was found. */
  readonly folder: string;
  readonly config: Config;
  /** What the file itself says, key by key; absent if there is none. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Finds and reads the configuration. Throws LocsyncError or LocsyncErrors. */
export interface Settings {
  /** `explicit` is the value of `--config`, relative to `cwd`. */
  load(cwd: string, explicit: string | undefined): Promise<FoundConfig>;
}
