import { computed, signal } from '@preact/signals';
import type { PageDetail, PageLanguage } from '../core/page/wire.js';
import { compareDraft, draftId } from './drafts.js';
import { selected, type ListedKey } from './keys.js';
import { language } from './state.js';
import { ask } from './api.js';

/** The key that the editor shows, and the turn of the request that has brought it. */
interface Opened {
  readonly id: string;
  readonly turn: number;
  readonly detail: PageDetail;
}
const opened = signal<Opened | undefined>(undefined);

/** Which key a person is at; '' for none. */
export const openId = computed(() => {
  const key = selected.value;
  return key === undefined ? '' : draftId(language.value?.code ?? '', key);
});

/** What the service has of the key that a person is at; undefined until it has answered. */
export const openDetail = computed(() =>
  opened.value?.id === openId.value ? opened.value.detail : undefined,
);

let turns = 0;

/** Reads a key. If a person is at it, the editor shows the answer, unless a later one is there. */
export async function readKey(key: ListedKey, { id: locale, code }: PageLanguage): Promise<PageDetail> {
  const turn = (turns += 1);
  const id = draftId(code, key);
  const current = await readDetail(key, locale);
  const before = opened.value;
  if (before?.id === id && before.turn > turn) return current;
  compareDraft(id, current);
  if (openId.value === id) opened.value = { id, turn, detail: current };
  return current;
}

/** What the editor shows of a key. */
async function readDetail(item: ListedKey, locale: number): Promise<PageDetail> {
  if (item.id !== 0) return ask<PageDetail>('key', { locale, key: item.id });
  // A plural form that has no key yet: what its group says of it.
  const detail = await ask<PageDetail>('key', { locale, key: item.sibling ?? 0 });
  const empty = { text: null, version: 0 };
  return { ...detail, id: 0, name: item.name, source: empty, target: empty, isStale: false, history: [] };
}
