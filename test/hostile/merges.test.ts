import { describe, expect, it } from 'vitest';
import { json } from '../../src/formats/json.js';
import { yaml } from '../../src/formats/yaml.js';
import type { Format } from '../../src/formats/format.js';
import { mergeFile } from '../../src/plan/git-merge/merge-file.js';
import { milliseconds } from './linear.js';

/** Milliseconds of processor time: five times what a merge of linear time takes here. */
const MOST = 5_000;
const KEYS = 40_000;
const LINES = { clean: undefined, ours: undefined };
const STYLE = { size: 7, ours: 'ours', theirs: 'theirs' };

const minified = (text: string): string =>
  `{${Array.from({ length: KEYS }, (_, i) => `"k${i}":"${text}"`).join(',')}}`;
const flowMap = (text: string): string =>
  `{${Array.from({ length: KEYS }, (_, i) => `k${i}: ${text}`).join(', ')}}\n`;
const onLines = (text: string): string => minified(text).replaceAll(',', ',\n');

const CASES: readonly (readonly [string, Format, string, string, string])[] = [
  ['a minified JSON file', json, minified('b'), minified('o'), minified('t')],
  ['a minified JSON file that both sides have added', json, '{}', minified('o'), minified('t')],
  ['a YAML file of one line', yaml, flowMap('b'), flowMap('o'), flowMap('t')],
  ['a JSON file that only we have minified', json, minified('b'), minified('o'), onLines('t')],
  ['a JSON file that only they have minified', json, minified('b'), onLines('o'), minified('t')],
];

describe('M3 a merge in which all keys of one line conflict takes linear time', () => {
  it.each(CASES)('GIT-08 %s', (_, format, base, ours, theirs) => {
    let conflicts = 0;
    const taken = milliseconds(() => {
      const merge = mergeFile(format, { base, ours, theirs }, LINES, STYLE);
      conflicts = merge.kind === 'merged' ? merge.conflicts.length : 0;
    });
    expect(conflicts).toBe(KEYS);
    expect(taken).toBeLessThan(MOST);
  });
});
