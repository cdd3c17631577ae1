import { setImmediate as turn } from 'node:timers/promises';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FolderFlushes } from '../../src/adapters/files/flush.js';
import { FolderSpellings } from '../../src/adapters/files/spellings.js';
import { LocsyncError } from '../../src/core/errors/index.js';
import { fault, project } from './support.js';

describe('many writes into one folder', () => {
  it('end after a flush that began after them, in any order, and share it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ folder: fc.constantFrom('a', 'b'), fails: fc.boolean(), turns: fc.nat(5) }), {
          maxLength: 12,
        }),
        async (writes) => {
          let time = 0;
          const flushed: { folder: string; from: number; to: number }[] = [];
          const flushes = new FolderFlushes(async (folder) => {
            const from = time++;
            await turn();
            flushed.push({ folder, from, to: time++ });
          });
          const ended = writes.map(({ folder, fails, turns }) => {
            let written = Infinity;
            return flushes
              .after(folder, async () => {
                for (let i = 0; i < turns; i++) await turn();
                written = time++;
                if (fails) throw new Error('full');
              })
              .then(
                () => {
                  const now = time++;
                  const isKept = flushed.some(
                    (one) => one.folder === folder && one.from > written && one.to < now,
                  );
                  expect([fails, isKept]).toEqual([false, true]);
                },
                (error: unknown) => {
                  expect([fails, String(error)]).toEqual([true, 'Error: full']);
                },
              );
          });
          await Promise.all(ended);
          for (const folder of ['a', 'b']) {
            const isWritten = writes.some((one) => one.folder === folder && !one.fails);
            expect(flushed.filter((one) => one.folder === folder).length).toBe(isWritten ? 1 : 0);
          }
        },
      ),
    );
  });

  it('all fail if the flush does, and later ones flush again', async () => {
    let flushed = 0;
    const flushes = new FolderFlushes(() => {
      flushed += 1;
      return flushed === 1 ? Promise.reject(new Error('EIO')) : Promise.resolve();
    });
    const write = (): Promise<void> => flushes.after('a', () => Promise.resolve());
    const first = await Promise.allSettled([write(), write()]);
    expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await write();
    expect(flushed).toBe(2);
  });

  it('replace every file, and refuse another spelling among them', async () => {
    const { root, files } = await project();
    await mkdir(join(root, 'l'));
    const names = Array.from({ length: 200 }, (_, i) => `f${i}.json`);
    for (const name of names.slice(0, 100)) await writeFile(join(root, 'l', name), 'old');
    const hashes = await Promise.all(names.map((name) => files.read(`l/${name}`)));
    await Promise.all(names.map((name, i) => files.write(`l/${name}`, name, hashes[i]?.contentHash)));
    expect((await readdir(join(root, 'l'))).sort()).toEqual(names.sort());
    for (const name of names) expect(await readFile(join(root, 'l', name), 'utf8')).toBe(name);
    expect((await fault(files.write('l/F3.json', 'x', undefined))).code).toBe('PATH_COLLISION');
    expect((await fault(files.write('l/F150.json', 'x', undefined))).code).toBe('PATH_COLLISION');
  });
});

describe('the spellings of names in a folder', () => {
  const world = (names: string[]): { spellings: FolderSpellings; names: string[]; lists: () => number } => {
    let lists = 0;
    const spellings = new FolderSpellings(() => {
      lists += 1;
      return [...names];
    });
    return { spellings, names, lists: () => lists };
  };
  const refused = (look: () => void): string | undefined => {
    try {
      look();
      return undefined;
    } catch (error) {
      return error instanceof LocsyncError ? error.code : String(error);
    }
  };

  it('are listed once for all files of the folder', () => {
    const { spellings, lists } = world(['a.json', 'b.json']);
    for (const [name, exists] of [
      ['a.json', true],
      ['b.json', true],
      ['new.json', false],
    ] as const)
      expect(
        refused(() => {
          spellings.refuseOther('/l', name, exists, name);
        }),
      ).toBeUndefined();
    spellings.made('/l', 'new.json');
    expect(
      refused(() => {
        spellings.refuseOther('/l', 'new.json', true, 'new.json');
      }),
    ).toBeUndefined();
    expect(lists()).toBe(1);
  });

  it('are listed again if the disk finds a name that the list does not have, or the list is old', () => {
    const { spellings, names } = world(['a.json']);
    const look = (name: string, exists: boolean): string | undefined =>
      refused(() => {
        spellings.refuseOther('/l', name, exists, name);
      });
    expect(look('a.json', true)).toBeUndefined();
    // Another program makes `de.json`. A disk that ignores case finds it under `De.json` too.
    names.push('de.json');
    expect(look('De.json', true)).toBe('PATH_COLLISION');
    names.pop();
    expect(look('De.json', false)).toBeUndefined();
  });
});
