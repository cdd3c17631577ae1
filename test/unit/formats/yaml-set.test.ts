import { describe, expect, it } from 'vitest';
import { edit, edited, leavesOf, refusals } from './yaml-helpers.js';

describe('a text is set in the style that it had', () => {
  it.each([
    ['plain', 'a: old # why\nb: c\n', 'new text', 'a: new text # why\nb: c\n'],
    ['plain with spaces before', 'a:   old\n', 'new', 'a:   new\n'],
    ['single quotes', "a: 'old' # why\n", "it's new", "a: 'it''s new' # why\n"],
    ['double quotes', 'a: "old"\n', 'say "new"\\', 'a: "say \\"new\\"\\\\"\n'],
    ['single quotes that cannot hold it', "a: 'old'\n", 'two\nlines', 'a: "two\\nlines"\n'],
    ['flow map', '{a: old, b: c}\n', 'new', '{a: new, b: c}\n'],
    ['flow map, text with a comma', '{a: old, b: c}\n', 'x, y', '{a: "x, y", b: c}\n'],
    ['quoted key', '"a": old\n', 'new', '"a": new\n'],
    ['colons aligned', 'a   : "old"\nlong: x\n', 'new', 'a   : "new"\nlong: x\n'],
    ['value on the next line', 'a:\n  old\nb: c\n', 'new', 'a:\n  new\nb: c\n'],
    ['plain over several lines', 'a: one\n  two\n\n  three\nb: c\n', 'new', 'a: new\nb: c\n'],
    ['double over several lines', 'a: "one\n  two \\\n  three"\nb: c\n', 'new', 'a: "new"\nb: c\n'],
    ['single over several lines', "a: 'one\n\n  two'\nb: c\n", 'new', "a: 'new'\nb: c\n"],
    ['anchor', 'a: &x old\n', 'new', 'a: &x new\n'],
    ['non-specific tag', "a: ! 'old'\n", 'new', "a: ! 'new'\n"],
    ['non-specific tag before blanks and nothing', 'a: ! \t', '0', 'a: "0"\t'],
    [
      'non-specific tag that would make it a boolean for libyaml',
      "a: ! 'old'\nb: ! 'x'\n",
      'yes',
      "a: 'yes'\nb: ! 'x'\n",
    ],
    ['string tag', 'a: !!str old\n', '5', 'a: !!str 5\n'],
    ['explicit key', '? a\n: old\nb: c\n', 'new', '? a\n: new\nb: c\n'],
    ['CRLF', 'a: old\r\nb: c\r\n', 'new', 'a: new\r\nb: c\r\n'],
    ['lone CR', 'a: old\rb: c\r', 'new', 'a: new\rb: c\r'],
    ['byte-order mark', '\uFEFFa: old\n', 'new', '\uFEFFa: new\n'],
    ['directives and markers', '%YAML 1.2\n---\na: old\n...\n', 'new', '%YAML 1.2\n---\na: new\n...\n'],
    ['no final newline', 'a: old', 'new', 'a: new'],
  ])('%s', (_, before, text, after) => {
    expect(edited(before, { a: text })).toBe(after);
  });

  it('YM-15 never wraps a long line', () => {
    const long = 'word '.repeat(800) + 'end';
    expect(edited('a: old\nb: x\n', { a: long })).toBe(`a: ${long}\nb: x\n`);
  });

  it('YM-13 leaves comments, anchors, blank lines and quoting alone', () => {
    const before =
      '# head\n\nde: &de # root\n\n  # about a\n  a:   "x"   # a\n  b: \'y\'\n\n  c: >-\n    folded\n    text\n\nother: 1\n';
    expect(edited(before, { 'de/b': 'neu' })).toBe(before.replace("'y'", "'neu'"));
  });

  it('KV-10 sets a value of a megabyte', () => {
    const big = 'ä'.repeat(1_000_000);
    expect(leavesOf(edited('a: old\n', { a: big }))['a']).toBe(big);
  });

  it('KV-09 leaves placeholders, backticks and HTML as they are', () => {
    for (const text of ['Hi {{x}}', 'Hi ${x}', '50 %s', 'run `x`', '<b>x</b> &amp;'])
      expect(edited('a: old\n', { a: text })).toBe(`a: ${text}\n`);
  });
});

