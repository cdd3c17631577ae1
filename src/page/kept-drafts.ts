import { effect } from '@preact/signals';
import type { PageText } from '../core/page/wire.js';
import { draftId, drafts, keepDraft, type Draft } from './drafts.js';
import { notice } from './state.js';
import { quantity } from '../core/text/wording.js';

const WRITE_MS = 250;
const ANSWER_MS = 250;
/** What no tab of this browser has under another name. */
const own = Math.random().toString(36).slice(2);

/**
 * Keeps the drafts in this browser, and takes over those of a tab that has crashed or was closed.
 * A tab that is still there answers a question, and keeps its own.
 */
export function keepDraftsOf(project: string): void {
  const prefix = `locsync.drafts.${project}.`;
  const alive = new Set([own]);
  const channel = new BroadcastChannel(prefix);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === '') channel.postMessage(own);
    else if (typeof data === 'string') alive.add(data);
  };
  channel.postMessage('');
  setTimeout(() => takeOver(prefix, alive), ANSWER_MS);

  let timer = 0;
  let isWritten = true;
  let isWarned = false;
  const write = (): void => {
    clearTimeout(timer);
    if (isWritten) return;
    isWritten = store(`${prefix}${own}`, [...drafts.value.values()]);
    if (isWritten || isWarned) return;
    isWarned = true;
    notice.value = {
      text: 'This browser has no room to keep what you type. Save it before you close this tab.',
      isLasting: true,
    };
  };
  effect(() => {
    if (drafts.value.size === 0 && isWritten && localStorage.getItem(`${prefix}${own}`) === null) return;
    isWritten = false;
    clearTimeout(timer);
    timer = setTimeout(write, WRITE_MS);
  });
  addEventListener('pagehide', write);
  document.addEventListener('visibilitychange', write);
}

/** False if the browser has no room: the drafts are then in this tab only. */
function store(name: string, list: readonly Draft[]): boolean {
  try {
    if (list.length === 0) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(list));
    return true;
  } catch {
    return false;
  }
}

function takeOver(prefix: string, alive: ReadonlySet<string>): void {
  let taken = 0;
  for (const name of Object.keys(localStorage)) {
    if (!name.startsWith(prefix) || alive.has(name.slice(prefix.length))) continue;
    const left: Draft[] = [];
    for (const draft of draftsOf(localStorage.getItem(name))) {
      // A person has begun another one meanwhile: this one waits for the next start.
      if (drafts.value.has(draftId(draft.code, draft.key))) left.push(draft);
      else {
        keepDraft(draft);
        taken++;
      }
    }
    store(name, left);
  }
  if (taken === 0) return;
  const what = taken === 1 ? 'that was not saved is' : 'that were not saved are';
  notice.value = { text: `${quantity(taken, 'text')} ${what} here again.` };
}

/** Other programs of this origin may have written it: what is no draft is passed over. */
function draftsOf(stored: string | null): readonly Draft[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isDraft) : [];
  } catch {
    return [];
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isText = (value: unknown): value is PageText =>
  isRecord(value) &&
  (value['text'] === null || typeof value['text'] === 'string') &&
  Number.isSafeInteger(value['version']);

function isDraft(value: unknown): value is Draft {
  if (!isRecord(value)) return false;
  const { code, key, text, base, over } = value;
  return (
    typeof code === 'string' &&
    typeof text === 'string' &&
    (over === undefined || typeof over === 'string') &&
    (base === undefined || (isRecord(base) && isText(base['target']) && isText(base['source']))) &&
    isRecord(key) &&
    typeof key['name'] === 'string' &&
    Number.isSafeInteger(key['id']) &&
    Number.isSafeInteger(key['file']) &&
    (key['sibling'] === undefined || Number.isSafeInteger(key['sibling']))
  );
}
