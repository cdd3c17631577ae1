import { computed, signal } from '@preact/signals';
import type { KeyFilter, PageFile, PageKeys, PageOf, PageRow } from '../core/page/wire.js';
import { append } from '../core/util/collections.js';
import { ask } from './api.js';
import { attempt, clearNotice, language, project, route } from './state.js';

export interface ListedKey {
  /** 0: a plural form that has no key yet; `sibling` is one of the same group. */
  readonly id: number;
  readonly name: string;
  readonly file: number;
  readonly sibling?: number;
}

/** One line of the list: a file, a group of keys, or a key. */
export interface ListEntry {
  readonly id: string;
  readonly label: string;
  readonly depth: number;
  readonly key: ListedKey | undefined;
  readonly isOpen: boolean;
}

export const filter = signal<KeyFilter>('all');
export const search = signal('');
export const file = signal(0);
export const isTree = signal(false);
export const closed = signal<ReadonlySet<string>>(new Set());
export const listed = signal<PageKeys['files']>([]);
export const isLoading = signal(false);
export const rows = signal<ReadonlyMap<number, PageRow>>(new Map());
export const selected = signal<ListedKey | undefined>(undefined);
/** The line that the arrow keys are at: that of the selected key, a file or a group. */
export const active = signal('');

/** Goes to a key, or to none; what was said about another one goes away. */
export function select(key: ListedKey | undefined): void {
  selected.value = key;
  // At once: the next key may be pressed before the page is drawn again.
  if (key !== undefined && key.id !== 0) active.value = lineId(key.id);
  clearNotice();
}

/** Goes to a key of any language, from any view. */
export function goTo(code: string, key: ListedKey): void {
  const address = `#/translate/${encodeURIComponent(code)}`;
  if (route.value.view !== 'translate' || language.value?.code !== code) location.hash = address;
  select(key);
}

const lineId = (key: number): string => `key-${key}`;

export const keys = computed(() =>
  listed.value.flatMap(({ file: id, ids, names }) =>
    ids.map((key, at): ListedKey => ({ id: key, name: names[at] ?? '', file: id })),
  ),
);

export const entries = computed((): readonly ListEntry[] => {
  const found: ListEntry[] = [];
  const shut = closed.value;
  let last = 0;
  for (const { file: id, name, ids, names } of listed.value) {
    const top = `file-${id}`;
    if (id !== last) {
      found.push({ id: top, label: name, depth: 1, key: undefined, isOpen: !shut.has(top) });
    }
    let open: string[] = [];
    for (const [at, key] of ids.entries()) {
      if (shut.has(top)) break;
      const keyName = names[at] ?? '';
      const path = isTree.value ? keyName.split('.').slice(0, -1) : [];
      const same = open.findIndex((part, depth) => part !== path[depth]);
      open = open.slice(0, same === -1 ? Math.min(open.length, path.length) : same);
      let isHidden = open.some((_, depth) => shut.has(groupId(id, open.slice(0, depth + 1))));
      while (!isHidden && open.length < path.length) {
        open = path.slice(0, open.length + 1);
        const group = groupId(id, open);
        isHidden = shut.has(group);
        const label = open.at(-1) ?? '';
        found.push({ id: group, label, depth: open.length + 1, key: undefined, isOpen: !isHidden });
      }
      if (isHidden) open = path.slice(0, open.length);
      else {
        const label = isTree.value ? (keyName.split('.').at(-1) ?? '') : keyName;
        const listedKey = { id: key, name: keyName, file: id };
        found.push({ id: lineId(key), label, depth: path.length + 2, key: listedKey, isOpen: false });
      }
    }
    last = id;
  }
  return found;
});

export const fileNameOf = ({ file: id }: ListedKey): string =>
  listed.value.find((entry) => entry.file === id)?.name ?? '';

/** Ids of elements have no blanks. */
const groupId = (id: number, path: readonly string[]): string =>
  `group-${id}-${path.join('.').replaceAll(/[^A-Za-z0-9.-]/g, (c) => `_${c.charCodeAt(0).toString(16)}_`)}`;

/** More files than this cannot be chosen from a list by a person. */
const MOST_FILES = 1_000;
export const files = signal<readonly PageFile[]>([]);

/** Reads the source files that the list may be limited to. */
export async function loadFiles(): Promise<void> {
  await attempt(async () => {
    const found: PageFile[] = [];
    for (let after: string | undefined = ''; after !== undefined && found.length < MOST_FILES;) {
      const answer: PageOf<PageFile> = await ask<PageOf<PageFile>>('files', { after });
      append(found, answer.items);
      after = answer.next;
    }
    files.value = found;
  });
}

let loading = 0;
/** The question that the list answers; '' before the first answer. */
const answered = signal('');
const questionOf = (typed: string): string => [language.value?.id, file.value, filter.value, typed].join(' ');

