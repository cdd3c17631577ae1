import { describe, expect, it } from 'vitest';
import { withEndsOf } from '../../../../src/core/text/keep-line-ends.js';

const MIXED = 'Eins\nZwei\rDrei\r\nVier';

describe('PG-99 a text from a field, which has line feeds only', () => {
  it.each([
    ['a letter in front', 'QEins\nZwei\nDrei\nVier', 'QEins\nZwei\rDrei\r\nVier'],
    ['a letter behind', 'Eins\nZwei\nDrei\nVierQ', 'Eins\nZwei\rDrei\r\nVierQ'],
    ['a line less', 'Eins\nDrei\nVier', 'Eins\nDrei\r\nVier'],
    ['a line more', 'Eins\nZwei\nNeu\nDrei\nVier', 'Eins\nZwei\rNeu\nDrei\r\nVier'],
    ['nothing', '', ''],
    ['as it was', 'Eins\nZwei\nDrei\nVier', MIXED],
    ['its own ends', 'a\r\nb', 'a\r\nb'],
  ])('%s', (_, typed, expected) => {
    expect(withEndsOf(typed, MIXED)).toBe(expected);
  });

  it('has the ends of the text that it was begun from, if they are of one kind', () => {
    expect(withEndsOf('a\nb\nc', 'a\r\nb')).toBe('a\r\nb\r\nc');
    expect(withEndsOf('a\nb', 'a', 'x\r\ny')).toBe('a\r\nb');
    expect(withEndsOf('a\nb', 'a\nc')).toBe('a\nb');
  });
});
