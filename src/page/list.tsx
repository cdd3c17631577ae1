import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { draftId, drafts } from './drafts.js';
import {
  active,
  closed,
  entries,
  isLoading,
  keys,
  loadRows,
  rows,
  select,
  selected,
  type ListEntry,
} from './keys.js';
import { places } from './places.js';
import { languageAttributes, marked, ShownName } from './shown-text.js';
import { language, news, project } from './state.js';
import { quantity } from '../core/text/wording.js';

const HEIGHT = 58;
const MARGIN = 10;
/** How much of a draft its line shows. */
const MOST_SHOWN = 300;

interface KeyListProps {
  /** Moves to the text field of the selected key. */
  readonly onEnter: () => void;
}

/** Moves to the list of keys. */
export const focusList = (): void => document.querySelector<HTMLElement>('[role=tree]')?.focus();

/** The keys as a tree of files and groups; only the lines in sight are in the document. */
export function KeyList({ onEnter }: KeyListProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [size, setSize] = useState(800);
  const allEntries = entries.value;
  const chosen = selected.value;
  const first = Math.max(0, Math.floor(top / HEIGHT) - MARGIN);
  const shown = allEntries.slice(first, Math.ceil((top + size) / HEIGHT) + MARGIN);
  const ids = shown.flatMap(({ key }) => (key === undefined ? [] : [key.id]));
  const newsCount = news.value.count;

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(() => setSize(element.clientHeight));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => void loadRows(ids), 30);
    return () => clearTimeout(timer);
  }, [ids.join(','), newsCount]);
  // The selected key stays in sight, whatever selected it.
  useEffect(() => {
    const at = allEntries.findIndex(({ key }) => key !== undefined && key.id === chosen?.id);
    if (at !== -1) reveal(at);
  }, [chosen?.id, allEntries.length === 0]);

  function reveal(at: number): void {
    const element = box.current;
    if (element === null) return;
    if (at * HEIGHT < element.scrollTop) element.scrollTop = at * HEIGHT;
    else if ((at + 1) * HEIGHT > element.scrollTop + element.clientHeight)
      element.scrollTop = (at + 1) * HEIGHT - element.clientHeight;
    setTop(element.scrollTop);
  }

  function choose(entry: ListEntry | undefined): void {
    if (entry === undefined) return;
    active.value = entry.id;
    if (entry.key !== undefined && entry.key.id !== selected.value?.id) select(entry.key);
  }

  function toggle(entry: ListEntry, open = !entry.isOpen): void {
    const next = new Set(closed.value);
    if (open) next.delete(entry.id);
    else next.add(entry.id);
    closed.value = next;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = allEntries.findIndex(({ id }) => id === active.value);
    const entry = allEntries[at];
    const page = Math.max(1, Math.floor(size / HEIGHT) - 1);
    const steps: Readonly<Partial<Record<string, number>>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: allEntries.length - 1,
      PageDown: at + page,
      PageUp: at - page,
    };
    const to = steps[event.key];
    if (to !== undefined) {
      const next = Math.min(allEntries.length - 1, Math.max(0, to));
      choose(allEntries[next]);
      reveal(next);
    } else if (event.key === 'ArrowLeft' && entry?.key === undefined && entry) toggle(entry, false);
    else if (event.key === 'ArrowRight' && entry?.key === undefined && entry) toggle(entry, true);
    else if (event.key === 'Enter' && entry?.key !== undefined) {
      choose(entry);
      onEnter();
    } else if (event.key === 'Enter' && entry) toggle(entry);
    else return;
    event.preventDefault();
  }

  return (
    <div class="list">
      <p class="count" role="status">
        {isLoading.value && allEntries.length === 0 ? 'Reading …' : quantity(keys.value.length, 'key')}
        {isLoading.value && allEntries.length > 0 ? ' so far …' : ''}
      </p>
      <div
        ref={box}
        class="lines"
        role="tree"
        aria-label="Keys"
        tabIndex={0}
        aria-activedescendant={shown.some(({ id }) => id === active.value) ? active.value : undefined}
        onKeyDown={onKeyDown}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <div role="none" class="runway" style={{ height: `${allEntries.length * HEIGHT}px` }}>
          {shown.map((entry, at) => (
            <Line
              key={entry.id}
              entry={entry}
              place={places.value[first + at]}
              top={(first + at) * HEIGHT}
              isActive={entry.id === active.value}
              onChoose={() => {
                choose(entry);
                if (entry.key === undefined) toggle(entry);
              }}
            />
          ))}
        </div>
        {allEntries.length === 0 && !isLoading.value ? <Nothing /> : null}
      </div>
    </div>
  );
}

const Nothing = (): JSX.Element => (
  <div role="treeitem" class="nothing">
    Nothing to show: no key fits the filter and the search.
  </div>
);

interface LineProps {
  readonly entry: ListEntry;
  readonly place: { readonly at: number; readonly of: number } | undefined;
  readonly top: number;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

function Line({ entry, place, top, isActive, onChoose }: LineProps): JSX.Element {
  const { key } = entry;
  const row = key && rows.value.get(key.id);
  const code = language.value?.code ?? '';
  const isSource = project.value?.languages[0]?.code === code;
  const indent = Math.min(entry.depth - 1, 6) * 14;
  const common = {
    id: entry.id,
    role: 'treeitem' as const,
    'aria-level': entry.depth,
    'aria-posinset': place?.at,
    'aria-setsize': place?.of,
    'aria-selected': isActive,
    style: {
      transform: `translateY(${top}px)`,
      height: `${HEIGHT}px`,
      paddingInlineStart: `${12 + indent}px`,
    },
    onClick: onChoose,
  };
  if (key === undefined)
    return (
      <div {...common} class={`line head ${isActive ? 'active' : ''}`} aria-expanded={entry.isOpen}>
        <span class={`twist ${entry.isOpen ? 'open' : ''}`} aria-hidden="true">
          ›
        </span>
        <ShownName class="key" name={entry.label} />
      </div>
    );
  const draft = drafts.value.get(draftId(code, key));
  const isMissing = row?.isMissing === true;
  const state = isMissing ? 'missing' : row?.isStale === true ? 'stale' : 'done';
  return (
    <div {...common} class={`line ${isActive ? 'active' : ''}`}>
      <span
        class={`dot ${draft !== undefined ? 'unsaved' : row === undefined ? '' : state}`}
        aria-hidden="true"
      />
      <span class="both">
        <ShownName class="key" name={entry.label} />
        {draft !== undefined ? (
          <span class="sample" {...languageAttributes(code)}>
            {marked(draft.text.slice(0, MOST_SHOWN))}
          </span>
        ) : row === undefined ? (
          <span class="sample skeleton" />
        ) : isMissing ? (
          <span class="sample none" {...languageAttributes(project.value?.languages[0]?.code ?? '')}>
            {marked(row.source ?? '')}
          </span>
        ) : (
          <span class="sample" {...languageAttributes(code)}>
            {marked(row.text ?? '')}
          </span>
        )}
      </span>
      {draft === undefined ? null : <span class="badge unsaved">not saved</span>}
      {isMissing && !isSource && draft === undefined ? <span class="badge missing">missing</span> : null}
      {row?.isStale === true ? <span class="badge stale">stale</span> : null}
      {(row?.findings ?? 0) > 0 ? <span class="badge fault">check</span> : null}
    </div>
  );
}
