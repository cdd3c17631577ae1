import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import glob from 'fast-glob';
import { compileIgnore } from '../../src/core/patterns/ignore.js';
import { compilePattern } from '../../src/core/patterns/compile.js';
import { createFiles } from '../../src/adapters/files/files.js';
import { runs } from '../support/runs.js';
import { fault, folder, options, project } from './support.js';

async function put(root: string, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), '{}');
  }
}

const none = { ignore: [] };

const PATHS = [
  'a/de.json',
  'a/x/de.json',
  'a/.x/de.json',
  '.i18n/de.json',
  'i/de.json',
  '[id]/de.json',
  '(marketing)/de.json',
  '(marketing)/x/de.json',
  'app/(marketing)/de.json',
  'marketing/de.json',
  '"q"/de.json',
  'q/de.json',
  'b+c/de.json',
];

describe.runIf(process.platform === 'linux')('F7 glob over odd names', () => {
  it.each(['a\nb', 'a\r\nb', '\r', 'a\u2028b', 'a\u2029', 'a\\b', 'x\ud83d\ude00\n'])(
    'a folder %j',
    async (name) => {
      const { root, files } = await project();
      await put(root, `${name}/de.json`, `x/${name}/y/de.json`, `${name}.json`, 'plain/de.json');
      const below = [`${name}/de.json`, 'plain/de.json', `x/${name}/y/de.json`];
      expect([...(await files.glob(['**/de.json'], none))].sort()).toEqual(below.sort());
      expect(await files.glob(['*.json'], none)).toEqual([`${name}.json`]);
      expect([...(await files.glob(['*/de.json'], none))].sort()).toEqual(
        [`${name}/de.json`, 'plain/de.json'].sort(),
      );
      expect(
        await files.glob(['**/*.json'], {
          ignore: [`**/${name.replace('\\', '\\\\').replaceAll(/[\r\n]/g, '?')}/**`, '*.json'],
        }),
      ).toEqual(['plain/de.json']);
    },
  );

  it.each(['bs\\dir', 'l\nf', '[x]', '{a,b}', '*', '!(x)'])('a project below %j', async (name) => {
    const root = join(await folder(), name, 'inner');
    await put(root, 'l/de.json', 'l/x/de.json', 'de.json');
    const files = createFiles(root, options());
    expect(await files.glob(['l/*.json'], none)).toEqual(['l/de.json']);
    expect(await files.glob(['**/*.json'], none)).toEqual(['de.json', 'l/de.json', 'l/x/de.json']);
    expect(await files.glob(['l/de.json'], none)).toEqual(['l/de.json']);
  });

  it('names a matched path that is not UTF-8, in whichever part; what nothing matches is not a problem', async () => {
    const { root, files } = await project();
    await put(root, 'ok/de.json', 'caf\ufffd/de.json');
    const bytes = (text: string): Buffer =>
      Buffer.concat([Buffer.from(`${root}/`), Buffer.from(text, 'latin1')]);
    await mkdir(bytes('caf\xe9/in'), { recursive: true });
    await writeFile(bytes('caf\xe9/in/de.json'), '{}');
    expect(await files.glob(['*/de.json'], none)).toEqual(['caf\ufffd/de.json', 'ok/de.json']);
    expect(await files.glob(['**/de.json'], { ignore: ['caf*/in/**'] })).toEqual([
      'caf\ufffd/de.json',
      'ok/de.json',
    ]);
    const error = await fault(files.glob(['**/de.json'], none));
    expect(error).toMatchObject({ code: 'FILE_UNREADABLE', place: { path: 'caf\\xe9/in/de.json' } });
    await writeFile(bytes('\xffde.json'), '{}');
    expect(await fault(files.glob(['*de.json'], none))).toMatchObject({ place: { path: '\\xffde.json' } });
  });
});

