import { expect, it } from 'vitest';
import { json } from '../../src/formats/json.js';
import { yaml } from '../../src/formats/yaml.js';
import { keepsPaths } from '../../src/plan/git-merge/line-paths.js';
import { commentProblems } from '../../src/plan/git-merge/comments.js';
import { milliseconds } from './linear.js';

const SIZE = 30_000;
const TEXTS: readonly (readonly [string, string])[] = [
  ['each line indented more', Array.from({ length: 3_000 }, (_, i) => `${' '.repeat(i)}k${i}:\n`).join('')],
  ['a line of blanks and no colon', `a${' '.repeat(SIZE * 10)}b\n`],
  ['a line of quotes', `${'"'.repeat(SIZE)}\n${"'".repeat(SIZE)}\n`],
  ['an open quote with escapes', `"${'\\'.repeat(SIZE)}\n`],
  ['a line of colons', `${'a:'.repeat(SIZE)}\n`],
  ['comments only', '# c\n'.repeat(SIZE)],
];

it.each(TEXTS)('M3 the check of a merge by lines takes linear time: %s', (_, text) => {
  const versions = { base: '', ours: text, theirs: text };
  for (const format of [json, yaml]) {
    const taken = milliseconds(() => {
      expect(keepsPaths(format, versions, [text])).toBe(true);
      expect(commentProblems(format, versions, text)).toEqual([]);
    });
    expect(taken).toBeLessThan(2_000);
  }
});
