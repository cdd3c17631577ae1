import { execFileSync } from 'node:child_process';
import {
  chmod,
  link,
  mkdir,
  readFile,
  readdir,
  readlink,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/core/errors/exit.js';
import { createFiles } from '../../src/adapters/files/files.js';
import { fault, folder, options, project } from './support.js';

/** Everything below a folder, so that a test can say that nothing else is there. */
const tree = async (root: string): Promise<string[]> => (await readdir(root, { recursive: true })).sort();

describe('read', () => {
  it('gives text with its byte-order mark, and undefined if there is no file', async () => {
    const { root, files } = await project();
    await writeFile(join(root, 'de.json'), '\ufeff{"a":"ä€😀"}\r\n');
    expect((await files.read('de.json'))?.text).toBe('\ufeff{"a":"ä€😀"}\r\n');
    expect(await files.read('en.json')).toBeUndefined();
    expect(await files.read('no/such/folder/en.json')).toBeUndefined();
  });

  it('the stamp is of the content alone: times decide nothing', async () => {
    const { root, files } = await project();
    const path = join(root, 'de.json');
    await writeFile(path, 'a');
    const first = await files.read('de.json');
    await utimes(path, 0, 0);
    await writeFile(path, 'a');
    expect((await files.read('de.json'))?.contentHash).toBe(first?.contentHash);
    await writeFile(path, 'b');
    expect((await files.read('de.json'))?.contentHash).not.toBe(first?.contentHash);
  });

  it.each([
    ['Latin-1', Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x7d]), 2],
    ['an unfinished sequence', Buffer.from([0x61, 0xe2, 0x82]), 1],
    ['a surrogate', Buffer.from([0xc3, 0xa4, 0xed, 0xa0, 0x80]), 2],
    ['after real replacement characters', Buffer.from([0xef, 0xbf, 0xbd, 0xf0, 0x9f, 0x98, 0x80, 0xff]), 7],
    ['after a byte-order mark', Buffer.from([0xef, 0xbb, 0xbf, 0xff]), 3],
  ])('JS-10 bad UTF-8 is named with its byte: %s', async (_, bytes, byte) => {
    const { root, files } = await project();
    await writeFile(join(root, 'de.json'), bytes);
    const error = await fault(files.read('de.json'));
    expect(error).toMatchObject({ code: 'FILE_NOT_UTF8', exit: EXIT.local, place: { path: 'de.json' } });
    expect(error.message).toContain(`at byte ${byte}`);
  });

  it.each([
    ['UTF-16LE', Buffer.from([0xff, 0xfe, 0x7b, 0x00])],
    ['UTF-16BE', Buffer.from([0xfe, 0xff, 0x00, 0x7b])],
    ['UTF-32LE', Buffer.from([0xff, 0xfe, 0x00, 0x00, 0x7b, 0x00, 0x00, 0x00])],
  ])('JS-11 %s is named', async (encoding, bytes) => {
    const { root, files } = await project();
    await writeFile(join(root, 'de.json'), bytes);
    const error = await fault(files.read('de.json'));
    expect(error.code).toBe('FILE_ENCODING');
    expect(error.message).toContain(encoding);
  });

  it('JS-18 a named pipe, a folder and a socket are refused without waiting', async () => {
    const { root, files } = await project();
    execFileSync('mkfifo', [join(root, 'en.json')]);
    expect((await fault(files.read('en.json'))).message).toContain('named pipe');
    await mkdir(join(root, 'de.json'));
    expect((await fault(files.read('de.json'))).message).toContain('folder');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(root, 'fr.json'), resolve));
    expect((await fault(files.read('fr.json'))).message).toContain('socket');
    await new Promise((resolve) => server.close(resolve));
  });

  it('SZ-02 a file of 200 MB is refused by its size alone', async () => {
    const { root, files } = await project();
    const path = join(root, 'en.json');
    await writeFile(path, '');
    await truncate(path, 200 * 1024 * 1024);
    const before = process.memoryUsage().arrayBuffers;
    const error = await fault(files.read('en.json'));
    expect(error).toMatchObject({ code: 'FILE_TOO_LARGE', exit: EXIT.local });
    expect(error.message).toContain('209715200');
    expect(error.message).toContain('67108864');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * 1024 * 1024);
  });

  it('a file that says it has no size is still read to the end, and not past the limit', async () => {
    const { root, files } = await project({ sizeLimit: 100 });
    await writeFile(join(root, 'a.json'), 'x'.repeat(100));
    await writeFile(join(root, 'b.json'), 'x'.repeat(101));
    expect((await files.read('a.json'))?.text).toHaveLength(100);
    expect((await fault(files.read('b.json'))).code).toBe('FILE_TOO_LARGE');
  });

  it('a link out of the project is not read, so that a push cannot upload what it leads to', async () => {
    const { root, files } = await project();
    const outside = await folder();
    await writeFile(join(outside, 'hosts.yml'), 'oauth_token: secret');
    await symlink(join(outside, 'hosts.yml'), join(root, 'en.yml'));
    await symlink(outside, join(root, 'linked'));
    expect(await fault(files.read('en.yml'))).toMatchObject({
      code: 'LINK_LEAVES_PROJECT',
      exit: EXIT.local,
    });
    expect((await fault(files.read('linked/hosts.yml'))).code).toBe('LINK_LEAVES_PROJECT');
    expect((await fault(files.read('linked/none.yml'))).code).toBe('LINK_LEAVES_PROJECT');
  });

  it.each(['../x.json', '/etc/passwd', 'a/../../x.json', '', 'a//b', './a', 'a\0b'])(
    'PA-01 %j is not a path of the project',
    async (path) => {
      const { files } = await project();
      expect((await fault(files.read(path))).code).toBe('PATH_UNSAFE');
    },
  );

  it('FS-06 two thousand reads at once keep to a few open files', async () => {
    const { root, files } = await project();
    await writeFile(join(root, 'a.json'), '1');
    const texts = await Promise.all(Array.from({ length: 2000 }, () => files.read('a.json')));
    expect(texts.every((text) => text?.text === '1')).toBe(true);
  });
});

