import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lockKey, parseLockKey } from '../../src/core/lock/base.js';
import { keptOld, ownForm, removedHere } from '../../src/core/merge/base-entry.js';
import { hashText, UNKNOWN_HASH, type Hash } from '../../src/core/merge/hash.js';
import { keyId, keyPath, type KeyId } from '../../src/core/keys/key.js';
import { baseOf, renderLock, renderSection, replaceSections } from '../../src/core/lock/lock-file.js';
import { parseLock } from '../../src/core/lock/conflicted-lock.js';
import { LockReader } from '../../src/core/lock/lock-reader.js';
import { runs } from '../support/runs.js';

const OWNER = { origin: 'https://l10n.example', project: 'prj "1"' };
const render = (sections: ReadonlyMap<string, string>): string => [...renderLock(OWNER, sections)].join('');
const anySegment = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({
    unit: fc.constantFrom('.', '\\', '"', '\n', '\r', '\0', '\u0001', '{', '}', ',', 'a', '<', '=', '\ud800'),
    maxLength: 6,
  }),
);
const anyKey = fc.array(anySegment, { minLength: 1, maxLength: 4 }).map((path) => keyId(path));
const anyHash: fc.Arbitrary<Hash> = fc.oneof(
  fc.string().map(hashText),
  fc.string().map((text) => keptOld(hashText(text))),
  fc.string().map((text) => removedHere(hashText(text))),
  fc.tuple(fc.string(), fc.string()).map(([a, b]) => ownForm(hashText(a), hashText(b))),
  fc.constant(UNKNOWN_HASH),
);
const anyBase = fc
  .array(fc.tuple(anyKey, anyHash), { maxLength: 12 })
  .map((entries) => new Map<KeyId, Hash>(entries));
const anyLock = fc
  .dictionary(fc.string({ unit: 'binary', minLength: 1 }), anyBase, { maxKeys: 5 })
  .map((files) => new Map(Object.entries(files)));

it('a section is written as JSON.stringify writes its names', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anySegment, { maxLength: 20 }), (names) => {
      const base = new Map(names.map((one) => [keyId([one]), hashText(one)]));
      const expected = names.map((one) => {
        const key = one.replace(/[\\.]/g, '\\$&');
        return `      ${JSON.stringify(key)}: ${JSON.stringify(hashText(one))}`;
      });
      const text = expected.sort().join(',\n');
      expect(renderSection(base)).toBe(text === '' ? '' : `${text}\n`);
    }),
  );
});

it('a key written to the lock is the key read from it', () => {
  fc.assert(
    fc.property(anyKey, (key) => {
      expect(keyId(keyPath(key))).toBe(key);
      expect(parseLockKey(lockKey(key))).toBe(key);
    }),
    { numRuns: runs(2000) },
  );
});

it('a lock written is the lock read, and JSON', () => {
  fc.assert(
    fc.property(anyLock, (files) => {
      const text = render(new Map([...files].map(([name, base]) => [name, renderSection(base)])));
      JSON.parse(text);
      const lock = parseLock(text, OWNER);
      expect(lock.isUnusable).toBe(false);
      for (const [name, base] of files) expect(new Map(baseOf(lock, name))).toEqual(base);
      expect(render(replaceSections(lock, new Map()))).toBe(text);
    }),
    { numRuns: runs(1000) },
  );
});

it('a lock with a line removed, doubled or cut is never read as another base without doubt about its keys', () => {
  fc.assert(
    fc.property(anyBase, fc.nat(), fc.constantFrom('double', 'cut'), (base, at, how) => {
      const lines = render(new Map([['de.yml', renderSection(base)]])).split('\n');
      const i = at % (lines.length - 1);
      const line = lines[i] ?? '';
      const broken =
        how === 'double'
          ? [...lines.slice(0, i), line, ...lines.slice(i)]
          : [...lines.slice(0, i), line.slice(0, -1)];
      const lock = parseLock(broken.join('\n'), OWNER);
      if (lock.isUnusable) return;
      for (const [key, hash] of baseOf(lock, 'de.yml')) expect(hash).toBe(base.get(key));
      expect(baseOf(lock, 'de.yml').size).toBe(base.size);
    }),
    { numRuns: runs(1000) },
  );
});

