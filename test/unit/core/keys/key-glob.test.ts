import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyMatcher } from '../../../../src/core/keys/key-glob.js';
import { keyId } from '../../../../src/core/keys/key.js';

const matches = (glob: string, ...path: string[]): boolean => keyMatcher([glob])?.(keyId(path)) === true;

describe('globs over keys', () => {
  it.each([
    ['legal.**', ['legal', 'a'], true],
    ['legal.**', ['legal', 'a', 'b'], true],
    ['legal.**', ['legal.a'], true],
    ['legal.**', ['legal'], false],
    ['legal.**', ['x', 'legal', 'a'], false],
    ['**.internal', ['internal'], true],
    ['**.internal', ['a', 'b', 'internal'], true],
    ['a.**.z', ['a', 'z'], true],
    ['a.**.z', ['a', 'b', 'c', 'z'], true],
    ['a.**.z', ['a', 'b'], false],
    ['*', ['a'], true],
    ['*', ['a', 'b'], false],
    ['*_html', ['terms_html'], true],
    ['a.*x*y', ['a', 'zxxyxy'], true],
    ['a.*x*y', ['a', 'zxxyxyz'], false],
    ['legal', ['Legal'], false],
  ] as const)('%s and %j: %s', (glob, path, wanted) => {
    expect(matches(glob, ...path)).toBe(wanted);
  });

  it('agree with a regular expression for each glob and key', () => {
    const part = fc.constantFrom('a', 'b', 'ab', '*', 'a*', '*b', '**');
    const segment = fc.constantFrom('a', 'b', 'ab', 'aab', 'ba');
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 4 }),
        fc.array(segment, { minLength: 1, maxLength: 5 }),
        (parts, path) => {
          const last = parts.length - 1;
          const sourceOf = (one: string, i: number): string => {
            if (one === '**') return i === last && i > 0 ? '(?:/[^/]+)+' : '(?:/[^/]+)*';
            return `/${one.replaceAll('*', '[^/]*')}`;
          };
          const wanted = new RegExp(`^${parts.map(sourceOf).join('')}$`);
          expect(matches(parts.join('.'), ...path)).toBe(wanted.test(`/${path.join('/')}`));
        },
      ),
    );
  });

  it('a glob of many stars against a long key ends with an answer', () => {
    const glob = `${Array.from({ length: 60 }, () => '**').join('.x.')}.y`;
    expect(matches(glob, ...Array.from({ length: 190 }, () => 'x'))).toBe(false);
    expect(matches('*a'.repeat(200), `${'a'.repeat(400)}b`)).toBe(false);
  });
});
