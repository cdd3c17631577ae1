import { describe, expect, it } from 'vitest';
import type { RemoteText } from '../../../src/core/align/aligned.js';
import { keptOld, ownForm } from '../../../src/core/merge/base-entry.js';
import { hashText } from '../../../src/core/merge/hash.js';
import { settledBase } from '../../../src/core/lock/base.js';
import { keyId, keyName, keyPath, type KeyId } from '../../../src/core/keys/key.js';
import { untranslated } from '../../../src/plan/compared-keys.js';
import { compareLanguage } from '../../../src/plan/comparison.js';
import { planPull, type PullPlan } from '../../../src/plan/pull.js';
import { planPush } from '../../../src/plan/push.js';
import { hasArrived, receiptOf, receiptWithoutReadBack } from '../../../src/plan/receipt.js';
import { leavesUnder } from '../../../src/plan/locale-root.js';
import {
  comparisonOf,
  formatNamed,
  PLAIN,
  pulled,
  PULL,
  PUSH,
  pushed,
  textsOf,
  type World,
  partOf,
} from './world.js';

const id = (name: string): KeyId => keyId(name.split('.'));
const texts = (entries: Record<string, string>): Map<KeyId, string> =>
  new Map(Object.entries(entries).map(([key, text]) => [id(key), text]));
const base = (entries: Record<string, string>) =>
  new Map([...texts(entries)].map(([key, text]) => [key, hashText(text)]));
const numbered = (count: number, text = 'x'): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, text]));

function world(
  here: Record<string, string> | string,
  there: Record<string, string>,
  known: Record<string, string> = {},
): World {
  return {
    format: 'json',
    text: typeof here === 'string' ? here : JSON.stringify(here, null, 2),
    there: texts(there),
    base: base(known),
  };
}
const lossesIn = ({ stops }: PullPlan) =>
  stops.flatMap((stop) => (stop?.because === 'losses' ? [stop.losses] : []))[0];
const keysOf = (
  plan: { actions: readonly ReadonlyMap<string, readonly { key: KeyId }[]>[] },
  action: string,
): string[] => plan.actions.flatMap((actions) => (actions.get(action) ?? []).map(({ key }) => keyName(key)));