describe('YM-14 block scalars', () => {
  it.each([
    ['literal', 'a: |\n  one\n  two\nb: c\n', 'x\ny\n', 'a: |\n  x\n  y\nb: c\n'],
    ['literal, strip', 'a: |-\n  one\nb: c\n', 'x\ny', 'a: |-\n  x\n  y\nb: c\n'],
    ['literal, clip becomes strip', 'a: |\n  one\nb: c\n', 'x', 'a: |-\n  x\nb: c\n'],
    ['literal, keep', 'a: |+\n  one\n\nb: c\n', 'x\n\n\n', 'a: |+\n  x\n\n\nb: c\n'],
    ['literal, keep becomes strip', 'a: |+\n  one\n\n\nb: c\n', 'x', 'a: |-\n  x\nb: c\n'],
    [
      'strip becomes keep, blank lines of the layout do not become text',
      'a: |-\n  one\n\n\nb: c\n',
      'x\n\n',
      'a: |+\n  x\n\nb: c\n',
    ],
    ['blank lines after it stay', 'a: |-\n  one\n\n\nb: c\n', 'x', 'a: |-\n  x\n\n\nb: c\n'],
    ['indentation indicator stays', 'a: |2-\n   one\nb: c\n', 'x', 'a: |2-\n  x\nb: c\n'],
    ['indicator after chomping', 'a: |-2\n   one\nb: c\n', 'x', 'a: |2-\n  x\nb: c\n'],
    ['leading spaces need an indicator', 'a: |-\n  one\nb: c\n', '  x\ny', 'a: |2-\n    x\n  y\nb: c\n'],
    ['deep indentation stays', 'a: |-\n        one\nb: c\n', 'x\ny', 'a: |-\n        x\n        y\nb: c\n'],
    ['folded', 'a: >-\n  one\n  two\nb: c\n', 'x y', 'a: >-\n  x y\nb: c\n'],
    ['folded with line breaks', 'a: >\n  one\nb: c\n', 'x\n\ny\n', 'a: >\n  x\n\n\n  y\nb: c\n'],
    ['folded cannot hold leading spaces', 'a: >-\n  one\nb: c\n', 'x\n  y', 'a: |-\n  x\n    y\nb: c\n'],
    ['comment after the header stays', 'a: |- # why\n  one\nb: c\n', 'x', 'a: |- # why\n  x\nb: c\n'],
    [
      'comment after the header stays in quotes too',
      'a: |- # why\n  one\n  two\nb: c\n',
      'x\u0007',
      'a: "x\\a" # why\nb: c\n',
    ],
    ['empty text', 'a: |\n  one\n  two\n\nb: c\n', '', 'a: ""\n\nb: c\n'],
    ['tag and anchor', 'a: !!str &x |\n  one\nb: c\n', 'x\n', 'a: !!str &x |\n  x\nb: c\n'],
    ['header on a line of its own', 'a:\n  |\n  one\nb: c\n', 'x\n', 'a:\n  |\n  x\nb: c\n'],
    ['in a list', '- a: |\n    one\n  b: c\n', 'x\n', undefined],
    ['CRLF', 'a: |\r\n  one\r\n  two\r\nb: c\r\n', 'x\ny\n', 'a: |\r\n  x\r\n  y\r\nb: c\r\n'],
    ['end of the file', 'b: c\na: |-\n  one', 'x\ny', 'b: c\na: |-\n  x\n  y'],
    ['end of the file without a break to keep', 'b: c\na: |-\n  one', 'x\n', 'b: c\na: "x\\n"'],
    ['without text', 'a: |\nb: c\n', 'x', 'a: "x"\nb: c\n'],
  ])('%s', (_, before, text, after) => {
    if (after === undefined) {
      expect(edited(`l:\n${before}`, { 'l/0/a': text })).toBe('l:\n- a: |\n    x\n  b: c\n');
      return;
    }
    expect(edited(before, { a: text })).toBe(after);
    expect(leavesOf(after)['a']).toBe(text);
  });

  it('at the end of a file without a line break hold none, as libyaml reads them', () => {
    expect(leavesOf('a: |\n  x')).toEqual({ a: 'x' });
    expect(leavesOf('a: |+\n  x')).toEqual({ a: 'x' });
    expect(leavesOf('a: |\n  x\n')).toEqual({ a: 'x\n' });
  });
});

describe('empty values', () => {
  it.each([
    ['nothing', 'a:\nb: c\n', 'a: new\nb: c\n'],
    ['a space', 'a: \nb: c\n', 'a: new\nb: c\n'],
    ['a comment', 'a: # why\nb: c\n', 'a: new # why\nb: c\n'],
    ['a comment far away', 'a:    # why\nb: c\n', 'a: new    # why\nb: c\n'],
    ['an anchor', 'a: &x\nb: c\n', 'a: &x new\nb: c\n'],
    ['a tilde', 'a: ~\nb: c\n', 'a: new\nb: c\n'],
    ['the end of the file', 'b: c\na:', 'b: c\na: new'],
    ['a flow map', '{a: , b: c}\n', '{a: new, b: c}\n'],
    ['a flow map without a colon', '{a, b: c}\n', '{a: new, b: c}\n'],
    ['a flow map, last', '{b: c, a: }\n', '{b: c, a: new}\n'],
  ])('after %s', (_, before, after) => {
    expect(edited(before, { a: 'new' })).toBe(after);
  });

  it('in lists', () => {
    expect(edited('l:\n-\n- x\n- \n', { 'l/0': 'a', 'l/2': 'b' })).toBe('l:\n- a\n- x\n- b\n');
  });
});

