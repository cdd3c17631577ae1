import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonError, JsonNumber, isList, isObject, readJson } from '../../../../src/adapters/service/json.js';
import type { Json } from '../../../../src/adapters/service/json.js';
import { runs } from '../../../support/runs.js';

/** The value as JSON.parse would give it. */
function plain(value: Json): unknown {
  if (value instanceof JsonNumber) return Number(value.source);
  if (isList(value)) return value.map(plain);
  if (isObject(value)) return Object.fromEntries([...value].map(([key, inner]) => [key, plain(inner)]));
  return value;
}

function errorOf(text: string): JsonError {
  try {
    readJson(text);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
  throw new Error(`read ${JSON.stringify(text)}`);
}

describe('the JSON reader', () => {
  it('reads whatever JSON.stringify writes, as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.boolean(), (text, spread) => {
        const written = spread ? JSON.stringify(JSON.parse(text), null, 2) : text;
        // fast-check's JSON may hold a key twice, as "__proto__" or otherwise: then it is ours to
        // refuse.
        const value = JSON.parse(written) as unknown;
        if (JSON.stringify(value) !== JSON.stringify(JSON.parse(JSON.stringify(value)))) return;
        expect(plain(readJson(JSON.stringify(value)))).toEqual(value);
      }),
      { numRuns: runs(500) },
    );
  });

  it('takes and refuses just what JSON.parse does, duplicate keys apart', () => {
    const piece = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ':',
        ',',
        '"a"',
        '"\\u00e4"',
        '"',
        '\\',
        '1',
        '-',
        '0',
        '.5',
        'e1',
        'true',
        'fals',
        'null',
        ' ',
        '\n',
        '\u0000',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        let expected = true;
        try {
          JSON.parse(text);
        } catch {
          expected = false;
        }
        let found = true;
        try {
          readJson(text);
        } catch (error) {
          if (!(error instanceof JsonError)) throw error;
          if (error.reason.includes('twice')) return;
          found = false;
        }
        expect(found).toBe(expected);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('says of every cut of an object or list that it is truncated', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(), (value, at) => {
        const text = JSON.stringify({ value });
        expect(errorOf(text.slice(0, at % text.length)).truncated).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('reads a text that JSON.stringify writes as it reads one with a blank more', () => {
    const entry = fc.tuple(
      fc.constantFrom('a', 'b', '1', '0', '__proto__', 'constructor', '\\u0061', 'é', '\\ud800'),
      fc.constantFrom('"x"', '1', '1.0', '-0', '1e21', '9007199254740993', 'null', '[1,{"a":""}]', '{"a":1}'),
    );
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 4 }), fc.nat(3), (entries, depth) => {
        const inner = `{${entries.map(([key, value]) => `"${key}":${value}`).join(',')}}`;
        const text = `${'{"a":'.repeat(depth)}${inner}${'}'.repeat(depth)}`;
        const read = (of: string): unknown => {
          try {
            return readJson(of);
          } catch (error) {
            return error instanceof JsonError ? error.reason.replaceAll(/\d+/g, '') : error;
          }
        };
        expect(read(text)).toEqual(read(`${text} `));
      }),
      { numRuns: runs(1000) },
    );
    const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect(isObject(readJson(deep(100)))).toBe(true);
    expect(errorOf(deep(101)).message).toContain('nested deeper than 100 levels');
    expect(errorOf(deep(100_000)).message).toContain('nested deeper than 100 levels');
  });

  it('keeps the spelling of numbers', () => {
    expect(readJson('[9007199254740993, 1.0, -0, 1E400]')).toEqual(
      ['9007199254740993', '1.0', '-0', '1E400'].map((n) => new JsonNumber(n)),
    );
  });

  it('keeps __proto__ as a key', () => {
    const value = readJson('{"__proto__":{"polluted":true}}');
    expect(isObject(value) && value.has('__proto__')).toBe(true);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('refuses what JSON.parse takes in silence, with the place', () => {
    expect(errorOf('{"a":1,"a":2}')).toMatchObject({ truncated: false, offset: 7 });
    expect(errorOf('{"a":1,"\\u0061":2}').message).toBe(
      'the key "a" occurs twice, at offset 1 and again at offset 7',
    );
    expect(errorOf('['.repeat(101)).message).toContain('nested deeper than 100 levels');
    expect(readJson(`${'['.repeat(100)}${']'.repeat(100)}`)).toHaveLength(1);
  });

  it('reads a string of 30 MB with escapes', () => {
    const text = 'x\n'.repeat(15_000_000);
    expect(readJson(JSON.stringify(text)) === text).toBe(true);
  });
});
