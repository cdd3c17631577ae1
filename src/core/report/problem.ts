import type { ErrorCode, LocsyncError } from '../errors/index.js';
import { PLAIN_HINTS, type HintContext } from '../errors/suggest.js';
import { given } from '../util/collections.js';

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

/** An error of the catalogue as this run reports it. */
export function problemOf(error: LocsyncError, hints: HintContext = PLAIN_HINTS): Problem {
  const { place } = error;
  return {
    code: error.code,
    message: error.message,
    ...given({ path: place?.path, line: place?.line, column: place?.column, hint: error.hintIn(hints) }),
  };
}

/** Errors as they are shown, in their order; one that ended many calls is shown once. */
export function problemsOf(errors: readonly LocsyncError[], hints?: HintContext): Problem[] {
  return [...new Set(errors)].map((error) => problemOf(error, hints));
}

/** Warnings that name texts that a run has replaced or removed, or that may be gone by now. */
const NAMING: ReadonlySet<string> = new Set([
  'TEXTS_LOST',
  'TEXTS_ALTERED',
  'TEXTS_GIVEN_UP',
  'TEXTS_TAKEN_BACK',
  'TEXTS_REVERTED',
  'RUN_UNFINISHED',
  'SOURCE_TEXTS',
  'ANSWERS_DIFFER',
  'READ_BACK_FAILED',
  'UPLOAD_FORGOTTEN',
  'UPLOAD_UNCOVERED',
]);

/**
 * Whether a warning names texts of which there may be no other record: it is shown in every output,
 * `--quiet` included, and never shortened (docs/sync.md).
 */
export const namesLostTexts = ({ code }: Pick<Problem, 'code'>): boolean => NAMING.has(code);
