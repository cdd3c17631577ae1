import { describe, expect, it } from 'vitest';
import { printable } from '../../../../src/core/text/printable.js';

describe('an untrusted text that is made safe', () => {
  it.each([
    ['plain: 100 % of it, "quoted" - #1', 'plain: 100 % of it, "quoted" - #1'],
    ['a::b ##c', 'a::b ##c'],
    ['::error::x', '\\::error::x'],
    ['##vso[task]', '#\\#vso[task]'],
    ['tab\there', 'tab\\u{9}here'],
  ])('%j is printed as %j', (text, printed) => {
    expect(printable(text)).toBe(printed);
  });

  it('a message that names a million keys whole is printed as it is', () => {
    const text = 'group.key_1000000, '.repeat(1_000_000);
    expect(printable(text, Infinity) === text).toBe(true);
  });
});
