import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashText, UNKNOWN_HASH, type Hash } from '../../src/core/merge/hash.js';
import { keyId, type KeyId } from '../../src/core/keys/key.js';
import { renderSection } from '../../src/core/lock/lock-file.js';
import { newBase, parseUndo, renderUndo, undoBase, undoneBase } from '../../src/core/records/undo-record.js';
import { runs } from '../support/runs.js';

const key = fc.constantFrom('a', 'b', 'c.d', 'e\\f', 'g"h').map((name) => keyId([name, 'x']));
const hash = fc.constantFrom('1', '2', '3').map(hashText);
const base = fc.array(fc.tuple(key, hash)).map((entries) => new Map<KeyId, Hash>(entries));
const anyText = fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined });

it('UN-01 undo brings back the base before a run, and a later change of a key is a conflict', () => {
  fc.assert(
    fc.property(base, base, base, (before, after, now) => {
      const undone = undoneBase(now, undoBase('de.yml', before, after));
      expect(undoneBase(after, undoBase('de.yml', before, after))).toEqual(before);
      for (const one of new Set([...before.keys(), ...after.keys(), ...now.keys()])) {
        const [was, became, is] = [before.get(one), after.get(one), now.get(one)];
        const oracle = was === became ? is : is === became || is === was ? was : UNKNOWN_HASH;
        expect(undone.get(one)).toBe(oracle);
      }
    }),
    { numRuns: runs(2000) },
  );
});

it('UN-11 a record written is the record read', () => {
  const file = fc.record({
    path: fc.string({ unit: 'grapheme' }),
    before: anyText,
    after: fc.string(),
    locales: fc.array(fc.record({ locale: fc.string(), keys: fc.nat() })),
    bases: fc.array(
      fc.tuple(fc.string(), base, base).map(([name, one, other]) => undoBase(name, one, other)),
    ),
  });
  fc.assert(
    fc.property(fc.array(file, { maxLength: 4 }), (files) => {
      const record = { owner: { origin: 'https://l10n.example', project: 'pro_1' }, lock: 'a.lock', files };
      expect(parseUndo(renderUndo(record))).toEqual(record);
    }),
    { numRuns: runs(500) },
  );
});

it('UN-11 a section that a run adds is kept as its lines, and read as its keys', () => {
  fc.assert(
    fc.property(base, base, (after, now) => {
      const added = newBase('de.yml', renderSection(after));
      const keys = undoBase('de.yml', new Map(), after).keys;
      expect(added.keys).toEqual(keys);
      expect(undoneBase(now, added)).toEqual(undoneBase(now, { section: 'de.yml', keys }));
      const file = { path: 'de.yml', before: undefined, after: '1', locales: [], bases: [added] };
      const record = {
        owner: { origin: 'https://l10n.example', project: 'pro_1' },
        lock: 'a',
        files: [file],
      };
      const [read] = parseUndo(renderUndo(record))?.files ?? [];
      expect(read?.bases.map(({ section, keys: ofRead }) => ({ section, keys: ofRead }))).toEqual([
        { section: 'de.yml', keys },
      ]);
    }),
    { numRuns: runs(500) },
  );
});

it('UN-11 any other JSON is no record', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      expect(parseUndo(text)).toBeUndefined();
    }),
  );
  expect(
    parseUndo('{"version":2,"origin":"x","project":"y","lock":"z","files":[{"path":"a"}]}'),
  ).toBeUndefined();
  expect(parseUndo('{"version":2,"origin":"x","project":"y","lock":"z","files":[]}')).toBeDefined();
  expect(parseUndo('{"version":3,"origin":"x","project":"y","lock":"z","files":[]}')).toBeDefined();
  for (const version of [1, 4])
    expect(
      parseUndo(`{"version":${version},"origin":"x","project":"y","lock":"z","files":[]}`),
    ).toBeUndefined();
});
