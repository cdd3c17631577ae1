import type { TextsByKey } from '../../../plan/altered.js';
import type { KeyState } from '../../../core/merge/key-state.js';
import type { ComparedFile } from '../../files/compared-file.js';

/**
 * The file with the newer texts that the run has read before: an answer that goes back to what both
 * sides last agreed on is taken for an old one, as a server gives that lags behind another. The
 * upload then carries the newer text. `before`: for each language the texts that only the service
 * had.
 */
export function withNewer(compared: ComparedFile, before: readonly TextsByKey[]): ComparedFile {
  if (before.every(({ size }) => size === 0)) return compared;
  const locales = compared.locales.map((language, i) => {
    const texts = before[i];
    if (!texts?.size) return language;
    const states = language.comparison.states.map((state) => newer(state, texts.get(state.key)));
    return { ...language, comparison: { ...language.comparison, states } };
  });
  return { ...compared, locales };
}

function newer(state: KeyState, text: string | undefined): KeyState {
  const { key, verdict, here, there, base, back } = state;
  if (text === undefined || text === here || text === there) return state;
  // Both sides have added the key, and the old answer lacks it.
  if (base === undefined)
    return verdict === 'push' || back === 'gone'
      ? { key, here, there: text, base, verdict: 'unbased' }
      : state;
  // The disk has changed the key as well, which the first comparison has remembered.
  if (verdict === 'push' || (verdict === 'conflict' && back === 'service'))
    return { key, here, there: text, base, verdict: 'conflict' };
  return verdict === 'same' && here !== undefined ? { ...state, there: text, verdict: 'pull' } : state;
}
