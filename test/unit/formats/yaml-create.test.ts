import { describe, expect, it } from 'vitest';
import { FormatError } from '../../../src/formats/format.js';
import { json } from '../../../src/formats/json.js';
import { yaml } from '../../../src/formats/yaml.js';
import { create } from './yaml-helpers.js';

const like = (text: string, from?: string, to?: string) => ({
  document: yaml.parse(text),
  ...(from !== undefined && to !== undefined ? { root: { from, to } } : {}),
});

describe('a new file without a model', () => {
  it('has two spaces and LF, in the order given', () => {
    expect(create({ 'de/b': 'x', 'de/a/c': 'two\nlines', 'de/a/d': 'yes', 'de/e': '' })).toBe(
      'de:\n  b: x\n  a:\n    c: "two\\nlines"\n    d: "yes"\n  e: ""\n',
    );
    expect(create({})).toBe('{}\n');
  });

  it('YM-10 YM-11 never lets a number or boolean go unquoted', () => {
    for (const text of ['5', 'true', 'no', '1:30', '1e3', '0x1F', '~', '2024-01-01', '1_000', ':sym'])
      expect(create({ a: text })).toBe(`a: "${text}"\n`);
  });
});

describe('a new file in the shape of another', () => {
  it('has its order, indentation, quotes, marker and only the keys given; unknown ones come last, comments stay there', () => {
    const model =
      '# head\n---\nen:\n    # about b\n    b: \'B\' # b\n\n    a: plain\n    c: plain\n    m:\n        x: "X"\n    k: 5\n...\n';
    expect(
      create(
        { 'de/new': 'neu', 'de/k': '6', 'de/m/x': 'Ix', 'de/b': 'Be', 'de/m/q': 'u: v' },
        like(model, 'en', 'de'),
      ),
    ).toBe(
      '---\nde:\n    b: \'Be\'\n    m:\n        x: "Ix"\n        q: "u: v"\n    k: 6\n    new: neu\n...\n',
    );
  });

  it('has a key of digits as a number if it is one there, and any other key as a text', () => {
    const model = 'en:\n  404: Gone\n  "500": Failed\n  no: No\n  1.5: Half\n  007: Bond\n  l:\n  - x\n';
    const texts = {
      'fr/404': 'a',
      'fr/500': 'b',
      'fr/no': 'c',
      'fr/1.5': 'd',
      'fr/007': 'e',
      'fr/l/0': 'f',
      'fr/9': 'g',
    };
    expect(create(texts, like(model, 'en', 'fr'))).toBe(
      'fr:\n  404: a\n  "500": b\n  "no": c\n  "1.5": d\n  "007": e\n  l:\n  - f\n  "9": g\n',
    );
  });

  it('has its line ends, byte-order mark and final newline', () => {
    expect(create({ 'de/a': 'x' }, like('\uFEFFen:\r\n  a: y', 'en', 'de'))).toBe('\uFEFFde:\r\n  a: x');
    expect(create({ 'de/a': 'x' }, like('en:\r  a: y\r', 'en', 'de'))).toBe('de:\r  a: x\r');
  });

  it('has its block scalars, its lists and its brackets', () => {
    const model =
      'en:\n  a: |\n    one\n  b: >-\n    two\n    three\n  l:\n  - x\n  - y\n  f: [~, January]\n  g: { p: q }\n';
    expect(
      create(
        {
          'de/a': 'eins\nzwei\n',
          'de/b': 'drei vier',
          'de/l/0': 'x',
          'de/l/1': 'z',
          'de/f/0': '',
          'de/f/1': 'Januar',
          'de/g/p': 'Q',
        },
        like(model, 'en', 'de'),
      ),
    ).toBe(
      'de:\n  a: |\n    eins\n    zwei\n  b: >-\n    drei vier\n  l:\n  - x\n  - z\n  f: [~, Januar]\n  g: { p: Q }\n',
    );
  });

  it('keeps the types of the model if a text reads as one, and Ruby’s symbols', () => {
    const model = 'en:\n  k: 5\n  b: yes\n  z:\n  s: "5"\n  o: [:year, :day]\n  d: 2024-01-01\n';
    const texts = {
      'de/k': '6',
      'de/b': 'no',
      'de/z': '',
      'de/s': '6',
      'de/o/0': ':day',
      'de/o/1': ':year',
      'de/d': '2025-02-02',
    };
    expect(create(texts, like(model, 'en', 'de'))).toBe(
      'de:\n  k: 6\n  b: "no"\n  z:\n  s: "6"\n  o: [:day, :year]\n  d: 2025-02-02\n',
    );
    expect(create({ ...texts, 'de/k': 'six', 'de/b': '7', 'de/z': 'null?' }, like(model, 'en', 'de'))).toBe(
      'de:\n  k: six\n  b: "7"\n  z: null?\n  s: "6"\n  o: [:day, :year]\n  d: 2025-02-02\n',
    );
  });

  it('spells the root as it is given, with quotes if readers would misread it', () => {
    expect(create({ 'no/a': 'x' }, like('en:\n  a: y\n', 'en', 'no'))).toBe('"no":\n  a: x\n');
    expect(create({ 'pt-BR/a': 'x' }, like('en:\n  a: y\n', 'en', 'pt-BR'))).toBe('pt-BR:\n  a: x\n');
    expect(create({}, like('en:\n  a: y\n', 'en', 'de'))).toBe('de: {}\n');
  });

  it('a list keeps its places: what the model has may be missing, and nothing else', () => {
    const model = like('l:\n- ~\n- []\n- [~, {}]\n- c\n');
    expect(create({ 'l/3': 'C' }, model)).toBe('l:\n-\n- []\n- []\n- C\n');
    const gap = 'a list cannot have gaps: item 1 has no text, and its model has no such item';
    expect(create({ 'l/0': 'a', 'l/2': 'c' }, like('l:\n- a\n- b\n- c\n'))).toBe('l:\n- a\n-\n- c\n');
    expect(create({ 'l/1/k': 'c' }, like('l:\n- k: a\n- k: b\n'))).toBe('l:\n- {}\n- k: c\n');
    expect(() => create({ 'l/0': 'a', 'l/2': 'c' }, like('l:\n- a\n'))).toThrow(gap);
    expect(() => create({ 'l/0': 'a', 'l/99999999': 'c' }, like('l:\n- a\n'))).toThrow(gap);
    expect(create({ 'l/0': 'a' }, like('l:\n- a\n- b\n'))).toBe('l:\n- a\n');
  });

  it('has the places of anchors and merge keys as ordinary keys', () => {
    expect(create({ 'a/k': 'v', 'b/k': 'w' }, like('a: &a\n  k: x\nb:\n  <<: *a\n'))).toBe(
      'a:\n  k: v\nb:\n  k: w\n',
    );
  });

  it('has the order of a model in another format', () => {
    expect(create({ b: '1', a: '2' }, { document: json.parse('{"a": "x", "b": 5}\n') })).toBe(
      'a: "2"\nb: 1\n',
    );
  });
});

