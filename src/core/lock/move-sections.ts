import type { KeyId } from '../keys/key.js';
import { UNKNOWN_HASH, type Hash } from '../merge/hash.js';
import { hasEntries, type Lock } from './lock.js';
import { baseOf, renderSection } from './lock-file.js';

/** Sections by their new names: several old names if the lock has several spellings. */
export type Moves = ReadonlyMap<string, readonly string[]>;

/** A file with this part of a section's texts is that file renamed, as git decides it. */
export const ALIKE = 0.5;

/** If there are more pairs, only files of the same name are compared: more would take seconds. */
export const MOST_PAIRS = 100_000;

/** The name of the file in the name of a section. */
export const fileNameOf = (section: string): string => section.slice(section.lastIndexOf('/') + 1);

/** How much of a section these texts still hold, from 0 to 1. */
export function likeness(base: ReadonlyMap<KeyId, Hash>, texts: ReadonlyMap<KeyId, Hash>): number {
  let same = 0;
  for (const [key, entry] of base) {
    const text = texts.get(key);
    if (text !== undefined && entry.includes(text)) same++;
  }
  return base.size === 0 ? 0 : same / base.size;
}

/** The lock with these sections under new names; one that has the new name already wins. */
export function moveSections(lock: Lock, moves: Moves): Lock {
  if (moves.size === 0) return lock;
  const sections = new Map(lock.sections);
  const damaged = new Map(lock.damaged);
  const madeFrom = new Map(lock.madeFrom);
  for (const [name, olds] of moves) {
    const [only, ...more] = olds;
    for (const old of olds) {
      sections.delete(old);
      damaged.delete(old);
      madeFrom.delete(old);
    }
    if (only === undefined || hasEntries(lock, name)) continue;
    if (more.length > 0) sections.set(name, renderSection(mergedBase(lock, olds)));
    else {
      sections.set(name, lock.sections.get(only) ?? '');
      const marked = lock.damaged.get(only);
      if (marked) damaged.set(name, marked);
      const earlier = lock.madeFrom?.get(only);
      if (earlier !== undefined) madeFrom.set(name, earlier);
    }
  }
  return { ...lock, sections, damaged, madeFrom, moved: true };
}

/**
 * What several sections say of one file: a key of which they say different things is known, and its
 * text is not.
 */
function mergedBase(lock: Lock, names: readonly string[]): ReadonlyMap<KeyId, Hash> {
  const joined = new Map<KeyId, Hash>();
  for (const name of names)
    for (const [key, hash] of baseOf(lock, name))
      joined.set(key, (joined.get(key) ?? hash) === hash ? hash : UNKNOWN_HASH);
  return joined;
}
