import type { LocaleTable } from './locale-table.js';

/**
 * The codes in the paths of an entry's files that are not tags, by the locale's id, if a locale has
 * no second one. A locale without a file is spelt as all others with a region are: `pt_BR` beside
 * `zh_TW`. `mapped`: the tags that `localeMap` gives, which tell nothing of the others.
 */
export function commonSpellings(
  table: LocaleTable,
  mapped: ReadonlySet<string>,
  codes: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, string> {
  const spellings = new Map<string, string>();
  const pairs: { readonly tag: string; readonly code: string }[] = [];
  for (const { id, tag } of table.locales) {
    const [code, another] = codes.get(id) ?? [];
    if (code === undefined || another !== undefined) continue;
    if (code !== tag) spellings.set(id, code);
    if (hasRegion(tag) && !mapped.has(tag)) pairs.push({ tag, code });
  }
  const style = STYLES.find(
    (spell) => pairs.length > 0 && pairs.every(({ tag, code }) => spell(tag) === code),
  );
  if (!style) return spellings;
  for (const { id, tag } of table.locales)
    if (!codes.has(id) && hasRegion(tag) && !mapped.has(tag)) spellings.set(id, style(tag));
  return spellings;
}

const hasRegion = (tag: string): boolean => /[-_]/.test(tag);

/** The ways in which all files of an entry may spell codes that are not the service's. */
const STYLES: readonly ((tag: string) => string)[] = [
  (tag) => tag,
  (tag) => tag.replaceAll('-', '_'),
  (tag) => tag.toLowerCase(),
  (tag) => tag.toLowerCase().replaceAll('-', '_'),
  (tag) => tag.replaceAll('_', '-'),
];
