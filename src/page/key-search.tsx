import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX, RefObject } from 'preact';
import { KEY_FILTERS, type KeyFilter } from '../core/page/wire.js';
import { focusField, isComposing } from './field.js';
import * as list from './keys.js';
import { focusList } from './list.js';
import { visibleName } from './shown-text.js';
import { language, news, project, route } from './state.js';

const LABELS: Readonly<Record<KeyFilter, string>> = {
  all: 'All',
  missing: 'Missing',
  stale: 'Stale',
  recent: 'Recent',
  findings: 'Findings',
};

/** Milliseconds without a keystroke until the list is asked for. */
const TYPED_MS = 120;
/** Milliseconds until a list without a filter shows what others have written. */
const NEWS_MS = 400;

/** What the list shows: language, source file, words and filter. `field`: the search field. */
export function KeySearch({ field }: { readonly field: RefObject<HTMLInputElement | null> }): JSX.Element {
  const [typed, setTyped] = useState(list.search.value);
  useListOf(typed);
  const first = useFirstKey(typed);
  return (
    <>
      <div class="tools">
        <LanguageChoice />
        <button
          type="button"
          aria-pressed={list.isTree.value}
          onClick={() => (list.isTree.value = !list.isTree.value)}
        >
          Tree
        </button>
      </div>
      <div class="tools">
        <SourceFileChoice />
      </div>
      <input
        ref={field}
        type="search"
        aria-label="Search keys and texts"
        placeholder="Search keys and texts (Ctrl K)"
        value={typed}
        onInput={(event) => {
          first.forget();
          setTyped(event.currentTarget.value);
        }}
        onBlur={first.forget}
        onKeyDown={first.onSearchKey}
      />
      <div class="filters" role="group" aria-label="Filter">
        {KEY_FILTERS.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={list.filter.value === name}
            onClick={() => (list.filter.value = name)}
          >
            {LABELS[name]}
          </button>
        ))}
      </div>
    </>
  );
}

const LanguageChoice = (): JSX.Element => (
  <label class="grow">
    <span class="hidden">Language</span>
    <select
      value={language.value?.code ?? ''}
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
);

const SourceFileChoice = (): JSX.Element => (
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
);

/** Loads the list whenever what it is to show changes; `typed`: the words that are searched for. */
function useListOf(typed: string): void {
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
    }, TYPED_MS);
    return () => clearTimeout(timer);
  }, [code, filter.value, list.file.value, typed]);
  // A list without a filter shows news at once; one with a filter waits for a person.
  useEffect(() => {
    if (newsCount === 0) return undefined;
    list.forgetRows();
    const timer = setTimeout(() => void (filter.value === 'all' ? list.loadKeys() : undefined), NEWS_MS);
    return () => clearTimeout(timer);
  }, [newsCount]);
}

/** From the search to the first key, once the list shows what was typed last. */
function useFirstKey(typed: string): {
  readonly onSearchKey: (event: KeyboardEvent) => void;
  readonly forget: () => void;
} {
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
    else focusList();
  });
  return {
    onSearchKey(event) {
      if (event.altKey || event.ctrlKey || event.metaKey || isComposing(event)) return;
      if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
      event.preventDefault();
      toFirst.current = event.key === 'Enter' ? 'field' : 'list';
      askAgain({});
    },
    forget() {
      toFirst.current = undefined;
    },
  };
}
