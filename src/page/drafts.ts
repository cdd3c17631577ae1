import { signal } from '@preact/signals';
import type { PageDetail, PageText } from '../core/page/wire.js';
import type { ListedKey } from './keys.js';

/** What a person saw when a draft was begun. */
export interface Base {
  readonly target: PageText;
  readonly source: PageText;
}

/** A text that is not saved yet. */
export interface Draft {
  readonly code: string;
  readonly key: ListedKey;
  readonly text: string;
  /** Undefined if it was typed before the service had answered what is there. */
  readonly base: Base | undefined;
  /** What the field held before that answer, as far as the list knew it. */
  readonly over: string | undefined;
}

/** They stay when a person moves to another key, by {@link draftId}. */
export const drafts = signal<ReadonlyMap<string, Draft>>(new Map());
/** The ids of the drafts that are being saved. */
export const saving = signal<ReadonlySet<string>>(new Set());

export const draftId = (code: string, { file, name }: Pick<ListedKey, 'file' | 'name'>): string =>
  `${code} ${file} ${name}`;

export function keepDraft(draft: Draft): void {
  drafts.value = new Map(drafts.value).set(draftId(draft.code, draft.key), draft);
}

export function dropDraft(id: string): void {
  const updated = new Map(drafts.value);
  if (updated.delete(id)) drafts.value = updated;
}

/** Never a real version: the user typed over a text that has changed since. */
const UNSEEN = -1;

/** The draft with a base, now that it is known what was there while it was typed. */
export function based(draft: Draft, { target, source }: PageDetail): Draft {
  if (draft.base !== undefined) return draft;
  const there = target.text ?? '';
  if (draft.over === undefined) return { ...draft, text: `${there}${draft.text}`, base: { target, source } };
  const isOther = draft.over !== there;
  const seen = isOther ? { text: draft.over, version: UNSEEN } : target;
  return { ...draft, base: { target: seen, source } };
}

/** Compares a draft with what the service has now. One that says the same is done. */
export function compareDraft(id: string, current: PageDetail): void {
  const draft = drafts.value.get(id);
  if (draft === undefined) return;
  const known = based(draft, current);
  if (!saving.value.has(id) && known.text === (current.target.text ?? '')) dropDraft(id);
  else if (known !== draft) keepDraft(known);
}

addEventListener('beforeunload', (event) => {
  if (drafts.value.size > 0) event.preventDefault();
});