describe('glob', () => {
  it('finds files, sorted by bytes, each once, without hidden ones, node_modules and .git', async () => {
    const { root, files } = await project();
    await put(root, 'b/de.json', 'a/de.json', 'a/B.json', 'a/é.json', 'a/\u{1f600}.json', 'a/\uff5e.json');
    await put(
      root,
      'node_modules/x/de.json',
      'a/node_modules/de.json',
      '.git/de.json',
      '.hidden/de.json',
      'a/.de.json',
    );
    expect(await files.glob(['**/*.json', 'a/*.json'], none)).toEqual([
      'a/B.json',
      'a/de.json',
      'a/é.json',
      'a/\uff5e.json',
      'a/\u{1f600}.json',
      'b/de.json',
    ]);
  });

  it('leaves out what is to be ignored', async () => {
    const { root, files } = await project();
    await put(root, 'a/de.json', 'vendor/de.json', 'a/x/de.json');
    expect(await files.glob(['**/*.json'], { ignore: ['vendor/**', 'a/x/*.json'] })).toEqual(['a/de.json']);
  });

  it.each([
    ['(marketing)/**', ['(marketing)/de.json', '(marketing)/x/de.json']],
    ['**/(marketing)', ['(marketing)/de.json', '(marketing)/x/de.json', 'app/(marketing)/de.json']],
    ['"q"/de.json', ['"q"/de.json']],
    ['[id]/de.json', ['[id]/de.json', 'i/de.json']],
    ['\\[id\\]/de.json', ['[id]/de.json']],
    ['b+c/**', ['b+c/de.json']],
    ['**/de.json', PATHS],
    ['.i18n', ['.i18n/de.json']],
    ['*', []],
    ['a/*', ['a/de.json']],
  ])(
    'CFG-34 PA-14 `ignore: %s` leaves out what it names, whichever characters are in it',
    async (glob, out) => {
      const { root, files } = await project();
      await put(root, ...PATHS);
      const patterns = ['**/*.json', '.i18n/*.json', 'a/.x/*.json'];
      const found = await files.glob(patterns, { ignore: [glob] });
      expect(PATHS.filter((path) => !found.includes(path)).sort()).toEqual([...out].sort());
      expect(PATHS.filter((path) => compileIgnore([glob]).has(path)).sort()).toEqual([...out].sort());
    },
  );

  it('CFG-34 the globs of `ignore` that fast-glob gets mean the same to it', async () => {
    const { root } = await project();
    await put(root, ...PATHS);
    const all = await glob('**/*.json', { cwd: root, dot: true });
    const name = fc.constantFrom(
      'a',
      'de.json',
      '*',
      '**',
      '*.json',
      'x',
      '.*',
      '.i18n',
      '*e*',
      'app',
      '.x',
      'i*',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 3 }), async (names) => {
        const ignored = compileIgnore([names.join('/')]);
        expect(ignored.globs).toHaveLength(1);
        const left = await glob('**/*.json', { cwd: root, dot: true, ignore: [...ignored.globs] });
        expect(left.sort()).toEqual(all.filter((path) => !ignored.has(path)).sort());
      }),
      { numRuns: runs(200) },
    );
  });

  it('FS-12 a folder link that leads to its own folder gives no file twice', async () => {
    const { root, files } = await project();
    await put(root, 'a/de.json');
    await symlink('.', join(root, 'a/loop'));
    await symlink('a', join(root, 'b'));
    expect(await files.glob(['**/*.json', '*/de.json'], none)).toEqual(['a/de.json']);
  });

  it('a link to a file is found, a link to a folder is not; F7 a named pipe is, so that reading reports it', async () => {
    const { root, files } = await project();
    await put(root, 'real/de.json');
    await symlink('real/de.json', join(root, 'de.json'));
    await symlink('real', join(root, 'folder.json'));
    execFileSync('mkfifo', [join(root, 'pipe.json')]);
    expect(await files.glob(['*.json'], none)).toEqual(['de.json', 'pipe.json']);
    expect(await files.glob(['de.json', 'folder.json', 'pipe.json'], none)).toEqual(['de.json', 'pipe.json']);
  });

  it('never finds anything outside', async () => {
    const parent = await folder();
    await put(parent, 'outside/de.json', 'repo/a/de.json');
    const files = createFiles(join(parent, 'repo'), options());
    expect(
      await files
        .glob(['../**/*.json', '../outside/de.json', `${parent}/outside/*.json`, 'a/../../outside/*'], none)
        .catch(() => []),
    ).toEqual([]);
    await symlink('../outside', join(parent, 'repo/linked'));
    expect(await files.glob(['**/*.json'], none)).toEqual(['a/de.json']);
    expect((await fault(files.glob(['linked/*.json'], none))).code).toBe('LINK_LEAVES_PROJECT');
  });

  it('FS-14 a temporary file of a killed run is matched by no pattern', async () => {
    const { root, files } = await project();
    await put(root, 'a/.locsync-123-0123456789abcdef.tmp', 'a/en.json');
    for (const source of ['a/*', '**/*', 'a/{locale}*', '**/.*.json']) {
      const found = await files.glob([compilePattern(source).glob], none);
      expect(found.filter((path) => path.includes('.tmp'))).toEqual([]);
    }
  });

  const NAMES = [
    'app/[locale]/en.json',
    'app/[...slug]/en.json',
    'app/(marketing)/en.json',
    'app/@modal/(.)photo/en.json',
    'app/{x}/en.json',
    'a b (1)/en.json',
    'why?/en.json',
    'so!/en.json',
    '#50%/en.json',
    'plus+(x)/en.json',
    '\u{1f600}/en.json',
    'a,b/en.json',
    'a"b\'c/en.json',
    '$x^y|z/en.json',
    'x!(y)/en.json',
    '!not/en.json',
    '~a/en.json',
    'caret^/en.json',
    '*/en.json',
    '[[x]]/en.json',
    '[!a]/en.json',
  ];

  it('PA-14 PA-15 every odd name on disk is found by wildcards and by itself, escaped', async () => {
    const { root, files } = await project();
    await put(root, ...NAMES);
    const wide = compilePattern('**/{locale}.json');
    const found = await files.glob([wide.glob], none);
    expect(new Set(found)).toEqual(new Set(NAMES));
    for (const name of NAMES) {
      expect(wide.match(name, ['en'])).toMatchObject({ locale: 'en' });
      const escaped = dirname(name).replaceAll(/[^\p{L}\p{N}/ ]/gu, '\\$&');
      const pattern = compilePattern(`${escaped}/{locale}.json`);
      const exact = (await files.glob([pattern.glob], none)).filter((path) => pattern.match(path, ['en']));
      expect(exact, pattern.glob).toEqual([name]);
    }
  });

  it('PA-14 the folders of Next.js need no escapes', async () => {
    const { root, files } = await project();
    const names = NAMES.filter((name) => name.startsWith('app/') && !name.includes('{'));
    await put(root, ...names, 'app/l/de.json');
    for (const name of names) {
      const pattern = compilePattern(name.replace('en.json', '{locale}.json'));
      const exact = (await files.glob([pattern.glob], none)).filter((path) =>
        pattern.match(path, ['en', 'de']),
      );
      expect(exact, pattern.glob).toContain(name);
    }
  });
});

