import { describe, expect, it } from 'vitest';
import { keyId } from '../../../src/core/keys/key.js';
import { yaml } from '../../../src/formats/yaml.js';
import { edit, edited, leavesOf, outline, refusals } from './yaml-helpers.js';
import { pick, READERS, run } from './yaml-readers.js';

const FILE = [
  'de:',
  '  defaults: &defaults',
  '    save: Speichern',
  '    cancel: "Abbrechen" # two words in Danish',
  '  cart:',
  '    <<: *defaults',
  '    title: Warenkorb',
  '  shop:',
  '    <<: *defaults',
  '    title: Laden',
  '',
].join('\n');

describe('a text that a merge key brings in', () => {
  it('YM-07 is overridden by a key of the map itself, after the merge key', () => {
    expect(edited(FILE, { 'de/cart/save': 'Merken' })).toBe(
      FILE.replace('    title: Warenkorb\n', '    title: Warenkorb\n    save: Merken\n'),
    );
  });

  it('goes where the other file has it', () => {
    const order = outline('de/cart/save string', 'de/cart/cancel string', 'de/cart/title string');
    expect(edited(FILE, { 'de/cart/save': 'Merken' }, order)).toBe(
      FILE.replace('    title: Warenkorb\n', '    save: Merken\n    title: Warenkorb\n'),
    );
  });

  it('changes for one map, for two, and for two keys', () => {
    const both = edited(FILE, { 'de/cart/save': 'A', 'de/cart/cancel': 'B', 'de/shop/save': 'A' });
    expect(leavesOf(both)).toEqual({
      ...leavesOf(FILE),
      'de/cart/save': 'A',
      'de/cart/cancel': 'B',
      'de/shop/save': 'A',
    });
    expect(both).toContain('    save: Speichern\n    cancel: "Abbrechen" # two words in Danish\n  cart:');
    expect(both).toContain('    title: Warenkorb\n    save: A\n    cancel: "B"\n');
  });

  it.each<readonly [string, string, Record<string, string>, string]>([
    [
      'of two merged maps',
      'a: &a {k: A}\nb: &b {k: B, l: L}\nc:\n  <<: [*a, *b]\n  d: D\n',
      { 'c/k': 'K', 'c/l': 'M' },
      'a: &a {k: A}\nb: &b {k: B, l: L}\nc:\n  <<: [*a, *b]\n  d: D\n  k: K\n  l: M\n',
    ],
    [
      'of a list of merged maps in lines',
      'a: &a {k: A}\nc:\n  <<:\n    - *a\n    - {l: L}\n',
      { 'c/l': 'M' },
      'a: &a {k: A}\nc:\n  <<:\n    - *a\n    - {l: L}\n  l: M\n',
    ],
    [
      'whose key of digits is a text, beside one that is a number',
      'a: &a {404: A, "500": B}\nc:\n  <<: *a\n  403: D\n',
      { 'c/500': 'X', 'c/404': 'Y' },
      'a: &a {404: A, "500": B}\nc:\n  <<: *a\n  403: D\n  "500": X\n  404: "Y"\n',
    ],
    ['of a map in place', 'c:\n  <<: {k: A}\n', { 'c/k': 'K' }, 'c:\n  <<: {k: A}\n  k: K\n'],
    [
      'in a flow map',
      'a: &a {k: A}\nc: {<<: *a, d: D}\n',
      { 'c/k': 'K, L' },
      'a: &a {k: A}\nc: {<<: *a, d: D, k: "K, L"}\n',
    ],
    [
      'in a flow map of the merge key alone',
      'a: &a {k: A}\nc: {<<: *a}\n',
      { 'c/k': 'K' },
      'a: &a {k: A}\nc: {<<: *a, k: K}\n',
    ],
    [
      'in an item',
      'a: &a {k: A}\nl:\n  - <<: *a\n    d: D\n',
      { 'l/0/k': 'K' },
      'a: &a {k: A}\nl:\n  - <<: *a\n    d: D\n    k: K\n',
    ],
    ['at the root', 'a: &a {k: A}\n<<: *a\n', { k: 'K' }, 'a: &a {k: A}\n<<: *a\nk: K\n'],
    [
      'without a final line break',
      'a: &a {k: A}\nc:\n  <<: *a',
      { 'c/k': 'K' },
      'a: &a {k: A}\nc:\n  <<: *a\n  k: K',
    ],
    [
      'with CRLF',
      'a: &a {k: A}\r\nc:\r\n  <<: *a\r\nz: Z\r\n',
      { 'c/k': 'K' },
      'a: &a {k: A}\r\nc:\r\n  <<: *a\r\n  k: K\r\nz: Z\r\n',
    ],
    [
      'beside an override',
      'a: &a {k: A, l: L}\nc:\n  <<: *a\n  k: B\n',
      { 'c/k': 'K', 'c/l': 'M' },
      'a: &a {k: A, l: L}\nc:\n  <<: *a\n  k: K\n  l: M\n',
    ],
    [
      'that is an alias there',
      's: &s S\na: &a {k: *s}\nc:\n  <<: *a\n',
      { 'c/k': 'K' },
      's: &s S\na: &a {k: *s}\nc:\n  <<: *a\n  k: K\n',
    ],
    [
      'that is null there, by the word',
      'a: &a {k: null}\nc:\n  <<: *a\n',
      { 'c/k': 'null' },
      'a: &a {k: null}\nc:\n  <<: *a\n  k: "null"\n',
    ],
    [
      'that is empty there',
      'a: &a {k: }\nc:\n  <<: *a\n',
      { 'c/k': 'K' },
      'a: &a {k: }\nc:\n  <<: *a\n  k: K\n',
    ],
  ])('%s', (_, before, changes, after) => {
    expect(edited(before, changes)).toBe(after);
  });

  it('goes after the last merge key: Psych lets a merge key win over a key before it', () => {
    const file = 'a: &a {k: A}\nb: &b {l: L}\nc:\n  d: D\n  <<: *a\n  e: E\n  <<: *b\n  f: F\n';
    const order = outline('c/k string', 'c/d string', 'c/l string', 'c/m string', 'c/e string', 'c/f string');
    expect(edited(file, { 'c/k': 'K', 'c/l': 'M', 'c/m': 'O' }, order)).toBe(
      file.replace('  d: D\n', '  d: D\n  m: O\n').replace('<<: *b\n', '<<: *b\n  k: K\n  l: M\n'),
    );
    const flow = 'a: &a {k: A}\nc: {d: D, <<: *a, f: F}\n';
    expect(edited(flow, { 'c/k': 'K' }, outline('c/k string', 'c/d string'))).toBe(
      'a: &a {k: A}\nc: {d: D, <<: *a, k: K, f: F}\n',
    );
  });

  it('is written like what it overrides, and keeps a type that says the same', () => {
    const file = "a: &a {i: 5, q: 'Q'}\nc:\n  <<: *a\n";
    expect(edited(file, { 'c/i': '6', 'c/q': 'R' })).toBe(`${file}  i: 6\n  q: 'R'\n`);
    expect(edited(file, { 'c/i': 'six' })).toBe(`${file}  i: 'six'\n`);
    // The other file has a number there, and this one a text.
    expect(edited(file, { 'c/q': '6' }, outline('c/q number'))).toBe(`${file}  q: '6'\n`);
    const block = 'a: &a\n  t: |\n    One\n    Two\nc:\n  <<: *a\nz: Z\n';
    expect(edited(block, { 'c/t': 'Three\nFour\n' })).toBe(
      block.replace('z:', '  t: |\n    Three\n    Four\nz:'),
    );
  });

  it('has the key as it is there: to some readers `yes` and "yes" are two keys', () => {
    const file = 'a: &a {yes: A, "no": B, 1: C}\nc:\n  <<: *a\n';
    expect(edited(file, { 'c/yes': 'D', 'c/no': 'E', 'c/1': 'F' })).toBe(
      `${file}  yes: D\n  "no": E\n  1: F\n`,
    );
    expect(edited('a: &a {yes: A}\nc: {<<: *a}\n', { 'c/yes': 'D' })).toContain('c: {<<: *a, yes: D}');
    for (const [key, name] of [
      ['!!bool yes', 'yes'],
      ['! yes', 'yes'],
      ['1:30', '1:30'],
    ])
      expect(edit(`a: &a\n  ${key}: A\nc: {<<: *a}\n`, { [`c/${name}`]: 'D' }).ok).toBe(false);
  });

  it('keeps the kind that is asked for', () => {
    const file = 'a: &a {i: 5}\nc:\n  <<: *a\n';
    const of = (kind: 'string' | 'number') => yaml.parse(file).edit([{ path: ['c', 'i'], text: '6', kind }]);
    expect(of('string')).toEqual({ ok: true, text: `${file}  i: "6"\n` });
    expect(of('number')).toEqual({ ok: true, text: `${file}  i: 6\n` });
  });

  it('follows its anchor if that gets the same text', () => {
    expect(edited('a: &a {k: A}\nc:\n  <<: *a\n', { 'a/k': 'K', 'c/k': 'K' })).toBe(
      'a: &a {k: K}\nc:\n  <<: *a\n',
    );
  });

  it.each<readonly [string, string, Record<string, string | undefined>, string]>([
    [
      'the anchor is changed as well, in another way',
      'a: &a {k: A}\nc:\n  <<: *a\n',
      { 'a/k': 'K', 'c/k': 'L' },
      'other places',
    ],
    [
      'the map is read elsewhere',
      'a: &a {k: A}\nc: &c\n  <<: *a\nd:\n  <<: *c\n',
      { 'c/k': 'K' },
      'merge key',
    ],
    [
      'a map around it is read elsewhere',
      'a: &a {k: A}\nb: &b\n  c:\n    <<: *a\nd: *b\n',
      { 'b/c/k': 'K' },
      'merge key',
    ],
    [
      'it is deeper in what is merged',
      'a: &a\n  g: {k: A, l: L}\nc:\n  <<: *a\n',
      { 'c/g/k': 'K' },
      'merge key',
    ],
    ['its map is an alias', 'a: &a {k: A}\nb:\n  <<: *a\nc: *a\n', { 'c/k': 'K' }, 'an alias'],
    ['it is removed', 'a: &a {k: A}\nc:\n  <<: *a\n', { 'c/k': undefined }, 'merge key'],
    ['keys go below it', 'a: &a {k: }\nc:\n  <<: *a\n', { 'c/k/l': 'L' }, 'merge key'],
    ['it is a pair without braces', 'a: &a {k: A}\nc: [<<: *a]\n', { 'c/0/k': 'K' }, 'without braces'],
    ['it is there twice', 'a: &a {k: A, k: B}\nc:\n  <<: *a\n', { 'c/k': 'K' }, 'more than once'],
  ])('is refused if %s', (_, before, changes, reason) => {
    expect(refusals(before, changes)[0]?.reason).toContain(reason);
  });
});

