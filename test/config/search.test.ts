import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fault, load, place } from './place.js';

const YAML = 'project: pro_yaml\n';
const JSON_TEXT = '{"project": "pro_json"}';

describe('where the configuration is found', () => {
  it.each([
    ['.locsyncrc', YAML, 'pro_yaml'],
    ['.locsyncrc', JSON_TEXT, 'pro_json'],
    ['.locsyncrc.json', JSON_TEXT, 'pro_json'],
    ['.locsyncrc.yaml', YAML, 'pro_yaml'],
    ['.locsyncrc.yml', YAML, 'pro_yaml'],
    ['package.json', '{"name":"x","name":"y","locsync":{"project":"pro_package"}}', 'pro_package'],
  ])('in %s', async (name, text, project) => {
    const root = place({ [name]: text });
    expect(await load(root)).toMatchObject({ path: join(root, name), root, config: { project } });
  });

  it('in the nearest folder above, up to the one that holds .git, which may be a file', async () => {
    const root = place({
      '.git': 'gitdir: elsewhere',
      '.locsyncrc': YAML,
      'package.json': '{}',
      'a/package.json': '{}',
      'a/b/c/': '',
    });
    expect(await load(join(root, 'a/b/c'))).toMatchObject({ root });
    mkdirSync(join(root, 'a/b/.git'));
    expect((await fault(join(root, 'a/b/c'))).code).toBe('CONFIG_NOT_FOUND');
  });

  it('in the dot file if a package.json beside it has a key too', async () => {
    const root = place({ '.locsyncrc': YAML, 'package.json': '{"locsync":{"project":"pro_package"}}' });
    expect((await load(root)).config.project).toBe('pro_yaml');
  });

  it('by the real path of a working folder that is a link', async () => {
    const root = place({ 'real/.git/': '', 'real/.locsyncrc': YAML, 'real/sub/': '' });
    symlinkSync(join(root, 'real/sub'), join(root, 'link'));
    expect((await load(join(root, 'link'))).root).toBe(join(root, 'real'));
  });

  it('CFG-01 is nowhere: names what was looked for, makes nothing, and looks at nothing above', async () => {
    const root = place({ '.locsyncrc': YAML, 'repo/.git/': '', 'repo/sub/': '' });
    const error = await fault(join(root, 'repo/sub'));
    expect(error).toMatchObject({ code: 'CONFIG_NOT_FOUND', exit: 2 });
    expect(error.message).toContain('.locsyncrc, .locsyncrc.json, .locsyncrc.yaml, .locsyncrc.yml');
    expect(error.message).toContain(join(root, 'repo'));
    expect(error.hint).toContain('locsync init');
    expect(readdirSync(join(root, 'repo/sub'))).toEqual([]);
  });

  it('CFG-21 is not taken from the folder above if there is no repository', async () => {
    const root = place({ '.locsyncrc.json': '{"baseUrl":"https://evil.test"}', 'project/': '' });
    expect((await fault(join(root, 'project'))).code).toBe('CONFIG_NOT_FOUND');
  });

  it('is an error if there are two', async () => {
    const error = await fault(place({ '.locsyncrc': YAML, '.locsyncrc.json': JSON_TEXT }));
    expect(error).toMatchObject({ code: 'CONFIG_SEVERAL', exit: 2 });
    expect(error.message).toContain('.locsyncrc, .locsyncrc.json');
  });

  it('CFG-02 is an error if the file is empty, and nothing else is taken instead', async () => {
    for (const text of ['', ' \n', '# only a comment\n', '\ufeff']) {
      const root = place({
        '.git/': '',
        '.locsyncrc': YAML,
        'sub/.locsyncrc': text,
        'sub/package.json': '{"locsync":{}}',
      });
      expect(await fault(join(root, 'sub'))).toMatchObject({
        code: 'CONFIG_EMPTY',
        exit: 2,
        place: { path: '.locsyncrc' },
      });
    }
  });

  it('is an error if package.json is broken, rather than a search further up', async () => {
    const root = place({ '.git/': '', '.locsyncrc': YAML, 'sub/package.json': '{"name": }' });
    expect(await fault(join(root, 'sub'))).toMatchObject({
      code: 'CONFIG_SYNTAX',
      place: { path: 'package.json', line: 1, column: 10 },
    });
  });

  it('names a file above as seen from the working folder', async () => {
    const root = place({ '.git/': '', '.locsyncrc': 'a', 'sub/': '' });
    expect((await fault(join(root, 'sub'))).place?.path).toBe('../.locsyncrc');
  });
});

