import { readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { replaceFile } from '../../src/adapters/files/replace.js';
import { folder } from './support.js';

// The one thing that cannot be had otherwise: a name that someone foretold.
const NAME = '.locsync-7-0123456789abcdef.tmp';
vi.mock('../../src/adapters/files/temp.js', () => ({ tempName: () => NAME }));

it.each(['outside/bashrc', 'outside/nothing-yet'])(
  'FS-13 a link to %s planted under the temporary file’s very name is not written through',
  async (to) => {
    const root = await folder();
    const outside = await folder();
    await writeFile(join(outside, 'bashrc'), 'theirs');
    await writeFile(join(root, 'de.json'), 'old');
    await symlink(join(outside, to.replace('outside/', '')), join(root, NAME));
    const check = (): void => undefined;
    const write = replaceFile({
      real: join(root, 'de.json'),
      missing: [],
      blocks: [Buffer.from('new')],
      pid: 7,
      check,
    });
    await expect(write).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readdir(outside)).toEqual(['bashrc']);
    expect(await readFile(join(outside, 'bashrc'), 'utf8')).toBe('theirs');
    expect(await readFile(join(root, 'de.json'), 'utf8')).toBe('old');
  },
);
