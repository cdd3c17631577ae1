import type { TextsByKey } from '../../plan/altered.js';
import type { KeyState } from '../../core/merge/key-state.js';
import type { ComparedFile } from '../compared-file.js';

/**
 * The file with the newer texts that the run has read before: an answer that goes back to what both
 * sides last agreed on is taken for an old one, as a server gives that lags behind another. The
 * upload then carries the newer text. `held`: texts of a file of one language that only the service
 * had.
 */
export function withNewer(compared: ComparedFile, held: TextsByKey): ComparedFile {
  const [one, ...others] = compared.locales;
  if (one === undefined || others.length > 0 || held.size === 0) return compared;
  const states = one.comparison.states.map((state) => newer(state, held.get(state.key)));
  return { ...compared, locales: [{ ...one, comparison: { ...one.comparison, states } }] };
}

function newer(state: KeyState, text: string | undefined): KeyState {
  const { key, verdict, here, there, base, back } = state;
  if (text === undefined || base === undefined || text === here || text === there) return state;
  // The disk has changed the key as well, which the first comparison has remembered.
  if (verdict === 'push' || (verdict === 'conflict' && back === 'service'))
    return { key, here, there: text, base, verdict: 'conflict' };
  return verdict === 'same' && here !== undefined ? { ...state, there: text, verdict: 'pull' } : state;
}
