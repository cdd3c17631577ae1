import type { PageDetail } from '../core/page/wire.js';
import { ask } from './api.js';
import type { ListedKey } from './keys.js';

/** What the editor shows of a key. */
export async function readDetail(item: ListedKey, locale: number): Promise<PageDetail> {
  if (item.id !== 0) return ask<PageDetail>('key', { locale, key: item.id });
  // A plural form that has no key yet: what its group says of it.
  const detail = await ask<PageDetail>('key', { locale, key: item.sibling ?? 0 });
  const empty = { text: null, version: 0 };
  return { ...detail, id: 0, name: item.name, source: empty, target: empty, isStale: false, history: [] };
}

/** Whether another text is there than the one that is shown. */
export const isReplaced = (shown: PageDetail | undefined, current: PageDetail): boolean =>
  shown?.name === current.name &&
  shown.file === current.file &&
  shown.target.version !== current.target.version;

/** Who wrote the text that is there, as far as that is known. */
export function authorOf({ history: [last] }: PageDetail): string {
  if (last !== undefined && last.upload !== 'web')
    return last.who.startsWith('locsync/') ? 'A push from the command line' : 'An upload';
  return last === undefined || last.who === '' ? 'Somebody' : last.who;
}
