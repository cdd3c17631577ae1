import type { Locale } from '../locales/locale.js';
import type { FileSet } from './file-set.js';

/** What binding needs to know of a source file of the service. */
export interface NamedSource {
  readonly id: string;
  readonly name: string;
}

/** A file set and the source file that it belongs to; undefined if the service has none yet. */
export interface BoundSet<S extends NamedSource> {
  readonly set: FileSet;
  readonly sourceFile: S | undefined;
  /** The name under which this locale's file is uploaded. */
  uploadName(locale: Locale): string;
}