describe('push', () => {
  it('MG-10 KV-05 sends nothing if nothing differs but the order', () => {
    const { plan } = pushed(world({ a: 'x', b: 'y' }, { b: 'y', a: 'x' }));
    expect(plan.content).toBeUndefined();
    expect(pushed(world({ a: 'x' }, { a: 'x' }), { all: true }).plan.content).toBe('{\n  "a": "x"\n}');
  });
  it('sends the file byte for byte', () => {
    const text = '\ufeff{ "a" : "x",\r\n\t"b":"new" }';
    expect(pushed(world(text, { a: 'x' })).plan.content).toBe(text);
  });
  it('puts newer texts of the service in, leaves out what was deleted there, and changes no other byte', () => {
    const text = '{ "a":"mine",  "b" : "old",\n "c": "gone", "d":"kept" }';
    const { plan } = pushed(
      world(text, { a: 'old', b: 'newer', d: 'kept' }, { a: 'old', b: 'old', c: 'gone', d: 'kept' }),
    );
    expect(plan.content).toBe('{ "a":"mine",  "b" : "newer",\n "d":"kept" }');
    expect(keysOf(plan, 'leave-out')).toEqual(['c']);
  });
  it('MG-06 MG-11 a conflict goes up with the service’s text, the rest of the file as it is', () => {
    const { plan, after } = pushed(world({ a: 'mine', b: 'new' }, { a: 'theirs' }, { a: 'old' }));
    expect(plan.content).toBe('{\n  "a": "theirs",\n  "b": "new"\n}');
    expect(keysOf(plan, 'conflict')).toEqual(['a']);
    expect(after.base).toEqual(base({ a: 'old', b: 'new' }));
  });
  it('a conflict alone is not a reason to upload', () => {
    expect(pushed(world({ a: 'mine' }, { a: 'theirs' }, { a: 'old' })).plan.content).toBeUndefined();
  });
  it('a conflict with a text that is empty or gone on the service is left out', () => {
    const { plan } = pushed(world({ a: 'mine', b: 'mine', c: 'new' }, { a: '' }, { a: 'old', b: 'old' }));
    expect(plan.content).toBe('{\n  "c": "new"\n}');
  });
  it('C5 a text that the service shows empty stays out of the upload: it may hold one that it does not show', () => {
    const empty = world({ a: 'x', b: 'new' }, { a: '' }, { a: 'x' });
    expect(pushed(empty).plan.content).toBe('{\n  "b": "new"\n}');
    expect(pushed(empty, { all: true }).plan.content).toBe('{\n  "b": "new"\n}');
    expect(pushed(empty, { all: true, force: true }).plan.content).toBe('{\n  "a": "x",\n  "b": "new"\n}');
  });
  it('C5 it goes up as it is on disk if the file cannot do without it', () => {
    const text = 'a: &x Hello\nb: *x\nc: new\n';
    const plan = pushed({ format: 'yaml', text, there: texts({ a: '' }), base: base({ a: 'Hello' }) }).plan;
    expect(plan.content).toBe(text);
  });
  describe('the guard over what an upload leaves out', () => {
    const gone = (count: number, of: number): World => {
      const all = numbered(of);
      const left = Object.fromEntries(Object.entries(all).slice(count));
      return world({ ...all, fresh: 'new' }, left, all);
    };
    it.each([
      [10, 20, false],
      [11, 60, false],
      [11, 50, true],
      [3, 3, true],
      [1, 1, false],
    ])('B17 an upload without %i of %i texts is stopped: %s', (count, of, stopped) => {
      const { plan } = pushed(gone(count, of));
      expect(plan.content === undefined).toBe(stopped);
      expect(plan.shrinks).toEqual(stopped ? [{ part: 0, leftOut: count, of: of + 1 }] : []);
    });
    it('counts keys in conflict that the service lacks', () => {
      const all = numbered(12, 'old');
      const { plan } = pushed(world({ ...numbered(12, 'mine'), fresh: 'new' }, { x: 'y' }, all));
      expect(plan.shrinks).toEqual([{ part: 0, leftOut: 12, of: 13 }]);
    });
    it('--force uploads them again', () => {
      const { plan, after } = pushed(gone(11, 50), { force: true });
      expect(plan.content).toContain('"key0": "x"');
      expect(pushed(after).plan.content).toBeUndefined();
      expect(textsOf(pulled(after).after)).toEqual({ ...numbered(50), fresh: 'new' });
    });
    it('without anything to upload it says nothing', () => {
      const all = numbered(20);
      expect(pushed(world(all, {}, all)).plan.shrinks).toEqual([]);
    });
  });
  it('--force remembers a deletion as meant, and a later text there is a conflict', () => {
    const { after } = pushed(world({ b: 'x' }, { a: 'x', b: 'x' }, { a: 'x', b: 'x' }), { force: true });
    expect(keysOf(pushed(after).plan, 'cannot-delete')).toEqual([]);
    const changed = { ...after, there: texts({ a: 'y', b: 'x' }) };
    expect(keysOf(pulled(changed).plan, 'conflict')).toEqual(['a']);
  });
  it('reports what it cannot delete and goes on', () => {
    const { plan } = pushed(world({ b: 'new' }, { a: 'x' }, { a: 'x' }));
    expect(keysOf(plan, 'cannot-delete')).toEqual(['a']);
    expect(plan.content).toBe('{\n  "b": "new"\n}');
  });
  it('KV-04 C10 a text here that is a group there is left out, a clash of the service with itself is not', () => {
    const { plan } = pushed(world({ a: 'x', b: 'new' }, { 'a.k': 'y' }));
    expect(plan.content).toBe('{\n  "b": "new"\n}');
    expect(keysOf(plan, 'conflict')).toEqual(['a']);
    expect(pushed(world('{"a":{"k":"y"},"b":"new"}', { a: 'x', 'a.k': 'y' })).plan.content).toBe(
      '{"a":{"k":"y"},"b":"new"}',
    );
  });
  it("a mark that a key has got on its first upload is the service's form, later a person's edit", () => {
    const added = texts({ a: 'Done.', b: '1, 5 kg' });
    const first = pushed(world({ a: 'Done', b: '1,5 kg' }, {}));
    const { changed } = receiptOf(first.plan.actions[0] ?? new Map(), added, true);
    expect(changed.map(keyName)).toEqual(['a', 'b']);
    const again = pushed(world({ a: 'Done' }, { a: 'Old' }, { a: 'Old' }));
    expect(receiptOf(again.plan.actions[0] ?? new Map(), added, true).changed).toEqual([]);
  });

  it('KV-11 B4 a form that the service gives a text is neither pulled nor sent again', () => {
    const sent = pushed(world({ a: ' trimmed ', b: 'x' }, {}));
    const receipt = receiptOf(sent.plan.actions[0] ?? new Map(), texts({ a: 'trimmed', b: 'x' }), false);
    const known = settledBase(new Map(), receipt.settled);
    const trimmed = { ...world({ a: ' trimmed ', b: 'x' }, { a: 'trimmed', b: 'x' }), base: known };
    expect(pushed(trimmed).plan.content).toBeUndefined();
    expect(pulled(trimmed).plan.text).toBeUndefined();
    expect(pulled(trimmed, { force: true }).plan.text).toBeUndefined();
    const edited = { ...trimmed, there: texts({ a: 'edited', b: 'x' }) };
    expect(textsOf(pulled(edited).after)).toEqual({ a: 'edited', b: 'x' });
  });
});

