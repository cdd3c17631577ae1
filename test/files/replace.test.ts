import { chmod, link, mkdir, readFile, readdir, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readBytes } from '../../src/adapters/files/read.js';
import { replaceFile } from '../../src/adapters/files/replace.js';
import { tempOwner } from '../../src/adapters/files/temp.js';
import { fault, folder } from './support.js';

it('FS-21 the last look at the target comes when everything is written, and can still stop the rename', async () => {
  const root = await folder();
  const real = join(root, 'de.json');
  await writeFile(real, 'old');
  const seen: string[] = [];
  const check = async (): Promise<void> => {
    for (const name of await readdir(root)) {
      seen.push(`${tempOwner(name) === 7 ? 'temp' : name}: ${await readFile(join(root, name), 'utf8')}`);
    }
    throw new Error('changed');
  };
  await expect(
    replaceFile({ real, missing: [], blocks: [Buffer.from('new')], pid: 7, check }),
  ).rejects.toThrow('changed');
  expect(seen.sort()).toEqual(['de.json: old', 'temp: new']);
  expect(await readdir(root)).toEqual(['de.json']);
  expect(await readFile(real, 'utf8')).toBe('old');
});

it('a link that was planted after the path was resolved is not followed', async () => {
  const root = await folder();
  await writeFile(join(root, 'secret'), 'x');
  await symlink('secret', join(root, 'de.json'));
  expect(
    (await fault(Promise.resolve().then(() => readBytes(join(root, 'de.json'), 'de.json', 100)))).code,
  ).toBe('FILE_UNREADABLE');
});

it('L1 a folder that has become a link since it was looked at: nothing is written where it leads', async () => {
  const [root, outside] = [await folder(), await folder()];
  await symlink(outside, join(root, 'l'));
  const real = join(root, 'l', 'de.json');
  const replaced = replaceFile({
    real,
    missing: [],
    blocks: [Buffer.from('new')],
    pid: 7,
    check: () => undefined,
  });
  await expect(replaced).rejects.toThrow('replaced by a link');
  expect(await readdir(outside)).toEqual([]);
});

it('L1 a link in place of the folder right before the rename: the target it leads to stays', async () => {
  const [root, outside] = [await folder(), await folder()];
  await mkdir(join(root, 'l'));
  await writeFile(join(outside, 'de.json'), 'theirs');
  const swap = async (): Promise<void> => {
    await rename(join(root, 'l'), join(root, 'aside'));
    await symlink(outside, join(root, 'l'));
  };
  const real = join(root, 'l', 'de.json');
  await expect(
    replaceFile({ real, missing: [], blocks: [Buffer.from('new')], pid: 7, check: swap }),
  ).rejects.toThrow('ENOENT');
  expect(await readdir(outside)).toEqual(['de.json']);
  expect(await readFile(join(outside, 'de.json'), 'utf8')).toBe('theirs');
});

it.skipIf(process.platform === 'win32')(
  'L6 a hard link is cut as docs/sync.md says: the other name keeps the old text, the mode stays',
  async () => {
    const root = await folder();
    const real = join(root, 'de.json');
    await writeFile(real, 'old');
    await chmod(real, 0o640);
    await link(real, join(root, 'elsewhere.json'));
    const check = (): void => undefined;
    await replaceFile({ real, missing: [], blocks: [Buffer.from('new')], pid: 7, check });
    expect(await readFile(real, 'utf8')).toBe('new');
    expect(await readFile(join(root, 'elsewhere.json'), 'utf8')).toBe('old');
    const [written, kept] = [await stat(real), await stat(join(root, 'elsewhere.json'))];
    expect([written.mode & 0o777, written.nlink, kept.nlink]).toEqual([0o640, 1, 1]);
  },
);

it.skipIf(process.platform !== 'linux')(
  'removes its temporary file from a folder that was moved while the file was written',
  async () => {
    const root = await folder();
    await mkdir(join(root, 'l'));
    const real = join(root, 'l', 'de.json');
    const move = (): Promise<void> => rename(join(root, 'l'), join(root, 'aside'));
    await expect(
      replaceFile({ real, missing: [], blocks: [Buffer.from('new')], pid: 7, check: move }),
    ).rejects.toThrow('ENOENT');
    expect(await readdir(join(root, 'aside'))).toEqual([]);
  },
);
