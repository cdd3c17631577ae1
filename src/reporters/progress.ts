import type { ProgressStep } from '../core/report/progress.js';

/** One step as people read it: `comparing 120/300`, at most so many columns of a terminal. */
export function progressText({ phase, count }: ProgressStep, columns = Infinity): string {
  const text = count === undefined ? phase : `${phase} ${count.done}/${count.total}`;
  return text.slice(0, Math.max(0, columns));
}