describe('--config', () => {
  it('names any file, relative to the working folder, and the paths in it are relative to its own', async () => {
    const root = place({ 'etc/i18n.yml': YAML, 'etc/plain': JSON_TEXT, '.locsyncrc': 'not: read' });
    expect(await load(root, { config: 'etc/i18n.yml' })).toMatchObject({
      root: join(root, 'etc'),
      config: { project: 'pro_yaml' },
    });
    expect((await load(root, { config: join(root, 'etc/plain') })).config.project).toBe('pro_json');
  });

  it('ARG-12 that leads to nothing is an error that names the path, and no search', async () => {
    const error = await fault(place({ '.locsyncrc': YAML }), { config: '/does/not/exist' });
    expect(error).toMatchObject({ code: 'CONFIG_NO_SUCH_FILE', exit: 2 });
    expect(error.message).toContain('/does/not/exist');
    for (const config of ['', 'x'.repeat(5_000), '.locsyncrc/x'])
      expect((await fault(place({ '.locsyncrc': YAML }), { config })).code).toBe('CONFIG_NO_SUCH_FILE');
    expect((await fault(place(), { config: 'a\0b' })).code).toBe('CONFIG_UNREADABLE');
  });

  it.each([
    ['x.toml', 'CONFIG_UNKNOWN_KIND'],
    ['locsync.config.js', 'CONFIG_EXECUTABLE'],
    ['x.mts', 'CONFIG_EXECUTABLE'],
    ['package.json', 'CONFIG_WITHOUT_KEY'],
    ['folder/', 'CONFIG_NOT_REGULAR'],
  ])('of %s is refused', async (name, code) => {
    expect((await fault(place({ [name]: '{}' }), { config: name })).code).toBe(code);
  });
});

describe('what is not a plain file', () => {
  it('CFG-22 a link to a file elsewhere is refused, and nothing of it is shown', async () => {
    const root = place({ 'secret.txt': 'root:SECRET: {\n', 'repo/.git/': '' });
    symlinkSync(join(root, 'secret.txt'), join(root, 'repo/.locsyncrc'));
    for (const config of [undefined, '.locsyncrc']) {
      const error = await fault(join(root, 'repo'), config === undefined ? {} : { config });
      expect(error).toMatchObject({ code: 'CONFIG_NOT_REGULAR', exit: 2 });
      expect(`${error.message} ${error.hint ?? ''} ${String(error.cause)}`).not.toContain('SECRET');
    }
  });

  it('CFG-22 a link to /etc/passwd by way of a linked folder is refused too', async () => {
    const root = place({ '.git/': '' });
    symlinkSync('/etc', join(root, 'conf'));
    const error = await fault(root, { config: 'conf/passwd' });
    expect(error.code).toBe('CONFIG_NOT_REGULAR');
    expect(error.message).not.toContain('root:');
  });

  it('CFG-22 a file elsewhere that --config names is read, and a parse error quotes nothing of it', async () => {
    const root = place({ 'secret.conf/passwd': 'root:SECRET: {\n', 'repo/.git/': '' });
    const error = await fault(join(root, 'repo'), { config: '../secret.conf/passwd' });
    expect(error.code).toBe('CONFIG_SYNTAX');
    expect(`${error.message} ${error.hint ?? ''} ${String(error.cause)}`).not.toContain('SECRET');
  });

  it('a link within the repository is followed, and the paths stay relative to the link', async () => {
    const root = place({ '.git/': '', 'etc/locsync.yml': YAML, 'app/': '' });
    symlinkSync('../etc/locsync.yml', join(root, 'app/.locsyncrc'));
    expect(await load(join(root, 'app'))).toMatchObject({
      root: join(root, 'app'),
      config: { project: 'pro_yaml' },
    });
  });

  it('a link to nothing, a circle, a folder and a pipe are refused without waiting for anything', async () => {
    const root = place({ 'folder/.locsyncrc/': '', 'dangling/': '', 'circle/': '', 'pipe/': '' });
    symlinkSync('nothing', join(root, 'dangling/.locsyncrc'));
    symlinkSync('.locsyncrc', join(root, 'circle/.locsyncrc'));
    execFileSync('mkfifo', [join(root, 'pipe/.locsyncrc')]);
    for (const name of ['folder', 'dangling', 'circle', 'pipe'])
      expect(await fault(join(root, name)), name).toMatchObject({ code: 'CONFIG_NOT_REGULAR', exit: 2 });
  });

  it('a file over 1 MiB is refused unread, and bytes that are not UTF-8 are not guessed at', async () => {
    expect((await fault(place({ '.locsyncrc': `# ${'x'.repeat(1024 * 1024)}` }))).code).toBe(
      'CONFIG_TOO_LARGE',
    );
    expect((await fault(place({ '.locsyncrc': Uint8Array.of(0x61, 0x3a, 0x20, 0xff) }))).code).toBe(
      'CONFIG_ENCODING',
    );
  });

  // The superuser may read everything; test/config/execution.test.ts shows CFG-23 as another user.
  it.skipIf(process.getuid?.() === 0)('CFG-23 a file that may not be read is named as such', async () => {
    const root = place({ '.locsyncrc': YAML });
    chmodSync(join(root, '.locsyncrc'), 0);
    expect(await fault(root)).toMatchObject({ code: 'CONFIG_UNREADABLE', exit: 5 });
  });
});
