import type { Problem } from './problem.js';

/**
 * Whether a warning names texts that this run has replaced or removed. There may be no other record
 * of them: it is shown in every output, `--quiet` included, and never shortened (docs/sync.md).
 */
export const namesLostTexts = ({ code }: Pick<Problem, 'code'>): boolean => code === 'TEXTS_LOST';
