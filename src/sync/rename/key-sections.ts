import { afterRemoval, removedHere, isRemoval } from '../../core/merge/base-entry.js';
import { keyMatcher } from '../../core/keys/key-glob.js';
import { keyName, type KeyId, type KeyPath } from '../../core/keys/key.js';
import { hashText, UNKNOWN_HASH, type Hash } from '../../core/merge/hash.js';
import type { BaseHashes } from '../../core/merge/key-state.js';
import type { Lock } from '../../core/lock/lock.js';
import { madeFromIn, type MadeFrom, type MadeFromByKey } from '../../core/lock/made-from.js';
import type { Move } from '../../formats/format.js';
import { keysNamed, movedKey } from '../../plan/rename.js';
import type { RenameLanguage, RenameSet } from './read.js';
import type { SectionChange } from './write.js';

/** What is to be done with a key, its plural forms included: another name for it, or none. */
export interface KeyTask {
  readonly from: string;
  readonly to: string | undefined;
  readonly forms: ReadonlySet<string>;
}

/** The keys of one language that a task is about. */
export interface TaskKeys {
  readonly language: RenameLanguage;
  readonly keys: readonly KeyId[];
  readonly moves: readonly Move[];
  /** Its maps and lists without anything in them, by their paths below the root. */
  readonly empty: readonly KeyPath[];
}

/**
 * The lock once the keys are gone on purpose, whether their files are here or not. The new names
 * get no base: the next push uploads them as new keys.
 */
export function sectionChanges(
  { sections }: RenameSet,
  { from, forms }: KeyTask,
  lock: Lock,
  found: readonly TaskKeys[],
): Map<string, SectionChange> {
  const changes = new Map<string, SectionChange>();
  for (const [name, base] of sections) {
    const gone = keysNamed(base.keys(), from, forms);
    const unknown = base.size === 0 ? [] : found.flatMap((taskKeys) => unknownKeys(taskKeys, name));
    if (gone.length === 0 && unknown.length === 0) continue;
    const next = new Map([...base, ...unknown]);
    for (const key of gone) {
      const entry = base.get(key);
      const after = entry === undefined ? undefined : afterRemoval(entry);
      if (after === undefined) next.delete(key);
      else next.set(key, after);
    }
    const madeFrom = new Map([...madeFromIn(lock, name)].filter(([key]) => !gone.includes(key)));
    changes.set(name, { name, base: next, madeFrom, path: name });
  }
  return changes;
}

/** Keys that the lock lacks: another clone may have pushed the text that the file has. */
function unknownKeys({ language, keys }: TaskKeys, section: string): [KeyId, Hash][] {
  if (language.section !== section) return [];
  return keys.flatMap((key) => {
    const text = language.leaves.get(key)?.text;
    const there = text === undefined ? UNKNOWN_HASH : hashText(text);
    return language.base.has(key) ? [] : [[key, removedHere(there)]];
  });
}

/** The old names that the service has, as the lock says. Keys that are not synced are left out. */
export function leftThere(
  { set, sections }: RenameSet,
  { from, forms }: Pick<KeyTask, 'from' | 'forms'>,
): string[] {
  const left = new Set<string>();
  const ignores = keyMatcher(set.pattern.ignoreKeys);
  for (const base of sections.values())
    for (const key of keysNamed(base.keys(), from, forms))
      if (isThere(base, key) && ignores?.(key) !== true) left.add(keyName(key));
  return [...left].sort();
}

function isThere(base: BaseHashes, key: KeyId): boolean {
  const entry = base.get(key);
  return entry !== undefined && afterRemoval(entry) !== undefined;
}

/** Whether both sides have held a key, and nobody has removed it on purpose. */
export function hasBase(base: BaseHashes, key: KeyId): boolean {
  const entry = base.get(key);
  return entry !== undefined && !isRemoval(entry);
}

/** What the lock says of the source texts of translations, under their new keys. */
export function madeFromMoved(
  { language, keys, moves }: TaskKeys,
  { to }: KeyTask,
  lock: Lock,
): MadeFromByKey {
  const next = new Map<KeyId, MadeFrom>();
  for (const [key, made] of madeFromIn(lock, language.section)) {
    if (!keys.includes(key)) next.set(key, made);
    else if (to !== undefined) next.set(movedKey(key, moves, language.root), made);
  }
  return next;
}

/** Keys of synced languages that the lock cannot say were removed, as it lacks them; sorted. */
export function unrememberedKeys(found: readonly TaskKeys[], isSynced: (code: string) => boolean): string[] {
  const names = found
    .filter(({ language }) => language.base.size === 0 && isSynced(language.code))
    .flatMap(({ keys }) => keys.map(keyName));
  return [...new Set(names)].sort();
}
