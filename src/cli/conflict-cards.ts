import type { ConflictCard } from '../core/report/conflict-card.js';
import type { Host } from '../ports/host.js';
import { conflictCard } from '../reporters/conflict-card.js';
import { inkFor } from '../reporters/ink.js';
import type { PrintOptions } from './print.js';

/** Shows conflicts where questions are asked: on stderr. */
export const conflictCards =
  ({ terminal: { err } }: Host, { color }: Pick<PrintOptions, 'color'>) =>
  (card: ConflictCard): void =>
    err.write(conflictCard(card, err.columns, inkFor({ color: err.color && color !== false })));
