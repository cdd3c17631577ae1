import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOwnFile } from '../../src/adapters/files/own-file.js';
import { readStart } from '../../src/server/store/regular-file.js';
import { folder } from './support.js';

describe.skipIf(process.platform === 'win32')('F4 locsync’s own files in a project', () => {
  const readers = [
    ['of the client', readOwnFile],
    ['of the embedded service', readStart],
  ] as const;
  const planted: readonly (readonly [string, (path: string) => unknown])[] = [
    ['a link to a file', (path) => symlinkSync('/etc/hostname', path)],
    ['a link to a device', (path) => symlinkSync('/dev/zero', path)],
    ['a link to nothing', (path) => symlinkSync('/nothing/there', path)],
    ['a named pipe', (path) => execFileSync('mkfifo', [path])],
    ['a folder', (path) => mkdirSync(path)],
  ];

  describe.each(readers)('%s', (_, read) => {
    it.each(planted)('%s is neither followed nor waited for', async (_, plant) => {
      const path = join(await folder(), 'own');
      plant(path);
      expect(() => read(path, 1_000)).toThrow('not a regular file');
    });
  });

  it('are read up to a bound', async () => {
    const path = join(await folder(), 'own');
    expect(readOwnFile(path, 10)).toBeUndefined();
    writeFileSync(path, 'x'.repeat(10));
    expect(readOwnFile(path, 10)).toBe('x'.repeat(10));
    writeFileSync(path, 'x'.repeat(11));
    expect(() => readOwnFile(path, 10)).toThrow('larger than 10 bytes');
    expect(readStart(path, 10)).toHaveLength(10);
  });
});
