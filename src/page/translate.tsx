import { useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import { Editor } from './editor.js';
import { focusField } from './field.js';
import { KeySearch } from './key-search.js';
import * as list from './keys.js';
import { focusList, KeyList } from './list.js';
import { go, goMissing, useMoveShortcuts } from './move-keys.js';
import { Welcome } from './welcome.js';

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
