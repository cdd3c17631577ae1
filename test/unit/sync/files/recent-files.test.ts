import { describe, expect, it } from 'vitest';
import { formatOf } from '../../../../src/formats/index.js';
import type { ContentHash } from '../../../../src/ports/files.js';
import type { ReadFile } from '../../../../src/sync/files/compared-file.js';
import { RecentFiles } from '../../../../src/sync/files/recent-files.js';

const format = formatOf('de.json');
if (!format) throw new Error('there is no format for JSON');
const read = (text: string, hash: string): ReadFile => ({
  format,
  document: format.parse(text),
  contentHash: hash as ContentHash,
});

describe('files that were parsed lately', () => {
  it('are found by path and content', () => {
    const recent = new RecentFiles();
    const one = read('{"a": "1"}', 'hash-1');
    recent.add('de.json', one);
    expect(recent.get('de.json', 'hash-1')).toBe(one);
    expect(recent.get('de.json', 'hash-2')).toBeUndefined();
    expect(recent.get('fr.json', 'hash-1')).toBeUndefined();
  });

  it('give way, the oldest first, once all together are large', () => {
    const recent = new RecentFiles();
    const text = `{"a": "${'x'.repeat(190_000)}"}`;
    for (let i = 0; i < 12; i++) recent.add(`${i}.json`, read(text, 'hash'));
    const kept = Array.from({ length: 12 }, (_, i) => recent.get(`${i}.json`, 'hash') !== undefined);
    expect(kept).toEqual([false, false, ...new Array<boolean>(10).fill(true)]);
  });

  it('are not kept if one alone is large, except while it is held', () => {
    const recent = new RecentFiles();
    const large = read(`{"a": "${'x'.repeat(300_000)}"}`, 'hash');
    recent.add('de.json', large);
    expect(recent.get('de.json', 'hash')).toBeUndefined();
    expect([recent.isLarge('de.json'), recent.isLarge('fr.json')]).toEqual([true, false]);
    const [first, second] = [recent.hold('de.json'), recent.hold('de.json')];
    recent.add('de.json', large);
    first();
    expect(recent.get('de.json', 'hash')).toBe(large);
    expect(recent.get('de.json', 'other')).toBeUndefined();
    second();
    expect(recent.get('de.json', 'hash')).toBeUndefined();
  });
});