describe('a text that an alias brings in', () => {
  it.each<readonly [string, string, Record<string, string | undefined>, string]>([
    [
      'in a block',
      'a: &x y\nb: *x # why\nc: *x\n',
      { b: 'z: "1"' },
      'a: &x y\nb: "z: \\"1\\"" # why\nc: *x\n',
    ],
    ['the only one', 'a: &x "y"\nb: *x\n', { b: 'z' }, 'a: &x "y"\nb: "z"\n'],
    ['in a flow map', 'a: &x y\nb: {c: *x, d: *x}\n', { 'b/c': 'u, v' }, 'a: &x y\nb: {c: "u, v", d: *x}\n'],
    ['in a list', 'a: &x y\nl: [b, *x]\n', { 'l/1': 'z' }, 'a: &x y\nl: [b, z]\n'],
    ['of a block scalar', 'a: &x |\n  y\nb: *x\n', { b: 'z\n' }, 'a: &x |\n  y\nb: "z\\n"\n'],
    ['on a line of its own', 'a: &x y\nb:\n  *x\nc: *x\n', { b: 'z' }, 'a: &x y\nb:\n  z\nc: *x\n'],
    ['of a number', 'a: &x 5\nb: *x\nc: *x\n', { b: '6', c: 'six' }, 'a: &x 5\nb: 6\nc: six\n'],
    ['of a tagged number', 'a: &x !!int "5"\nb: *x\n', { b: '6' }, 'a: &x !!int "5"\nb: "6"\n'],
    ['of a tagged text', 'a: &x !!str 5\nb: *x\n', { b: '6' }, 'a: &x !!str 5\nb: "6"\n'],
    ['of a null, by the word', 'a: &x null\nb: *x\n', { b: 'null' }, 'a: &x null\nb: "null"\n'],
    ['of nothing', 'a: &x\nb: *x\n', { b: 'z' }, 'a: &x\nb: z\n'],
    ['with its anchor, to the same text', 'a: &x y\nb: *x\n', { a: 'z', b: 'z' }, 'a: &x z\nb: *x\n'],
    ['two, to one text', 'a: &x y\nb: *x\nc: *x\n', { b: 'z', c: 'z' }, 'a: &x y\nb: z\nc: z\n'],
    ['one, and another one goes', 'a: &x y\nb: *x\nc: *x\n', { b: 'z', c: undefined }, 'a: &x y\nb: z\n'],
  ])('%s is written in place of the alias', (_, before, changes, after) => {
    expect(edited(before, changes)).toBe(after);
  });

  it('keeps the kind that is asked for', () => {
    const file = 'a: &x 5\nb: *x\n';
    const of = (kind: 'string' | 'null') =>
      yaml.parse(file).edit([{ path: ['b'], text: kind === 'null' ? '' : '6', kind }]);
    expect(of('string')).toEqual({ ok: true, text: 'a: &x 5\nb: "6"\n' });
    expect(of('null')).toEqual({ ok: true, text: 'a: &x 5\nb: null\n' });
  });

  it.each<readonly [string, string, Record<string, string | undefined>, string]>([
    ['its map is read elsewhere', 'a: &x y\nb: &b {c: *x}\nd: *b\n', { 'b/c': 'z' }, 'an alias'],
    ['its map is an alias', 'a: &x y\nb: &b {c: *x}\nd: *b\n', { 'd/c': 'z' }, 'an alias'],
    ['keys go below it', 'a: &x\nb: *x\n', { 'b/c': 'z' }, 'an alias'],
    ['the anchor gets another text', 'a: &x y\nb: *x\n', { a: 'z', b: 'w' }, 'other places'],
  ])('is refused if %s', (_, before, changes, reason) => {
    expect(refusals(before, changes)[0]?.reason).toContain(reason);
  });
});

