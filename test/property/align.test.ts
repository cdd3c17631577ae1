import fc from 'fast-check';
import { expect, it } from 'vitest';
import { align, type RemoteText } from '../../src/core/align.js';
import { keyId, type KeyId, type KeyPath } from '../../src/core/key.js';
import type { LeafValue } from '../../src/core/leaf.js';
import { encodeKey, type RemoteForm } from '../../src/core/remote-form.js';

const anyForm: fc.Arbitrary<RemoteForm> = fc.record({
  separator: fc.constantFrom('.' as const, '/' as const),
  items: fc.constantFrom('segment' as const, 'brackets' as const),
  prefix: fc.constantFrom(undefined, 'pt_BR'),
});
const segment = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'name', '0', '1', 'a b', 'x.y', 'x/y', 'z[0]', ''),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const anyPath = fc.array(segment, { minLength: 1, maxLength: 4 });

/** Paths of which none is a group of another, as in a file. */
const anyPaths = fc.array(anyPath, { minLength: 1, maxLength: 15 }).map((paths) => {
  const ids = [...new Set(paths.map((path) => keyId(path)))];
  return ids.filter((id) => !ids.some((other) => other !== id && other.startsWith(`${id}\0`)));
});
const leaf: LeafValue = { kind: 'string', text: 'here' };
const aligned = (remote: readonly RemoteText[], here: readonly KeyId[]) =>
  align(remote, { here: new Map(here.map((id) => [id, leaf])), source: new Map(), base: new Map() }, [
    'pt-BR',
  ]);
const remoteOf = (ids: readonly KeyId[], form: RemoteForm): RemoteText[] =>
  ids.map((id, i) => ({ key: [encodeKey(id, form)], text: `there ${i}` }));

it('what was written from a file is found under its keys again, or called ambiguous, and nothing else is', () => {
  fc.assert(
    fc.property(anyPaths, anyForm, (ids, form) => {
      const { there, ambiguous } = aligned(remoteOf(ids, form), ids);
      const expected = ids.map((id, i) => [id, `there ${i}`] as const).filter(([id]) => !ambiguous.has(id));
      expect(new Map(there)).toEqual(new Map(expected));
      const twins = ids.filter((id) =>
        ids.some((other) => other !== id && encodeKey(other, form) === encodeKey(id, form)),
      );
      for (const id of twins) expect(ambiguous.has(id)).toBe(true);
    }),
    { numRuns: 1500 },
  );
});

it('a key that only the service has gets one place, and is found there when it is written', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.uniqueArray(words, { selector: (path) => path.join('.'), minLength: 2, maxLength: 10 }),
      anyForm,
      fc.nat(),
      (paths, form, cut) => {
        const ids = paths.map((path: KeyPath) => keyId(path));
        const known = ids.slice(0, 1 + (cut % (ids.length - 1)));
        const remote = remoteOf(ids, form);
        const { there, clashes } = aligned(remote, known);
        expect([...there.keys()]).toEqual(ids);
        const written = [
          ...known,
          ...[...there.keys()].filter((id) => !known.includes(id) && !clashes.has(id)),
        ];
        const again = aligned(remote, written);
        for (const id of written) expect(again.there.get(id)).toBe(there.get(id));
      },
    ),
    { numRuns: 1000 },
  );
});
