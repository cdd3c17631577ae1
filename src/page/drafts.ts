import { signal } from '@preact/signals';
import type { PageText } from '../core/page/wire.js';
import type { ListedKey } from './keys.js';

/** A text that is not saved yet, and what was there when it was begun. */
export interface Draft {
  readonly text: string;
  readonly target: PageText;
  readonly source: PageText;
}

/** They stay when a person moves to another key. */
export const drafts = signal<ReadonlyMap<string, Draft>>(new Map());

export const draftId = (code: string, { file, name }: ListedKey): string => `${code} ${file} ${name}`;

addEventListener('beforeunload', (event) => {
  if (drafts.value.size > 0) event.preventDefault();
});
