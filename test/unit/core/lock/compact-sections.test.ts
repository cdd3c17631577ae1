import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CompactSections } from '../../../../src/core/lock/compact-sections.js';
import { renderEntries } from '../../../../src/core/lock/lock-file.js';

/** So long that everything after it is packed. */
const LONG = 'x'.repeat(5 * 1024 * 1024);

/** Sections of which all after the first are packed. */
function packed(sections: Iterable<readonly [string, string]>): CompactSections {
  const compact = new CompactSections();
  compact.set('long', LONG);
  compact.delete('long');
  for (const [name, lines] of sections) compact.set(name, lines);
  return compact;
}

const piece = fc.oneof(fc.string(), fc.constantFrom('"', '\\"', '": "', '",\n      "', '\n', '\\', ''));
const anyText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const entries = fc
  .array(fc.tuple(fc.string({ unit: 'binary' }), fc.string()), { maxLength: 20 })
  .map((pairs) => renderEntries(pairs));

describe('sections of a lock in little memory', () => {
  it('are what was set, whatever their text', () => {
    const sections = fc.dictionary(fc.string(), fc.oneof(anyText, entries));
    fc.assert(
      fc.property(sections, (texts) => {
        const expected = new Map(Object.entries(texts));
        const compact = packed(expected);
        const copy = new CompactSections(compact);
        copy.setAll(compact);
        for (const map of [compact, copy]) {
          expect([...map]).toEqual([...expected]);
          expect([...map.values()]).toEqual([...expected.values()]);
          expect([...map.keys()]).toEqual([...expected.keys()]);
          expect(map.size).toBe(expected.size);
          for (const [name, lines] of expected) expect(map.get(name)).toBe(lines);
          const visited = new Map<string, string>();
          map.forEach((lines, name) => visited.set(name, lines));
          expect(visited).toEqual(expected);
        }
      }),
    );
  });

  it('do not change with their copy', () => {
    const first = packed([['a', renderEntries([['key', 'value']])]]);
    const copy = new CompactSections(first);
    copy.set('a', '');
    copy.delete('b');
    expect(first.get('a')).toBe('      "key": "value"\n');
    expect(copy.get('a')).toBe('');
    expect(copy.get('b')).toBeUndefined();
  });
});
