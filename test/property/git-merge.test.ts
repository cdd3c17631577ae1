import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashText, UNKNOWN_HASH, type Hash } from '../../src/core/merge/hash.js';
import { renderLock, renderSection, baseOf } from '../../src/core/lock/lock-file.js';
import { parseLock } from '../../src/core/lock/conflicted-lock.js';
import { mergeLocks } from '../../src/core/lock/merge-locks.js';
import { threeWay } from '../../src/core/merge/three-way.js';
import { keyId, type KeyId } from '../../src/core/keys/key.js';
import { conflictSides } from '../../src/core/text/conflict-markers.js';
import { changedLines, linesOf } from '../../src/core/text/line-diff.js';
import { markConflicts } from '../../src/core/text/mark-conflicts.js';
import { mergeFile } from '../../src/plan/git-merge/merge-file.js';
import { formatNamed } from '../unit/plan/world.js';
import { runs } from '../support/runs.js';

const KEYS = [['title'], ['shop', 'cart'], ['shop', 'pay'], ['shop', 'form', 'name'], ['foot'], ['z', 'end']];
const TEXTS = ['one', 'two: three', 'no', 'ä "quoted" \\ text', 'line\nbreak', ' blank '];
const text = fc.option(fc.constantFrom(...TEXTS), { nil: undefined });
const column = fc.array(text, { minLength: KEYS.length, maxLength: KEYS.length });

type Texts = ReadonlyMap<KeyId, string>;
const textsOf = (values: readonly (string | undefined)[]): Texts =>
  new Map(
    KEYS.flatMap((path, i) => {
      const value = values[i];
      return value === undefined ? [] : [[keyId(path), value] as const];
    }),
  );

const LINES = { clean: undefined, ours: undefined };
const STYLE = { size: 7, ours: 'HEAD', theirs: 'topic' };

