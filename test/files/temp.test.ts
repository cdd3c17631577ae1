import { describe, expect, it } from 'vitest';
import { tempName, tempOwner } from '../../src/adapters/files/temp.js';

describe('names of temporary files', () => {
  it('FS-13 cannot be foretold', () => {
    expect(new Set(Array.from({ length: 1000 }, () => tempName(1))).size).toBe(1000);
  });

  it('FS-15 are short, whatever the target is called', () => {
    expect(tempName(4_194_304).length).toBeLessThan(50);
  });

  it('tell whose they are', () => {
    expect(tempOwner(tempName(4711))).toBe(4711);
    for (const name of [
      'en.json',
      '.locsync-1-x.tmp',
      '.locsync-1-0123456789abcdef.tmp.json',
      'x.locsync-1-0123456789abcdef.tmp',
    ]) {
      expect(tempOwner(name), name).toBeUndefined();
    }
  });
});