describe('types', () => {
  it.each([
    ['a: 5\n', '6', 'a: 6\n'],
    ['a: 5\n', 'six', 'a: six\n'],
    ['a: 5\n', 'yes', 'a: "yes"\n'],
    ['a: "5"\n', '6', 'a: "6"\n'],
    ['a: x\n', '6', 'a: "6"\n'],
    ['a: true\n', 'false', 'a: false\n'],
    ['a: yes\n', 'no', 'a: "no"\n'],
    ['a: yes\n', 'Ja', 'a: Ja\n'],
    ['a: ~\n', '', 'a: ~\n'],
    ['a:\n', 'null', 'a: "null"\n'],
    ['a:\n', 'Null', 'a: "Null"\n'],
    ['a: ~\n', '~', 'a: "~"\n'],
    ['a: 9.9\n', '9.90', 'a: "9.90"\n'],
    ['a: 1.50\n', '2.50', 'a: 2.50\n'],
    ['a: on\n', 'yes', 'a: "yes"\n'],
    ['a: on\n', 'true', 'a: true\n'],
    ['a: 012\n', '013', 'a: "013"\n'],
    ["a: ''\n", 'null', "a: 'null'\n"],
    ['a: !!int 5\n', '6', 'a: !!int 6\n'],
    ['a: 2024-01-01\n', '2024-12-31', 'a: 2024-12-31\n'],
    ['a: x\n', '2024-12-31', 'a: "2024-12-31"\n'],
    ['a: :year\n', ':month', 'a: :month\n'],
    ['a: x\n', ':month', 'a: ":month"\n'],
    ['a: [:year, :day]\n', ':month', undefined],
  ])('%j set to %j', (before, text, after) => {
    if (after === undefined) expect(edited(before, { 'a/0': text })).toBe('a: [:month, :day]\n');
    else expect(edited(before, { a: text })).toBe(after);
  });

  it('a tag that the text does not fit is refused', () => {
    expect(refusals('a: !!int 5\n', { a: 'six' })[0]?.reason).toContain('!!int');
  });

  it('a leaf set to its own text changes nothing, KV-05', () => {
    const before = 'a: "x"\nb: >-\n  one\n  two\nc: 012\nd: yes\n';
    expect(edited(before, { d: 'yes', c: '012', b: 'one two', a: 'x' })).toBe(before);
  });

  it('KV-07 an empty text, null and a missing key are three things', () => {
    expect(leavesOf("a: ''\nb:\n")).toEqual({ a: '', b: 'null ' });
    expect(edited('a: x\n', { a: '' })).toBe('a: ""\n');
    expect(edited('a: x\nb: y\n', { a: undefined })).toBe('b: y\n');
  });
});

