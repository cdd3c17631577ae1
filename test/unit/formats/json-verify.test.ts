import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/formats/json/scan.js';
import { difference } from '../../../src/formats/json/verify.js';
import { editTreeOf } from '../../../src/formats/edit-tree.js';

const BEFORE = '{"a":"1","b":{"c":2,"d":["x","y"]},"e":null}';

function check(after: string, changes: Readonly<Record<string, string | null>>): string | undefined {
  const edits = Object.entries(changes).map(([path, text]) => ({
    path: path.split('/'),
    text: text ?? undefined,
  }));
  return difference(scan(BEFORE), editTreeOf(edits).tree, scan(after))?.join('/');
}

describe('the check of an edited text', () => {
  it('passes what was meant', () => {
    expect(
      check('{"a":"X","b":{"c":3,"d":["x","y","z"]},"n":{"m":"1"}}', {
        a: 'X',
        'b/c': '3',
        'b/d/2': 'z',
        e: null,
        'n/m': '1',
      }),
    ).toBeUndefined();
  });

  it.each<[fault: string, after: string, changes: Readonly<Record<string, string | null>>, at: string]>([
    ['a text that was not to change', '{"a":"1","b":{"c":2,"d":["x","Y"]},"e":null}', {}, 'b'],
    [
      'a text that was not to change, beside one that was',
      '{"a":"1","b":{"c":3,"d":["x","Y"]},"e":null}',
      { 'b/c': '3' },
      'b/d',
    ],
    [
      'another text than the one that was set',
      '{"a":"Y","b":{"c":2,"d":["x","y"]},"e":null}',
      { a: 'X' },
      'a',
    ],
    ['another kind', '{"a":1,"b":{"c":2,"d":["x","y"]},"e":null}', { a: '1' }, 'a'],
    [
      'a number turned into a string',
      '{"a":"1","b":{"c":"3","d":["x","y"]},"e":null}',
      { 'b/c': '3' },
      'b/c',
    ],
    ['a lost key', '{"a":"1","b":{"c":2,"d":["x","y"]}}', {}, 'e'],
    ['a key too many', '{"a":"1","b":{"c":2,"d":["x","y"]},"e":null,"f":""}', {}, 'f'],
    ['keys in another order', '{"a":"1","e":null,"b":{"c":2,"d":["x","y"]}}', {}, 'e'],
    ['a key that is still there', BEFORE, { a: null }, 'a'],
    ['a parent lost with keys that were to stay', '{"a":"1","e":null}', { 'b/c': null }, 'e'],
    ['a new key that is missing', BEFORE, { n: '1' }, ''],
    [
      'a new key with more below it',
      '{"a":"1","b":{"c":2,"d":["x","y"]},"e":null,"n":{"m":"1","o":"2"}}',
      { 'n/m': '1' },
      'n',
    ],
    ['a new key twice', '{"a":"1","b":{"c":2,"d":["x","y"]},"e":null,"n":"1","n":"1"}', { n: '1' }, 'n'],
  ])('finds %s', (_, after, changes, at) => {
    expect(check(after, changes)).toBe(at);
  });
});
