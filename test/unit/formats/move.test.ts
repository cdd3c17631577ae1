import { describe, expect, it } from 'vitest';
import { json } from '../../../src/formats/json.js';
import { yaml } from '../../../src/formats/yaml.js';

const path = (key: string): string[] => key.split('/');
const move = (format: typeof yaml, text: string, ...moves: [string, string][]): string => {
  const result = format.parse(text).moved(moves.map(([from, to]) => ({ from: path(from), to: path(to) })));
  return result.ok ? result.text : `refused: ${result.refused[0].reason}`;
};

describe('MV-01: a YAML key that moves', () => {
  it('keeps its place, its comments and its quotes if it stays in its group', () => {
    const text = 'de:\n  # Above\n  title: "Ihr Warenkorb" # quoted\n  bye:   |\n    Tschüss\n';
    expect(move(yaml, text, ['de/title', 'de/heading'])).toBe(text.replace('title', 'heading'));
    expect(move(yaml, text, ['de/bye', 'de/on'])).toBe(text.replace('bye', '"on"'));
  });

  it('takes its comments and its lines along into another group', () => {
    const text =
      "en:\n  cart:\n    empty: Nothing\n    # For the heading.\n    # Two lines.\n    title: 'Your cart'  # short\n    rest: x\n  menu:\n    home: Home\n";
    expect(move(yaml, text, ['en/cart/title', 'en/menu/nav/cart'])).toBe(
      "en:\n  cart:\n    empty: Nothing\n    rest: x\n  menu:\n    home: Home\n    nav:\n      # For the heading.\n      # Two lines.\n      cart: 'Your cart'  # short\n",
    );
  });

  it('takes a group along, block scalars and lists included', () => {
    const text =
      'en:\n  a:\n    items: # forms\n      one: |\n        One\n          deeper\n      other: "%{count}"\n    list:\n    - x\n    - y\n    z: 1\n';
    const moved = move(yaml, text, ['en/a/items', 'en/things']);
    expect(moved).toBe(
      'en:\n  a:\n    list:\n    - x\n    - y\n    z: 1\n  things: # forms\n    one: |\n      One\n        deeper\n    other: "%{count}"\n',
    );
    expect(move(yaml, moved, ['en/a/list', 'en/b/list'])).toBe(
      'en:\n  a:\n    z: 1\n  things: # forms\n    one: |\n      One\n        deeper\n    other: "%{count}"\n  b:\n    list:\n    - x\n    - y\n',
    );
  });

  it('moves within braces as far as texts go', () => {
    expect(move(yaml, 'a: {b: 1, c: "x"}\nd: y\n', ['a/c', 'e'])).toBe('a: {b: 1}\ne: x\nd: y\n');
    expect(move(yaml, 'a: {b: 1, c: "x"}\n', ['a/c', 'a/on'])).toBe('a: {b: 1, "on": "x"}\n');
  });

  it('is refused if its comments have no room in a group on one line', () => {
    const text =
      'one: {x: "1"}\ntwo:\n  k: a\n  # Above\n  b: c\n  d: "e # f" # after\n  g:\n    # inside\n    h: i\n';
    for (const key of ['b', 'd', 'g'])
      expect(move(yaml, text, [`two/${key}`, `one/${key}`])).toContain('room');
    expect(move(yaml, 'a: {\n  # C1\n  k: K, # C2\n  z: Z\n}\nb:\n  y: Y\n', ['a/k', 'b/k'])).toContain(
      'room',
    );
    expect(
      move(yaml, "one: {x: '1'}\ntwo:\n  g:\n    a: it's\n    # it's a note\n    b: c\n", ['two/g', 'one/g']),
    ).toContain('room');
    expect(move(yaml, text, ['two/k', 'one/k'])).toContain('one: {x: "1", k: a}');
    expect(
      move(yaml, "one: {x: '1'}\ntwo:\n  a: it's\n  b: |-\n    # it's a text\n", ['two/b', 'one/b']),
    ).toBe("one: {x: '1', b: '# it''s a text'}\ntwo:\n  a: it's\n");
    expect(move(yaml, text.replace(' # after', ''), ['two/d', 'one/d'])).toContain('d: "e # f"}');
  });

  it('stays a number or a text if its new name has only digits', () => {
    expect(move(yaml, 'g:\n  404: x\n  500: y\n', ['g/404', 'g/405'])).toBe('g:\n  405: x\n  500: y\n');
    expect(move(yaml, 'g:\n  404: x\n  500: y\n', ['g/404', 'h/405'])).toBe('g:\n  500: y\nh:\n  405: x\n');
    expect(move(yaml, "g:\n  '404': x\n", ['g/404', 'g/405'])).toBe("g:\n  '405': x\n");
    expect(move(yaml, "g:\n  404: a\n  '405': b\nx:\n  1: v\n", ['g/405', 'x/405'])).toBe(
      "g:\n  404: a\nx:\n  1: v\n  '405': b\n",
    );
    expect(move(yaml, 'g:\n  404: x\n', ['g/404', 'g/a'])).toBe('g:\n  a: x\n');
    expect(move(yaml, 'g:\n  a: x\n', ['g/a', 'g/404'])).toBe('g:\n  "404": x\n');
  });

  it('takes empty groups along, and leaves nothing of the old group', () => {
    const text = 'nav: &n # the menu\n  extra: {}\n  deep:\n    a: [] # none\n  home: Home\nz: Z\n';
    expect(move(yaml, text, ['nav', 'top/menu'])).toBe(
      'z: Z\ntop:\n  menu: &n # the menu\n    extra: {}\n    deep:\n      a: [] # none\n    home: Home\n',
    );
    expect(move(yaml, 'nav: {} # todo\nz: Z\n', ['nav', 'top/menu'])).toBe('z: Z\ntop:\n  menu: {} # todo\n');
    for (const nav of ['{a: {}, b: B}', '{}', '{a: [{}]}'])
      expect(move(yaml, `nav: ${nav}\ntop: {z: Z}\n`, ['nav', 'top/menu'])).toContain('empty group');
    expect(move(yaml, 'x: {nav: {a: {}, b: B}, z: Z}\n', ['x/nav', 'top/menu'])).toContain('empty group');
    expect(move(yaml, 'x: &x {}\nnav:\n  a: *x\n  b: B\nz: Z\n', ['nav', 'top/menu'])).toBe(
      'x: &x {}\nz: Z\ntop:\n  menu:\n    a: *x\n    b: B\n',
    );
    expect(move(yaml, 'nav:\n  a: &x {}\n  b: B\nz: *x\n', ['nav', 'top/menu'])).toMatch(/^refused/);
  });

  it('carries an alias', () => {
    expect(move(yaml, 'a: &t Text\nb: *t # why\n', ['b', 'g/c'])).toBe('a: &t Text\ng:\n  c: *t # why\n');
    expect(move(yaml, 'a: &t {k: v}\nb: *t\n', ['b', 'c'])).toBe('a: &t {k: v}\nc: *t\n');
    expect(move(yaml, 'g:\n  a: &t Text\nz: *t\n', ['z', 'a'])).toMatch(/^refused|z?a: \*t\n$/);
  });

  it('is refused if an anchor or alias cannot be carried', () => {
    expect(move(yaml, 'a: &t Text\nb: *t\n', ['b', 'g/b'])).toMatch(/^(refused|a: &t Text\ng:\n {2}b: \*t)/);
    expect(move(yaml, 'x:\n  a: &t Text\n  c: d\nb: *t\n', ['x/a', 'z/a'])).toMatch(/^refused/);
    expect(move(yaml, 'base: &b\n  k: v\nuse:\n  <<: *b\n  o: p\n', ['use/k', 'use/j'])).toMatch(/^refused/);
    expect(move(yaml, 'base: &b\n  k: v\nuse:\n  <<: *b\n  o: p\n', ['base/k', 'base/j'])).toMatch(
      /^refused/,
    );
  });

  it('keeps line ends, a byte-order mark and the missing final line break', () => {
    expect(move(yaml, '\ufeffa:\r\n  b: x\r\n  c: y\r\nd: z', ['a/c', 'e/c'])).toBe(
      '\ufeffa:\r\n  b: x\r\nd: z\r\ne:\r\n  c: y',
    );
  });
});

