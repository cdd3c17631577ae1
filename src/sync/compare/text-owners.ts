import { sectionOf } from '../../core/files/file-set.js';
import type { BoundSet } from '../../core/files/bound-set.js';
import type { KeyId, TextsByKey } from '../../core/keys/key.js';
import type { Locale } from '../../core/locales/locale.js';
import { heldByEither } from '../../core/merge/base-entry.js';
import type { Hash } from '../../core/merge/hash.js';
import type { SourceFile } from '../../ports/service.js';
import type { Project } from '../context/project.js';
import { isSource } from '../files/locale-file.js';
import type { LanguageQuery } from './aligned-texts.js';
import { translatedTexts, type TranslatedTexts } from './translated-texts.js';

/** The hashes of the texts of a key that were synced lately. */
export type SyncedTexts = (key: KeyId) => readonly Hash[];

/** What tells whose texts a file holds. */
export interface TextOwners extends TranslatedTexts, Pick<KnownOwners, 'wasSource' | 'textsHere'> {
  /** The source text of a key on disk. */
  readonly sourceHere: (key: KeyId) => string | undefined;
  /** The locales but the file's and the source locale. */
  readonly others: readonly Locale[];
  /** The texts of a locale that were synced, also those that runs from here have replaced. */
  readonly syncedTexts: (locale: Locale) => Promise<SyncedTexts>;
}

/** What a run knows of the texts of a file set. */
interface KnownOwners {
  /** Whether a text of a key was a source text, as far as this machine remembers. */
  readonly wasSource: (key: KeyId, text: string) => boolean;
  /** What a locale's base says of its texts, or its file without one. */
  readonly hashesOf: (locale: Locale) => Promise<ReadonlyMap<KeyId, Hash>>;
  /** A locale's texts on disk. */
  readonly textsHere: (locale: Locale) => Promise<TextsByKey>;
}

/** What tells whose texts the file of a locale holds. */
export function textOwners(
  project: Project,
  bound: BoundSet<SourceFile>,
  { locale, sourceTexts }: LanguageQuery,
  { wasSource, hashesOf, textsHere }: KnownOwners,
): TextOwners {
  const { set } = bound;
  const sourceHere = (key: KeyId): string | undefined => sourceTexts.get(key)?.text;
  return {
    ...translatedTexts(project, bound, locale, wasSource, sourceHere),
    wasSource,
    sourceHere,
    others: set.entry.table.locales.filter((other) => other.id !== locale.id && !isSource(bound, other)),
    syncedTexts: async (other) => {
      const hashes = await hashesOf(other);
      const section = sectionOf(set, other);
      return (key) => [...project.replaced.hashesOf(section, key), ...heldByEither(hashes.get(key))];
    },
    textsHere,
  };
}
