import { computed, signal } from '@preact/signals';
import type { PageLanguage, PageNews, PageProject } from '../core/page/wire.js';
import { ApiError, ask, rememberProject, change, reasonOf } from './api.js';
import { quantity } from '../core/text/wording.js';

export const project = signal<PageProject | undefined>(undefined);
export const errorMessage = signal('');
/** What has just happened, with the version that could be undone. */
export const notice = signal<Notice | undefined>(undefined);
export interface Notice {
  readonly text: string;
  /** The key that it is about. */
  readonly key?: string;
  readonly version?: number;
  /** Something else that a person can do about it. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** It stays until a person has read it, or something else has happened. */
  readonly isLasting?: boolean;
}
/** Removes the notice unless it is to stay, once a person goes on. */
export function clearNotice(): void {
  if (notice.value?.isLasting !== true) notice.value = undefined;
}
export const isConnected = signal(true);
/** Counts the news of the service: what is shown is read again after each. */
export const news = signal<{ readonly count: number; readonly files: readonly number[] }>({
  count: 0,
  files: [],
});

const NAME = 'locsync.who';
export const who = signal(localStorage.getItem(NAME) ?? '');
export function setUserName(name: string): void {
  who.value = name;
  localStorage.setItem(NAME, name);
}

/** `#/`, `#/activity`, `#/translate/de/missing`. */
const hash = signal(location.hash);
addEventListener('hashchange', () => {
  hash.value = location.hash;
  clearNotice();
});
/** A damaged address leads to the default. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
export const route = computed(() => {
  const [, view = '', code = '', filter = ''] = hash.value.split('/').map(decoded);
  return { view, code, filter };
});

export const language = computed(
  (): PageLanguage | undefined =>
    project.value?.languages.find(({ code }) => code === route.value.code) ?? project.value?.languages[1],
);

export async function loadProject(): Promise<void> {
  await attempt(async () => {
    const loaded = await ask<PageProject>('project');
    rememberProject(loaded.id);
    project.value = loaded;
    errorMessage.value = '';
  });
}

/** Runs `work`; what goes wrong is shown. Returns whether it went well. */
export async function attempt(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    errorMessage.value = reasonOf(error);
    return false;
  }
}

export async function undo(version: number): Promise<void> {
  await attempt(async () => {
    const { undone, kept } = await change<{ undone: number; kept: number }>('undo', {
      version,
      who: who.value,
    });
    const rest = kept > 0 ? `; ${kept} changed since and stay` : '';
    notice.value = { text: `${quantity(undone, 'text')} put back${rest}.` };
  });
}

/** After a restart the service no longer knows this browser: a person has to know it, too. */
async function showRejection(): Promise<void> {
  try {
    await ask<PageProject>('project');
  } catch (error) {
    if (error instanceof ApiError) errorMessage.value = reasonOf(error);
  }
}

/** Listens to the service while the page is seen: a hidden one keeps no connection. */
export function listen(): void {
  let stream: EventSource | undefined;
  const tell = (files: readonly number[]): void => {
    news.value = { count: news.value.count + 1, files };
    void loadProject();
  };
  const sync = (): void => {
    if (document.hidden) {
      stream?.close();
      stream = undefined;
      return;
    }
    if (stream !== undefined) return;
    stream = new EventSource('/ui/api/live');
    let wasOpen = false;
    stream.onopen = () => {
      isConnected.value = true;
      if (wasOpen || news.value.count > 0) tell([]);
      wasOpen = true;
    };
    stream.onerror = () => {
      isConnected.value = false;
      // A browser does not try again after a refusal.
      if (stream?.readyState === EventSource.CLOSED) {
        stream = undefined;
        void showRejection();
        setTimeout(sync, 2000);
      }
    };
    stream.onmessage = ({ data }: MessageEvent<string>) => {
      tell((JSON.parse(data) as PageNews).files);
    };
  };
  document.addEventListener('visibilitychange', sync);
  sync();
}