it('a lock given in parts, cut anywhere, is the lock given at once', () => {
  const odd = fc.constantFrom(
    '<<<<<<< HEAD',
    '=======',
    '>>>>>>> b',
    '    },',
    '}',
    '',
    '\ufeff',
    '      "k": 5',
    'x',
  );
  const anyText = fc
    .tuple(
      anyLock,
      fc.array(fc.tuple(fc.nat(), odd), { maxLength: 2 }),
      fc.constantFrom('\n', '\r\n'),
      fc.nat(9),
    )
    .map(([files, lines, lineEnd, cut]) => {
      const text = render(new Map([...files].map(([name, base]) => [name, renderSection(base)])));
      const all = text.split('\n');
      for (const [at, line] of lines) all.splice(at % (all.length + 1), 0, line);
      const broken = all.join(lineEnd);
      // A lock that ends in the middle, now and then.
      return cut === 0 ? broken.slice(0, -5) : broken;
    });
  const doubts = new Set<boolean>();
  fc.assert(
    fc.property(anyText, fc.array(fc.nat(), { maxLength: 12 }), (text, cuts) => {
      const reader = new LockReader(OWNER);
      const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
      for (const [i, place] of places.entries()) reader.feed(text.slice(places[i - 1] ?? 0, place));
      const lock = reader.end();
      doubts.add(lock.isUnusable);
      expect(lock).toEqual(parseLock(text, OWNER));
      const lines = new LockReader(OWNER);
      for (const line of text.split(/(?<=\n)/)) lines.feed(line);
      expect(lines.end()).toEqual(lock);
    }),
    { numRuns: runs(1000) },
  );
  expect(doubts.size).toBe(2);
});

const KEYS = ['a', 'b', 'c', 'd'].map((name) => keyId([name]));
const SECTIONS = ['a.json', 'b.json', 'b.json!source', 'c.json'];
/** Up to four sections of up to four keys; each key has one of few hashes, so that sides agree. */
const smallLock = fc
  .array(fc.tuple(fc.constantFrom(...SECTIONS), fc.constantFrom(...KEYS), fc.nat({ max: 2 })), {
    maxLength: 14,
  })
  .map((entries) => {
    const lock = new Map<string, Map<KeyId, Hash>>();
    for (const [section, key, n] of entries) {
      const base = lock.get(section) ?? new Map<KeyId, Hash>();
      const hash = hashText(String(n));
      base.set(key, hash);
      lock.set(section, base);
    }
    return lock;
  });
type SmallLock = ReadonlyMap<string, ReadonlyMap<KeyId, Hash>>;
const edited = fc.array(
  fc.tuple(fc.constantFrom(...SECTIONS), fc.constantFrom(...KEYS), fc.option(fc.nat({ max: 2 }))),
  { maxLength: 5 },
);
const withEdits = (
  lock: SmallLock,
  edits: readonly (readonly [string, KeyId, number | null])[],
): SmallLock => {
  const copy = new Map([...lock].map(([name, base]) => [name, new Map(base)]));
  for (const [section, key, n] of edits) {
    const base = copy.get(section) ?? new Map<KeyId, Hash>();
    copy.set(section, base);
    if (n === null) base.delete(key);
    else base.set(key, hashText(String(n)));
  }
  return copy;
};

it('MG-22 what git merges line by line, with markers wherever it puts them, says of no key what neither branch says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'locsync-merge-'));
  const sections = SECTIONS.filter((name) => !name.includes('!'));
  let conflicts = 0;
  try {
    fc.assert(
      fc.property(smallLock, edited, edited, fc.boolean(), (base, left, right, diff3) => {
        const versions = [withEdits(base, left), base, withEdits(base, right)];
        const paths = versions.map((version, i) => {
          const path = join(folder, String(i));
          const lines = [...version].map(([name, one]) => [name, renderSection(one)] as const);
          writeFileSync(path, render(new Map(lines)));
          return path;
        });
        const merged = spawnSync('git', ['merge-file', '-p', ...(diff3 ? ['--diff3'] : []), ...paths], {
          encoding: 'utf8',
        }).stdout;
        if (!merged.includes('<<<<<<<')) return;
        conflicts++;
        const lock = parseLock(merged, OWNER);
        expect(lock.isUnusable, merged).toBe(false);
        for (const name of sections) {
          const [ours, before, theirs] = versions.map((version) => version.get(name));
          for (const [key, hash] of baseOf(lock, name)) {
            const said = [ours?.get(key), before?.get(key), theirs?.get(key)];
            // Git may put a new line into the wrong section, which the merged text does not show.
            if (hash === UNKNOWN_HASH || said.every((one) => one === undefined)) continue;
            expect(said, `${name} ${key}: ${merged}`).toContain(hash);
            // Both branches have changed it.
            if (!said.includes(undefined)) expect(new Set(said).size, `${key}: ${merged}`).toBeLessThan(3);
          }
        }
      }),
      { numRuns: runs(600) },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  expect(conflicts).toBeGreaterThan(5);
});
