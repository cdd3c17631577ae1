import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const config = { files: ['**/{locale}.json'] };

describe.runIf(process.platform === 'linux')('F7 folders with odd names', () => {
  it.each(['a\nb', 'a\rb'])('files below %j are compared, never silently left out', async (name) => {
    const s = await Session.start({ config });
    s.file('ok/en.json', '{"k":"K"}').file(`${name}/en.json`, '{"k":"K"}');
    // The embedded service takes no such name, and says so; what matters is that the file is not
    // left out.
    const ran = (await s.run('push --json')).code(4);
    expect(ran.states).toEqual({ 'ok/en.json': 'pushed', [`${name}/en.json`]: 'failed' });
    (await s.run('push')).code(4).stderr(name === 'a\nb' ? 'a\\u{a}b/en.json' : 'a\\u{d}b/en.json');
  });

  it('a project below a folder with a backslash and a line end in its name works', async () => {
    const s = await Session.start({ config });
    s.file('a\\b\nc/.locsyncrc.json', JSON.stringify({ files: ['l/{locale}.json'] }));
    s.file('a\\b\nc/l/en.json', '{"k":"K"}');
    (await s.run('push', { cwd: 'a\\b\nc' })).code(0).stdout('l/en.json');
  });

  it('a path that is not UTF-8 is named', async () => {
    const s = await Session.start({ config });
    s.file('ok/en.json', '{"k":"K"}');
    // Session itself cannot walk such a folder, so the shell makes it for this run only.
    const shell = String.raw`d=$(printf 'caf\351'); mkdir "$d"; echo '{"k":"K"}' >"$d/en.json"; "$@"; c=$?; rm -r "$d"; exit $c`;
    (await s.run('push', { shell })).code(5).stderr(String.raw`caf\xe9/en.json`, 'not UTF-8');
    s.reads('ok/en.json', '{"k":"K"}');
  });
});

describe('CFG-36 a folder beside the folders of languages', () => {
  const patterns = ['l/{locale}/*.yml', 'l/devise/*.{locale}.yml'];

  async function rails(files: readonly string[]) {
    const s = await Session.start({ config: { files }, service: { locales: ['en', 'de'] } });
    for (const code of ['en', 'de'])
      s.file(`l/${code}/shop.yml`, `${code}:\n  a: ${code} shop\n`).file(
        `l/devise/devise.${code}.yml`,
        `${code}:\n  lock: ${code} lock\n`,
      );
    return s;
  }

  it('has files of its own pattern, here and in a new clone', async () => {
    const s = await rails(patterns);
    (await s.run('push')).code(0).stdout('Pushed 4 files.');
    (await s.run('doctor')).code(0).stdout('l/{locale}/*.yml: 2 files', 'l/devise/*.{locale}.yml: 2 files');
    expect(await s.service.texts('l/devise/devise.en.yml', 'de')).toEqual({ lock: 'de lock' });
    for (const path of ['l', 'locsync.lock', '.locsync']) s.remove(path);
    (await s.run('pull')).code(0).stdout('Pulled 4 files.');
    s.reads('l/devise/devise.de.yml', 'lock: de lock\n').reads('l/de/shop.yml', 'a: de shop\n');
    (await s.run('status --check')).code(0).stdout('Everything is in sync: 4 files.');
  });

  it('moves with its own pattern', async () => {
    const s = await rails(patterns);
    (await s.run('push')).code(0);
    // The old name is left on the service.
    (await s.run('mv l/devise/devise.en.yml l/devise/look.en.yml')).code(1);
    expect([s.has('l/devise/look.de.yml'), s.has('l/devise/devise.de.yml')]).toEqual([true, false]);
  });

  it('without a pattern of its own is not synced, with a warning, and holds up no other file', async () => {
    const s = await rails(patterns.slice(0, 1));
    const ran = (await s.run('push --json')).code(0);
    expect(ran.states).toEqual({ 'l/en/shop.yml': 'pushed', 'l/de/shop.yml': 'pushed' });
    expect(ran.warnings).toEqual(['LOCALE_STRANGER']);
  });
});

describe('CFG-36 a file of several languages whose name has three letters', () => {
  it.each(['all', 'app'])('%s.yml belongs to its own pattern, beside files by language', async (name) => {
    const path = `c/${name}.yml`;
    const s = await Session.start({
      config: { files: ['c/{locale}.yml', path] },
      service: { locales: ['en', 'de'] },
    });
    for (const code of ['en', 'de']) s.file(`c/${code}.yml`, `${code}:\n  root: ${code} root\n`);
    s.file(path, 'en:\n  hello: Hello\nde:\n  hello: Hallo\n');
    (await s.run('push')).code(0).emptyStderr().stdout('Pushed 3 files.');
    expect(await s.service.texts(path, 'de')).toEqual({ hello: 'Hallo' });
    (await s.run('check')).code(0).stdout('Compared 2 texts');
    (await s.run('doctor')).code(0).stdout(`${path}: 1 file`);
    // The old name is left on the service.
    (await s.run('mv hello hi')).code(1);
    s.reads(path, 'en:\n  hi: Hello\nde:\n  hi: Hallo\n');
    (await s.run('push')).code(0);
    expect(await s.service.texts(path, 'de')).toMatchObject({ hi: 'Hallo' });
  });
});

describe('CFG-36 files in the place of locale files whose names are not those of languages', () => {
  it.each([
    ['c/{locale}.json', ['app', 'db', 'dev']],
    ['c/{locale}/*.json', ['web', 'api', 'ui', 'src']],
  ])('%s: check, mv and rm leave them alone', async (pattern, names) => {
    const s = await Session.start({
      config: { files: [pattern] },
      service: { locales: ['en', 'de', 'qaa'] },
    });
    const pathOf = (code: string): string => pattern.replace('{locale}', code).replace('*.json', 'shop.json');
    const text = '{"a":"A %{n}","b":"B"}\n';
    // A code that only this service has, and that only the lock knows once it was synced.
    for (const code of ['en', 'de', 'qaa']) s.file(pathOf(code), text);
    (await s.run('push')).code(0);
    for (const name of names) s.file(pathOf(name), '{"a":"secret"}\n');
    (await s.run('check')).code(0).stdout('Compared 4 texts in 3 files');
    (await s.run('mv a c')).code(1).stdout('3 texts in 3 files');
    (await s.run('rm b')).code(1).stdout('3 texts in 3 files');
    for (const code of ['en', 'de', 'qaa']) s.reads(pathOf(code), '{"c":"A %{n}"}\n');
    (await s.run(`rm ${pathOf('en')}`)).code(1);
    for (const code of ['en', 'de', 'qaa']) expect(s.has(pathOf(code))).toBe(false);
    for (const name of names) s.reads(pathOf(name), '{"a":"secret"}\n');
  });
});