describe('pattern and fast-glob agree', () => {
  it('what a pattern matches, its glob finds', async () => {
    const { root, files } = await project();
    const parts = ['a', 'de', 'x.de', 'de-AT', 'a(1)', '[a]', 'b+c', 'ä'];
    const paths = parts.flatMap((one) => [
      `${one}.json`,
      ...parts.flatMap((two) => [`${one}/${two}.json`, `${one}/sub/${two}.json`]),
    ]);
    await put(root, ...paths);
    const sources = [
      '{locale}.json',
      '*.{locale}.json',
      '**/{locale}.json',
      '{locale}/**/*.json',
      '**/{locale}/**',
      '*/{locale}.json',
      '*{locale}*/*.json',
      '{a,b\\+c}/**/{locale}.json',
      '{a,sub/a}/{locale}.json',
      '[ab]*/{locale}.json',
      '[a]/{locale}.json',
      '?/{locale}.json',
      '{locale}-*/*.json',
      '**/*',
      'a(1)/sub/{locale}.json',
      '**/s?b/{locale}*.json',
      '{a,{de,ä}}/*.{locale}.json',
      '[^a]*/{locale}.json',
      '**/{x.{locale},{locale}}.json',
    ];
    for (const source of sources) {
      const pattern = compilePattern(source);
      const found = await files.glob([pattern.glob], none);
      const matched = paths.filter((path) => pattern.match(path, ['de', 'de-AT', 'a'])).sort();
      expect(found.filter((path) => pattern.match(path, ['de', 'de-AT', 'a'])).sort(), source).toEqual(
        matched,
      );
      expect(matched.length, source).toBeGreaterThan(0);
    }
  });
});
