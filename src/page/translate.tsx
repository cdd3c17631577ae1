import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { KEY_FILTERS, type KeyFilter } from '../core/page/wire.js';
import { Editor } from './editor.js';
import { focusField } from './field.js';
import { isComposing } from './keyboard.js';
import * as list from './keys.js';
import { KeyList } from './list.js';
import { visibleName } from './shown-text.js';
import { attempt, language, news, notice, project, route } from './state.js';

const LABELS: Readonly<Record<KeyFilter, string>> = {
  all: 'All',
  missing: 'Missing',
  stale: 'Stale',
  recent: 'Recent',
  findings: 'Findings',
};

/** The keys of a language, and the one that is being translated. */
export function Translate(): JSX.Element {
  const searchField = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(list.search.value);
  const code = language.value?.code ?? '';
  const { filter } = list;
  const asked = route.value.filter;
  const newsCount = news.value.count;

  useEffect(() => {
    filter.value = KEY_FILTERS.find((candidate) => candidate === asked) ?? 'all';
  }, [asked]);
  useEffect(() => void list.loadFiles(), [project.value?.files]);
  useEffect(() => {
    list.clearRows();
    list.listed.value = [];
  }, [code]);
  useEffect(() => {
    const timer = setTimeout(() => {
      list.search.value = typed;
      void list.loadKeys();
    }, 120);
    return () => clearTimeout(timer);
  }, [code, filter.value, list.file.value, typed]);
  // A list without a filter shows news at once; one with a filter waits for a person.
  useEffect(() => {
    if (newsCount === 0) return undefined;
    list.forgetRows();
    const timer = setTimeout(() => void (filter.value === 'all' ? list.loadKeys() : undefined), 400);
    return () => clearTimeout(timer);
  }, [newsCount]);

  function go(step: 1 | -1): void {
    const next = list.neighbour(step);
    if (next === undefined)
      notice.value = { text: step === 1 ? 'That was the last key.' : 'That was the first key.' };
    else list.select(next);
    if (list.selected.value !== undefined) focusField();
  }
  // From the search to the first key: what was typed last may not be found yet.
  const toFirst = useRef<'list' | 'field' | undefined>(undefined);
  const [, askAgain] = useState({});
  const isAnswered = list.isAnswered(typed);
  useEffect(() => {
    const to = toFirst.current;
    if (to === undefined || !isAnswered) return;
    const [first] = list.keys.value;
    if (first === undefined) return;
    toFirst.current = undefined;
    list.select(first);
    if (to === 'field') focusField();
    else tree()?.focus();
  });
  function onSearchKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || isComposing(event)) return;
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    toFirst.current = event.key === 'Enter' ? 'field' : 'list';
    askAgain({});
  }
  async function goMissing(): Promise<void> {
    await attempt(async () => {
      const next = await list.nextMissing();
      if (next === undefined) notice.value = { text: 'Nothing is missing.' };
      else list.select(next);
    });
    if (list.selected.value !== undefined) focusField();
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') searchField.current?.focus();
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

  const item = list.selected.value;
  return (
    <main class={`work ${item === undefined ? '' : 'editing'}`}>
      <div class="side">
        <div class="tools">
          <label class="grow">
            <span class="hidden">Language</span>
            <select
              value={code}
              onChange={(event) => {
                list.select(undefined);
                location.hash = `#/translate/${encodeURIComponent(event.currentTarget.value)}`;
              }}
            >
              {project.value?.languages.map((listed) => (
                <option key={listed.id} value={listed.code}>
                  {listed.name} ({listed.code})
                </option>
              ))}
            </select>
          </label>
          <button
            type="button"
            aria-pressed={list.isTree.value}
            onClick={() => (list.isTree.value = !list.isTree.value)}
          >
            Tree
          </button>
        </div>
        <div class="tools">
          <select
            aria-label="Source file"
            value={String(list.file.value)}
            onChange={(event) => (list.file.value = Number(event.currentTarget.value))}
          >
            <option value="0">All source files</option>
            {list.files.value.map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {visibleName(name)}
              </option>
            ))}
          </select>
        </div>
        <input
          ref={searchField}
          type="search"
          aria-label="Search keys and texts"
          placeholder="Search keys and texts (Ctrl K)"
          value={typed}
          onInput={(event) => {
            toFirst.current = undefined;
            setTyped(event.currentTarget.value);
          }}
          onBlur={() => (toFirst.current = undefined)}
          onKeyDown={onSearchKey}
        />
        <div class="filters" role="group" aria-label="Filter">
          {KEY_FILTERS.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={filter.value === name}
              onClick={() => (filter.value = name)}
            >
              {LABELS[name]}
            </button>
          ))}
        </div>
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
              tree()?.focus();
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

const tree = (): HTMLElement | null => document.querySelector<HTMLElement>('[role=tree]');

const SHORTCUTS = [
  ['Ctrl Enter', 'save, then the next key'],
  ['Ctrl S', 'save and stay'],
  ['Alt ↓ / Alt ↑', 'next or previous key'],
  ['Alt N', 'next key without a text'],
  ['Ctrl K', 'search; then ↓ goes to the list, Enter edits the first key'],
  ['↑ ↓ Enter', 'in the list: choose a key, then edit it'],
  ['Esc', 'back to the list'],
] as const;

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
