import { sectionOf } from '../../../core/files/file-set.js';
import type { BoundSet } from '../../../core/files/bound-set.js';
import type { KeyId } from '../../../core/keys/key.js';
import type { Locale } from '../../../core/locales/locale.js';
import { madeFromIn, type MadeFromByKey } from '../../../core/lock/made-from.js';
import { heldByEither } from '../../../core/merge/base-entry.js';
import { hashText, type Hash } from '../../../core/merge/hash.js';
import type { KeyState } from '../../../core/merge/key-state.js';
import type { SourceFile } from '../../../ports/service.js';
import type { Project } from '../../context/project.js';

/** What is known of the texts of a language and their source texts. */
export interface TranslatedTexts {
  /** Whether the text that was synced was another one than the source text. */
  readonly isTranslation: (state: KeyState) => boolean;
  /**
   * Whether the translation of one key belongs to another one by now, whose source text is the one
   * that it was made from.
   */
  readonly movesWithSource: (from: KeyId, to: KeyId) => boolean;
}

/** The source texts by their keys. */
interface SourceTextsOfKeys {
  /** Whether a text was a source text, as far as this machine remembers. */
  readonly wasSource: (key: KeyId, text: string) => boolean;
  /** The source text on disk. */
  readonly sourceHere: (key: KeyId) => string | undefined;
  /** Whether the disk has any source text. */
  readonly hasSource: boolean;
}

/**
 * What this machine and the lock know of it: another clone has only the lock, which says of each
 * translation whose source text has changed what it was made from.
 */
export function translatedTexts(
  { stored: { lock } }: Pick<Project, 'stored'>,
  { set }: BoundSet<SourceFile>,
  locale: Locale,
  { wasSource, sourceHere, hasSource }: SourceTextsOfKeys,
): TranslatedTexts {
  let read: MadeFromByKey | undefined;
  const madeFrom = (key: KeyId): Hash | undefined => {
    read ??= madeFromIn(lock, sectionOf(set, locale));
    return read.get(key)?.source;
  };
  return {
    isTranslation: ({ key, there = '', base }) => {
      if (wasSource(key, there)) return false;
      const source = madeFrom(key);
      return source === undefined || !heldByEither(base).includes(source);
    },
    movesWithSource: (from, to) => {
      const text = sourceHere(to);
      const source = madeFrom(from);
      if (text === undefined) return !hasSource;
      return source === undefined ? wasSource(from, text) : source === hashText(text);
    },
  };
}
