import { haveSameTexts } from '../../../core/align/same-texts.js';
import { keyId } from '../../../core/keys/key.js';
import type { ServiceLocale } from '../../../core/locales/locale.js';
import { largest } from '../../../core/util/collections.js';
import type { RemoteTexts, SourceFile } from '../../../ports/service.js';

/** The texts of a source file by the id of the locale. */
export type TextsByLanguage = ReadonlyMap<string, RemoteTexts>;

/** Whether more than half of the languages are there: if not, asking for each is cheaper. */
export const hasMost = (texts: TextsByLanguage, locales: readonly ServiceLocale[]): boolean =>
  texts.size * 2 > locales.length;

export const longestOf = (texts: TextsByLanguage): number =>
  largest([...texts.values()].map(({ length }) => length));

/** Whether all languages together hold fewer keys than the list says of the source file. */
export function isShort({ keys }: SourceFile, texts: TextsByLanguage): boolean {
  const languages = [...texts.values()];
  if (languages.some(({ length }) => length >= keys)) return false;
  const held = new Set(languages.flatMap((entries) => entries.map(({ key }) => keyId(key))));
  return held.size < keys;
}

/**
 * The languages without a text, and those with the very texts of another one. A service may answer
 * like that for a language that was not asked for.
 */
export function doubtfulLanguages(texts: TextsByLanguage): ReadonlySet<string> {
  const doubtful = new Set<string>();
  const alike = new Map<string, (readonly [id: string, entries: RemoteTexts])[]>();
  for (const [id, entries] of texts) {
    if (entries.every(({ text }) => text === null || text === '')) {
      doubtful.add(id);
      continue;
    }
    // Nearly all languages differ in these already.
    const mark = `${entries.length} ${entries[0]?.text ?? ''} ${entries.at(-1)?.text ?? ''}`;
    const others = alike.get(mark) ?? [];
    for (const [otherId, held] of others) if (haveSameTexts(entries, held)) doubtful.add(id).add(otherId);
    alike.set(mark, [...others, [id, entries]]);
  }
  return doubtful;
}
