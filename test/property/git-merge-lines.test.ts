import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { conflictSides } from '../../src/core/text/conflict-markers.js';
import type { LineMerge } from '../../src/plan/git-merge/line-merge.js';
import { mergeFile, type FileMerge } from '../../src/plan/git-merge/merge-file.js';
import { formatNamed } from '../unit/plan/world.js';

const STYLE = { size: 7, ours: 'ours', theirs: 'theirs' };
const folder = mkdtempSync(join(tmpdir(), 'locsync-lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Versions {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** What git makes of three texts. */
function gitMerge(versions: Versions): LineMerge {
  for (const [name, text] of Object.entries(versions)) writeFileSync(join(folder, name), text as string);
  const run = (...options: readonly string[]): string | undefined => {
    const args = ['merge-file', '-p', '--quiet', ...options, 'ours', 'base', 'theirs'];
    const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
    return status === 0 ? stdout : undefined;
  };
  const clean = run();
  return clean === undefined ? { clean, ours: run('--ours'), theirs: run('--theirs') } : { clean };
}

const merge = (name: 'yaml' | 'json', versions: Versions): FileMerge =>
  mergeFile(formatNamed(name), versions, gitMerge(versions), STYLE);

const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
const members = (...all: readonly string[]): string => `{\n${all.join(',\n')}\n}\n`;
const list = (...items: readonly string[]): string => lines('l:', ...items.map((item) => `  - ${item}`));
const M = Array.from({ length: 6 }, (_, i) => `  "m${i}": "M${i}"`);

describe('a file that git merges by lines', () => {
  it.each<readonly [string, 'yaml' | 'json', Versions]>([
    [
      'both add a key, and an empty list meets an empty map',
      'json',
      {
        base: members('  "a": "A"', ...M, '  "c": {\n    "x": "X"\n  }', '  "z": "Z"'),
        ours: members('  "k": "K1"', '  "a": "A"', ...M, '  "c": []', '  "z": "Z"'),
        theirs: members(
          '  "a": "A"',
          ...M.slice(0, 3),
          '  "k": "K2"',
          ...M.slice(3),
          '  "c": {}',
          '  "z": "Z"',
        ),
      },
    ],
    [
      'both add a key, and a text meets an alias',
      'yaml',
      {
        base: lines('ok: &ok {t: OK}', 'go: *ok', 'w: W', 'm: M', 'n: N', 'o: O', 'p: P'),
        ours: lines('ok: &ok {t: Okay}', 'go: *ok', 'w: W', 'm: M', 'k: K1', 'n: N', 'o: O', 'p: P'),
        theirs: lines('ok: &ok {t: OK}', 'go: {t: Los}', 'w: W', 'm: M', 'n: N', 'o: O', 'p: P', 'k: K2'),
      },
    ],
    [
      'both move an item, and an empty list meets an empty map',
      'yaml',
      {
        base: list('A', 'B', 'C', 'D', 'E', 'F') + lines('x: X', 'c:', '  q: Q'),
        ours: list('B', 'A', 'C', 'D', 'E', 'F') + lines('x: X', 'c: {}'),
        theirs: list('B', 'C', 'D', 'E', 'A', 'F') + lines('x: X', 'c: []'),
      },
    ],
    [
      'both add a key to a file of two documents',
      'yaml',
      {
        base: lines('x: X', '---', 'a: A', 'b: B', 'c: C', 'd: D'),
        ours: lines('x: X', '---', 'k: K1', 'a: A', 'b: B', 'c: C', 'd: D'),
        theirs: lines('x: X', '---', 'a: A', 'b: B', 'c: C', 'd: D', 'k: K2'),
      },
    ],
    [
      'both add a key to a file that only their version makes readable',
      'json',
      {
        base: lines('{', '"a": "A"', '"b": "B",', '"m": "M",', '"n": "N",', '"z": "Z"', '}'),
        ours: lines('{', '"a": "A"', '"b": "B",', '"k": "K1",', '"m": "M",', '"n": "N",', '"z": "Z"', '}'),
        theirs: lines('{', '"a": "A",', '"b": "B",', '"m": "M",', '"n": "N",', '"k": "K2",', '"z": "Z"', '}'),
      },
    ],
  ])(
    'GIT-09 is marked as a whole if it would hold a key or an item twice outside of the markers: %s',
    (_, name, versions) => {
      const result = merge(name, versions);
      expect(result.kind).toBe('marked');
      const sides = conflictSides(result.kind === 'marked' ? result.text : '');
      expect([sides?.ours, sides?.theirs]).toEqual([versions.ours, versions.theirs]);
    },
  );

  it.each<readonly [string, Versions]>([
    [
      'both move a key of a file that cannot be read',
      {
        base: lines('bad: "x', 'k: K', 'a: A', 'b: B', 'c: C', 'd: D', 'e: E', 'f: F'),
        ours: lines('bad: "x', 'a: A', 'b: B', 'k: K', 'c: C', 'd: D', 'e: E', 'f: F'),
        theirs: lines('bad: "x', 'a: A', 'b: B', 'c: C', 'd: D', 'k: K', 'e: E', 'f: F'),
      },
    ],
    [
      'one side removes a key of a file that cannot be read, the other moves and changes it',
      {
        base: lines('bad: "x', 'k: K', 'a: A', 'b: B', 'c: C', 'd: D'),
        ours: lines('bad: "x', 'a: A', 'b: B', 'c: C', 'd: D'),
        theirs: lines('bad: "x', 'a: A', 'b: B', 'c: C', 'k: K2', 'd: D'),
      },
    ],
    [
      'both move an item of a list in a file of two documents',
      {
        base: lines('---', 'x: X', '---') + list('A', 'B', 'C', 'D', 'E', 'F'),
        ours: lines('---', 'x: X', '---') + list('B', 'A', 'C', 'D', 'E', 'F'),
        theirs: lines('---', 'x: X', '---') + list('B', 'C', 'D', 'E', 'A', 'F'),
      },
    ],
    [
      'theirs moves a key to a line that ours changed',
      {
        base: lines('---', 'x: X', '---', 'a: A', 'b: B', 'c: C', 'd: D', 'z: Z'),
        ours: lines('---', 'x: X', '---', 'a: A', 'b: B', 'c: C', 'd: D', 'z: Z2'),
        theirs: lines('---', 'x: X', '---', 'b: B', 'c: C', 'd: D', 'a: A', 'z: Z'),
      },
    ],
    [
      'both add a key in another spelling',
      {
        base: lines('bad: "x', 'a: A', 'b: B', 'c: C', 'd: D'),
        ours: lines('bad: "x', '"k\\u00e9": K1', 'a: A', 'b: B', 'c: C', 'd: D'),
        theirs: lines('bad: "x', 'a: A', 'b: B', 'c: C', 'd: D', 'ké: K2'),
      },
    ],
    [
      'theirs indents all lines anew, and only some of them conflict',
      {
        base: lines('de:', '  l: T', '  m:', '    x: X', '', '  text: K', '  end: E'),
        ours: lines('de:', '  l: {}', '  m:', '    x: X', '', '  text: K', '  end: E'),
        theirs: lines('de:', '    l:', '    m:', '        x: X', '', '    text: K', '    end: E'),
      },
    ],
  ])('GIT-09 is not taken if it reads otherwise than both sides: %s', (_, versions) => {
    const result = merge('yaml', versions);
    if (result.kind === 'by-lines') throw new Error(result.reason);
    const sides = conflictSides(result.text);
    expect(sides === undefined ? undefined : [sides.ours, sides.theirs]).toEqual([
      versions.ours,
      versions.theirs,
    ]);
  });

  it('GIT-09 is left to git if both sides add a key of one name in two groups', () => {
    const versions = {
      base: lines('bad: "x', 'm:', '  a: A', 'n:', '  b: B'),
      ours: lines('bad: "x', 'm:', '  a: A', '  title: M', 'n:', '  b: B'),
      theirs: lines('bad: "x', 'm:', '  a: A', 'n:', '  b: B', '  title: N'),
    };
    expect(merge('yaml', versions).kind).toBe('by-lines');
  });

  it('GIT-09 is left to git if what it leaves unmarked is right', () => {
    const versions = {
      base: lines('ok: &ok {t: OK}', 'go: *ok', 'w: W', 'm: M', 'n: N'),
      ours: lines('ok: &ok {t: Okay}', 'go: *ok', 'w: W', 'm: M', 'n: N', 'k: K'),
      theirs: lines('ok: &ok {t: OK}', 'go: {t: Los}', 'w: W', 'm: M2', 'n: N'),
    };
    expect(merge('yaml', versions).kind).toBe('by-lines');
  });

  it.each([
    ['one side removes it, the other moves its neighbour over it', 'A C D E', 'A C B D E'],
    ['one side removes it, the other moves it', 'B C D E', 'B C D A E'],
  ])('GIT-09 does not bring back an item: %s', (_, ours, theirs) => {
    const [our, their] = [ours, theirs].map((items) => list(...items.split(' ')));
    const versions = { base: list('A', 'B', 'C', 'D', 'E'), ours: our ?? '', theirs: their ?? '' };
    const result = merge('yaml', versions);
    expect(result).toMatchObject({ kind: 'merged', conflicts: ['l'] });
    const sides = conflictSides(result.kind === 'merged' ? result.text : '');
    expect([sides?.ours, sides?.theirs]).toEqual([versions.ours, versions.theirs]);
  });
});

describe('GIT-10 a comment stays at its key', () => {
  it.each<readonly [string, Versions, string]>([
    [
      'in a group that they rename',
      {
        base: lines('t: A', 'cart:', '  # short', '  e: X'),
        ours: lines('t: A2', 'cart:', '  # short', '  e: X'),
        theirs: lines('t: A', 'basket:', '  # short', '  e: X'),
      },
      lines('t: A2', 'basket:', '  # short', '  e: X'),
    ],
    [
      'that they move',
      {
        base: lines('# admins', 'x: X', 'a: A'),
        ours: lines('# admins', 'x: X', 'a: A2'),
        theirs: lines('a: A', 'admin:', '  # admins', '  x: X'),
      },
      lines('a: A2', 'admin:', '  # admins', '  x: X'),
    ],
    [
      'that they rename, after its text',
      {
        base: lines('a: A', 'x: X # max 10'),
        ours: lines('a: A2', 'x: X # max 10'),
        theirs: lines('a: A', 'label: X # max 10'),
      },
      lines('a: A2', 'label: X # max 10'),
    ],
    [
      'and goes with it',
      {
        base: lines('# admins', 'x: X', 'a: A'),
        ours: lines('# admins', 'x: X', 'a: A2'),
        theirs: lines('a: A'),
      },
      lines('a: A2'),
    ],
    [
      'or item, before which they put another',
      {
        base: list('Hi', '"Hello" # formal', 'Bye') + lines('b: B'),
        ours: list('Hi', '"Hello" # formal', 'Bye') + lines('n: N', 'b: B'),
        theirs: list('Hi', "'Hey'", '"Hello" # formal', 'Bye') + lines('m: M', 'b: B'),
      },
      list('Hi', "'Hey'", '"Hello" # formal', 'Bye') + lines('m: M', 'n: N', 'b: B'),
    ],
  ])('%s', (_, versions, text) => {
    expect(merge('yaml', versions)).toEqual({ kind: 'merged', text, conflicts: [], lostComments: [] });
    const swapped = merge('yaml', { ...versions, ours: versions.theirs, theirs: versions.ours });
    expect(swapped).toMatchObject({ kind: 'merged', conflicts: [], lostComments: [] });
  });
});

it('GIT-10 a comment at an item that theirs removed goes to no other item unsaid', () => {
  const versions = {
    base: list('Hi', 'Hello # formal', '"Bye"'),
    ours: list('Hi # new', 'Hello # formal', '"Bye"'),
    theirs: list('Hello # formal', '"Bye"'),
  };
  const text = list('Hello # formal', '"Bye"');
  expect(merge('yaml', versions)).toEqual({ kind: 'merged', text, conflicts: [], lostComments: ['# new'] });
});

it('GIT-10 the comment of a key that theirs removed does not go to a key that ours added', () => {
  const versions = {
    base: lines('a: A', '# only for k', 'k: K', 'l: L'),
    ours: lines('a: A', '# only for k', 'k: K', 'n: N', 'l: L'),
    theirs: lines('a: A', 'l: L'),
  };
  const result = merge('yaml', versions);
  expect(result).toMatchObject({ kind: 'merged', conflicts: [], lostComments: [] });
  expect(result.kind === 'merged' && result.text).toBe(lines('a: A', 'n: N', 'l: L'));
});

it('GIT-10 our line ends and our indentation are not given up for a comment', () => {
  const base = lines('a:', '  x: X # one', '  y: Y');
  const theirs = lines('a:', '  y: Y', '  z: X # one');
  for (const ours of [base.replaceAll('\n', '\r\n'), base.replaceAll('  ', '    ')]) {
    const result = merge('yaml', { base, ours, theirs });
    const text = lines('a:', '  y: Y', '  z: X # one');
    const wanted = ours.includes('\r') ? text.replaceAll('\n', '\r\n') : text.replaceAll('  ', '    ');
    expect(result).toEqual({ kind: 'merged', conflicts: [], text: wanted, lostComments: [] });
  }
});

describe('GIT-11 nothing is marked', () => {
  it('if one side empties a list that the other removes', () => {
    const versions = {
      base: lines('l:', '  - a', 'z: Z'),
      ours: lines('l: []', 'z: Z'),
      theirs: lines('z: Z'),
    };
    expect(merge('yaml', versions)).toMatchObject({ kind: 'merged', text: versions.ours, conflicts: [] });
  });

  it('if one side lays a file out anew, with the fields of an item in another order', () => {
    const file = (indent: string, item: string, a: string): string =>
      `{\n${indent}"a": "${a}",\n${indent}"l": [\n${indent}${indent}${item}\n${indent}]\n}\n`;
    const versions = {
      base: file('  ', '{"p": "1", "q": "2"}', 'A'),
      ours: file('  ', '{"p": "1", "q": "2"}', 'A2'),
      theirs: file('    ', '{"q": "2", "p": "1"}', 'A'),
    };
    const text = file('    ', '{"q": "2", "p": "1"}', 'A2');
    expect(merge('json', versions)).toMatchObject({ kind: 'merged', text, conflicts: [] });
  });
});

describe('YM-07 texts that a merge key or an alias brings in', () => {
  const file = (shared: string, ...own: readonly string[]): string =>
    lines('d: &d', `  k: ${shared}`, 'c:', '  <<: *d', ...own);

  it.each<readonly [string, Versions, string]>([
    [
      'one side overrides it, the other changes its neighbour',
      {
        base: file('K', '  n: N', 't: &t T', 'u: *t', 'v: V'),
        ours: file('K', '  n: N2', 't: &t T', 'u: *t', 'v: V2'),
        theirs: file('K', '  k: K2', '  n: N', 't: &t T', 'u: U', 'v: V'),
      },
      file('K', '  k: K2', '  n: N2', 't: &t T', 'u: U', 'v: V2'),
    ],
    [
      'one side overrides it, the other changes the anchor: the two texts conflict',
      {
        base: file('K', '  n: N'),
        ours: file('Okay', '  n: N'),
        theirs: file('K', '  k: Los', '  n: N2'),
      },
      file('Okay', '<<<<<<< ours', '=======', '  k: Los', '>>>>>>> theirs', '  n: N2'),
    ],
  ])('%s', (_, versions, text) => {
    expect(merge('yaml', versions)).toMatchObject({ kind: 'merged', text });
  });
});
