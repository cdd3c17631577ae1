import { describe, expect, it } from 'vitest';
import { LocsyncError } from '../../../../src/core/errors/index.js';
import { printDistinguishably } from '../../../../src/core/text/printable.js';

const [composed, decomposed] = ['caf\u00e9/de.json', 'cafe\u0301/de.json'];

describe('F10 names that look the same', () => {
  it('are shown so that they differ', () => {
    expect(printDistinguishably(composed, decomposed)).toEqual([
      'caf\\u{e9}/de.json',
      'cafe\\u{301}/de.json',
    ]);
  });

  it('others are shown as they are', () => {
    expect(printDistinguishably('é.json', 'É.json')).toEqual(['é.json', 'É.json']);
    expect(printDistinguishably(composed, composed)).toEqual([composed, composed]);
  });

  it('in both messages about two paths that are one on some disks', () => {
    const there = LocsyncError.of('PATH_COLLISION', { path: composed, other: decomposed });
    const both = LocsyncError.of('PATHS_COLLIDE', { one: composed, other: decomposed });
    for (const { message } of [there, both]) {
      expect(message).toContain('caf\\u{e9}/de.json');
      expect(message).toContain('cafe\\u{301}/de.json');
    }
  });
});
