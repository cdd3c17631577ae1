import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { create, edited, leavesOf } from './yaml-helpers.js';
import { READERS, pick, run } from './yaml-readers.js';
import { runs } from '../../support/runs.js';

const AWKWARD = [
  ...[
    '',
    ' ',
    'yes',
    'Yes',
    'YES',
    'no',
    'on',
    'off',
    'y',
    'Y',
    'n',
    'N',
    'true',
    'True',
    'false',
    'null',
    'Null',
    '~',
    'nULL',
    'yEs',
    'oN',
    '=',
    '<<',
    '-',
    '?',
    ':',
    '--',
    '---',
    '...',
    '.',
  ],
  ...[
    '0',
    '-0',
    '+1',
    '1',
    '12',
    '012',
    '0777',
    '09',
    '0o17',
    '0b11',
    '0x1F',
    '0xG',
    '1_000',
    '1,000',
    '1,000.5',
    '_1',
    '1e3',
    '1.5e3',
    '1.5e+3',
    '.5',
    '5.',
    '1.2.3',
    '.inf',
    '-.inf',
    '+.Inf',
    '.NaN',
    '.nan',
  ],
  ...[
    '1:30',
    '1:30:00',
    '190:20:30.15',
    '12:99',
    ':1',
    '2024-01-01',
    '2024-1-1',
    '2024-01-01 10:00',
    '2024-01-01T10:00:00Z',
    '2001-12-14 21:59:43.10 -5',
    '99-01-01',
    ':sym',
    ':a b',
    ':"x"',
    '::',
  ],
  ...[
    ' lead',
    'trail ',
    '\tlead',
    'trail\t',
    'a: b',
    'a:',
    'a :b',
    'a:b',
    'a #b',
    'a#b',
    '#a',
    '- a',
    '-a',
    '? a',
    '?a',
    '!a',
    '!!str a',
    '&a',
    '*a',
    '|',
    '|-',
    '>',
    '%a',
    '%{a}',
    '@a',
    '`a',
    '{a}',
    '{',
    '}',
    '[a]',
    ']',
  ],
  ...[
    '"',
    "'",
    '"a"',
    "'a'",
    "it's",
    'say "x"',
    '\\',
    'a\\nb',
    ',',
    'a, b',
    'a,b',
    ', a',
    'a\tb',
    'a\nb',
    'a\n',
    '\na',
    '\n',
    'a\n\n',
    'a\n b',
    ' a\nb',
    'a \nb',
    'a\n\nb',
    'a\r\nb',
    '\r',
    '\ta\nb',
    '- a\n- b',
    '#a\nb',
    'a\n# b',
  ],
  ...[
    '\u0000',
    '\u0007',
    '\u001b[1m',
    '\u007f',
    '\u0080',
    '\u0085',
    'a\u0085b',
    '\u00a0',
    '\u00a0a',
    '\u00ad',
    '\u200b',
    '\u200f',
    '\u2028',
    'a\u2029b',
    '\u3000',
    '\ufeff',
    'a\ufeffb',
    '\ufffd',
    '\ufffe',
    '\uffff',
    '😀',
    '\u{10ffff}',
    'Ünï',
  ],
  ...[
    'a'.repeat(2_000),
    'word '.repeat(300) + 'x',
    'http://a.b:80/c?d=e#f',
    '<b class="x">y</b>',
    '{{x}}',
    '${x}',
    '%s',
    'C:\\dir',
    '100%',
    '*',
    '&',
    '1 000',
    'x: {y}',
    '[x]: y',
    '!',
    '!ruby/object:A',
    '__proto__',
    '!!',
    'key: |',
    '%YAML 1.1',
    '"a',
    'a"',
    "'a",
    'x:\ty',
    'x\t#y',
  ],
];

const TEMPLATES: Readonly<
  Record<string, (text: string) => { readonly document: string; readonly at: readonly (string | number)[] }>
