import type { SettledKey } from '../core/merge/base-entry.js';
import type { KeyState } from '../core/merge/key-state.js';

/** What is done about a conflict. */
export type ConflictChoice =
  | { readonly take: 'local' | 'service' | 'skip' }
  | { readonly take: 'edit'; readonly text: string };

/** The text that the disk holds once a conflict is settled; undefined: the key is not there. */
export function chosenText({ here, there }: KeyState, choice: ConflictChoice): string | undefined {
  if (choice.take === 'edit') return choice.text;
  return choice.take === 'service' ? there : here;
}

/**
 * The base of a key that is settled. Where the service's text does not win, the disk's is a change
 * of what the service holds: the next push sends it, unless the service has moved on by then.
 */
export function settledByChoice(state: KeyState, choice: ConflictChoice): SettledKey {
  const { there = '' } = state;
  // A key that is to stay deleted here is remembered as deleted on purpose.
  if (chosenText(state, choice) === undefined && there !== '') return { removed: there };
  return { text: there === '' && choice.take !== 'service' ? undefined : state.there };
}
