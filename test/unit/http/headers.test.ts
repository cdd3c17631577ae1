import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextLink } from '../../../src/http/link-header.js';
import { httpDate, retryAfterMs } from '../../../src/http/wait.js';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('HTTP dates', () => {
  it.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['Sunday, 06-Nov-94 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['Sun Nov  6 08:49:37 1994', Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['Saturday, 01-Jan-30 00:00:00 GMT', Date.UTC(2030, 0, 1)],
    ['Sun, 31 Feb 2027 08:49:37 GMT', undefined],
    ['Sun, 06 Nov 1994 24:49:37 GMT', undefined],
    ['Sun, 06 Nov 1994 08:49:37 CET', undefined],
    ['2026-11-21T12:00:00Z', undefined],
    ['', undefined],
  ])('%j', (text, at) => {
    expect(httpDate(text, NOW)).toBe(at);
  });

  it('reads what toUTCString writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (second) => {
        expect(httpDate(new Date(second * 1000).toUTCString(), NOW)).toBe(second * 1000);
      }),
    );
  });
});

describe('Retry-After', () => {
  const YEARS = 10 * 365 * 86_400_000;
  const later = (ms: number): string => new Date(NOW + ms).toUTCString();

  const cases: readonly (readonly [Readonly<Record<string, string>>, number | undefined])[] = [
    [{ 'retry-after': '2' }, 2000],
    [{ 'retry-after': ' 2 ' }, 2000],
    [{ 'retry-after': later(3000) }, 3000],
    [{ 'retry-after': later(3_603_000), date: later(3_600_000) }, 3000],
    [{ 'retry-after': later(3000), date: 'yesterday' }, 3000],
    [{ 'retry-after': later(-1000) }, undefined],
    [{ 'retry-after': later(-1000), date: later(-4000) }, 3000],
    [{}, undefined],
    // F8: a gateway that adds its own, or the header sent twice.
    [{ 'retry-after': '2, 120' }, 120_000],
    [{ 'retry-after': '120,2' }, 120_000],
    [{ 'retry-after': '2, soon, 0, -5' }, 2000],
    [{ 'retry-after': `2, ${later(9000)}` }, 9000],
    [{ 'retry-after': `${later(9000)}, ${later(4000)},11` }, 11_000],
    [{ 'retry-after': 'Sunday, 06-Nov-94 08:49:37 GMT, 7' }, 7000],
    [{ 'retry-after': later(3000), date: `${later(0)}, ${later(0)}` }, 3000],
    [{ 'retry-after': later(3000 + YEARS), date: later(YEARS) }, 3000],
    [{ 'retry-after': later(3000 - YEARS), date: later(-YEARS) }, 3000],
    [{ 'retry-after': `1${'0'.repeat(400)}, 2` }, Infinity],
    [{ 'retry-after': ',,' }, undefined],
    ...['0', '000', '-5', 'soon', '1e3', '0x10', '', '1.5', '2 s', '٢'].map(
      (value) => [{ 'retry-after': value }, undefined] as const,
    ),
  ];

  it.each(cases)('%j', (headers, ms) => {
    expect(retryAfterMs(new Map(Object.entries(headers)), NOW)).toBe(ms);
  });
});

describe('HT-38 Link', () => {
  it.each([
    ['<u>; rel="next"', 'u'],
    ['<u>; rel=next', 'u'],
    ['<u>; title="a,b"; rel=next', 'u'],
    ['<u>; rel="prev next"', 'u'],
    ['<u>; REL=Next', 'u'],
    ['<a>; rel="prev", <u>; rel="next", <b>; rel="last"', 'u'],
    ['<a>; rel=prev; title="<x>; rel=next", <u>;rel=next', 'u'],
    ['<a,b;c>; rel="next"', 'a,b;c'],
    ['<u> ; rel = "next" ; title*=UTF-8\'\'x', 'u'],
    ['<u>; rel="ne\\xt"', 'u'],
    [', ,<u>; rel=next', 'u'],
    ['<u>; crossorigin; rel=next', 'u'],
    ['<>; rel=next', ''],
    ['<u>; rel=prev; rel=next', undefined],
    ['<u>; rel="nextish"', undefined],
    ['<u>', undefined],
    ['u; rel=next', undefined],
    ['<u>; rel="next', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j', (header, target) => {
    expect(nextLink(header)).toBe(target);
  });

  it('reads any header in time', () => {
    fc.assert(
      fc.property(fc.string(), (header) => ['string', 'undefined'].includes(typeof nextLink(header))),
    );
    expect(nextLink(`<${'a'.repeat(50_000)}`)).toBeUndefined();
    expect(nextLink(`<u>${'; a="'.repeat(10_000)}`)).toBeUndefined();
    expect(nextLink(`<u>${' ;'.repeat(10_000)}`)).toBeUndefined();
  });
});
