import { LocsyncError } from '../../core/errors/index.js';
import { nearest } from '../../core/text/nearest.js';
import { CombinedBehaviour } from './combined.js';
import { BEHAVIOURS, type BehaviourEntry } from './table.js';

export { CombinedBehaviour as Acting } from './combined.js';

const entries: ReadonlyMap<string, BehaviourEntry> = new Map(Object.entries(BEHAVIOURS));
const REPEATABLE = 'drop-locale';

/**
 * The behaviours of these words, `name` or `name=value`. Throws SERVE_BEHAVIOUR and SERVE_OPTION.
 */
export function combineBehaviours(words: readonly string[]): CombinedBehaviour {
  const seen = new Set<string>();
  return new CombinedBehaviour(
    words.map((word) => {
      const [name = '', ...values] = word.split('=');
      const entry = entries.get(name);
      if (entry === undefined) {
        const names = [...entries.keys()];
        throw LocsyncError.of('SERVE_BEHAVIOUR', { name, nearest: nearest(name, names), known: names });
      }
      const refuse = (found: string, expected: string): LocsyncError =>
        LocsyncError.of('SERVE_OPTION', { option: `--behave ${name}`, found, expected });
      if (seen.has(name) && name !== REPEATABLE) throw refuse('given twice', 'each behaviour once');
      seen.add(name);
      const value = values.length === 0 ? undefined : values.join('=');
      const behaviour = entry.make(value);
      if (behaviour === undefined) throw refuse(value ?? 'without a value', entry.expected);
      return behaviour;
    }),
  );
}