describe('write', () => {
  it('creates a file and its folders, and leaves nothing else', async () => {
    const { root, files } = await project();
    await files.write('a/b/de.json', '{}\n', undefined);
    expect(await readFile(join(root, 'a/b/de.json'), 'utf8')).toBe('{}\n');
    expect(await tree(root)).toEqual(['a', 'a/b', 'a/b/de.json']);
    await writeFile(join(root, 'ordinary'), '');
    expect((await stat(join(root, 'a/b/de.json'))).mode).toBe((await stat(join(root, 'ordinary'))).mode);
  });

  it('two files of one new folder can be written at once', async () => {
    const { root, files } = await project();
    await Promise.all(['de', 'fr', 'it'].map((tag) => files.write(`new/${tag}.json`, tag, undefined)));
    expect(await tree(root)).toEqual(['new', 'new/de.json', 'new/fr.json', 'new/it.json']);
  });

  it('what was written reads back with a stamp for the next write', async () => {
    const { files } = await project();
    await files.write('de.json', 'one', undefined);
    const read = await files.read('de.json');
    await files.write('de.json', 'two', read?.contentHash);
    expect((await files.read('de.json'))?.text).toBe('two');
  });

  it('a reader never sees a half file', async () => {
    const { root, files } = await project();
    const path = join(root, 'de.json');
    const texts = ['a'.repeat(300_000), 'b'.repeat(200_000)] as const;
    await files.write('de.json', texts[0], undefined);
    const seen = new Set<string>();
    const state = { done: false };
    const watch = (async () => {
      while (!state.done) seen.add(await readFile(path, 'utf8'));
    })();
    for (let n = 0; n < 20; n += 1) {
      const read = await files.read('de.json');
      await files.write('de.json', texts[read?.text === texts[0] ? 1 : 0], read?.contentHash);
    }
    state.done = true;
    await watch;
    expect([...seen].every((text) => texts.some((whole) => whole === text))).toBe(true);
  });

  it('FS-21 a file that changed since it was read is left alone', async () => {
    const { root, files } = await project();
    const path = join(root, 'de.json');
    await writeFile(path, 'mine');
    const read = await files.read('de.json');
    await writeFile(path, 'edited');
    expect(await fault(files.write('de.json', 'theirs', read?.contentHash))).toMatchObject({
      code: 'FILE_CHANGED',
      exit: EXIT.differences,
    });
    expect((await fault(files.write('de.json', 'theirs', undefined))).code).toBe('FILE_CHANGED');
    expect((await fault(files.write('gone.json', 'theirs', read?.contentHash))).code).toBe('FILE_CHANGED');
    expect(await readFile(path, 'utf8')).toBe('edited');
    expect(await tree(root)).toEqual(['de.json']);
  });

  it.each([0o600, 0o664, 0o755])('FS-16 the mode stays: %o', async (mode) => {
    const { root, files } = await project();
    const path = join(root, 'de.json');
    await writeFile(path, 'a');
    await chmod(path, mode);
    await files.write('de.json', 'b', (await files.read('de.json'))?.contentHash);
    expect((await stat(path)).mode & 0o777).toBe(mode);
  });

  it('FS-15 a name of 250 bytes, or of 255, is written', async () => {
    const { root, files } = await project();
    for (const name of [`${'n'.repeat(245)}.json`, `${'ü'.repeat(125)}.json`]) {
      await files.write(name, 'x', undefined);
      expect(await readFile(join(root, name), 'utf8')).toBe('x');
    }
  });

  it('FS-07 FS-08 nothing is written through a link that leaves the project', async () => {
    const { root, files } = await project();
    const outside = await folder();
    await writeFile(join(outside, 'de.json'), 'theirs');
    await symlink(join(outside, 'de.json'), join(root, 'de.json'));
    await symlink(outside, join(root, 'locales'));
    await symlink('../..', join(root, 'up'));
    for (const path of [
      'de.json',
      'locales/de.json',
      'locales/new.json',
      'locales/new/de.json',
      'up/x.json',
    ]) {
      expect(await fault(files.write(path, 'ours', undefined))).toMatchObject({
        code: 'LINK_LEAVES_PROJECT',
        exit: EXIT.local,
      });
    }
    expect(await tree(outside)).toEqual(['de.json']);
    expect(await readFile(join(outside, 'de.json'), 'utf8')).toBe('theirs');
  });

  it('FS-08 a link to a sibling folder whose name begins like the root leaves the project (PA-11)', async () => {
    const parent = await folder();
    await mkdir(join(parent, 'repo'));
    await mkdir(join(parent, 'repo-evil'));
    const files = createFiles(join(parent, 'repo'), options());
    await symlink('../repo-evil', join(parent, 'repo/locales'));
    expect((await fault(files.write('locales/x.json', 'x', undefined))).code).toBe('LINK_LEAVES_PROJECT');
    expect((await fault(files.write('../repo-evil/x.json', 'x', undefined))).code).toBe('PATH_UNSAFE');
  });

  it('FS-09 a link within the project is kept and its target written', async () => {
    const { root, files } = await project();
    await mkdir(join(root, 'real'));
    await writeFile(join(root, 'real/de.json'), 'a');
    await symlink('real/de.json', join(root, 'de.json'));
    await symlink('real', join(root, 'linked'));
    await files.write('de.json', 'b', (await files.read('de.json'))?.contentHash);
    await files.write('linked/fr.json', 'c', undefined);
    expect(await readlink(join(root, 'de.json'))).toBe('real/de.json');
    expect(await readFile(join(root, 'real/de.json'), 'utf8')).toBe('b');
    expect(await tree(join(root, 'real'))).toEqual(['de.json', 'fr.json']);
  });

  it('FS-10 a link to nothing is refused, and nothing is made where it leads', async () => {
    const { root, files } = await project();
    await symlink('nowhere.json', join(root, 'de.json'));
    await symlink('nofolder', join(root, 'sub'));
    expect((await fault(files.write('de.json', 'x', undefined))).code).toBe('LINK_DANGLING');
    expect((await fault(files.write('sub/de.json', 'x', undefined))).code).toBe('LINK_DANGLING');
    expect((await fault(files.read('de.json'))).code).toBe('LINK_DANGLING');
    expect(await tree(root)).toEqual(['de.json', 'sub']);
  });

  it('links that lead in a circle are an error', async () => {
    const { root, files } = await project();
    await symlink('b.json', join(root, 'a.json'));
    await symlink('a.json', join(root, 'b.json'));
    expect((await fault(files.write('a.json', 'x', undefined))).code).toBe('FILE_UNREADABLE');
  });

  it('a link within the project does not lead into git or to a workflow', async () => {
    const { root, files } = await project();
    for (const target of ['.git/hooks', '.github/workflows']) {
      await mkdir(join(root, target), { recursive: true });
      await symlink(target, join(root, 'locales'));
      expect((await fault(files.write('locales/x.yml', 'x', undefined))).code).toBe('PATH_UNSAFE');
      await rm(join(root, 'locales'));
    }
  });

  it('FS-11 a folder as target, or a file as a folder, is named', async () => {
    const { root, files } = await project();
    await mkdir(join(root, 'de.json'));
    await writeFile(join(root, 'en.json'), 'x');
    expect(await fault(files.write('de.json', 'x', undefined))).toMatchObject({
      code: 'FILE_NOT_REGULAR',
      exit: EXIT.local,
    });
    const error = await fault(files.write('en.json/b/c.json', 'x', undefined));
    expect(error.code).toBe('FILE_PARENT');
    expect(error.message).toContain('"en.json"');
    expect(await tree(root)).toEqual(['de.json', 'en.json']);
  });

  it('FS-20 a name that folds to one on disk is refused', async () => {
    const { root, files } = await project();
    await writeFile(join(root, 'EN.json'), 'theirs');
    await mkdir(join(root, 'Locales'));
    await writeFile(join(root, 'cafe\u0301.json'), 'x');
    for (const [path, other] of [
      ['en.json', 'EN.json'],
      ['locales/de.json', 'Locales'],
      // The two names look alike: what differs is spelt out.
      ['caf\u00e9.json', 'cafe\\u{301}.json'],
    ] as const) {
      const error = await fault(files.write(path, 'ours', undefined));
      expect(error).toMatchObject({ code: 'PATH_COLLISION', exit: EXIT.local });
      expect(error.message).toContain(other);
    }
    expect(await readFile(join(root, 'EN.json'), 'utf8')).toBe('theirs');
  });

  it.each([
    '.git/hooks/x',
    'a/.GIT/config',
    'git~1/config',
    'aux.json',
    'a/b. ',
    'x:y.json',
    'a\\b.json',
    'a\u202eb.json',
    '../x',
    'n'.repeat(256),
  ])('PA-04 %j is written by no one', async (path) => {
    const { root, files } = await project();
    expect(await fault(files.write(path, 'x', undefined))).toMatchObject({
      code: 'PATH_UNSAFE',
      exit: EXIT.local,
    });
    expect(await tree(root)).toEqual([]);
  });

  it('our own lock and configuration can be written', async () => {
    const { root, files } = await project();
    await files.write('locsync.lock', 'x', undefined);
    await files.write('.locsyncrc', 'x', undefined);
    expect(await tree(root)).toEqual(['.locsyncrc', 'locsync.lock']);
  });

  it('half a character is refused, not replaced', async () => {
    const { root, files } = await project();
    expect((await fault(files.write('de.json', '"\ud800"', undefined))).code).toBe('FILE_UNWRITABLE');
    expect(await tree(root)).toEqual([]);
  });

  it('another name of the same file keeps what it had', async () => {
    const { root, files } = await project();
    await writeFile(join(root, 'de.json'), 'a');
    await link(join(root, 'de.json'), join(root, 'copy.json'));
    await files.write('de.json', 'b', (await files.read('de.json'))?.contentHash);
    expect(await readFile(join(root, 'copy.json'), 'utf8')).toBe('a');
  });
});
