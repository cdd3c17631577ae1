import { removedHere, specialEntry } from '../core/merge/base-entry.js';
import { UNKNOWN_HASH } from '../core/merge/hash.js';
import type { BaseHashes } from '../core/merge/key-state.js';
import { baseOf } from '../core/merge/lock-file.js';
import type { KeyId } from '../core/keys/key.js';
import { isSource, sourceSection } from './locale-files.js';
import type { LocaleFile } from './locale-file.js';
import type { Locale } from '../core/locales/locale.js';
import type { Project } from './project.js';

/** How the lock writes an entry of a key that was removed on purpose. */
const REMOVED = '": "~';

/**
 * The base of one language for a comparison. Without its file nothing was deleted key by key, so
 * that pull writes it anew, but for what was removed on purpose. A key that was removed so in the
 * source locale is removed in every language: a translation of it that nobody here has seen is a
 * conflict, and does not come back by itself.
 */
export function baseNow(
  { stored: { lock } }: Pick<Project, 'stored'>,
  { bound }: LocaleFile,
  locale: Locale,
  known: BaseHashes,
  here: ReadonlyMap<KeyId, unknown> | undefined,
): BaseHashes {
  const base = here ? known : removedIn(known);
  const section = isSource(bound, locale) ? undefined : sourceSection(bound);
  const lines = section === undefined ? undefined : lock.sections.get(section);
  // A language that was never synced keeps no base: at first contact its texts decide otherwise.
  if (section === undefined || lines?.includes(REMOVED) !== true || (here && known.size === 0)) return base;
  const all = new Map(base);
  for (const key of removedIn(baseOf(lock, section)).keys())
    if (!all.has(key) && here?.has(key) !== true) all.set(key, removedHere(UNKNOWN_HASH));
  return all;
}

function removedIn(base: BaseHashes): BaseHashes {
  if (base.size === 0) return base;
  return new Map([...base].filter(([, entry]) => specialEntry(entry)?.kind === 'removed'));
}