/** Whether the list holds the answer to what a person has typed and chosen by now. */
export const isAnswered = (typed: string): boolean =>
  !isLoading.value && answered.value === questionOf(typed);

/** Reads the list anew, answer by answer; a later call takes the place of this one. */
export async function loadKeys(): Promise<void> {
  const ownLoad = ++loading;
  const locale = language.value?.id;
  if (locale === undefined) return;
  isLoading.value = true;
  const asking = questionOf(search.value);
  let found: PageKeys['files'] = [];
  let shown = performance.now();
  await attempt(async () => {
    for (let after: string | undefined = ''; after !== undefined;) {
      const question = { locale, file: file.value, filter: filter.value, search: search.value, after };
      const answer: PageKeys = await ask<PageKeys>('keys', question);
      if (ownLoad !== loading) return;
      found = merged(found, answer.files);
      after = answer.next;
      if (after === undefined || performance.now() - shown > 300) {
        listed.value = found;
        shown = performance.now();
      }
    }
    answered.value = asking;
  });
  if (ownLoad === loading) isLoading.value = false;
}

/** A file whose keys came in two answers is one file. */
function merged(before: PageKeys['files'], more: PageKeys['files']): PageKeys['files'] {
  const [first, ...others] = more;
  const last = before.at(-1);
  if (first === undefined) return before;
  if (last?.file !== first.file) return [...before, ...more];
  const joined = { ...last, ids: [...last.ids, ...first.ids], names: [...last.names, ...first.names] };
  return [...before.slice(0, -1), joined, ...others];
}

const asked = new Set<number>();

/** Forgets the lines of these files, or of all; they stay in sight until the new ones are there. */
export function forgetRows(): void {
  asked.clear();
}

export function clearRows(): void {
  asked.clear();
  rows.value = new Map();
}

/** What was just saved is in its line at once; the news about it bring the rest. */
export function showText({ id }: ListedKey, code: string, text: string): void {
  const row = rows.value.get(id);
  if (row === undefined || code !== language.value?.code) return;
  rows.value = new Map(rows.value).set(id, { ...row, text, isMissing: text === '', isStale: false });
}

/** More characters than this may be the beginning of a text, which the service has cut. */
const WHOLE = 90;

/** The text of a key as its line has it; undefined if it is not known, or cut. */
export function textOfRow({ id }: ListedKey): string | undefined {
  const row = rows.value.get(id);
  const text = row?.text ?? '';
  return row === undefined || (text.length > WHOLE && text.endsWith('…')) ? undefined : text;
}

/** Reads the lines of these keys that are not known yet. */
export async function loadRows(ids: readonly number[]): Promise<void> {
  const locale = language.value?.id;
  const wanted = ids.filter((id) => !asked.has(id));
  if (locale === undefined || wanted.length === 0) return;
  for (const id of wanted) asked.add(id);
  await attempt(async () => {
    const answer = await ask<readonly PageRow[]>('rows', { locale, ids: wanted.join(',') });
    if (locale !== language.value?.id) return;
    rows.value = new Map([...rows.value, ...answer.map((row) => [row.id, row] as const)]);
  });
}

/** The key before or after the selected one, or after the line that was left last. */
export function neighbour(step: 1 | -1): ListedKey | undefined {
  const allKeys = keys.value;
  const from = selected.value ?? entries.value.find(({ id }) => id === active.value)?.key;
  if (from === undefined) return allKeys[0];
  // A plural form that has no key yet is where its group is.
  const id = from.id === 0 ? (from.sibling ?? 0) : from.id;
  // A key that no longer fits the search keeps its place: the list is in the order of ids.
  const isAfter = (key: ListedKey): boolean =>
    key.file > from.file || (key.file === from.file && key.id > id);
  const isBefore = (key: ListedKey): boolean =>
    key.file < from.file || (key.file === from.file && key.id < id);
  return step === 1 ? allKeys.find(isAfter) : allKeys.findLast(isBefore);
}

/** The next key without a text, from the selected one on and then from the start. */
export async function nextMissing(): Promise<ListedKey | undefined> {
  const locale = language.value?.id;
  const from = selected.value;
  if (locale === undefined || project.value === undefined) return undefined;
  for (const start of from === undefined
    ? ['']
    : [`${from.file}.${from.id === 0 ? (from.sibling ?? 0) : from.id}`, '']) {
    for (let after: string | undefined = start; after !== undefined;) {
      const answer: PageKeys = await ask<PageKeys>('keys', {
        locale,
        file: file.value,
        filter: 'missing',
        after,
      });
      const [first] = answer.files;
      if (first?.ids[0] !== undefined && first.ids[0] !== from?.id)
        return { id: first.ids[0], name: first.names[0] ?? '', file: first.file };
      if (first?.ids[1] !== undefined)
        return { id: first.ids[1], name: first.names[1] ?? '', file: first.file };
      after = answer.next;
    }
  }
  return undefined;
}