describe('what is written there is read so by other readers', () => {
  const made = [
    edited(FILE, { 'de/cart/save': 'Merken', 'de/shop/cancel': 'yes' }),
    edited('a: &a {k: A}\nc:\n  d: D\n  <<: *a\n', { 'c/k': 'K' }, outline('c/k string', 'c/d string')),
    edited('a: &a {k: A}\nc: {d: D, <<: *a}\n', { 'c/k': 'K' }, outline('c/k string', 'c/d string')),
    edited('a: &a {k: A}\nb: &b {k: B}\nc:\n  <<: [*a, *b]\nd: &t D\ne: [*t, *t]\n', {
      'c/k': 'K',
      'e/0': '1:30',
    }),
  ];

  for (const [reader, command] of Object.entries(READERS)) {
    const present = run(command, ['a: 1']) !== undefined;
    if (!present) console.warn(`skipped: ${reader} is not on this machine`); // eslint-disable-line no-console
    it.skipIf(!present)(`by ${reader}`, () => {
      const read = run(command, made) ?? [];
      made.forEach((text, index) => {
        for (const { path, text: meant } of yaml.parse(text).leaves.values())
          expect([text, pick(read[index], path)]).toEqual([text, meant]);
      });
    });
  }

  it('and edited again, they are ordinary keys', () => {
    const [first = ''] = made;
    expect(yaml.parse(first).leaves.get(keyId(['de', 'cart', 'save']))?.text).toBe('Merken');
    expect(edit(first, { 'de/cart/save': 'Behalten' })).toEqual({
      ok: true,
      text: first.replace('Merken', 'Behalten'),
    });
  });
});
