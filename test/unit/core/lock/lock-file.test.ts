import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lockKey, parseLockKey, sectionName } from '../../../../src/core/lock/base.js';
import { hashText, UNKNOWN_HASH, type Hash } from '../../../../src/core/merge/hash.js';
import { keyId } from '../../../../src/core/keys/key.js';
import { baseOf, renderLock, renderSection, replaceSections } from '../../../../src/core/lock/lock-file.js';
import { parseLock } from '../../../../src/core/lock/conflicted-lock.js';
import { type Lock } from '../../../../src/core/lock/lock.js';

const OWNER = { origin: 'https://l10n.example', project: 'prj_1' };
const id = (...path: string[]) => keyId(path);
const base = (entries: Record<string, string>) =>
  new Map(Object.entries(entries).map(([key, text]) => [id(...key.split('/')), hashText(text)]));
const render = (sections: ReadonlyMap<string, string>): string => [...renderLock(OWNER, sections)].join('');
const replaced = (lock: Lock, sections: ReadonlyMap<string, string>): string =>
  render(replaceSections(lock, sections));
const lockOf = (files: Record<string, Record<string, string>>): string =>
  render(new Map(Object.entries(files).map(([name, keys]) => [name, renderSection(base(keys))])));

const ODD_KEYS = [
  ['a.b'],
  ['a', 'b'],
  ['a\\', 'b'],
  ['a\\.b'],
  [''],
  ['', ''],
  ['line\nbreak'],
  ['nul\0'],
  ['"'],
  ['}'],
  [' '],
  ['__proto__'],
  ['\u2028'],
  ['<<<<<<< x'],
  ['\u0001'],
  ['é'],
];

describe('the lock', () => {
  it('is JSON, sorted, one key a line', () => {
    const text = lockOf({ 'b.yml': { z: '1', 'a/c': '2' }, 'a.yml#de': { k: '3' } });
    expect(text).toBe(`{
  "version": 1,
  "origin": "https://l10n.example",
  "project": "prj_1",
  "files": {
    "a.yml#de": {
      "k": "${hashText('3')}"
    },
    "b.yml": {
      "a.c": "${hashText('2')}",
      "z": "${hashText('1')}"
    }
  }
}
`);
    expect(() => void JSON.parse(text)).not.toThrow();
  });

  it('KV-01 KV-02 KV-03 holds any key', () => {
    const odd = new Map(ODD_KEYS.map((path) => [keyId(path), hashText(path.join('|'))]));
    const text = render(new Map([['de.json', renderSection(odd)]]));
    expect(new Map(baseOf(parseLock(text, OWNER), 'de.json'))).toEqual(odd);
    expect(
      Object.keys((JSON.parse(text) as { files: Record<string, object> }).files['de.json'] ?? {}),
    ).toHaveLength(odd.size);
    for (const path of ODD_KEYS) expect(parseLockKey(lockKey(keyId(path)))).toBe(keyId(path));
  });

  it('names the languages of one file apart', () => {
    expect(sectionName('all.yml', 'de')).toBe('all.yml#de');
    expect(sectionName('de.yml', undefined)).toBe('de.yml');
  });

  it('leaves other sections byte for byte, and drops empty ones', () => {
    const lock = parseLock(lockOf({ a: { x: '1' }, b: { y: '2' }, c: { z: '3' } }), OWNER);
    const next = replaced(
      lock,
      new Map([
        ['b', renderSection(base({ y: 'new' }))],
        ['c', ''],
      ]),
    );
    expect(next).toBe(lockOf({ a: { x: '1' }, b: { y: 'new' } }));
  });

  it('of a project without any key is short, and readable', () => {
    const text = render(new Map());
    expect(text).toContain('"files": {}');
    expect(parseLock(text, OWNER)).toEqual({
      sections: new Map(),
      damaged: new Map(),
      problems: [],
      isUnusable: false,
    });
  });

  it('is read with CRLF as git may check it out', () => {
    const text = lockOf({ 'de.yml': { k: 'x' } });
    expect(parseLock(text.replaceAll('\n', '\r\n'), OWNER)).toEqual(parseLock(text, OWNER));
  });
});

