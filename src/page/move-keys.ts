import { useEffect } from 'preact/hooks';
import { focusField } from './field.js';
import * as list from './keys.js';
import { attempt, notice } from './state.js';

/** Selects the next key of the list or the one before, and says so if there is none. */
export function go(step: 1 | -1): void {
  const next = list.neighbour(step);
  if (next === undefined)
    notice.value = { text: step === 1 ? 'That was the last key.' : 'That was the first key.' };
  else list.select(next);
  if (list.selected.value !== undefined) focusField();
}

/** Selects the next key without a text. */
export async function goMissing(): Promise<void> {
  await attempt(async () => {
    const next = await list.nextMissing();
    if (next === undefined) notice.value = { text: 'Nothing is missing.' };
    else list.select(next);
  });
  if (list.selected.value !== undefined) focusField();
}

/** Moves through the keys by shortcuts; `toSearch` puts the cursor into the search field. */
export function useMoveShortcuts(toSearch: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') toSearch();
      else if (event.altKey && event.key === 'ArrowDown') go(1);
      else if (event.altKey && event.key === 'ArrowUp') go(-1);
      // On a Mac, Option N is a letter or the beginning of one.
      else if (event.altKey && event.key.toLowerCase() === 'n') void goMissing();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
