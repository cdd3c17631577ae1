import type { TextsByKey } from '../../../core/keys/key.js';
import { isFormOf } from '../../../plan/receipt.js';
import type { KeyState } from '../../../core/merge/key-state.js';
import type { ComparedFile } from '../../files/compared-file.js';

/**
 * The file with the texts that the run has read before and that the last answer has gone back on.
 * A translator may have taken such a text back, or the answer is an old one, as a server gives that
 * lags behind another. So the upload must carry neither text. `before`: for each language the texts
 * that only the service had. The same file if there is no such text.
 */
export function withNewer(compared: ComparedFile, before: readonly TextsByKey[]): ComparedFile {
  const locales = compared.locales.map((language, i) => {
    const texts = before[i];
    if (!texts?.size) return language;
    const known = language.comparison.states;
    const states = known.map((state) => newerOf(state, texts.get(state.key)));
    if (states.every((state, at) => state === known[at])) return language;
    return { ...language, comparison: { ...language.comparison, states } };
  });
  return locales.every((language, i) => language === compared.locales[i])
    ? compared
    : { ...compared, locales };
}

function newerOf(state: KeyState, text: string | undefined): KeyState {
  const { key, verdict, here, there, base, back } = state;
  if (text === undefined || here === undefined || text === here || text === there) return state;
  const older = { key, here, there: text, base, back: 'older' } as const;
  const isOwnForm = verdict === 'not-accepted' && isFormOf(here, text);
  // The disk has changed nothing, or only what the service has not accepted.
  if (verdict === 'same' || (verdict === 'not-accepted' && !isOwnForm)) return { ...older, verdict: 'pull' };
  // Both sides have added the key, and the last answer lacks it.
  if (base === undefined)
    return verdict === 'push' || back === 'gone' ? { ...older, verdict: 'unbased' } : state;
  // The disk has changed the key as well, which the first comparison has remembered.
  const isChanged = verdict === 'push' || (verdict === 'conflict' && back === 'service');
  return isChanged ? { ...older, verdict: 'conflict' } : state;
}