describe('quotes that become necessary', () => {
  it('are those that the file has', () => {
    expect(edited('a: x\nb: "y"\n', { a: 'p: q' })).toBe('a: "p: q"\nb: "y"\n');
    expect(edited("a: x\nb: 'y'\n", { a: 'p: q' })).toBe("a: 'p: q'\nb: 'y'\n");
    expect(edited("a: x\n'b': y\n", { a: 'p: q' })).toBe("a: 'p: q'\n'b': y\n");
  });

  it.each([
    'yes',
    'No',
    'ON',
    'off',
    'y',
    'N',
    'true',
    'null',
    '~',
    '',
    'NULL',
    'nULL',
    'tRUE',
    '=',
    '<<',
    '1:30',
    '0777',
    '012',
    '0x1F',
    '0o17',
    '0b11',
    '1_000',
    '1,000',
    '1e3',
    '.5',
    '5.',
    '.inf',
    '-.INF',
    '.nan',
    '+1',
    '-7',
    '2024-01-01',
    '2024-1-1 10:00:00',
    ' lead',
    'trail ',
    '\tlead',
    'a: b',
    'a:',
    'a #b',
    '#a',
    '- a',
    '-',
    '--- a',
    '...',
    '? a',
    '?',
    ': a',
    ':a',
    '!a',
    '&a',
    '*a',
    '|',
    '> a',
    '%{a}',
    '@a',
    '`a',
    '{a}',
    '[a]',
    '"a',
    "'a",
    ',a',
    'a\tb',
    'a\nb',
    'a\r\nb',
    '\n',
    'a\u0085b',
    'a\u2028b',
    'a\u2029b',
    '\uFEFFa',
    'a\u0000b',
    '\u007f',
    '\u009f',
    '\ufffe',
    'a\u001bb',
  ])('KV-08 YM-10 YM-11 %j is quoted and read back', (text) => {
    const after = edited('a: x\nb: c\n', { a: text });
    expect(after).toMatch(/^a: ["']/);
    expect(after.split('\n')).toHaveLength(3);
    expect(leavesOf(after)).toEqual({ a: text, b: 'c' });
  });

  it.each([
    'Ünï',
    'a:b',
    'a#b',
    'a-b',
    '😀',
    '\u200fRTL\u200f',
    '\u00a0',
    'a, b',
    'a [b]',
    "it's",
    'say "x"',
    'C:\\dir',
    '1 000',
    '50%',
    'http://x.y',
    '-foo',
  ])('%j needs none', (text) => {
    expect(edited('a: x\n', { a: text })).toBe(`a: ${text}\n`);
  });
});

describe('several edits at once', () => {
  it('are made together', () => {
    expect(edited('a: 1x\nb: |\n  y\nc: {d: z}\n', { a: 'A', b: 'B\n', 'c/d': 'C' })).toBe(
      'a: A\nb: |\n  B\nc: {d: C}\n',
    );
  });

  it('are all refused if one is', () => {
    const refused = refusals('a: x\nb: y\nb: z\nc: {}\n', { a: 'new', b: 'new', c: 'new' });
    expect(refused.map(({ path }) => path.join('/'))).toEqual(['b', 'c']);
  });
});

describe('refused, with a reason and a position', () => {
  it.each([
    ['YM-02 a duplicate key', 'a: x\na: y\n', { a: 'z' }, 'more than once', '2:4'],
    ['a key below a duplicate one', 'a: {b: x}\na: {b: y}\n', { 'a/b': 'z' }, 'more than once', '2:8'],
    ['a key below an alias', 'a: &x {k: v}\nb: *x\n', { 'b/k': 'z' }, 'alias', '2:4'],
    [
      'YM-07 a key below a merged one',
      'a: &x {k: {l: v}}\nb:\n  <<: *x\n',
      { 'b/k/l': 'z' },
      'merge key',
      '3:3',
    ],
    ['an anchor that is used', 'a: &x y\nb: *x\n', { a: 'z' }, 'other places', '1:4'],
    ['a key below an anchor that is used', 'a: &x {k: v}\nb: *x\n', { 'a/k': 'z' }, 'other places', '1:11'],
    ['KV-04 a map', 'a: {b: c}\n', { a: 'z' }, 'it is a map', '1:4'],
    ['KV-12 a list', 'a: [b]\n', { a: 'z' }, 'it is a list', '1:4'],
    ['KV-04 a key below a text', 'a: b\n', { 'a/b': 'z' }, 'is a text here', '1:4'],
    ['half a character', 'a: b\n', { a: '\ud83d' }, 'half of a character', undefined],
  ])('%s', (_, before, changes, reason, position) => {
    const [first, ...others] = refusals(before, changes);
    expect(others).toEqual([]);
    expect(first?.reason).toContain(reason);
    expect(first?.position && `${first.position.line}:${first.position.column}`).toBe(position);
  });

  it('but not if all places that an anchor reaches get the same text', () => {
    expect(edited('a: &x {k: v}\nb:\n  <<: *x\n  l: m\n', { 'a/k': 'new', 'b/k': 'new' })).toBe(
      'a: &x {k: new}\nb:\n  <<: *x\n  l: m\n',
    );
    expect(edit('a: &x {k: v}\nb:\n  <<: *x\n', { 'a/k': 'new', 'b/k': 'other' }).ok).toBe(false);
  });
});

describe('a type stays only if every reader sees it', () => {
  it.each([
    ['a: 5\n', '6', 'a: 6\n'],
    ['a: 5\n', '-1.25', 'a: -1.25\n'],
    ['a: 5\n', '1:30', 'a: "1:30"\n'],
    ['a: 5\n', '007', 'a: "007"\n'],
    ['a: true\n', 'false', 'a: false\n'],
    ['a: true\n', 'no', 'a: "no"\n'],
    ['a: yes\n', 'no', 'a: "no"\n'],
    ['a: 1:30\n', '2:45', 'a: "2:45"\n'],
    // `n` is a text to Psych and PyYAML, whatever YAML 1.1 says.
    ['a: n\n', 'yes', 'a: "yes"\n'],
    ['a: x\n', 'y', 'a: "y"\n'],
  ])('%j with %j is %j', (before, text, after) => {
    expect(edited(before, { a: text })).toBe(after);
  });
});
