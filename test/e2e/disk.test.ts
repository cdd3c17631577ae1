import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readlinkSync, statSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { posts, Session } from '../support/session.js';

const HOOK = pathToFileURL(resolve(import.meta.dirname, '../support/disk-hook.mjs')).href;
const OLD = '{"k":"old"}';
const NEW = '{"k":"new"}';

/** The environment in which the disk fails as the hook has it. */
const disk = (what: string): Record<string, string> => ({ NODE_OPTIONS: `--import ${HOOK}`, DISK: what });

async function fakeService(files = ['l/*/{locale}.json']) {
  const s = await Session.scripted({ config: { files } });
  return { s, script: s.service.script, book: new FakeService(s.service.script) };
}

/**
 * Three file sets in step with the service, and then `text` as the newer text of each on the
 * service.
 */
async function behind(text = 'new') {
  const { s, script, book } = await fakeService();
  for (const one of ['a', 'b', 'c']) {
    s.file(`l/${one}/en.json`, OLD);
    book.set('en', { k: 'old' }, `l/${one}/en.json`);
  }
  (await s.run('push')).code(0);
  for (const one of ['a', 'b', 'c']) book.set('en', { k: text }, `l/${one}/en.json`);
  return { s, script, book };
}

const works = (command: string, ...args: string[]): boolean => {
  const { status, error } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 && error === undefined;
};
const canMount = process.getuid?.() === 0 && works('unshare', '--mount', 'true');