describe('what became of an upload', () => {
  const actions =
    pushed(world({ a: 'x', b: 'y', c: 'z', d: '' }, { d: 'old' }, { d: 'old' })).plan.actions[0] ?? new Map();
  it('is told from what the service holds afterwards', () => {
    const receipt = receiptOf(actions, texts({ a: 'x', b: 'Y', d: 'old' }), true);
    expect(receipt.changed.map(keyName)).toEqual(['b']);
    expect(receipt.notStored.map(keyName)).toEqual(['c', 'd']);
    expect(receipt.arrived).toBe(2);
    expect(Object.fromEntries([...receipt.settled].map(([key, one]) => [keyName(key), one]))).toEqual({
      a: { text: 'x' },
      b: { sent: 'y', there: 'Y', own: true },
      c: { sent: 'z', there: '', own: false },
      d: { sent: '', there: 'old', own: false },
    });
  });
  it('B3 settles nothing if it could not be read back', () => {
    const receipt = receiptWithoutReadBack(actions);
    expect(receipt).toEqual({ settled: new Map(), changed: [], notStored: [], arrived: 0 });
  });
  it('B6 B7 settles nothing of an upload of which nothing has arrived', () => {
    const receipt = receiptOf(actions, texts({ d: 'old' }), true);
    expect(receipt.arrived).toBe(0);
    expect([...receipt.settled.keys()].map(keyName)).toEqual(['d']);
  });
  it('waits for the last look before a key counts as refused', () => {
    expect(receiptOf(actions, texts({ a: 'x' }), false).settled.has(id('c'))).toBe(false);
  });
  it('another text than was sent, of unknown origin, is a conflict from then on', () => {
    const { plan } = pushed(world({ a: 'Guten Tag' }, {}));
    const receipt = receiptOf(plan.actions[0] ?? new Map(), texts({ a: 'Moin' }), true);
    expect(receipt.settled.get(id('a'))).toEqual({ unknown: true });
    const after = {
      ...world({ a: 'Guten Tag' }, { a: 'Moin' }),
      base: settledBase(new Map(), receipt.settled),
    };
    for (const source of [true, false]) {
      const where = { isSource: source, isLockUnusable: false };
      expect(keysOf(pushed(after, {}, where).plan, 'conflict')).toEqual(['a']);
      expect(keysOf(pulled(after, {}, where).plan, 'conflict')).toEqual(['a']);
    }
  });
  it('keeps the base of a key whose text another person has replaced', () => {
    const { plan } = pushed(world({ a: 'new' }, { a: 'old' }, { a: 'old' }));
    const receipt = receiptOf(plan.actions[0] ?? new Map(), texts({ a: 'theirs' }), true);
    expect(receipt.settled.size).toBe(0);
  });
  it('has arrived only if every text is there', () => {
    expect(hasArrived(actions, texts({ a: 'x', b: 'y', c: 'z' }))).toBe(true);
    expect(hasArrived(actions, texts({ a: 'x', b: 'y' }))).toBe(false);
    expect(hasArrived(actions, texts({ a: 'x', b: 'y', c: 'z', d: 'old' }))).toBe(false);
  });
  it('B5 a text that appears later under a key that the service did not take is a conflict', () => {
    const later = {
      ...world({ a: 'x' }, { a: 'theirs' }),
      base: new Map([[id('a'), keptOld(hashText('x'))]]),
    };
    expect(keysOf(pulled(later).plan, 'conflict')).toEqual(['a']);
    expect(keysOf(pushed(later).plan, 'conflict')).toEqual(['a']);
  });
  it('a form of the service is not sent again, a new text here is', () => {
    const own = new Map([[id('a'), ownForm(hashText('x & y'), hashText('x &amp; y'))]]);
    expect(pushed({ ...world({ a: 'x & y' }, { a: 'x &amp; y' }), base: own }).plan.content).toBeUndefined();
    const edited = pushed({ ...world({ a: 'z' }, { a: 'x &amp; y' }), base: own });
    expect(keysOf(edited.plan, 'upload')).toEqual(['a']);
  });
  it('a text that was not kept is neither sent again for ever nor removed by pull', () => {
    const kept = { ...world({ a: 'x' }, {}), base: new Map([[id('a'), keptOld(hashText('x'))]]) };
    expect(pushed(kept).plan.content).toBeUndefined();
    expect(pulled(kept, { prune: true }).plan.text).toBeUndefined();
  });
});

