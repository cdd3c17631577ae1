import { expect, it } from 'vitest';
import { digits } from '../../../../src/core/text/wording.js';

it.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [12_345, '12,345'],
  [123_456, '123,456'],
  [1_234_567, '1,234,567'],
  [-5, '-5'],
])('%d is %s', (n, text) => {
  expect(digits(n)).toBe(text);
});