describe('the merge of three versions', () => {
  it('GIT-07 is that of three plain maps, and each side of the markers is a whole version', () => {
    fc.assert(
      fc.property(fc.constantFrom('json', 'yaml'), column, column, column, (name, one, two, three) => {
        const format = formatNamed(name === 'json' ? 'json' : 'yaml');
        const [base, ours, theirs] = [one, two, three].map(textsOf);
        if (!base || !ours || !theirs) throw new Error('three versions');
        const written = (texts: Texts): string => (texts.size === 0 ? '{}\n' : format.create(texts));
        const versions = { base: written(base), ours: written(ours), theirs: written(theirs) };
        const result = mergeFile(format, versions, LINES, STYLE);
        expect(result.kind).toBe('merged');
        if (result.kind !== 'merged') return;
        const { merged, conflicts } = threeWay(base, ours, theirs, (a, b) => a === b);
        expect(new Set(result.conflicts)).toEqual(conflicts);
        const read = (from: string): Record<string, string> =>
          Object.fromEntries(Array.from(format.parse(from).leaves, ([id, leaf]) => [id, leaf.text]));
        const wanted = (own: Texts): Record<string, string> => {
          const all = new Map(merged);
          for (const key of conflicts) {
            const value = own.get(key);
            if (value !== undefined) all.set(key, value);
          }
          return Object.fromEntries(all);
        };
        if (conflicts.size === 0) expect(read(result.text)).toEqual(wanted(ours));
        else {
          const sides = conflictSides(result.text);
          expect(read(sides?.ours ?? '')).toEqual(wanted(ours));
          expect(read(sides?.theirs ?? '')).toEqual(wanted(theirs));
          // The driver may run on its own result.
          expect(mergeFile(format, { ...versions, ours: result.text }, LINES, STYLE)).toMatchObject({
            kind: 'merged',
            text: result.text,
          });
        }
      }),
      { numRuns: runs(2_000) },
    );
  });

  it.each([
    [
      'a group that they leave empty',
      ['g:\n  a: x\nk: v\n', 'g:\n  a: x\nk: ours\n', 'g: {}\nk: v\n'],
      'g: {}\nk: ours\n',
    ],
    ['a number that they quote', ['a: 1\nb: x\n', 'a: 1\nb: ours\n', 'a: "1"\nb: x\n'], 'a: "1"\nb: ours\n'],
  ])('GIT-07 %s: our changes go into their text', (_, [base = '', ours = '', theirs = ''], text) => {
    const merge = mergeFile(formatNamed('yaml'), { base, ours, theirs }, LINES, STYLE);
    expect(merge).toMatchObject({ kind: 'merged', text, conflicts: [], lostComments: [] });
  });

  const TOKENS = ['1.5', '1.50', '"1.5"', '9.9', '9.90', '1e3', 'true', '"true"', 'null', '"x"', '"y"'];
  const token = fc.constantFrom(...TOKENS);
  const row = fc.record({ base: token, side: fc.constantFrom('ours', 'theirs', 'both'), changed: token });

  it('GIT-07 a value that one side has changed, or both alike, is merged as it is written', () => {
    const written = (isJson: boolean, values: readonly string[]): string =>
      isJson
        ? `{\n${values.map((value, i) => `  "k${i}": ${value}`).join(',\n')}\n}\n`
        : values.map((value, i) => `k${i}: ${value}\n`).join('');
    fc.assert(
      fc.property(fc.boolean(), fc.array(row, { minLength: 1, maxLength: 4 }), (isJson, rows) => {
        const format = formatNamed(isJson ? 'json' : 'yaml');
        const version = (own: string): string =>
          written(
            isJson,
            rows.map(({ base, side, changed }) => (side === own || side === 'both' ? changed : base)),
          );
        const base = written(
          isJson,
          rows.map((each) => each.base),
        );
        const wanted = written(
          isJson,
          rows.map((each) => each.changed),
        );
        const versions = { base, ours: version('ours'), theirs: version('theirs') };
        const result = mergeFile(format, versions, LINES, STYLE);
        expect(result).toMatchObject({ kind: 'merged', conflicts: [] });
        if (result.kind !== 'merged') return;
        const read = (text: string): readonly string[] =>
          Array.from(format.parse(text).leaves, ([id, leaf]) => `${id} ${leaf.kind} ${leaf.text}`);
        expect(read(result.text)).toEqual(read(wanted));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it.each([
    ['their number and our quotes', '1.5', '"1.5"', '1.50', '"1.50"'],
    ['our number and their quotes', '1.5', '1.50', '"1.5"', '"1.50"'],
    ['their number without quotes', '"5"', '6', '5', '6'],
    ['their boolean and our quotes', 'true', '"true"', 'false', '"false"'],
    ['a conflict of two numbers', '9.8', '9.9', '9.90', undefined],
    ['a conflict of a number and a text', '"5"', '5', '"1:30"', undefined],
    ['a conflict of two that both have added', undefined, '5', '"5"', undefined],
  ])('GIT-07 %s', (_, base, ours, theirs, wanted) => {
    for (const name of ['json', 'yaml'] as const) {
      const written = (value: string | undefined): string => {
        if (value === undefined) return '{}\n';
        return name === 'json' ? `{\n  "k": ${value}\n}\n` : `k: ${value}\n`;
      };
      const versions = { base: written(base), ours: written(ours), theirs: written(theirs) };
      const result = mergeFile(formatNamed(name), versions, LINES, STYLE);
      expect(result).toMatchObject({ kind: 'merged', conflicts: wanted === undefined ? ['k'] : [] });
      if (result.kind !== 'merged') continue;
      if (wanted !== undefined) expect(result.text).toBe(written(wanted));
      else expect(conflictSides(result.text)).toEqual({ ours: versions.ours, theirs: versions.theirs });
    }
  });

  describe('GIT-07 a list of items that hold keys', () => {
    const item = (q: string, a: string): string => `  - q: ${q}\n    a: ${a}\n`;
    const list = (...items: readonly string[]): string => `faq:\n${items.join('')}`;
    const [one, two, three] = [item('Q1', 'A1'), item('Q2', 'A2'), item('Q3', 'A3')];
    const merge = (ours: string, theirs: string, base = list(one, two)): ReturnType<typeof mergeFile> =>
      mergeFile(formatNamed('yaml'), { base, ours, theirs }, LINES, STYLE);

    it.each([
      [
        'two items',
        list(item('Q1', 'A1x'), two),
        list(one, item('Q2y', 'A2')),
        list(item('Q1', 'A1x'), item('Q2y', 'A2')),
      ],
      [
        'a new item of ours',
        list(one, two, three),
        list(one, item('Q2y', 'A2')),
        list(one, item('Q2y', 'A2'), three),
      ],
      [
        'a new item of theirs',
        list(item('Q1x', 'A1'), two),
        list(one, two, three),
        list(item('Q1x', 'A1'), two, three),
      ],
    ])('is merged by item: %s', (_, ours, theirs, text) => {
      expect(merge(ours, theirs)).toMatchObject({ kind: 'merged', text, conflicts: [] });
    });

    it.each([
      ['one field twice', list(item('Q1x', 'A1'), two), list(item('Q1y', 'A1'), two), 'faq.0.q'],
      ['the same fields of one item', list(three, two), list(item('Q1y', 'A1y'), two), 'faq.0.q', 'faq.0.a'],
      ['two fields of one item', list(item('Q1x', 'A1'), two), list(item('Q1', 'A1y'), two), 'faq'],
      ['an item replaced, and a field of it edited', list(three, two), list(item('Q1', 'A1y'), two), 'faq'],
      ['items in another order', list(two, one), list(item('Q1', 'A1y'), two), 'faq'],
      ['an item removed at the front', list(two, three), list(item('Q1', 'A1y'), two), 'faq'],
      ['an item added at the front', list(three, one, two), list(item('Q1', 'A1y'), two), 'faq'],
      ['two new items', list(one, two, three), list(one, two, item('Q4', 'A4')), 'faq'],
    ])('is in conflict: %s', (_, ours, theirs, ...keys) => {
      const result = merge(ours, theirs);
      expect(result).toMatchObject({
        kind: 'merged',
        conflicts: keys.map((key) => keyId(key.split('.'))),
      });
      const sides = conflictSides(result.kind === 'merged' ? result.text : '');
      expect([sides?.ours, sides?.theirs]).toEqual([ours, theirs]);
    });

    it('is one value if equal texts could hide that items have moved', () => {
      const same = (id: string, text: string): string => `  - id: ${id}\n    text: ${text}\n`;
      const base = list(same('one', 'same'), same('two', 'same'));
      const moved = list(same('two', 'same'), same('one', 'same'));
      expect(merge(moved, list(same('one', 'new'), same('two', 'same')), base)).toMatchObject({
        kind: 'merged',
        conflicts: ['faq'],
      });
    });
  });

  it.each<[string, 'yaml' | 'json', base: string, ours: string, theirs: string, text: string]>([
    [
      'a list in a file with comments, quotes and an anchor',
      'yaml',
      'a: [x]\nb: B\nc: C\n',
      '# licence\na: [x]\nc: &q "C"\nb: \'B\' # mine\nd: *q\n',
      'a: []\nb: B\nc: C\n',
      '# licence\na: []\nc: &q "C"\nb: \'B\' # mine\nd: *q\n',
    ],
    [
      'a list on lines of its own, with CRLF',
      'yaml',
      'm:\n  # The list.\n  a:\n    - x\n    - y: Y\nb: B\n',
      'm:\r\n  # The list.\r\n  a:\r\n    - x\r\n    - y: Y\r\nb: Bx\r\nn: N\r\n',
      'm:\n  # The list.\n  a: []\nb: B\n',
      'm:\r\n  # The list.\r\n  a: []\r\nb: Bx\r\nn: N\r\n',
    ],
    ['a map', 'yaml', 'a:\n  x: X\nb: B\n', 'a:\n  x: X\nb: "Bx"\n', 'a: {}\nb: B\n', 'a: {}\nb: "Bx"\n'],
    [
      'a list of each side',
      'yaml',
      'o: [y]\na: [x]\nb: B\n',
      'o: []\na: [x]\nb: B\n',
      'o: [y]\na: []\nb: B\n',
      'o: []\na: []\nb: B\n',
    ],
    [
      'a list in a list',
      'yaml',
      'k:\n  - - A\n  - - B\nb: B\n',
      'k:\n  - - A\n  - - B\nb: "Bx"\n',
      'k:\n  - []\n  - - B\nb: B\n',
      'k:\n  - []\n  - - B\nb: "Bx"\n',
    ],
    [
      'a new list and a new map',
      'yaml',
      'a: A\nb: B\n',
      'a: A\nb: "Bx"\n',
      'a: A\nl: []\nm:\n  k: {}\nb: B\n',
      'a: A\nl: []\nm:\n  k: {}\nb: "Bx"\n',
    ],
    ['a text', 'yaml', 'a: A\nb: B\n', 'a: A\nb: "Bx"\n', 'a: []\nb: B\n', 'a: []\nb: "Bx"\n'],
    [
      'a list and a map, each beside a change',
      'json',
      '{\n  "o": ["y"],\n  "a": {\n    "x": "X"\n  },\n  "b": "B"\n}\n',
      '{\n    "b": "\\u00e4",\n    "o": [],\n    "a": {\n        "x": "X"\n    }\n}\n',
      '{\n  "o": ["y"],\n  "a": {},\n  "b": "B"\n}\n',
      '{\n    "b": "\\u00e4",\n    "o": [],\n    "a": {}\n}\n',
    ],
    [
      'new ones',
      'json',
      '{\n  "a": "A",\n  "b": "B"\n}\n',
      '{\n  "a": "A",\n  "b": "Bx"\n}\n',
      '{\n  "a": "A",\n  "l": [],\n  "m": {},\n  "b": "B"\n}\n',
      '{\n  "a": "A",\n  "l": [],\n  "m": {},\n  "b": "Bx"\n}\n',
    ],
  ])('GIT-07 what one side empties is emptied in our text: %s', (_, name, base, ours, theirs, text) => {
    const result = mergeFile(formatNamed(name), { base, ours, theirs }, LINES, STYLE);
    expect(result).toMatchObject({ kind: 'merged', conflicts: [], text });
  });

  it('GIT-07 a list that one side empties and the other changes is marked alone', () => {
    const result = mergeFile(
      formatNamed('yaml'),
      { base: 'a: [x]\nb: B\nc: C\n', ours: 'a: [y]\nb: "B"\nc: C\n', theirs: 'a: []\nb: B\nc: Cx\n' },
      LINES,
      STYLE,
    );
    expect(result).toMatchObject({ kind: 'merged', conflicts: ['a'] });
    const sides = conflictSides(result.kind === 'merged' ? result.text : '');
    expect([sides?.ours, sides?.theirs]).toEqual(['a: [y]\nb: "B"\nc: Cx\n', 'a: []\nb: "B"\nc: Cx\n']);
  });

  it('GIT-07 their text does not count if it lacks a line that ours has changed', () => {
    // Our text cannot be edited: its list is read in two places.
    const versions = {
      base: 'a: [x]\nb: B\nc: C\n',
      ours: 'a: &l [x]\nb: "B"\nc: C\nd: *l\n',
      theirs: 'a: []\nb: B\nc: C\n',
    };
    expect(mergeFile(formatNamed('yaml'), versions, LINES, STYLE).kind).toBe('by-lines');
    const clean = { clean: versions.ours, ours: versions.ours };
    expect(mergeFile(formatNamed('yaml'), versions, clean, STYLE).kind).toBe('marked');
  });

  it.each([
    ['an item added twice', ['A', 'B'], ['A', 'B', 'C'], ['A', 'C', 'B'], ['A', 'C', 'B', 'C']],
    ['an equal item removed twice', ['A', 'B', 'A'], ['B', 'A'], ['A', 'B'], ['B']],
  ])('GIT-07 a merge by lines of a list is not taken with %s', (_, ...versions) => {
    for (const item of ['  - ', '  - t: ', '  - - ']) {
      const [base = '', ours = '', theirs = '', clean = ''] = versions.map(
        (items) => `k:\n${items.map((text) => `${item}${text}\n`).join('')}`,
      );
      const result = mergeFile(formatNamed('yaml'), { base, ours, theirs }, { clean, ours: clean }, STYLE);
      expect(result).toMatchObject({ kind: 'merged', conflicts: ['k'] });
      const sides = conflictSides(result.kind === 'merged' ? result.text : '');
      expect([sides?.ours, sides?.theirs]).toEqual([ours, theirs]);
    }
  });

  it('GIT-07 a merge by lines that reads otherwise is not taken', () => {
    const versions = {
      base: '{"a":"1","b":"1"}\n',
      ours: '{"a":"2","b":"1"}\n',
      theirs: '{"a":"1","b":"2"}\n',
    };
    const both = '{"a":"2","b":"2"}\n';
    for (const clean of [
      versions.ours,
      versions.theirs,
      '{"a":"2"}\n',
      '{"a":"2","b":"2","b":"2"}\n',
      both,
    ]) {
      const lines = { clean, ours: clean };
      expect(mergeFile(formatNamed('json'), versions, lines, STYLE)).toMatchObject({
        kind: 'merged',
        text: both,
        conflicts: [],
      });
    }
  });

  describe.each(['json', 'yaml'] as const)('d1-4 a key twice in our version (%s)', (name) => {
    const format = formatNamed(name);
    const text = (keys: readonly string[]): string =>
      name === 'json' ? `{\n${keys.join(',\n')}\n}\n` : `${keys.join('\n')}\n`;
    const base = ['"a": "1"', '"b": "1"', '"c": "1"'];
    const ours = ['"n": "ours"', '"a": "1"', '"a": "2"', '"b": "1"', '"c": "1"'];
    const theirs = ['"a": "1"', '"b": "1"', '"c": "1"', '"n": "theirs"'];
    const versions = { base: text(base), ours: text(ours), theirs: text(theirs) };
    const merge = (clean: string): ReturnType<typeof mergeFile> =>
      mergeFile(format, versions, { clean, ours: clean }, STYLE);

    it.each([
      ['another key twice', [...ours, '"n": "theirs"']],
      ['a key too few', ours.slice(0, -1)],
      ['a text of the base again', [...ours.slice(0, -2), '"b": "0"', '"c": "1"']],
    ])('a merge by lines with %s: all that differs is marked', (_, clean) => {
      const result = merge(text(clean));
      expect(result.kind).toBe('marked');
      const sides = conflictSides(result.kind === 'marked' ? result.text : '');
      expect([sides?.ours, sides?.theirs]).toEqual([versions.ours, versions.theirs]);
    });

    it('a merge by lines that reads as the keys demand is left to git, unless another key is a duplicate', () => {
      const other = { ...versions, theirs: text(['"a": "1"', '"b": "2"', '"c": "1"']) };
      const clean = text(['"n": "ours"', '"a": "1"', '"a": "2"', '"b": "2"', '"c": "1"']);
      expect(mergeFile(format, other, { clean, ours: clean }, STYLE).kind).toBe('by-lines');
      const twice = text(['"n": "ours"', '"a": "1"', '"a": "2"', '"b": "2"', '"c": "1"', '"c": "1"']);
      expect(mergeFile(format, other, { clean: twice, ours: twice }, STYLE).kind).toBe('marked');
    });

    it('a merge by lines is marked if a key is twice on one line', () => {
      // The lines show no keys inside of braces, and nothing else can be checked without the base.
      const inline = (keys: string): string => text(['"a": "1"', `"b": {${keys}}`, '"c": "1"']);
      const [one, two] = ['"x": "1"', '"x": "1", "y": "2"'];
      const other = { base: `${inline(one)}{`, ours: inline(two), theirs: inline('"x": "1", "z": "3"') };
      const merged = (keys: string): string =>
        mergeFile(format, other, { clean: inline(keys), ours: inline(keys) }, STYLE).kind;
      expect(merged(`${two}, "z": "3"`)).toBe('by-lines');
      expect(merged(`${two}, "z": "3", "x": "1"`)).toBe('marked');
    });
  });

  it('d1-4 a comment that ours added above a key that theirs removed is not lost unsaid', () => {
    const versions = {
      base: 'a: 1\nb: 1\nc: 1\n',
      ours: 'a: 1\n# why b\nb: 1\nc: 1\n',
      theirs: 'a: 1\nc: 2\n',
    };
    const result = mergeFile(formatNamed('yaml'), versions, LINES, STYLE);
    expect(result).toMatchObject({ kind: 'merged', conflicts: [] });
    if (result.kind !== 'merged') return;
    expect(result.text.includes('# why b') || result.lostComments.includes('# why b')).toBe(true);
  });

  it.each([
    ['a key of theirs', 'a: A\n', 'a: A\nx: X\n', 'a: A\ny: Y # the letter\n', '# the letter'],
    ['beside a change of ours', 'a: A\nb: B\n', 'a: A1\nb: B\n', 'a: A\nb: B # note\n', '# note'],
    ['with its text', 'a: A # old\nb: B\n', 'a: A # old\nb: B1\n', 'a: A2 # new\nb: B\n', '# new'],
    ['after quotes', 'a: "A"\n', 'a: "A"\nx: X\n', 'a: "A"\ny: "it\'s # 1" # two\n', '# two'],
  ])('k2-6 a comment at the end of a line is not lost unsaid: %s', (_, base, ours, theirs, comment) => {
    const result = mergeFile(formatNamed('yaml'), { base, ours, theirs }, LINES, STYLE);
    expect(result).toMatchObject({ kind: 'merged', conflicts: [] });
    if (result.kind !== 'merged') return;
    expect(result.text.includes(comment) ? [comment] : result.lostComments).toEqual([comment]);
  });

  it('GIT-07 of plain maps takes what one side changed, and is the same from both sides', () => {
    const values = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2', '3'));
    fc.assert(
      fc.property(values, values, values, (base, ours, theirs) => {
        const maps = [base, ours, theirs].map((one) => new Map(Object.entries(one)));
        const [b = new Map(), o = new Map(), t = new Map()] = maps;
        const same = (x: string, y: string): boolean => x === y;
        const one = threeWay<string, string>(b, o, t, same);
        const other = threeWay<string, string>(b, t, o, same);
        expect(Object.fromEntries(one.merged)).toEqual(Object.fromEntries(other.merged));
        expect(one.conflicts).toEqual(other.conflicts);
        for (const key of ['a', 'b', 'c']) {
          if (one.conflicts.has(key)) {
            expect(new Set([b.get(key), o.get(key), t.get(key)]).size).toBe(3);
            continue;
          }
          const changed = [o.get(key), t.get(key)].filter((value) => value !== b.get(key));
          expect(one.merged.get(key)).toBe(changed.length === 0 ? b.get(key) : changed[0]);
        }
      }),
      { numRuns: runs(2_000) },
    );
  });
});

describe('conflict markers', () => {
  const lines = fc
    .array(fc.constantFrom('a', 'b', 'c', '', 'd'), { maxLength: 12 })
    .map((all) => all.map((line) => `${line}\n`).join(''));

  it('GIT-02 give both texts back', () => {
    fc.assert(
      fc.property(lines, lines, (ours, theirs) => {
        const marked = markConflicts(ours, theirs, STYLE);
        if (ours === theirs) expect(marked).toBe(ours);
        else expect(conflictSides(marked)).toEqual({ ours, theirs });
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('GIT-02 give both texts back, however many lines differ', () => {
    const many = fc
      .array(fc.oneof(fc.nat({ max: 3_000 }), fc.constantFrom('x', '')), { minLength: 700, maxLength: 900 })
      .map((all) => all.map((line) => `${line}\n`).join(''));
    fc.assert(
      fc.property(many, many, (ours, theirs) => {
        expect(conflictSides(markConflicts(ours, theirs, STYLE))).toEqual({ ours, theirs });
      }),
      { numRuns: runs(40) },
    );
  });

  it('GIT-02 are around each of thousands of lines that differ', () => {
    const text = (side: string): string =>
      Array.from({ length: 6_000 }, (_, i) => `k${i}: ${i % 3 === 0 ? side : 'same'}\n`).join('');
    const marked = markConflicts(text('ours'), text('theirs'), STYLE);
    expect(marked.match(/^<{7}/gm)).toHaveLength(2_000);
    expect(conflictSides(marked)).toEqual({ ours: text('ours'), theirs: text('theirs') });
  });

  it('GIT-02 are around as few lines as a longest common part leaves', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const [a, b] = [linesOf(before), linesOf(after)];
        const changed = changedLines(a, b).reduce(
          (sum, hunk) => sum + hunk.before.end - hunk.before.start + hunk.after.end - hunk.after.start,
          0,
        );
        expect(changed).toBe(a.length + b.length - 2 * longestCommon(a, b));
      }),
      { numRuns: runs(2_000) },
    );
  });
});

/** The textbook table. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const line of a) {
    const next = [0];
    for (const [j, other] of b.entries())
      next.push(line === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe('the merge of three locks', () => {
  const OWNER = { origin: 'https://l10n.example', project: 'pro_1' };
  const lock = fc
    .array(fc.dictionary(fc.constantFrom('a', 'a.b', 'c\\d', 'e'), fc.constantFrom(...TEXTS)), {
      minLength: 2,
      maxLength: 2,
    })
    .map((files) =>
      // Each file has texts of its own: one with those of the other would be that file, renamed.
      files.map(
        (texts, i) =>
          new Map(Object.entries(texts).map(([key, value]) => [keyId([key]), hashText(`${i} ${value}`)])),
      ),
    );
  const rendered = (files: readonly ReadonlyMap<KeyId, Hash>[]): string =>
    [...renderLock(OWNER, new Map(files.map((base, i) => [`${i}.json`, renderSection(base)])))].join('');

  it('GIT-03 is that of its entries; what both changed is unknown, and stays unknown', () => {
    fc.assert(
      fc.property(lock, lock, lock, (base, ours, theirs) => {
        const result = mergeLocks(rendered(base), rendered(ours), rendered(theirs));
        const merged = parseLock(result?.text ?? '', OWNER);
        expect(merged.problems).toEqual([]);
        for (const i of [0, 1]) {
          const [b, o, t] = [base[i], ours[i], theirs[i]];
          if (!b || !o || !t) throw new Error('two files');
          const wanted = threeWay(b, o, t, (x, y) => x === y);
          for (const key of wanted.conflicts) wanted.merged.set(key, UNKNOWN_HASH);
          const found = Object.fromEntries(baseOf(merged, `${i}.json`));
          expect(found).toEqual(Object.fromEntries(wanted.merged));
        }
        const back = mergeLocks(rendered(base), rendered(theirs), rendered(ours));
        expect(back?.text).toBe(result?.text);
      }),
      { numRuns: runs(500) },
    );
  });

  it('GIT-03 leaves locks of two projects to git', () => {
    const [one, other] = [OWNER, { ...OWNER, project: 'pro_2' }].map((owner) =>
      [
        ...renderLock(owner, new Map([['a.json', renderSection(new Map([[keyId(['a']), hashText('x')]]))]])),
      ].join(''),
    );
    expect(mergeLocks('', one ?? '', other ?? '')).toBeUndefined();
  });

  it('GIT-03 leaves a damaged lock to git', () => {
    const text = [
      ...renderLock(OWNER, new Map([['a.json', renderSection(new Map([[keyId(['a']), hashText('x')]]))]])),
    ].join('');
    const damaged = text.replace('"a": "', '"a": ');
    expect(damaged).not.toBe(text);
    expect(mergeLocks(text, text, text)?.text).toBe(text);
    for (const versions of [
      [damaged, text, text],
      [text, damaged, text],
      [text, text, damaged],
    ] as const)
      expect(mergeLocks(...versions)).toBeUndefined();
  });
});