describe('pull', () => {
  it('KV-06 MG-08 changes only the bytes of changed keys', () => {
    const text = '{ "a" :"old",\n\n  "b":"gone", "c" : "mine" }';
    const { plan } = pulled(
      world(text, { a: 'newer', c: 'old', n: 'new' }, { a: 'old', b: 'gone', c: 'old' }),
    );
    expect(plan.text).toContain('{ "a" :"newer",\n\n');
    expect(JSON.parse(plan.text ?? '')).toEqual({ a: 'newer', c: 'mine', n: 'new' });
  });
  it('MG-06 writes 499 keys and leaves the one in conflict', () => {
    const { plan, after } = pulled(
      world(
        { ...numbered(500, 'old'), key7: 'mine' },
        { ...numbered(500, 'new'), key7: 'theirs' },
        numbered(500, 'old'),
      ),
    );
    expect(keysOf(plan, 'conflict')).toEqual(['key7']);
    expect(textsOf(after)).toEqual({ ...numbered(500, 'new'), key7: 'mine' });
  });
  it('MG-01 without a base and without a difference writes no file, but the base', () => {
    const { plan, after } = pulled(world({ a: 'x' }, { a: 'x' }));
    expect(plan.text).toBeUndefined();
    expect(after.base).toEqual(base({ a: 'x' }));
  });
  it('an empty text of the service empties nothing, a null removes nothing', () => {
    const emptied = world({ a: 'x' }, { a: '' }, { a: 'x' });
    expect(pulled(emptied).plan.text).toBeUndefined();
    expect(textsOf(pulled(emptied, { empty: true, allowShrink: true }).after)).toEqual({ a: '' });
  });
  it('writes no file for texts that are all empty', () => {
    expect(pulled({ ...world({}, { a: '' }), text: undefined }).plan.text).toBeUndefined();
  });
  it('a key whose name clashes is left, the others are written', () => {
    const { plan, after } = pulled(
      world({ a: 'x', b: 'old' }, { 'a.k': 'y', b: 'new', c: 'p', 'c.q': 'r' }, { b: 'old' }),
    );
    expect(plan.refused).toEqual([]);
    expect(textsOf(after)).toEqual({ a: 'x', b: 'new' });
  });
  it.each<[string, World['format'], Record<string, string>, string | undefined, string[], RegExp]>([
    ['half of a character', 'yaml', { a: 'x', b: '\ud800' }, undefined, ['b'], /half of a character/],
    ['a list with a gap', 'json', { 'l.0': 'x', 'l.2': 'z' }, '{"l": ["x"], "b": "z"}', ['l', '2'], /gaps/],
  ])(
    'no file can hold the texts: %s refuses the new file, and nothing else',
    (_, name, there, like, key, why) => {
      const format = formatNamed(name);
      const comparison = comparisonOf({ ...world({}, there), format: name, text: undefined });
      const model = like === undefined ? undefined : { document: format.parse(like), root: undefined };
      const plan = planPull(format, undefined, [{ comparison, root: undefined }], PULL, model);
      expect(plan.text).toBeUndefined();
      expect(plan.refused).toEqual([
        { path: key, reason: expect.stringMatching(why) as string, position: undefined },
      ]);
    },
  );
  it('keeps the type that the file has', () => {
    const { plan } = pulled(
      world(
        '{"n":1.50,"m":2,"t":true,"z":null}',
        { n: '1.5', m: '3', t: 'true', z: '' },
        { n: '1.50', m: '2', t: 'true' },
      ),
    );
    expect(plan.text).toBe('{"n":1.5,"m":3,"t":true,"z":null}');
  });
});

