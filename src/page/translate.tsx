import { useEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import { Editor } from './editor.js';
import { focusField } from './field.js';
import { KeySearch } from './key-search.js';
import * as list from './keys.js';
import { focusList, KeyList } from './list.js';
import { attempt, notice } from './state.js';

/** The keys of a language, and the one that is being translated. */
export function Translate(): JSX.Element {
  const searchField = useRef<HTMLInputElement>(null);
  useMoveShortcuts(() => searchField.current?.focus());
  const item = list.selected.value;
  return (
    <main class={`work ${item === undefined ? '' : 'editing'}`}>
      <div class="side">
        <KeySearch field={searchField} />
        <KeyList onEnter={focusField} />
      </div>
      <div class="pane">
        {item === undefined ? (
          <Welcome />
        ) : (
          <Editor
            item={item}
            onSaved={(thenNext) => (thenNext ? go(1) : focusField())}
            onForm={focusField}
            onClose={() => {
              list.select(undefined);
              focusList();
            }}
          />
        )}
        <div class="moves" role="group" aria-label="Move">
          <button type="button" aria-keyshortcuts="Alt+ArrowUp" onClick={() => go(-1)}>
            Previous <kbd>Alt ↑</kbd>
          </button>
          <button type="button" aria-keyshortcuts="Alt+ArrowDown" onClick={() => go(1)}>
            Next <kbd>Alt ↓</kbd>
          </button>
          <button type="button" aria-keyshortcuts="Alt+N" onClick={() => void goMissing()}>
            Next missing <kbd>Alt N</kbd>
          </button>
        </div>
      </div>
    </main>
  );
}

const SHORTCUTS = [
  ['Ctrl Enter', 'save, then the next key'],
  ['Ctrl S', 'save and stay'],
  ['Alt ↓ / Alt ↑', 'next or previous key'],
  ['Alt N', 'next key without a text'],
  ['Ctrl K', 'search; then ↓ goes to the list, Enter edits the first key'],
  ['↑ ↓ Enter', 'in the list: choose a key, then edit it'],
  ['Esc', 'back to the list'],
] as const;

/** What the pane shows as long as no key is chosen. */
const Welcome = (): JSX.Element => (
  <section class="welcome" aria-label="Shortcuts">
    <h2>Choose a key to translate it</h2>
    <dl>
      {SHORTCUTS.map(([keys, what]) => (
        <div key={keys}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  </section>
);

/** Selects the next key of the list or the one before, and says so if there is none. */
function go(step: 1 | -1): void {
  const next = list.neighbour(step);
  if (next === undefined)
    notice.value = { text: step === 1 ? 'That was the last key.' : 'That was the first key.' };
  else list.select(next);
  if (list.selected.value !== undefined) focusField();
}

/** Selects the next key without a text. */
async function goMissing(): Promise<void> {
  await attempt(async () => {
    const next = await list.nextMissing();
    if (next === undefined) notice.value = { text: 'Nothing is missing.' };
    else list.select(next);
  });
  if (list.selected.value !== undefined) focusField();
}

/** Moves through the keys by shortcuts; `toSearch` puts the cursor into the search field. */
function useMoveShortcuts(toSearch: () => void): void {
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
