import { chmodSync, chownSync, lchownSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSettings } from '../../src/adapters/config/settings.js';
import { LocsyncError } from '../../src/core/errors/index.js';
import { fault, load, place } from './place.js';

const YAML = 'project: pro_yaml\n';
const NOBODY = 65_534;

// Only the superuser can give files away.
describe.skipIf(process.geteuid?.() !== 0)('M2 a configuration of another user', () => {
  const give = (path: string): void => chownSync(path, NOBODY, NOBODY);
  /** What becomes of loading as a user who is not root. */
  const asUser = (cwd: string, uid = 4242, env = {}): Promise<unknown> =>
    createSettings(env, { uid })
      .load(cwd, undefined)
      .then(
        () => 'taken',
        (error: unknown) => (error instanceof LocsyncError ? [error.code, error.exit] : error),
      );

  it.each([
    ['.locsyncrc', YAML],
    ['.locsyncrc.json', '{"project":"pro_json"}'],
    ['package.json', '{"locsync":{"project":"pro_1"}}'],
  ])('is refused as a folder and as a file, with the way out: %s', async (name, text) => {
    const folder = place({ '.git/': '', [name]: text });
    give(folder);
    expect(await fault(folder)).toMatchObject({ code: 'CONFIG_FOREIGN', exit: 2, place: { path: name } });
    expect((await load(folder, { config: name })).root).toBe(folder);
    const file = place({ '.git/': '', [name]: text });
    give(join(file, name));
    expect((await fault(file)).hint).toContain(`--config ${name}`);
  });

  it('is refused as a link, and as what a link leads to', async () => {
    const target = place({ '.git/': '', real: YAML });
    symlinkSync('real', join(target, '.locsyncrc'));
    give(join(target, 'real'));
    expect((await fault(target)).code).toBe('CONFIG_FOREIGN');
    const link = place({ '.git/': '', real: YAML });
    symlinkSync('real', join(link, '.locsyncrc'));
    lchownSync(join(link, '.locsyncrc'), NOBODY, NOBODY);
    expect((await fault(link)).code).toBe('CONFIG_FOREIGN');
  });

  it('is refused in a folder above that everyone may write, .git and all (CVE-2022-24765)', async () => {
    const above = place({ '.git/': '', '.locsyncrc': YAML, 'mine/': '' });
    chmodSync(above, 0o1777);
    for (const name of ['.git', '.locsyncrc']) give(join(above, name));
    chownSync(join(above, 'mine'), 4242, 4242);
    expect(await asUser(join(above, 'mine'))).toEqual(['CONFIG_FOREIGN', 2]);
    expect(await asUser(join(above, 'mine'), 0)).toEqual(['CONFIG_NOT_FOUND', 2]);
  });

  it('ends the search: nothing above a folder of another user is taken', async () => {
    const root = place({ '.git/': '', '.locsyncrc': YAML, 'theirs/mine/': '', 'ours/mine/': '' });
    give(join(root, 'theirs'));
    expect((await fault(join(root, 'theirs/mine'))).code).toBe('CONFIG_NOT_FOUND');
    expect((await load(join(root, 'ours/mine'))).root).toBe(root);
  });

  it('is taken from root and, as root, from the user who ran sudo', async () => {
    expect(await asUser(place({ '.git/': '', '.locsyncrc': YAML }))).toBe('taken');
    const users = place({ '.git/': '', '.locsyncrc': YAML });
    for (const path of ['.', '.locsyncrc']) chownSync(join(users, path), 4242, 4242);
    expect(await asUser(users)).toBe('taken');
    expect(await asUser(users, 0)).toEqual(['CONFIG_FOREIGN', 2]);
    expect(await asUser(users, 0, { SUDO_UID: '4242' })).toBe('taken');
    for (const SUDO_UID of ['', '4243', '4242x', '-1'])
      expect(await asUser(users, 0, { SUDO_UID })).toEqual(['CONFIG_FOREIGN', 2]);
    expect(await asUser(users, 4243, { SUDO_UID: '4242' })).toEqual(['CONFIG_FOREIGN', 2]);
    // Windows has no owners.
    expect((await createSettings({}, { uid: undefined }).load(users, undefined)).root).toBe(users);
  });
});
