import { entryFor, type SettledKey } from '../merge/base-entry.js';
import { hashText, UNKNOWN_HASH, type Hash } from '../merge/hash.js';
import { joinKey, keyId, keyPath, splitKey, type KeyId } from '../keys/key.js';
import type { BaseHashes, KeyState } from '../merge/key-state.js';

/** The version of the lock's format that this program writes, and the only one that it reads. */
export const LOCK_VERSION = 1;

/** Whom a base belongs to: a project of a service. */
export interface BaseOwner {
  readonly origin: string;
  readonly project: string;
}

/** The lock's section for one language of one locale file. */
export function sectionName(path: string, locale: string | undefined): string {
  return locale === undefined ? path : `${path}#${locale}`;
}

/** The path in the name of a section. */
export const pathOfSection = (section: string): string => section.replace(/#[^#/.]*$/, '');

const WRITTEN_OTHERWISE = /[.\\\u0001]/;

/** A key in the lock: joined with dots, and a backslash before a segment's dot or backslash. */
export function lockKey(id: KeyId): string {
  if (!WRITTEN_OTHERWISE.test(id)) return joinKey(id, '.');
  return keyPath(id)
    .map((segment) => segment.replace(/[\\.]/g, '\\$&'))
    .join('.');
}

/** The key that {@link lockKey} wrote. */
export function parseLockKey(key: string): KeyId {
  const plain = key.includes('\\') ? undefined : splitKey(key, '.');
  if (plain !== undefined) return plain;
  const segments: string[] = [];
  let segment = '';
  for (let i = 0; i < key.length; i++) {
    const char = key.charAt(i);
    if (char === '.') {
      segments.push(segment);
      segment = '';
    } else segment += char === '\\' ? key.charAt(++i) : char;
  }
  return keyId([...segments, segment]);
}

/**
 * The base of one locale file as both sides are now: keys on which they agree are set anew, all
 * others keep what was known. A key that the disk no longer has, and the service neither, leaves
 * the base. If the lock is unusable, a difference stays a conflict in later runs that can read it
 * again.
 */
export function agreedBase(states: Iterable<KeyState>, isLockUnusable: boolean): BaseHashes {
  const agreed = new Map<KeyId, Hash>();
  for (const state of states) {
    if (state.verdict === 'same') {
      if (state.here !== undefined) agreed.set(state.key, hashText(state.here));
    } else if (state.base !== undefined) {
      agreed.set(state.key, state.base);
    } else if (isLockUnusable && state.verdict === 'unbased') {
      agreed.set(state.key, UNKNOWN_HASH);
    }
  }
  return agreed;
}

/** The base after a run: what was just written or uploaded is set to its outcome. */
export function settledBase(base: BaseHashes, settled: ReadonlyMap<KeyId, SettledKey>): BaseHashes {
  if (settled.size === 0) return base;
  const next = new Map(base);
  for (const [key, outcome] of settled) {
    const entry = entryFor(outcome);
    if (entry === undefined) next.delete(key);
    else next.set(key, entry);
  }
  return next;
}