it('KV-04 a key that is a text and a parent at once cannot be written', () => {
  for (const texts of [
    { a: 'x', 'a/b': 'y' },
    { 'a/b': 'y', a: 'x' },
  ])
    expect(() => create(texts)).toThrow(FormatError);
  expect(() => create({ 'r/a': 'x', 'r/a/b': 'y' })).toThrow('"r.a.b": another edit gives a text to "r.a"');
});

it('half of a character cannot be written', () => {
  expect(() => create({ a: 'x\ud800' })).toThrow(FormatError);
  expect(() => create({ 'a\ud800': 'x' })).toThrow('half of a character');
});

describe('blank lines between sections are part of the shape', () => {
  const model = '# top\n\nde:\n\n  a: x\n\n  # about b\n  b:\n    c: y\n  \n    d: z\n\n  e: u\n';

  it('they are above the keys that have them in the model; comments are not copied', () => {
    expect(
      create(
        { 'fr/a': '1x', 'fr/b/c': '2y', 'fr/b/d': '3z', 'fr/e': '4u' },
        { document: yaml.parse(model), root: { from: 'de', to: 'fr' } },
      ),
    ).toBe('fr:\n\n  a: 1x\n\n  b:\n    c: 2y\n\n    d: 3z\n\n  e: 4u\n');
  });

  it('and a text that would swallow one is written in quotes', () => {
    expect(create({ a: 'x\n\n', b: 'y' }, { document: yaml.parse('a: |+\n  k\n\n\nb: z\n') })).toBe(
      'a: "x\\n\\n"\n\nb: "y"\n',
    );
  });
});
