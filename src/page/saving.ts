import { effect } from '@preact/signals';
import type { PageDetail, PageEdit, PageSaved } from '../core/page/wire.js';
import { change, reasonOf, ApiError } from './api.js';
import { findingsOf, savedWith } from './check.js';
import { based, draftId, drafts, dropDraft, keepDraft, saving, type Draft } from './drafts.js';
import { goTo, selected, showText } from './keys.js';
import { focusField } from './field.js';
import { openId, readKey } from './opened-key.js';
import { loadProject, news, notice, project, errorMessage, who, type Notice } from './state.js';
import { quantity } from '../core/text/wording.js';
import { authorOf } from './history.js';

const AGAIN_MS = 500;

/** Drafts that were to be saved once more while they were being saved. */
const asked = new Set<string>();
/** Drafts whose save got no answer: the service may have stored them. */
const unanswered = new Map<string, Draft>();
/** Ids of drafts whose save got no answer, and that the service has not stored. */
const unsaved = new Set<string>();
/** The notice that offers to save them. */
let offer: Notice | undefined;

/**
 * Saves a draft on top of what was seen, wherever a person goes meanwhile. Each key waits for its
 * own save only. `isFormNext`: a person is about to write another plural form of the key.
 */
export async function saveDraft(draft: Draft, isFormNext: boolean): Promise<void> {
  const id = draftId(draft.code, draft.key);
  if (saving.value.has(id)) {
    asked.add(id);
    return;
  }
  saving.value = new Set(saving.value).add(id);
  try {
    let next: Draft | undefined = draft;
    do {
      asked.delete(id);
      await store(id, next, isFormNext);
      next = drafts.value.get(id);
    } while (next !== undefined && asked.has(id));
  } finally {
    asked.delete(id);
    const rest = new Set(saving.value);
    rest.delete(id);
    saving.value = rest;
  }
}

const languageOf = ({ code }: Draft) => project.value?.languages.find((language) => language.code === code);

async function store(id: string, first: Draft, isFormNext: boolean): Promise<void> {
  const to = languageOf(first);
  if (to === undefined) return;
  let draft = first;
  try {
    if (draft.base === undefined) {
      draft = based(draft, await readKey(draft.key, to));
    }
    const { text, key, base } = draft;
    const saved = await change<PageSaved>('texts', {
      file: key.file,
      name: key.name,
      locale: to.id,
      text,
      base: Math.max(0, base?.target.version ?? 0),
      source: base?.source.version ?? 0,
      who: who.value,
    } satisfies PageEdit);
    errorMessage.value = '';
    unanswered.delete(id);
    unsaved.delete(id);
    if (unsaved.size === 0 && notice.value === offer) notice.value = undefined;
    const stored = { ...key, id: saved.key };
    if (openId.value === id && selected.value?.id === 0) selected.value = stored;
    showText(stored, draft.code, text);
    const current = await readKey(stored, to);
    settle(id, text, saved, current);
    const isSource = draft.code === project.value?.languages[0]?.code;
    say(key.name, saved, isSource ? [] : await findingsOf(current, text, draft.code, !isFormNext));
  } catch (error) {
    await explain(id, draft, error);
  }
}

/** The draft is done, unless a person has typed on: the rest is a change of what was saved. */
function settle(id: string, sent: string, { version, key }: PageSaved, current: PageDetail): void {
  const typed = drafts.value.get(id);
  if (typed === undefined) return;
  if (typed.text === sent) dropDraft(id);
  else {
    const target = { text: sent, version: version ?? current.target.version };
    keepDraft({ ...typed, key: { ...typed.key, id: key }, base: { target, source: current.source } });
  }
}

function say(name: string, { version }: PageSaved, found: readonly string[]): void {
  const last = notice.value;
  if (last?.isLasting === true) return;
  const more = last === undefined || last.key !== undefined ? '' : ` ${last.text}`;
  notice.value =
    version === undefined
      ? { key: name, text: `Nothing to save: the text is the same.${more}` }
      : { key: name, text: `${savedWith(found)}${more}`, version };
}

/** The draft stays. If the person has moved on, the notice names the key and links to it. */
async function explain(id: string, draft: Draft, error: unknown): Promise<void> {
  const to = languageOf(draft);
  if (!(error instanceof ApiError) || error.status === 401) {
    errorMessage.value = reasonOf(error);
    unanswered.set(id, draft);
    setTimeout(() => void offerUnsavedDrafts(), AGAIN_MS);
    return;
  }
  let reason = reasonOf(error);
  if (error.conflict !== undefined && to !== undefined) {
    // The draft keeps what it was based on: the page then shows both texts.
    if (!drafts.value.has(id)) keepDraft(draft);
    const current = await readKey(draft.key, to).catch(() => undefined);
    const author = current === undefined ? 'Somebody' : authorOf(current);
    reason = `${author} changed ${error.conflict.changed === 'text' ? 'this text' : 'the source text'}.`;
    if (openId.value === id) return;
  }
  if (openId.value === id) errorMessage.value = reason;
  else
    notice.value = {
      key: draft.key.name,
      text: `Not saved: ${reason}`,
      isLasting: true,
      action: { label: 'Show', run: () => show(draft) },
    };
}

function show({ code, key }: Draft): void {
  goTo(code, key);
  focusField();
}

/** Loads the page's data again, and saves what could not be saved before. */
export async function tryAgain(): Promise<void> {
  await loadProject();
  await findStored();
  saveUnsaved();
}

/** Looks which drafts the service has stored. Returns whether it has not stored one. */
async function findStored(): Promise<boolean> {
  let isMissing = false;
  for (const [id, draft] of unanswered) {
    const to = languageOf(draft);
    try {
      if (drafts.value.has(id) && to !== undefined) await readKey(draft.key, to);
    } catch {
      // The service cannot be reached yet: its next news asks again.
      break;
    }
    unanswered.delete(id);
    if (!drafts.value.has(id)) continue;
    unsaved.add(id);
    isMissing = true;
  }
  return isMissing;
}

/** Offers to save the drafts that are still unsaved, once the service responds again. */
async function offerUnsavedDrafts(): Promise<void> {
  // A person who has closed the notice is not told again by each news.
  if (!(await findStored())) return;
  const left = [...unsaved].filter((id) => drafts.value.has(id) && !saving.value.has(id));
  if (left.length === 0) return;
  const are = left.length === 1 ? 'is' : 'are';
  offer = {
    text: `${quantity(left.length, 'text')} ${are} not saved: the service could not be reached.`,
    isLasting: true,
    action: { label: 'Save now', run: saveUnsaved },
  };
  notice.value = offer;
}

function saveUnsaved(): void {
  const due = [...unsaved].flatMap((id) => drafts.value.get(id) ?? []);
  unsaved.clear();
  for (const draft of due) void saveDraft(draft, false);
}

effect(() => {
  if (news.value.count > 0) queueMicrotask(() => void offerUnsavedDrafts());
});
