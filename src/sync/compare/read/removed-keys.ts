import { isRemoval, removedHere } from '../../../core/merge/base-entry.js';
import { CompactSections } from '../../../core/lock/compact-sections.js';
import { UNKNOWN_HASH } from '../../../core/merge/hash.js';
import type { BaseHashes } from '../../../core/merge/key-state.js';
import { baseOf, renderSection, baseOfLines } from '../../../core/lock/lock-file.js';
import type { Lock } from '../../../core/lock/lock.js';
import type { BoundSet } from '../../../core/files/bound-set.js';
import { sectionOf } from '../../../core/files/file-set.js';
import { keyName, keyPath, type KeyId, type KeyPath } from '../../../core/keys/key.js';
import { leavesUnder, rootIn, type LocaleLeaves } from '../../../plan/locale-root.js';
import type { Files } from '../../../ports/files.js';
import type { SourceFile } from '../../../ports/service.js';
import { readDocument } from '../../files/read-file.js';
import { ifReadable } from '../../files/unless-failed.js';
import { isSource, sourceSection, type LocaleFile } from '../../files/locale-file.js';
import type { Locale } from '../../../core/locales/locale.js';
import type { Project } from '../../context/project.js';

/** How the lock writes an entry of a key that was removed on purpose. */
const REMOVED = '": "~';

/** Whether a section says of a key that it was removed on purpose. */
export const saysRemoved = ({ sections }: Pick<Lock, 'sections'>, section: string): boolean =>
  sections.get(section)?.includes(REMOVED) === true;

/**
 * The base of one language for a comparison. Without its file nothing was deleted key by key, so
 * that pull writes it anew, but for what was removed on purpose. A key that was removed so in the
 * source locale is removed in every language: a translation of it that no pull has brought is a
 * conflict, and does not come back by itself.
 */
export function baseToCompare(
  { stored: { lock } }: Pick<Project, 'stored'>,
  { bound }: LocaleFile,
  locale: Locale,
  stored: BaseHashes,
  here: ReadonlyMap<KeyId, unknown> | undefined,
): BaseHashes {
  const base = here ? stored : removedIn(stored);
  const section = isSource(bound, locale) ? undefined : sourceSection(bound);
  // A file that was never synced keeps no base: at first contact its texts decide otherwise.
  if (section === undefined || !saysRemoved(lock, section) || (here && stored.size === 0)) return base;
  const merged = new Map(base);
  for (const key of removedIn(baseOf(lock, section)).keys())
    if (!merged.has(key) && here?.has(key) !== true) merged.set(key, removedHere(UNKNOWN_HASH));
  return merged;
}

/**
 * The keys that a file had which is gone, without those that were removed on purpose; of several
 * that a service may spell alike, the first. None if another file has it.
 */
export function formerKeys(
  stored: BaseHashes,
  others: { keys(): Iterable<KeyId> },
): ReadonlyMap<KeyId, { readonly path: KeyPath }> | undefined {
  if (stored.size === 0) return undefined;
  const spelt = new Set([...others.keys()].map(plainSpelling));
  const former = new Map<KeyId, { readonly path: KeyPath }>();
  for (const [id, entry] of stored) {
    const plain = plainSpelling(id);
    if (spelt.has(plain) || isRemoval(entry)) continue;
    spelt.add(plain);
    former.set(id, { path: keyPath(id) });
  }
  return former.size === 0 ? undefined : former;
}

const plainSpelling = (id: KeyId): string => keyName(id).replaceAll(/[/[]/g, '.').replaceAll(']', '');

/**
 * The sections of the lock that a run changes. A key that the source locale had removed on purpose,
 * and that this run has pushed again, is no longer removed in any language: what the service holds
 * for it there comes with the next pull, and is not a conflict for good. If a translation is here
 * again too, its removal is as little in force, and a difference is a conflict.
 */
export async function withoutUndoneRemovals(
  files: Files,
  sets: readonly BoundSet<SourceFile>[],
  lock: Lock,
  changed: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const next = new CompactSections(changed);
  for (const bound of sets) {
    const source = sourceSection(bound);
    const lines = source === undefined ? undefined : changed.get(source);
    if (source === undefined || lines === undefined) continue;
    if (!saysRemoved(lock, source)) continue;
    const after = baseOfLines(lines);
    const stillRemoved = removedIn(after);
    const back = [...removedIn(baseOf(lock, source)).keys()].filter(
      (key) => after.has(key) && !stillRemoved.has(key),
    );
    if (back.length === 0) continue;
    for (const locale of bound.set.entry.table.locales) {
      const name = sectionOf(bound.set, locale);
      const own = next.get(name) ?? lock.sections.get(name) ?? '';
      if (name === source || !own.includes(REMOVED)) continue;
      const base = new Map(baseOfLines(own));
      const removed = removedIn(base);
      const again = back.filter((key) => removed.has(key));
      const here = again.length === 0 ? undefined : await leavesHere(files, bound, locale);
      for (const key of again) {
        if (here?.has(key) === true) base.set(key, UNKNOWN_HASH);
        else base.delete(key);
      }
      next.set(name, renderSection(base));
    }
  }
  return next;
}

/** The keys of one language of a file on disk; undefined if there is none that can be read. */
async function leavesHere(
  files: Files,
  { set }: BoundSet<SourceFile>,
  locale: Locale,
): Promise<LocaleLeaves | undefined> {
  const path = set.files.get(locale.id);
  const document = path === undefined ? undefined : await readDocument(files, path);
  if (path === undefined || !document) return undefined;
  return ifReadable(() => Promise.resolve(leavesUnder(document, rootIn(document, set, locale, path))));
}

function removedIn(base: BaseHashes): BaseHashes {
  if (base.size === 0) return base;
  return new Map([...base].filter(([, entry]) => isRemoval(entry)));
}