describe('the shrink guard', () => {
  const removing = (removed: number, of: number): World => {
    const all = numbered(of);
    const left = Object.fromEntries(Object.entries(all).slice(removed));
    return world(all, left, all);
  };
  it.each([
    [10, 20, false],
    [11, 55, false],
    [11, 54, true],
    [12, 20, true],
    [1, 2, false],
  ])('a pull that removes %i of %i keys is stopped: %s', (removed, of, stopped) => {
    const { plan } = pulled(removing(removed, of));
    expect(lossesIn(plan)).toEqual(stopped ? { removed, emptied: 0, replaced: 0, of } : undefined);
    expect(plan.text === undefined).toBe(stopped);
    expect(pulled(removing(removed, of), { allowShrink: true }).plan.text).toBeDefined();
  });
  it('counts emptied keys with removed ones, and forced and pruned ones like others', () => {
    const all = numbered(30);
    const there = {
      ...Object.fromEntries(Object.entries(all).slice(6)),
      ...Object.fromEntries(
        Object.keys(all)
          .slice(6, 12)
          .map((key) => [key, '']),
      ),
    };
    expect(lossesIn(pulled(world(all, there, all), { empty: true }).plan)).toEqual({
      removed: 6,
      emptied: 6,
      replaced: 0,
      of: 30,
    });
    expect(lossesIn(pulled(world(all, there, all)).plan)).toBeUndefined();
    expect(lossesIn(pulled(world(all, { key0: 'x' }), { prune: true }).plan)).toEqual({
      removed: 29,
      emptied: 0,
      replaced: 0,
      of: 30,
    });
    expect(lossesIn(pulled(world(numbered(30, 'mine'), { key0: 'x' }, all), { force: true }).plan)).toEqual({
      removed: 29,
      emptied: 0,
      replaced: 0,
      of: 30,
    });
  });
  it('stops a pull from a service that has nothing at all any more, however small the file', () => {
    expect(lossesIn(pulled(world({ a: 'x', b: 'y' }, {}, { a: 'x', b: 'y' })).plan)).toEqual({
      removed: 2,
      emptied: 0,
      replaced: 0,
      of: 2,
    });
    expect(pulled(world({ a: 'x' }, {}, { a: 'x' })).plan.text).toBe('{}');
    expect(pulled(world({ a: 'x', b: 'y' }, {})).plan).toMatchObject({ stops: [undefined], text: undefined });
  });
});

