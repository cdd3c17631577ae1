import { describe, expect, it } from 'vitest';
import { keptOld, ownForm, removedHere, specialEntry } from '../../../../src/core/merge/base-entry.js';
import { hashText, UNKNOWN_HASH } from '../../../../src/core/merge/hash.js';
import { sized } from '../../../support/runs.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The 64 bits of a hash. */
function bits(hash: string): bigint {
  let value = 0n;
  for (const digit of hash) value = (value << 6n) | BigInt(ALPHABET.indexOf(digit));
  return value >> 2n;
}

const ones = (value: bigint): number => value.toString(2).replaceAll('0', '').length;

describe('hashText', () => {
  it.each([
    ['', 'io4RWAUoJ-8'],
    ['a', '8RzdnGH_POU'],
    ['Hello', 'TCz1njqKJao'],
    ['Grüße 👋', 'L5kcH2JquS8'],
  ])('keeps the value of %j: locks of other versions hold it', (text, hash) => {
    expect(hashText(text)).toBe(hash);
  });

  it('gives similar texts as many hashes, in both halves of their bits too', () => {
    const texts = Array.from({ length: sized(100_000, 25_000) }, (_, i) => [
      `Item ${i}`,
      `${i} items`,
      `${'x'.repeat(i % 997)}${i}`,
    ]).flat();
    const whole = new Set(texts.map(hashText));
    expect(whole.size).toBe(new Set(texts).size);
    // Of 300,000 random values of 32 bits about ten collide, of 75,000 about one; far more would
    // mean that a half carries fewer bits.
    for (const half of [(v: bigint) => v >> 32n, (v: bigint) => v & 0xffffffffn])
      expect(new Set([...whole].map((hash) => half(bits(hash)))).size).toBeGreaterThan(
        whole.size - sized(60, 6),
      );
  });

  it('changes about half of its bits with one bit of the text, and every one of them', () => {
    let changed = 0;
    let seen = 0n;
    let pairs = 0;
    for (let i = 0; i < 2000; i++) {
      const text = `Text number ${i} of many`;
      const at = i % text.length;
      const other = text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);
      const difference = bits(hashText(text)) ^ bits(hashText(other));
      changed += ones(difference);
      seen |= difference;
      pairs++;
    }
    expect(changed / pairs).toBeGreaterThan(31);
    expect(changed / pairs).toBeLessThan(33);
    expect(seen).toBe(0xffffffffffffffffn);
  });

  it('tells apart what people cannot see: spaces, normal forms, unpaired surrogates', () => {
    const texts = [
      'a',
      'a ',
      ' a',
      'a\u00a0',
      '\u00e9',
      'e\u0301',
      '\ud800',
      '\udc00',
      '\u0000',
      '\u0000\u0000',
    ];
    expect(new Set(texts.map(hashText)).size).toBe(texts.length);
  });
});

it('has entries that are not the hash of a text', () => {
  expect(hashText('x')).toMatch(/^[A-Za-z0-9_-]{11}$/);
  const [x, y] = [hashText('x'), hashText('y')];
  const kept = { kind: 'not-accepted', here: x, own: false };
  expect(specialEntry(keptOld(x))).toEqual({ ...kept, there: undefined });
  expect(specialEntry(keptOld(x, y))).toEqual({ ...kept, there: y });
  expect(specialEntry(ownForm(x, y))).toEqual({ ...kept, there: y, own: true });
  expect(specialEntry(removedHere(y))).toEqual({ kind: 'removed', there: y });
  expect(specialEntry(x)).toBeUndefined();
  expect(specialEntry(UNKNOWN_HASH)).toBeUndefined();
});
