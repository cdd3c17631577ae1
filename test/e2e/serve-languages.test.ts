import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { COMPILED } from '../support/compiled.js';
import { Person } from '../support/person.js';
import { PROGRAM, Session } from '../support/session.js';

/** The languages that `locsync serve` names in its greeting, started in this folder. */
function languages(person: Person, ...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [PROGRAM, 'serve', ...args], {
    cwd: person.folder,
    env: { PATH: process.env['PATH'], HOME: person.home, ...COMPILED },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('Ctrl+C')) child.kill('SIGTERM');
    });
    child.on('error', reject);
    child.on('close', () => resolve(/^ {2}locales {2}(.*)$/m.exec(out)?.[1] ?? out));
  });
}

describe('serve without --locales (issue 15, item 1)', () => {
  it.each([
    [
      'Rails',
      ['config/locales/de.yml', 'config/locales/en.yml', 'config/locales/devise.pt-BR.yml'],
      'en, de, pt-BR',
    ],
    ['i18next', ['public/locales/en/app.json', 'public/locales/ja/app.json', 'src/app.json'], 'en, ja'],
    [
      'VS Code',
      ['chs', 'cht', 'deu', 'jpn'].flatMap((code) => [
        `i18n/${code}/src/a.i18n.json`,
        `i18n/${code}/src/ui/b.i18n.json`,
        `i18n/${code}/package.i18n.json`,
      ]),
      'de, ja, zh-Hans, zh-Hant',
    ],
    [
      'VS Code with the source texts in package.nls.json',
      ['package.nls.json', 'package.nls.de.json', 'package.nls.zh-cn.json'],
      'en, de, zh-cn',
    ],
    [
      'codes after _',
      ['lib/l10n/app_en.json', 'lib/l10n/app_de.json', 'lib/l10n/app_pt_BR.json'],
      'en, de, pt_BR',
    ],
    ['no English', ['lang/de.json', 'lang/fr.json'], 'de, fr'],
    ['nothing', ['package.json', 'src/index.json'], 'en'],
  ])('reads the languages from the locale files: %s', async (_, files, expected) => {
    const person = new Person();
    for (const path of files) person.file(path, path.endsWith('.json') ? '{"a":"b"}\n' : 'en:\n  a: b\n');
    expect(await languages(person)).toBe(expected);
  });

  it('reads the languages at the top of a file that holds several', async () => {
    const person = new Person();
    person
      .file('_data/locale.yml', 'de:\n  a: b\nen:\n  a: b\n')
      .file('_data/messages.yml', 'info:\n  a: b\n');
    expect(await languages(person)).toBe('en, de');
  });

  it('goes by the configuration, and --locales wins', async () => {
    const person = new Person();
    person
      .file(
        '.locsyncrc',
        '{"files": ["texts/{locale}.json"], "sourceLocale": "de", "localeMap": {"pt": "br"}}\n',
      )
      .file('texts/de.json', '{"a":"b"}\n')
      .file('texts/br.json', '{"a":"b"}\n')
      .file('config/locales/fr.yml', 'fr:\n  a: b\n');
    expect(await languages(person, '--db', 'first.db')).toBe('de, pt');
    expect(await languages(person, '--db', 'second.db', '--locales', 'en,it')).toBe('en, it');
  });
});

describe('a service on this machine that is not there, or refuses (issue 15, item 1)', () => {
  it('asks whether serve runs', async () => {
    const s = Session.at({ url: 'http://127.0.0.1:9', project: 'pro_1', token: 'tok_nobody_1234567890' });
    s.file('config/locales/en.yml', 'en:\n  a: b\n');
    (await s.run('status --retries 0')).code(4).stderr('is `locsync serve` running?');
  });

  it('says what to do about a 401', async () => {
    const s = await Session.start();
    s.file('config/locales/en.yml', 'en:\n  a: b\n');
    const ran = await s.run('status', { env: { LOCSYNC_TOKEN: 'tok_of_another_service' } });
    ran.code(3).stderr('unset LOCSYNC_TOKEN and LOCSYNC_BASE_URL');
  });
});