> = {
  plain: (text) => ({ document: edited('r:\n  a: x\n  z: end\n', { 'r/a': text }), at: ['r', 'a'] }),
  single: (text) => ({ document: edited("r:\n  a: 'x'\n  z: end\n", { 'r/a': text }), at: ['r', 'a'] }),
  double: (text) => ({ document: edited('r:\n  a: "x"\n  z: end\n', { 'r/a': text }), at: ['r', 'a'] }),
  'several lines': (text) => ({
    document: edited('r:\n  a: x\n    y\n  z: end\n', { 'r/a': text }),
    at: ['r', 'a'],
  }),
  literal: (text) => ({ document: edited('r:\n  a: |\n    x\n  z: end\n', { 'r/a': text }), at: ['r', 'a'] }),
  'literal, keep': (text) => ({
    document: edited('r:\n  a: |+\n    x\n\n  z: end\n', { 'r/a': text }),
    at: ['r', 'a'],
  }),
  'literal with indicator': (text) => ({
    document: edited('r:\n  a: |3-\n        x\n  z: end\n', { 'r/a': text }),
    at: ['r', 'a'],
  }),
  'literal in a list': (text) => ({
    document: edited('r:\n- |\n  x\n- end\n', { 'r/0': text }),
    at: ['r', 0],
  }),
  'literal at the end': (text) => ({
    document: edited('r:\n  a: |-\n    x', { 'r/a': text }),
    at: ['r', 'a'],
  }),
  folded: (text) => ({ document: edited('r:\n  a: >-\n    x\n  z: end\n', { 'r/a': text }), at: ['r', 'a'] }),
  'flow map': (text) => ({ document: edited('r: {a: x, z: end}\n', { 'r/a': text }), at: ['r', 'a'] }),
  'flow list': (text) => ({ document: edited("r: ['q', x, end]\n", { 'r/1': text }), at: ['r', 1] }),
  'after a tag': (text) => ({ document: edited("r: ! 'x'\n", { r: text }), at: ['r'] }),
  'after a string tag': (text) => ({ document: edited('r: !!str x\nz: end\n', { r: text }), at: ['r'] }),
  'an empty value': (text) => ({
    document: edited("r:\n  a: q\n  z: 'end'\n", { 'r/a': text }),
    at: ['r', 'a'],
  }),
  'a new value': (text) => ({ document: edited('r:\n  z: end\n', { 'r/n/m': text }), at: ['r', 'n', 'm'] }),
  'a new value if texts are literal': (text) => ({
    document: edited('r:\n  z: |\n    end\n', { 'r/n/m': text }),
    at: ['r', 'n', 'm'],
  }),
  'a created file': (text) => ({ document: create({ 'r/a': text, 'r/z': 'end' }), at: ['r', 'a'] }),
};

const SAMPLES = fc
  .sample(
    fc.string({
      unit: fc.oneof(
        {
          arbitrary: fc.constantFrom(
            ...Array.from('-?:,[]{}#&*!|>\'"%@`~=<.0123456789_eExXoTZ \t\n\\abynYN'),
          ),
          weight: 5,
        },
        { arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), weight: 1 },
      ),
      maxLength: 12,
    }),
    { numRuns: runs(1_500), seed: 20_260_101 },
  )
  .filter((text) => !/[\ud800-\udfff]/u.test(text));

const cases = (texts: readonly string[], templates: readonly string[]) =>
  templates.flatMap((name) =>
    texts.map((text) => ({ name, text, ...(TEMPLATES[name]?.(text) ?? { document: '', at: [] }) })),
  );

const CASES = [
  ...cases(AWKWARD, Object.keys(TEMPLATES)),
  ...cases(SAMPLES, ['plain', 'literal', 'folded', 'flow map', 'a new value if texts are literal']),
];
const KEYS = [...new Set([...AWKWARD, ...SAMPLES])]
  .filter((key) => key.length <= 500)
  .flatMap((key) => [
    { key, document: edited('r:\n  q: end\n', { [`r/${key.replaceAll('/', '|')}`]: 'text' }) },
    { key, document: edited('r: {q: end}\n', { [`r/${key.replaceAll('/', '|')}`]: 'text' }) },
  ]);

describe('readers read what we write as it is meant', () => {
  it('by ourselves (YAML 1.2)', () => {
    for (const { document, at, text } of CASES) expect(leavesOf(document)[at.join('/')]).toBe(text);
  });

  for (const [reader, command] of Object.entries(READERS)) {
    const present = run(command, ['a: 1']) !== undefined;
    if (!present) console.warn(`skipped: ${reader} is not on this machine`); // eslint-disable-line no-console
    it.skipIf(!present)(`YM-10 KV-08 by ${reader}: ${CASES.length} texts, ${KEYS.length} keys`, () => {
      const texts =
        run(
          command,
          CASES.map(({ document }) => document),
        ) ?? [];
      const wrong = CASES.flatMap((each, index) =>
        pick(texts[index], each.at) === each.text ? [] : [{ ...each, read: texts[index] }],
      );
      expect(wrong.slice(0, 5)).toEqual([]);
      const keys =
        run(
          command,
          KEYS.map(({ document }) => document),
        ) ?? [];
      const wrongKeys = KEYS.filter(({ key }, index) => {
        const map = pick(keys[index], ['r']);
        return !(
          typeof map === 'object' &&
          map !== null &&
          Object.entries(map).some(([name, value]) => name === key.replaceAll('/', '|') && value === 'text')
        );
      });
      expect(wrongKeys.slice(0, 5)).toEqual([]);
    });
  }
});
