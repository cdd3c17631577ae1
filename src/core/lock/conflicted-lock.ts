import { conflictSides } from '../text/conflict-markers.js';
import type { BaseOwner } from './base.js';
import { entriesOf } from './lock-file.js';
import { LockReader } from './lock-reader.js';
import type { Lock } from './lock.js';
import { withoutKeys } from './made-from.js';

/** The lock of a whole text, see {@link LockReader}. */
export function parseLock(text: string, owner: BaseOwner): Lock {
  const lock = read(text, owner);
  return (lock.remedy === 'choose' ? parseConflictedLock(text, owner) : undefined) ?? lock;
}

/**
 * A lock in which git has put conflict markers around the braces of sections, as a merge of two
 * branches does if one of them added a section. Each side is read by itself. What both say of a key
 * counts; a key of which they differ, or that only one has, is unknown, and so is all of a section
 * that one side has twice. Undefined if a side cannot be used.
 */
export function parseConflictedLock(text: string, owner: BaseOwner): Lock | undefined {
  const sides = conflictSides(text);
  if (!sides) return undefined;
  const [ours, theirs] = [read(sides.ours, owner), read(sides.theirs, owner)];
  if (ours.isUnusable || theirs.isUnusable) return undefined;
  return { ...joined(ours, theirs), problems: ['it holds conflict markers of git'], remedy: 'rewrite' };
}

function read(text: string, owner: BaseOwner): Lock {
  const reader = new LockReader(owner);
  reader.feed(text);
  return reader.end();
}

function joined(ours: Lock, theirs: Lock): Pick<Lock, 'sections' | 'madeFrom' | 'damaged' | 'isUnusable'> {
  const sections = new Map<string, string>();
  const damaged = new Map<string, ReadonlySet<string>>();
  for (const name of new Set([...ours.sections.keys(), ...theirs.sections.keys()])) {
    const lines = [ours, theirs].map((side) => side.sections.get(name) ?? '');
    // A side that has a section twice has lines of another one in it.
    const isDamaged = ours.damaged.has(name) || theirs.damaged.has(name);
    const unknown = isDamaged ? keysOf(lines.join('')) : differingKeys(lines);
    sections.set(name, unknown.size > 0 ? lines.join('') : (lines[0] ?? ''));
    if (unknown.size > 0) damaged.set(name, unknown);
  }
  const madeFrom = new Map<string, string>();
  for (const [name, own] of ours.madeFrom ?? [])
    madeFrom.set(name, withoutKeys(own, differingKeys([own, theirs.madeFrom?.get(name) ?? ''])));
  return { sections, damaged, isUnusable: false, ...(madeFrom.size > 0 ? { madeFrom } : {}) };
}

/** The keys, as written, that these lines do not all have with the same value. */
function differingKeys(sides: readonly string[]): ReadonlySet<string> {
  const [ours = new Map<string, string>(), theirs = new Map<string, string>()] = sides.map(
    (lines) => new Map([...entriesOf(lines)].map(({ key, value }) => [key, value])),
  );
  return new Set([...ours.keys(), ...theirs.keys()].filter((key) => ours.get(key) !== theirs.get(key)));
}

const keysOf = (lines: string): ReadonlySet<string> => new Set([...entriesOf(lines)].map(({ key }) => key));
