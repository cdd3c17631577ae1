import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lockKey, parseLockKey } from '../../src/core/base.js';
import { hashText, unkept, UNKNOWN_HASH, type Hash } from '../../src/core/hash.js';
import { keyId, keyPath, type KeyId } from '../../src/core/key.js';
import { baseOf, parseLock, renderLock, renderSection, replaceSections } from '../../src/core/lock-file.js';

const OWNER = { origin: 'https://l10n.example', project: 'prj "1"' };
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
  fc.string().map((text) => unkept(hashText(text))),
  fc.constant(UNKNOWN_HASH),
);
const anyBase = fc
  .array(fc.tuple(anyKey, anyHash), { maxLength: 12 })
  .map((entries) => new Map<KeyId, Hash>(entries));
const anyLock = fc
  .dictionary(fc.string({ unit: 'binary', minLength: 1 }), anyBase, { maxKeys: 5 })
  .map((files) => new Map(Object.entries(files)));

it('a key written to the lock is the key read from it', () => {
  fc.assert(
    fc.property(anyKey, (key) => {
      expect(keyId(keyPath(key))).toBe(key);
      expect(parseLockKey(lockKey(key))).toBe(key);
    }),
    { numRuns: 2000 },
  );
});

it('a lock written is the lock read, and JSON', () => {
  fc.assert(
    fc.property(anyLock, (files) => {
      const text = renderLock(OWNER, new Map([...files].map(([name, base]) => [name, renderSection(base)])));
      JSON.parse(text);
      const lock = parseLock(text, OWNER);
      expect(lock.doubt).toBe(false);
      for (const [name, base] of files) expect(new Map(baseOf(lock, name))).toEqual(base);
      expect(replaceSections(lock, OWNER, new Map())).toBe(text);
    }),
    { numRuns: 1000 },
  );
});

it('a lock with a line removed, doubled or cut is never read as another base without doubt about its keys', () => {
  fc.assert(
    fc.property(anyBase, fc.nat(), fc.constantFrom('double', 'cut'), (base, at, how) => {
      const lines = renderLock(OWNER, new Map([['de.yml', renderSection(base)]])).split('\n');
      const i = at % (lines.length - 1);
      const line = lines[i] ?? '';
      const broken =
        how === 'double'
          ? [...lines.slice(0, i), line, ...lines.slice(i)]
          : [...lines.slice(0, i), line.slice(0, -1)];
      const lock = parseLock(broken.join('\n'), OWNER);
      if (lock.doubt) return;
      for (const [key, hash] of baseOf(lock, 'de.yml')) expect(hash).toBe(base.get(key));
      expect(baseOf(lock, 'de.yml').size).toBe(base.size);
    }),
    { numRuns: 1000 },
  );
});
