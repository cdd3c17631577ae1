import type { ErrorCode, LocsyncError } from '../errors/index.js';

/** One error or warning as it is shown and as it is in `--json`. */
export interface Problem {
  readonly code: ErrorCode;
  readonly message: string;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
  readonly hint?: string;
  /** The key that it is about, of what `check` found. */
  readonly key?: string;
}

/** An error of the catalogue as it is reported. */
export function problemOf(error: LocsyncError): Problem {
  return {
    code: error.code,
    message: error.message,
    ...(error.place === undefined ? {} : { path: error.place.path }),
    ...(error.place?.line === undefined ? {} : { line: error.place.line }),
    ...(error.place?.column === undefined ? {} : { column: error.place.column }),
    ...(error.hint === undefined ? {} : { hint: error.hint }),
  };
}

/** Errors as they are shown, in their order; one that ended many calls is shown once. */
export function problemsOf(errors: readonly LocsyncError[]): Problem[] {
  return [...new Set(errors)].map(problemOf);
}