describe('a lock that cannot be used is doubted as a whole', () => {
  const good = lockOf({ 'de.yml': { k: 'x', l: 'y' } });
  it.each([
    ['empty', '', 'it is empty'],
    ['blank', '\n\n', 'it is empty'],
    ['cut in a section', good.slice(0, good.indexOf('"l"')), 'it ends in the middle'],
    ['cut in a line', good.slice(0, good.indexOf('"l"') + 6), 'it is not the JSON that locsync writes'],
    ['cut before the last brace', good.trimEnd().slice(0, -1), 'it ends in the middle'],
    ['minified', JSON.stringify(JSON.parse(good)), 'it is not the JSON that locsync writes'],
    ['other JSON', '{\n  "files": []\n}\n', 'it is not the JSON that locsync writes'],
    [
      'of an earlier version',
      good.replace('"version": 1', '"version": 0'),
      'its version is 0, this locsync reads version 1',
    ],
    [
      'with a version that is no number',
      good.replace('"version": 1', '"version": "2"'),
      'its version is "2", this locsync reads version 1',
    ],
    [
      'with a key called version and no end',
      good.replace('"k"', '"version"').trimEnd().slice(0, -1),
      'it ends in the middle',
    ],
    [
      'without a version',
      good.replace('  "version": 1,\n', ''),
      'its version is missing, this locsync reads version 1',
    ],
    [
      'of another project',
      good.replace('prj_1', 'prj_2'),
      'it belongs to project prj_2 at https://l10n.example, this run is for prj_1 at https://l10n.example',
    ],
    [
      'of another service',
      good.replace('l10n', 'evil'),
      'it belongs to project prj_1 at https://evil.example, this run is for prj_1 at https://l10n.example',
    ],
    ['with a key behind its end', `${good}      "x": "y"\n`, 'it is not the JSON that locsync writes'],
    [
      'with a key between sections',
      good.replace('    "de.yml"', '    "k": "x",\n    "de.yml"'),
      'it is not the JSON that locsync writes',
    ],
    [
      'with a number for a hash',
      good.replace(`"${hashText('x')}"`, '5'),
      'it is not the JSON that locsync writes',
    ],
    [
      'with markers around a section',
      good.replace('    "de.yml"', '<<<<<<< HEAD\n    "de.yml"'),
      'it holds conflict markers of git around whole files',
    ],
    [
      'with markers in an order that git does not write',
      good
        .replace('      "l"', '=======\n      "l"')
        .replace('    }\n', '    },\n<<<<<<< HEAD\n    }\n>>>>>>> b\n'),
      'it holds conflict markers of git around whole files',
    ],
    ['an HTML page', '<!doctype html>', 'it is not the JSON that locsync writes'],
  ])('%s', (_, text, problem) => {
    const lock = parseLock(text, OWNER);
    const remedy = problem.includes('markers')
      ? 'choose'
      : problem.includes('belongs to')
        ? 'move'
        : 'restore';
    expect(lock).toEqual({
      sections: new Map(),
      damaged: new Map(),
      problems: [problem],
      isUnusable: true,
      remedy,
    });
  });

  it('not with markers over a section end: the keys that one side lacks are unknown', () => {
    const marked = good
      .replace('      "l"', '<<<<<<< HEAD\n      "l"')
      .replace('    }\n', '    },\n=======\n    }\n>>>>>>> b\n');
    const lock = parseLock(marked, OWNER);
    expect([lock.isUnusable, lock.remedy]).toEqual([false, 'rewrite']);
    expect([...baseOf(lock, 'de.yml').values()]).toEqual([hashText('x'), UNKNOWN_HASH]);
    expect(replaced(lock, new Map())).toContain(UNKNOWN_HASH);
  });

  const later = good.replace('"version": 1', '"version": 2');
  it.each([
    ['as this program would write it', later],
    ['on one line', JSON.stringify(JSON.parse(later))],
    ['in a form that nobody knows yet', '{\n  "version": 2,\n  "bases": [[1, 2], [3]]\n}\n'],
    ['of another project', later.replace('prj_1', 'prj_2')],
    ['cut in the middle', later.slice(0, later.indexOf('"l"'))],
    ['checked out with CRLF', later.replaceAll('\n', '\r\n')],
    [
      'merged with one of this version',
      good.replace('  "version": 1,', '<<<<<<< HEAD\n  "version": 1,\n=======\n  "version": 2,\n>>>>>>> b'),
    ],
  ])('one of a later version, %s, is known as that', (_, text) => {
    const lock = parseLock(text, OWNER);
    expect(lock).toMatchObject({ sections: new Map(), isUnusable: true, remedy: 'update' });
    expect(lock.problems).toEqual([
      expect.stringMatching(/^a newer version of locsync has written it \(version 2, .*left alone/),
    ]);
  });
});

describe('MG-13 a lock merged by git', () => {
  const line = (key: string, text: string, comma = ','): string =>
    `      "${key}": "${hashText(text)}"${comma}`;
  const around = (...lines: string[]): string =>
    lockOf({ 'a.yml': { other: 'o' }, 'de.yml': { k: 'x' } }).replace(line('k', 'x', ''), lines.join('\n'));

  it.each([
    ['merge', ['<<<<<<< HEAD', line('b', '1'), '=======', line('b', '2'), line('c', '3'), '>>>>>>> theirs']],
    [
      'diff3',
      [
        '<<<<<<< HEAD',
        line('b', '1'),
        '||||||| 0a1b2c3',
        line('b', '0'),
        '=======',
        line('b', '2'),
        line('c', '3'),
        '>>>>>>> theirs',
      ],
    ],
  ])('with conflict markers (%s style) doubts only the keys between them', (_, markers) => {
    const lock = parseLock(around(line('a', '1'), ...markers, line('z', '9', '')), OWNER);
    expect(lock.isUnusable).toBe(false);
    expect(lock.problems).toEqual(['it holds conflict markers of git']);
    expect(new Map(baseOf(lock, 'de.yml'))).toEqual(
      new Map<string, Hash>([
        [id('a'), hashText('1')],
        [id('b'), UNKNOWN_HASH],
        [id('c'), UNKNOWN_HASH],
        [id('z'), hashText('9')],
      ]),
    );
    expect(new Map(baseOf(lock, 'a.yml'))).toEqual(base({ other: 'o' }));
  });

  it('is written without the markers by the next run, the doubt kept', () => {
    const lock = parseLock(
      around('<<<<<<< HEAD', line('b', '1'), '=======', line('b', '2'), '>>>>>>> theirs', line('z', '9', '')),
      OWNER,
    );
    const again = parseLock(replaced(lock, new Map()), OWNER);
    expect(again.problems).toEqual([]);
    expect(baseOf(again, 'de.yml').get(id('b'))).toBe(UNKNOWN_HASH);
    expect(baseOf(again, 'de.yml').get(id('z'))).toBe(hashText('9'));
  });

  it('with the lines of both branches doubts keys with two hashes', () => {
    const lock = parseLock(
      around(line('a', '1', ''), line('b', '1'), line('b', '2'), line('c', '3'), line('c', '3', '')),
      OWNER,
    );
    expect(new Map(baseOf(lock, 'de.yml'))).toEqual(
      new Map<string, Hash>([
        [id('a'), hashText('1')],
        [id('b'), UNKNOWN_HASH],
        [id('c'), hashText('3')],
      ]),
    );
  });

  it('doubts a key even if the same hash follows twice', () => {
    const lock = parseLock(around(line('b', '1'), line('b', '2'), line('b', '2', '')), OWNER);
    expect(baseOf(lock, 'de.yml').get(id('b'))).toBe(UNKNOWN_HASH);
  });

  it('with one section twice keeps the keys of both, and writes it as one', () => {
    const text = lockOf({ 'a.yml': { k: '1' }, 'b.yml': { k: '2', l: '3' } }).replace('"b.yml"', '"a.yml"');
    const lock = parseLock(text, OWNER);
    const expected = new Map<string, Hash>([
      [id('k'), UNKNOWN_HASH],
      [id('l'), hashText('3')],
    ]);
    expect(new Map(baseOf(lock, 'a.yml'))).toEqual(expected);
    const written = replaced(lock, new Map());
    expect(() => void JSON.parse(written)).not.toThrow();
    expect(new Map(baseOf(parseLock(written, OWNER), 'a.yml'))).toEqual(expected);
  });

  /** What `git merge-file` makes of three versions. */
  function gitMerge(ours: string, ancestor: string, theirs: string, ...options: string[]): string {
    const folder = mkdtempSync(join(tmpdir(), 'locsync-merge-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const paths = Object.entries({ ours, ancestor, theirs }).map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
    try {
      return execFileSync('git', ['merge-file', '-p', ...options, ...paths], { encoding: 'utf8' });
    } catch (error) {
      // It exits with the number of conflicts, the merged text on stdout.
      if (
        error instanceof Error &&
        'stdout' in error &&
        typeof error.stdout === 'string' &&
        error.stdout !== ''
      )
        return error.stdout;
      throw error;
    }
  }
  const keys = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`key${String(i).padStart(2, '0')}`, 'x']),
  );

  it('merges cleanly if two branches changed different keys of one file', () => {
    const [ours, theirs] = [
      { ...keys, key03: 'ours' },
      { ...keys, key15: 'theirs', key18x: 'new' },
    ];
    const merged = gitMerge(
      lockOf({ 'de.yml': ours }),
      lockOf({ 'de.yml': keys }),
      lockOf({ 'de.yml': theirs }),
    );
    expect(merged).toBe(lockOf({ 'de.yml': { ...theirs, key03: 'ours' } }));
  });

  it.each([[[]], [['--diff3']], [['--union']]])(
    'after a real conflict doubts the key that both branches changed, and no other (%s)',
    (options) => {
      const [ours, theirs] = [
        { ...keys, key07: 'ours' },
        { ...keys, key07: 'theirs' },
      ];
      const merged = gitMerge(
        lockOf({ 'de.yml': ours }),
        lockOf({ 'de.yml': keys }),
        lockOf({ 'de.yml': theirs }),
        ...options,
      );
      const lock = parseLock(merged, OWNER);
      expect(lock.isUnusable).toBe(false);
      expect(new Map(baseOf(lock, 'de.yml'))).toEqual(new Map(base(keys)).set(id('key07'), UNKNOWN_HASH));
    },
  );
});
