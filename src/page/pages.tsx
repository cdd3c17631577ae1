import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PageOf } from '../core/page/wire.js';
import { attempt } from './state.js';

interface Pages<T> {
  /** Undefined before the first page is there. */
  readonly items: readonly T[] | undefined;
  /** Where the next page begins; undefined if there is none. */
  readonly next: string | undefined;
  /** Reads the page that begins there; '' takes the place of all. */
  readonly load: (after: string) => Promise<boolean>;
}

/** A long list that is read page by page. */
export function usePages<T>(read: (after: string) => Promise<PageOf<T>>): Pages<T> {
  const [items, setItems] = useState<readonly T[]>();
  const [next, setNext] = useState<string>();
  const load = (after: string): Promise<boolean> =>
    attempt(async () => {
      const page = await read(after);
      setItems((earlier) => (after === '' ? page.items : [...(earlier ?? []), ...page.items]));
      setNext(page.next);
    });
  return { items, next, load };
}

/** The button that reads the next page, if there is one. */
export function More({
  pages: { next, load },
  children,
}: {
  readonly pages: Pick<Pages<unknown>, 'next' | 'load'>;
  readonly children: ComponentChildren;
}): JSX.Element | null {
  return next === undefined ? null : (
    <button type="button" onClick={() => void load(next)}>
      {children}
    </button>
  );
}
