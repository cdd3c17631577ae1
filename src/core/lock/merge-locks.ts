import type { KeyId } from '../keys/key.js';
import type { BaseOwner } from './base.js';
import { afterRemoval, isRemoval } from '../merge/base-entry.js';
import { UNKNOWN_HASH, type Hash } from '../merge/hash.js';
import { jsonString, NO_LOCK, type Lock } from './lock.js';
import { baseOf, renderLock, renderSection } from './lock-file.js';
import { madeFromIn, renderMadeFrom, withMadeFrom, type MadeFromByKey } from './made-from.js';
import { parseLock } from './conflicted-lock.js';
import { isRetired, withMovesOfBoth } from './merged-moves.js';
import { threeWay } from '../merge/three-way.js';

const STRING = String.raw`"[^"\\\n]*(?:\\.[^"\\\n]*)*"`;
const HEAD = new RegExp(
  String.raw`^\uFEFF?\s*\{\s*"version": \d+,\s*"origin": (${STRING}),\s*"project": (${STRING}),\s*"files": \{`,
);

/** Whether a text is a lock, also one of a later version. */
export const isLock = (text: string): boolean => /^\s*\{\s*"version": \d+,\s*"origin": /.test(text);

/** Whom a lock belongs to, as its first lines say; undefined if the text is not a lock. */
export function lockOwner(text: string): BaseOwner | undefined {
  const [, origin, project] = HEAD.exec(text) ?? [];
  if (origin === undefined || project === undefined) return undefined;
  const owner = { origin: jsonString(origin), project: jsonString(project) };
  return owner.origin === undefined || owner.project === undefined
    ? undefined
    : { origin: owner.origin, project: owner.project };
}

/** A merged lock, and how many of its keys both sides had changed in different ways. */
export interface MergedLock {
  readonly text: string;
  readonly unknown: number;
}

/**
 * The merge of three versions of a lock, key by key; undefined if one of them cannot be read, or if
 * they belong to different projects. An empty base is that of a lock added on both sides.
 *
 * What both sides last held of a key that both have changed is unknown: it gets a hash that no text
 * has. Without an entry the key would look as if it had never been synced, and at first contact one
 * side wins. A file set that one side has moved or removed does not come back with the keys that
 * the other side has added to it.
 */
export function mergeLocks(base: string, ours: string, theirs: string): MergedLock | undefined {
  const owner = lockOwner(ours);
  if (owner === undefined) return undefined;
  const versions = [base, ours, theirs].map((text) =>
    text.trim() === '' ? NO_LOCK : parseLock(text, owner),
  );
  const [before, ourLock, theirLock] = versions;
  if (!before || !ourLock || !theirLock || versions.some((lock) => lock.isUnusable)) return undefined;
  const { locks, renamed } = withMovesOfBoth(before, ourLock, theirLock);
  const sections = new Map<string, string>();
  const moved: MergedSection[] = [];
  let unknown = 0;
  for (const name of new Set(locks.flatMap((lock) => [...lock.sections.keys()]))) {
    const [base, our, their] = [baseOf(locks[0], name), baseOf(locks[1], name), baseOf(locks[2], name)];
    const { merged, conflicts } = threeWay(base, our, their, (left, right) => left === right);
    for (const key of conflicts) merged.set(key, UNKNOWN_HASH);
    unknown += conflicts.size;
    const isOursRetired = isRetired(base, our);
    if (isOursRetired !== isRetired(base, their)) removeChanged(merged, base, isOursRetired ? their : our);
    if (renamed.has(name)) moved.push({ name, base, merged });
    else sections.set(name, renderSection(merged));
  }
  forgetChanged(moved);
  for (const { name, merged } of moved) sections.set(name, renderSection(merged));
  const allSections = withMadeFrom(sections, mergeMadeFrom(...locks));
  return { text: [...renderLock(owner, allSections)].join(''), unknown };
}

/**
 * Keys that one side has added to a file set that the other side has moved or removed, or has
 * changed there: they are removed, too, or pull would write the old file again.
 */
function removeChanged(
  merged: Map<KeyId, Hash>,
  base: ReadonlyMap<KeyId, Hash>,
  other: ReadonlyMap<KeyId, Hash>,
): void {
  for (const [key, entry] of other) {
    if (entry === UNKNOWN_HASH || entry === base.get(key)) continue;
    const removed = afterRemoval(entry);
    if (removed === undefined) merged.delete(key);
    else merged.set(key, removed);
  }
}

/** A section that one side has renamed. */
interface MergedSection {
  readonly name: string;
  readonly base: ReadonlyMap<KeyId, Hash>;
  readonly merged: Map<KeyId, Hash>;
}

/**
 * What one side has changed in a file that the other side has renamed is unknown. So is the same
 * key in languages that had the same text. git may not have found the new file, or may have given
 * the change to another language with the same lines: push must not put the earlier text of the
 * new file over the changed one, nor a text of one language into another. If disk and service hold
 * the same, the next run knows the text again.
 */
function forgetChanged(moved: readonly MergedSection[]): void {
  const changed = new Set<string>();
  for (const { base, merged } of moved)
    for (const [key, entry] of merged)
      if (base.get(key) !== entry && !isRemoval(entry)) {
        changed.add(`${base.get(key) ?? ''} ${key}`);
        merged.set(key, UNKNOWN_HASH);
      }
  for (const { merged } of moved)
    for (const [key, entry] of merged) if (changed.has(`${entry} ${key}`)) merged.set(key, UNKNOWN_HASH);
}

/** What translations were made from; no entry where both sides say different things. */
function mergeMadeFrom(...versions: readonly [Lock, Lock, Lock]): ReadonlyMap<string, string> {
  const names = new Set(versions.flatMap(({ madeFrom }) => [...(madeFrom?.keys() ?? [])]));
  return new Map(
    Array.from(names, (name) => {
      const [before, ours, theirs] = versions.map((lock) => madeFromIn(lock, name));
      const none: MadeFromByKey = new Map();
      const { merged } = threeWay(
        before ?? none,
        ours ?? none,
        theirs ?? none,
        (left, right) => left.source === right.source && left.text === right.text,
      );
      return [name, renderMadeFrom(merged)];
    }),
  );
}
