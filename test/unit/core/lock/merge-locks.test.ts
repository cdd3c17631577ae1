import { describe, expect, it } from 'vitest';
import { keyId, type KeyId } from '../../../../src/core/keys/key.js';
import { parseLock } from '../../../../src/core/lock/conflicted-lock.js';
import { baseOf, renderLock, renderSection } from '../../../../src/core/lock/lock-file.js';
import { mergeLocks } from '../../../../src/core/lock/merge-locks.js';
import { removedHere } from '../../../../src/core/merge/base-entry.js';
import { hashText, UNKNOWN_HASH, type Hash } from '../../../../src/core/merge/hash.js';

const OWNER = { origin: 'https://l10n.example', project: 'pro_1' };

type Sections = Readonly<Record<string, Readonly<Record<string, Hash>>>>;

const lock = (sections: Sections): string =>
  [
    ...renderLock(
      OWNER,
      new Map(
        Object.entries(sections).map(([name, entries]) => [
          name,
          renderSection(new Map(Object.entries(entries).map(([key, hash]) => [keyId([key]), hash]))),
        ]),
      ),
    ),
  ].join('');

/** The entries of the merge, the same in both directions. */
function mergedEntries(base: Sections, ours: Sections, theirs: Sections): Record<string, object> {
  const read = (text: string | undefined): Record<string, object> => {
    const merged = parseLock(text ?? '', OWNER);
    const entries = (name: string): [KeyId, Hash][] => [...baseOf(merged, name)];
    return Object.fromEntries(
      [...merged.sections.keys()].map((name) => [name, Object.fromEntries(entries(name))]),
    );
  };
  const there = read(mergeLocks(lock(base), lock(ours), lock(theirs))?.text);
  expect(read(mergeLocks(lock(base), lock(theirs), lock(ours))?.text)).toEqual(there);
  return there;
}

const [a, b, c, other] = ['a', 'b', 'c', 'another a'].map(hashText) as [Hash, Hash, Hash, Hash];

describe('the merge of two locks', () => {
  it('GIT-16 what the other side has changed in a section that one side has renamed is unknown', () => {
    const base = { 'x/de.yml': { a, b }, 'x/en.yml': { a: c, b: c } };
    const moved = { 'y/de.yml': { a, b }, 'y/en.yml': { a: c, b: c } };
    const pulled = { ...base, 'x/de.yml': { a: other, b } };
    expect(mergedEntries(base, moved, pulled)).toEqual({
      'y/de.yml': { a: UNKNOWN_HASH, b },
      'y/en.yml': { a: c, b: c },
    });
  });

  it('GIT-16 a key that the other side has removed from it is removed', () => {
    const base = { 'x/de.yml': { a, b, c } };
    const removed = { 'x/de.yml': { a: removedHere(a), b } };
    expect(mergedEntries(base, { 'y/de.yml': { a, b, c } }, removed)).toEqual({
      'y/de.yml': { a: removedHere(a), b },
    });
  });

  it('GIT-16 a key that both have changed is unknown under the new name', () => {
    const base = { 'x/de.yml': { a, b, c } };
    const moved = { 'y/de.yml': { a: b, b, c } };
    expect(mergedEntries(base, moved, { 'x/de.yml': { a: other, b, c } })).toEqual({
      'y/de.yml': { a: UNKNOWN_HASH, b, c },
    });
  });

  it('GIT-16 both sides may have renamed it, and a section with other entries is not it', () => {
    const base = { 'x/de.yml': { a, b } };
    expect(mergedEntries(base, { 'y/de.yml': { a, b } }, { 'y/de.yml': { a, b } })).toEqual({
      'y/de.yml': { a, b },
    });
    const edited = { 'x/de.yml': { a: other, b } };
    expect(mergedEntries(base, { 'y/de.yml': { a: c, b: c } }, edited)).toEqual({
      'x/de.yml': { a: UNKNOWN_HASH },
      'y/de.yml': { a: c, b: c },
    });
  });

  it('GIT-17 keys added to a file set that the other side has removed are removed, too', () => {
    const base = { 'x/de.yml': { a, b } };
    const removed = { 'x/de.yml': { a: removedHere(a), b: removedHere(b) } };
    expect(mergedEntries(base, removed, { 'x/de.yml': { a, b, c } })).toEqual({
      'x/de.yml': { a: removedHere(a), b: removedHere(b), c: removedHere(c) },
    });
  });

  it('GIT-17 keys changed in a file set that the other side has removed are removed, too', () => {
    const base = { 'x/de.yml': { a, b } };
    const removed = { 'x/de.yml': { a: removedHere(a), b: removedHere(b) } };
    expect(mergedEntries(base, removed, { 'x/de.yml': { a: other, b } })).toEqual({
      'x/de.yml': { a: removedHere(other), b: removedHere(b) },
    });
  });

  it('GIT-17 one removed key of several says nothing of new ones', () => {
    const base = { 'x/de.yml': { a, b } };
    expect(
      mergedEntries(base, { 'x/de.yml': { a: removedHere(a), b } }, { 'x/de.yml': { a, b, c } }),
    ).toEqual({
      'x/de.yml': { a: removedHere(a), b, c },
    });
  });
});
