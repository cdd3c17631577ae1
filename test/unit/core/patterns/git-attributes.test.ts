import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compilePattern } from '../../../../src/core/patterns/compile.js';
import {
  attributeLines,
  withAttributes,
  withoutAttributes,
} from '../../../../src/core/patterns/git-attributes.js';

/** What git itself says of these paths. */
function driven(patterns: readonly string[], lock: string, paths: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'locsync-attributes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  git('init', '--quiet');
  const lines = attributeLines(
    patterns.map((pattern) => compilePattern(pattern)),
    lock,
  );
  writeFileSync(join(folder, '.gitattributes'), withAttributes('', lines));
  const { stdout } = git('check-attr', '-z', 'merge', '--', ...paths);
  const parts = stdout.split('\0');
  return paths.filter((_, i) => parts[3 * i + 2] === 'locsync');
}

describe('attributes for git', () => {
  it.each([
    [
      'config/locales/{locale}.yml',
      ['config/locales/de.yml'],
      ['x/config/locales/de.yml', 'config/locales/a/de.yml'],
    ],
    ['{locale}.json', ['de.json'], ['a/de.json']],
    ['src/**/{locale}/*.json', ['src/de/a.json', 'src/a/b/de/a.json'], ['de/a.json', 'src/a.json']],
    ['l/*{locale}/a.json', ['l/de/a.json'], ['l/de/x/a.json', 'l/a.json']],
    ['a b/{locale}.json', ['a b/de.json'], ['a/de.json']],
    ['(m)/\\[x\\]/{locale}.{json,yml}', ['(m)/[x]/de.json', '(m)/[x]/de.yml'], ['(m)/x/de.json']],
    ['l/[a-c]?{locale}.json', ['l/b-de.json'], ['l/d-de.json']],
    ['src/[lang]/{locale}.json', ['src/[lang]/de.json', 'src/a/de.json'], ['src/b/de.json']],
    [
      '[a]/[lang]/{locale}.json',
      ['[a]/[lang]/de.json', 'a/[lang]/de.json', '[a]/g/de.json'],
      ['b/g/de.json'],
    ],
    ['ü "q"/{locale}.json', ['ü "q"/de.json'], ['ü q/de.json']],
  ])('GIT-06 %s names its files and no others', (pattern, ours, others) => {
    expect(driven([pattern], 'a lock*', [...ours, ...others, 'a lock*', 'a lock1'])).toEqual([
      ...ours,
      'a lock*',
    ]);
  });

  it('GIT-18 a range of characters is one pattern, and a class of letters is a folder, too', () => {
    const lines = (pattern: string): readonly string[] => attributeLines([compilePattern(pattern)], 'lock');
    expect(lines('[0-9][0-9][!a-z]/{locale}.json')).toHaveLength(2);
    expect(lines('v[0-9]/[lang]/{locale}.json')).toEqual([
      '/v[0-9]/[lang]/*.json merge=locsync',
      '/v[0-9]/\\[lang]/*.json merge=locsync',
      '/lock merge=locsync',
    ]);
  });

  it('GIT-06 are put in and taken out again, whatever is around them', () => {
    const lines = ['/a/*.json merge=locsync'];
    for (const text of ['', '*.png binary\n', '*.png binary', '*.png binary\r\n*.sh text\r\n']) {
      const put = withAttributes(text, lines);
      expect(withAttributes(put, lines)).toBe(put);
      expect(withAttributes(put, [...lines, '/b merge=locsync']).match(/begin/g)).toHaveLength(1);
      expect(withoutAttributes(put)).toBe(text === '*.png binary' ? `${text}\n` : text);
      // Somebody took the last line away.
      const torn = `${put.replace(/# locsync: end\r?\n/, '')}*.jpg binary\n`;
      expect(withoutAttributes(torn)).toMatch(/\*\.jpg binary\n$/);
      expect(withoutAttributes(torn)).not.toMatch(/merge=locsync|locsync: begin/);
    }
  });
});
