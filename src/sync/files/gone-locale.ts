import type { BoundSet } from '../../core/files/bound-set.js';
import type { LocsyncError } from '../../core/errors/index.js';
import type { SourceFile } from '../../ports/service.js';

/** A file here, or one of its languages, whose locale the project has lost since it was synced. */
export interface GoneLocale {
  readonly path: string;
  /** As the file's name or the lock has it. */
  readonly code: string;
  readonly bound: BoundSet<SourceFile>;
  readonly error: LocsyncError;
}
