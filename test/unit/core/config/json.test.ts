import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../../../src/core/config/json.js';
import { ConfigSyntaxError, type ConfigNode } from '../../../../src/core/config/tree.js';
import { runs } from '../../../support/runs.js';

/** The value as JSON.parse would give it. */
function valueOf(node: ConfigNode): unknown {
  if (node.kind === 'mapping')
    return Object.fromEntries(node.entries.map(({ key, value }) => [key, valueOf(value)]));
  if (node.kind === 'list') return node.items.map(valueOf);
  return node.kind === 'text' ? node.text : (JSON.parse(node.text) as unknown);
}

const outcome = (read: () => unknown): { value: unknown } | 'refused' => {
  try {
    return { value: read() };
  } catch {
    return 'refused';
  }
};

function faultOf(text: string): ConfigSyntaxError {
  try {
    readJson(text);
  } catch (error) {
    if (error instanceof ConfigSyntaxError) return error;
    throw error;
  }
  throw new Error('it was read');
}

describe('readJson', () => {
  it('reads every JSON text as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(valueOf(readJson(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses and takes the same damaged texts as JSON.parse', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '1',
      '-',
      '01',
      '1.5e3',
      '.',
      'true',
      'null',
      'nul',
      ' ',
      '\n',
      '\u0000',
      '\\u00e9',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        expect(outcome(() => valueOf(readJson(text)))).toEqual(outcome(() => JSON.parse(text) as unknown));
      }),
      { numRuns: runs(5_000) },
    );
  });

  it('keeps duplicate keys and keys such as __proto__ as entries', () => {
    const root = readJson('{"a":1,"__proto__":{"x":1},"a":2}');
    expect(root.kind === 'mapping' && root.entries.map(({ key }) => key)).toEqual(['a', '__proto__', 'a']);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  it('knows the position of every key and value, with LF, CRLF, CR and a byte-order mark', () => {
    for (const [end, mark] of [
      ['\n', ''],
      ['\r\n', ''],
      ['\r', ''],
      ['\n', '\ufeff'],
    ] as const) {
      const root = readJson(`${mark}{${end}  "a": 1,${end}  "b": [true,${end}"x"]${end}}${end}`);
      if (root.kind !== 'mapping') throw new Error('no mapping');
      expect(root.at).toEqual({ line: 1, column: 1 });
      expect(root.entries.map(({ at, value }) => [at, value.at])).toEqual([
        [
          { line: 2, column: 3 },
          { line: 2, column: 8 },
        ],
        [
          { line: 3, column: 3 },
          { line: 3, column: 8 },
        ],
      ]);
      const list = root.entries[1]?.value;
      expect(list?.kind === 'list' && list.items.map(({ at }) => at)).toEqual([
        { line: 3, column: 9 },
        { line: 4, column: 1 },
      ]);
    }
  });

  it.each([
    ['{"a": 1,}', 9, 'comma'],
    ['[1,]', 4, 'comma'],
    ['{"a" 1}', 6, 'colon'],
    ['{a: 1}', 2, 'double quotes'],
    ['[1 2]', 4, 'comma'],
    ['// no', 1, 'value'],
    ['{} x', 4, 'after the end'],
    ['"a\tb"', 1, 'escaped'],
  ])('says where and why %s is not JSON', (text, column, word) => {
    const fault = faultOf(text);
    expect(fault.at).toEqual({ line: 1, column });
    expect(fault.reason).toContain(word);
  });

  it('says that a cut text ends too early', () => {
    for (const text of ['', ' ', '{', '{"a"', '{"a":', '[1', '[1,'])
      expect(faultOf(text).reason).toBe('the file ends too early');
  });

  it('refuses a text nested deeper than a hundred levels, and does not run out of stack', () => {
    expect(faultOf('['.repeat(500_000)).reason).toContain('deep');
  });
});