describe('MV-02: a JSON key that moves', () => {
  it('is refused if its comments have no room in a group on one line', () => {
    const text =
      '{\n  "one": {"x": "1"},\n  "two": {\n    "k": "a/*b*/",\n    // Above\n    "b": "c",\n    "d": "e", // after\n    "g": {\n      /* inside */\n      "h": "i"\n    }\n  }\n}\n';
    for (const key of ['b', 'd']) expect(move(json, text, [`two/${key}`, `one/${key}`])).toContain('room');
    expect(move(json, '{"a": {"k": /* C */ "K", "z": "Z"}, "b": {"y": "Y"}}', ['a/k', 'b/k'])).toContain(
      'room',
    );
    expect(move(json, '{"a": {"g": /**/ {"k": "K"}, "z": "Z"}, "b": {"y": "Y"}}', ['a/g', 'b/g'])).toContain(
      'room',
    );
    expect(
      move(json, '{"a": {"g": {"k": /* C */ "K"}, "z": "Z"}, "b": {"y": "Y"}}', ['a/g', 'b/g']),
    ).toContain('"g": {"k": /* C */ "K"}}');
    expect(move(json, text, ['two/k', 'one/k'])).toContain('"one": {"x": "1", "k": "a/*b*/"}');
    expect(move(json, text, ['two/g', 'one/g'])).toMatch(/"one":.*\n *\/\* inside \*\//);
  });

  it('takes empty groups along, and leaves nothing of the old group', () => {
    const text = '{"nav": {"extra": {}, "deep": {"a": []}, "home": "Home"}, "z": "Z"}';
    expect(move(json, text, ['nav', 'top/menu'])).toBe(
      '{"z": "Z", "top": {"menu": {"extra": {}, "deep": {"a": []}, "home": "Home"}}}',
    );
    expect(move(json, '{"nav": {}, "z": "Z"}', ['nav', 'top/menu'])).toBe('{"z": "Z", "top": {"menu": {}}}');
  });

  it('keeps its place if it stays in its group', () => {
    const text = '{\n\t"a" :  {"b": "x", "c":1.50}\n}';
    expect(move(json, text, ['a/c', 'a/d"'])).toBe('{\n\t"a" :  {"b": "x", "d\\"":1.50}\n}');
  });

  it('takes a group with its spelling and comments into another', () => {
    const text =
      '{\n  "a": {\n    // Above.\n    "n": 1.50, // beside\n    "g": {\n      "x": "\\u0041"\n    },\n    "z": true\n  },\n  "b": {\n    "k": "v"\n  }\n}\n';
    expect(move(json, text, ['a/g', 'h'], ['a/n', 'b/n'])).toBe(
      '{\n  "a": {\n    "z": true\n  },\n  "b": {\n    "k": "v",\n    // Above.\n    "n": 1.50 // beside\n  },\n  "h": {\n    "x": "\\u0041"\n  }\n}\n',
    );
  });

  it('moves keys on one line', () => {
    expect(move(json, '{"a":{"b":"x"},"c":"y"}', ['a/b', 'd'])).toBe('{"c":"y","d":"x"}');
    expect(move(json, '{"a":"x"}', ['a', 'b/c'])).toMatch(/^\{"b": ?\{"c": ?"x"\}\}$/);
  });
});
