import type { Problem } from './problem.js';

/** Warnings that name texts that a run has replaced or removed, or that may be gone by now. */
const NAMING: ReadonlySet<string> = new Set([
  'TEXTS_LOST',
  'TEXTS_ALTERED',
  'TEXTS_GIVEN_UP',
  'TEXTS_TAKEN_BACK',
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
