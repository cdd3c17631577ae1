import { type FileSet, sectionOf } from '../../../core/files/file-set.js';
import type { BoundSet } from '../../../core/files/bound-set.js';
import type { KeyId, TextsByKey } from '../../../core/keys/key.js';
import type { Locale } from '../../../core/locales/locale.js';
import { heldByEither, heldHere } from '../../../core/merge/base-entry.js';
import { hashText, type Hash } from '../../../core/merge/hash.js';
import type { KeyState } from '../../../core/merge/key-state.js';
import type { SourceFile } from '../../../ports/service.js';
import type { Project } from '../../context/project.js';
import { isSource } from '../../files/locale-file.js';
import type { LanguageQuery } from '../read/aligned-texts.js';
import { translatedTexts, type TranslatedTexts } from './translated-texts.js';

/** Whether a locale's text of a key had this hash when it was synced lately; false for no hash. */
type WasSynced = (key: KeyId, hash: Hash | undefined) => boolean;

/** What tells whose texts a file holds. */
export interface TextOwners extends TranslatedTexts, Pick<KnownOwners, 'wasSource' | 'textsHere'> {
  /** The source text of a key on disk. */
  readonly sourceHere: (key: KeyId) => string | undefined;
  /** The keys whose texts a run from here has found to be those of another file. */
  readonly copiedBefore: (states: readonly KeyState[]) => Promise<readonly KeyState[]>;
  /** The locales but the file's and the source locale. */
  readonly others: readonly Locale[];
  /** Tells of a locale's texts whether they were synced, or replaced by a run from here. */
  readonly wasSynced: (locale: Locale) => Promise<WasSynced>;
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
  const others = set.entry.table.locales.filter((other) => other.id !== locale.id && !isSource(bound, other));
  return {
    ...translatedTexts(project, bound, locale, { wasSource, sourceHere, hasSource: sourceTexts.size > 0 }),
    wasSource,
    sourceHere,
    copiedBefore: (states) => copiedBefore(project, set, locale, { others, hashesOf, textsHere }, states),
    others,
    wasSynced: async (other) => {
      const hashes = await hashesOf(other);
      const section = sectionOf(set, other);
      return (key, hash) =>
        hash !== undefined &&
        (heldByEither(hashes.get(key)).includes(hash) || project.replaced.wasOwn({ section, key }, hash));
    },
    textsHere,
  };
}

/** What {@link copiedBefore} goes by. */
type OtherFiles = Pick<KnownOwners, 'hashesOf' | 'textsHere'> & Pick<TextOwners, 'others'>;

/** See {@link TextOwners.copiedBefore}. */
async function copiedBefore(
  { replaced }: Pick<Project, 'replaced'>,
  set: FileSet,
  locale: Locale,
  { others, hashesOf, textsHere }: OtherFiles,
  states: readonly KeyState[],
): Promise<readonly KeyState[]> {
  const wasCopied = (of: Locale, { key, here = '' }: KeyState): boolean =>
    replaced.has('copied', { section: sectionOf(set, of), key }, here);
  let found = states.filter((state) => wasCopied(locale, state));
  for (const other of others) {
    const alike = new Set(found.filter((state) => wasCopied(other, state)));
    if (alike.size === 0) continue;
    const [texts, hashes] = await Promise.all([textsHere(other), hashesOf(other)]);
    // Two files were alike. If the other one has its own text again, that was the copy.
    const isRestored = ({ key, here = '' }: KeyState): boolean =>
      hashText(texts.get(key) ?? '') === heldHere(hashes.get(key)) &&
      replaced.hashesOf({ section: sectionOf(set, other), key }).every((hash) => hash === hashText(here));
    found = found.filter((state) => !alike.has(state) || !isRestored(state));
  }
  return found;
}
