/** One key of one language of one file set: `set|locale|key`. */
export type Slot = string;
export const slotOf = (set: number, locale: string, key: string): Slot => `${set}|${locale}|${key}`;

export const LOCALES = ['en', 'de', 'fr'] as const;

/** The two file sets of the project. Keys with a dot are nested on disk. */
export const SETS = [
  { path: (locale: string) => `config/locales/${locale}.yml`, root: true },
  { path: (locale: string) => `app/${locale}/texts.json`, root: false },
].map((set) => ({ ...set, names: LOCALES.map((locale) => set.path(locale)) }));

export const CONFIG = { files: ['config/locales/{locale}.yml', 'app/{locale}/texts.json'] };

/** All files of the project. */
export const FILES = SETS.flatMap((set, number) =>
  LOCALES.map((locale) => ({ set: number, locale, path: set.path(locale), root: set.root })),
);

/** Keys that people think of: few, so that they meet. */
export const KEYS = ['title', 'hello', 'bye', 'cart.total', 'cart.empty', 'cart.pay', 'more.terms', 'zoo'];

/** A tree of texts as key to text, nested keys joined with dots. */
export function flat(tree: unknown, prefix = ''): Record<string, string> {
  const found: Record<string, string> = {};
  if (typeof tree !== 'object' || tree === null) return found;
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'object' && value !== null) Object.assign(found, flat(value, `${prefix}${key}.`));
    else if (typeof value === 'string') found[prefix + key] = value;
  }
  return found;
}

/** Key to text as a tree. */
export function nested(texts: ReadonlyMap<string, string>): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const [key, text] of texts) {
    const [first = '', second] = key.split('.');
    if (second === undefined) tree[first] = text;
    else tree[first] = { ...(tree[first] as object | undefined), [second]: text };
  }
  return tree;
}

/** Numbers that look random and follow from the seed (mulberry32). */
export function luckOf(seed: number): {
  below(n: number): number;
  one<T>(list: readonly T[]): T;
  chance(p: number): boolean;
} {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return { below, one: (list) => list[below(list.length)] as never, chance: (p) => next() < p };
}

export type Luck = ReturnType<typeof luckOf>;