describe('a disk that fails for one file of three', () => {
  it.each([
    ['FS-01', 'write l/b ENOSPC', 'no space left on the disk (ENOSPC)'],
    ['FS-01', 'sync l/b ENOSPC', 'no space left on the disk (ENOSPC)'],
    ['FS-03', 'sync l/b EIO', 'input/output error of the disk (EIO)'],
    ['FS-04', 'rename l/b EXDEV', 'the folder spans two disks (EXDEV)'],
    ['FS-04', 'rename l/b EACCES', 'permission denied (EACCES)'],
    ['FS-05', 'write l/b EFBIG', 'larger than this account may write (EFBIG)'],
  ])(
    '%s %s: exit 5 with path and reason, the old file whole, the others new, and the next run finishes',
    async (_, what, reason) => {
      const { s } = await behind();
      const pull = (await s.run('pull --json', { env: disk(what) })).code(5);
      expect(pull.states).toEqual({
        'l/a/en.json': 'pulled',
        'l/b/en.json': 'failed',
        'l/c/en.json': 'pulled',
      });
      expect(pull.json.errors).toMatchObject([{ code: 'FILE_UNWRITABLE', path: 'l/b/en.json' }]);
      expect(pull.json.errors[0]?.message).toContain(reason);
      expect(pull.json.ok).toBe(false);
      s.reads('l/a/en.json', NEW).reads('l/b/en.json', OLD).reads('l/c/en.json', NEW);
      expect(readdirSync(join(s.folder, 'l/b'))).toEqual(['en.json']);
      (await s.run('pull')).code(0);
      s.reads('l/b/en.json', NEW);
      (await s.run('status --check')).code(0);
    },
  );

  it('FS-01 the message says the path and that the disk is full', async () => {
    const { s } = await behind();
    (await s.run('pull', { env: disk('write l/b ENOSPC') }))
      .code(5)
      .stderr('l/b/en.json', 'no space left on the disk');
  });

  it('FS-05 under a limit on file sizes what is small enough is written, and nothing is cut', async () => {
    const { s, book } = await behind();
    book.set('en', { k: 'x'.repeat(5_000) }, 'l/b/en.json');
    const pull = (await s.run('pull --json', { shell: 'ulimit -f 2; "$@"' })).code(5);
    expect(pull.states).toMatchObject({ 'l/a/en.json': 'pulled', 'l/b/en.json': 'failed' });
    s.reads('l/a/en.json', NEW).reads('l/b/en.json', OLD).reads('l/c/en.json', NEW);
  });

  it.skipIf(!canMount)('FS-01 a disk that is really full (skipped if nothing can be mounted)', async () => {
    const { s } = await behind('n'.repeat(60_000));
    // The mount is seen by this command line alone, which therefore looks at the folder itself.
    const script =
      'mount -t tmpfs -o size=64k none l/b && printf %s \'{"k":"old"}\' >l/b/en.json && head -c 45000 /dev/zero >l/b/ballast; "$@"; code=$?; echo "[$(ls -A l/b)] $(cat l/b/en.json)"; exit $code';
    const ran = await s.run('pull', {
      shell: `unshare --mount bash -c '${script.replaceAll("'", `'\\''`)}' bash "$@"`,
    });
    ran.code(5).stderr('l/b/en.json', 'no space left on the disk').stdout('[ballast\nen.json] {"k":"old"}');
    s.reads('l/a/en.json', `{"k":"${'n'.repeat(60_000)}"}`);
  });

  it('FS-21 what an editor saved between our reading and our rename stays, exit 1; the others are written', async () => {
    const { s } = await behind();
    const pull = (await s.run('pull --json', { env: disk('edit l/b/en.json') })).code(1);
    expect(pull.json.errors).toMatchObject([{ code: 'FILE_CHANGED', path: 'l/b/en.json' }]);
    s.reads('l/a/en.json', NEW).reads('l/b/en.json', '{"k":"typed"}').reads('l/c/en.json', NEW);
    // The base did not move either: both sides changed, which no one decides but a person.
    const next = (await s.run('pull --json')).code(1);
    expect(next.errors).toEqual(['CONFLICT']);
    s.reads('l/b/en.json', '{"k":"typed"}');
  });

  it('FS-06 500 files are compared and written with 64 handles', async () => {
    const { s, book } = await fakeService();
    for (let n = 0; n < 500; n += 1) {
      s.file(`l/s${n}/en.json`, OLD);
      book.set('en', { k: 'old' }, `l/s${n}/en.json`);
    }
    const shell = 'ulimit -n 64; "$@"';
    (await s.run('push', { shell })).code(0).stdout('Nothing to push.');
    for (let n = 0; n < 500; n += 1) book.set('en', { k: 'new' }, `l/s${n}/en.json`);
    (await s.run('pull', { shell })).code(0).stdout('Pulled 500 files.');
    for (let n = 0; n < 500; n += 1) s.reads(`l/s${n}/en.json`, NEW);
  });
});

describe('links, folders, names and modes', () => {
  it('FS-08 a folder that is a link out of the project: nothing is made or changed there, exit 5', async () => {
    const { s, book } = await fakeService();
    s.file('l/a/en.json', OLD).file('../outside/en.json', OLD);
    symlinkSync('../../outside', join(s.folder, 'l/b'));
    book.set('en', { k: 'old' }, 'l/a/en.json');
    book.set('en', { k: 'new' }, 'l/b/en.json');
    book.set('de', { k: 'neu' }, 'l/b/en.json');
    const pull = (await s.run('pull --json')).code(5);
    expect(new Set(pull.errors)).toEqual(new Set(['LINK_LEAVES_PROJECT']));
    s.reads('../outside/en.json', OLD);
    expect(s.has('../outside/de.json')).toBe(false);
    // Nor does anything of it go up.
    s.file('../outside/en.json', '{"k":"secret"}');
    await s.run('push');
    expect(book.texts('en', 'l/b/en.json')).toEqual({ k: 'new' });
  });

  it('FS-09 a link within the project stays a link, its target is written', async () => {
    const { s, book } = await fakeService(['l/{locale}.json']);
    s.file('l/en.json', OLD).file('real/de.json', '{"k":"alt"}');
    symlinkSync('../real/de.json', join(s.folder, 'l/de.json'));
    (await s.run('push')).code(0);
    book.set('de', { k: 'neu' });
    (await s.run('pull')).code(0);
    s.reads('real/de.json', '{"k":"neu"}');
    expect(readlinkSync(join(s.folder, 'l/de.json'))).toBe('../real/de.json');
  });

  it('FS-10 a link to nothing is refused by name, exit 5, and nothing is made where it leads', async () => {
    const { s, book } = await fakeService(['l/{locale}.json']);
    s.file('l/en.json', OLD);
    for (const to of ['nowhere.json', '../../nowhere.json']) {
      s.remove('l/de.json');
      symlinkSync(to, join(s.folder, 'l/de.json'));
      book.set('de', { k: 'neu' });
      const pull = (await s.run('pull --json')).code(5);
      expect(pull.json.errors).toMatchObject([{ code: 'LINK_DANGLING', path: 'l/de.json' }]);
      expect(lstatSync(join(s.folder, 'l/de.json')).isSymbolicLink()).toBe(true);
      expect(s.has('l/nowhere.json') || s.has('../nowhere.json')).toBe(false);
    }
  });

  it('FS-11 a folder in a file’s place and a file in a folder’s: the part is named, neither is removed', async () => {
    const { s, book } = await fakeService();
    s.file('l/a/en.json', OLD).file('l/b', 'a file').file('l/c/de.json/inside', 'kept');
    book.set('en', { k: 'old' }, 'l/a/en.json');
    book.set('en', { k: 'new' }, 'l/b/en.json');
    book.set('en', { k: 'new' }, 'l/c/en.json');
    book.set('de', { k: 'neu' }, 'l/c/en.json');
    const pull = (await s.run('pull')).code(5);
    pull.stderr(/l\/b\/en\.json.*"l\/b"/s, /l\/c\/de\.json/);
    s.reads('l/b', 'a file').reads('l/c/de.json/inside', 'kept');
    expect(JSON.parse(s.text('l/c/en.json'))).toEqual({ k: 'new' });
  });

  it('FS-12 a folder link in a circle: each file is uploaded once', async () => {
    const s = await Session.start({ config: { files: ['l/**/{locale}.json'] } });
    s.file('l/a/en.json', OLD);
    symlinkSync('.', join(s.folder, 'l/loop'));
    symlinkSync('../..', join(s.folder, 'l/a/up'));
    (await s.run('push')).code(0).stdout('Pushed 1 file.');
    expect(posts(s.service)).toEqual({ events: 1, uploads: 1 });
  });

  it('FS-15 a name of 250 bytes is pulled', async () => {
    const name = `${'n'.repeat(238)}.en.json`;
    const s = await Session.start({ config: { files: ['l/*.{locale}.json'] } });
    s.file(`l/${name}`, OLD);
    (await s.run('push')).code(0);
    await s.service.put('en', `l/${name}`, { k: 'new' });
    (await s.run('pull')).code(0);
    s.reads(`l/${name}`, NEW);
  });

  it.each([0o600, 0o664])('FS-16 the mode %o of a file stays', async (mode) => {
    const { s } = await behind();
    chmodSync(join(s.folder, 'l/b/en.json'), mode);
    (await s.run('pull')).code(0);
    s.reads('l/b/en.json', NEW);
    expect(statSync(join(s.folder, 'l/b/en.json')).mode & 0o777).toBe(mode);
  });

  it('FS-20 a file that differs only in case is not overwritten, and both names are said', async () => {
    const { s, book } = await fakeService(['l/{locale}/x.json']);
    s.file('l/en/X.json', '{"k":"mine"}');
    s.config({ files: ['l/{locale}/x.json'] });
    book.set('en', { k: 'theirs' }, 'l/en/x.json');
    const pull = (await s.run('pull')).code(5);
    pull.stderr(/l\/en\/x\.json/, /X\.json/);
    s.reads('l/en/X.json', '{"k":"mine"}');
    expect(readdirSync(join(s.folder, 'l/en'))).toEqual(['X.json']);
  });

  it('FS-24 without HOME, with a TMPDIR that is missing and folders of XDG that cannot be written, all goes well', async () => {
    const { s } = await behind();
    mkdirSync(join(s.folder, '../home/none'));
    chmodSync(join(s.folder, '../home/none'), 0o555);
    const xdg = process.getuid?.() === 0 ? '/proc' : join(s.folder, '../home/none');
    const env = { HOME: undefined, TMPDIR: '/nowhere', XDG_CONFIG_HOME: xdg, XDG_CACHE_HOME: xdg };
    for (const command of ['status', 'pull', 'push', 'check'])
      (await s.run(command, { env })).code(0).emptyStderr();
    s.reads('l/b/en.json', NEW);
  });
});