describe('several languages in one file', () => {
  const text = 'en:\n  a: "A"\n  b: "B"\nde:\n  a: "Ä"\n  b: "alt"\n';
  const document = formatNamed('yaml').parse(text);
  const part = (
    root: string,
    there: Record<string, string>,
    known: Record<string, string>,
    source = false,
  ) => {
    const remote: RemoteText[] = Object.entries(there).map(([key, value]) => ({ key: [key], text: value }));
    const here = leavesUnder(document, root);
    const comparison = compareLanguage(
      {
        isList: false,
        mayMerge: true,
        here,
        sourceTexts: leavesUnder(document, 'en'),
        there: remote,
        base: base(known),
        exists: true,
      },
      [root],
      { isSource: source, isLockUnusable: false },
    );
    return partOf(comparison, root);
  };
  it('are pushed as one file, newer texts in their own language', () => {
    const plan = planPush(
      document,
      [
        part('en', { a: 'old', b: 'B' }, { a: 'old', b: 'B' }, true),
        part('de', { a: 'Ä', b: 'neu' }, { a: 'Ä', b: 'alt' }),
      ],
      PUSH,
      [],
    );
    expect(plan.content).toBe(text.replace('alt', 'neu'));
  });
  it('go up together, a conflict in one with the service’s text', () => {
    const plan = planPush(
      document,
      [
        part('en', { a: 'old', b: 'B' }, { a: 'old', b: 'B' }, true),
        part('de', { a: 'Ä', b: 'neu' }, { a: 'Ä', b: 'x' }),
      ],
      PUSH,
      [],
    );
    expect(plan.content).toBe(text.replace('alt', 'neu'));
    expect(plan.actions.map((actions) => [...actions.keys()])).toEqual([['upload'], ['conflict']]);
  });
  it('--force settles nothing of a language that --locale leaves out', () => {
    const conflict = part('de', { a: 'Ä', b: 'neu' }, { a: 'Ä', b: 'x' });
    const own = part('en', { a: 'old', b: 'B' }, { a: 'x', b: 'B' }, true);
    const force = { ...PUSH, force: true };
    expect(planPush(document, [own, conflict], force, []).content).toBe(text);
    expect(planPush(document, [own, { ...conflict, access: 'unselected' }], force, []).content).toBe(
      text.replace('alt', 'neu'),
    );
    const settled = part('de', { a: 'Ä', b: 'alt' }, { a: 'Ä', b: 'alt' });
    expect(planPush(document, [own, { ...settled, access: 'unselected' }], force, []).content).toBe(text);
  });
  it('A10 one language that the service lost whole is guarded by itself', () => {
    const plan = planPull(
      formatNamed('yaml'),
      document,
      [part('en', { a: 'New', b: 'B' }, { a: 'A', b: 'B' }, true), part('de', {}, { a: 'Ä', b: 'alt' })],
      PULL,
      undefined,
    );
    expect(plan.text).toBeUndefined();
    expect(plan.stops.map((stop) => stop !== undefined)).toEqual([false, true]);
  });
  it('are pulled in one edit', () => {
    const plan = planPull(
      formatNamed('yaml'),
      document,
      [
        part('en', { a: 'New', b: 'B' }, { a: 'A', b: 'B' }, true),
        part('de', { a: 'Ä', b: 'neu' }, { a: 'Ä', b: 'alt' }),
      ],
      PULL,
      undefined,
    );
    expect(plan.text).toBe(text.replace('"A"', '"New"').replace('alt', 'neu'));
  });
});

describe('a comparison', () => {
  it('counts the keys of the source locale and its own, and those with a text', () => {
    const here = formatNamed('json').parse('{"a":"x","own":"y","empty":""}').leaves;
    const source = formatNamed('json').parse('{"a":"A","b":"B","empty":"E"}').leaves;
    const comparison = compareLanguage(
      { isList: false, mayMerge: true, here, sourceTexts: source, there: [], base: new Map(), exists: true },
      ['de'],
      PLAIN,
    );
    expect({ total: comparison.total, translated: comparison.translated }).toEqual({
      total: 4,
      translated: 2,
    });
    expect(untranslated(comparison).map(keyName)).toEqual(['b', 'empty']);
  });
  it('does not call a key untranslated that the service cannot tell from another', () => {
    const comparison = comparisonOf(world('{"a.b":"x","a":{"b":"y"},"c":""}', { 'a.b': 'z' }));
    expect(untranslated(comparison).map(keyName)).toEqual([]);
    expect(comparison.states.map(({ key }) => keyPath(key))).toEqual([['c']]);
  });
  it('counts the service’s texts if there is no file', () => {
    const comparison = comparisonOf({ ...world({}, { a: 'x', b: '' }), text: undefined });
    expect(comparison.translated).toBe(1);
  });
});
