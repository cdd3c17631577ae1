import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Person } from '../support/person.js';
import { PROJECT, scriptedServer } from '../support/scripted-server.js';
import { withService, type TestOptions, type TestService } from '../support/service.js';
import { CANARY, PROGRAM } from '../support/session.js';

const RAILS: TestOptions = { technology: 'ruby', framework: 'rails', format: 'yaml', name: 'Shop' };

async function service(options: TestOptions = {}): Promise<TestService> {
  const running = await withService({ token: CANARY, ...options });
  onTestFinished(() => running.close());
  return running;
}

/** The flags that name the service, and the token in the environment. */
const to = ({ url, project }: TestService): string[] => ['--base-url', url, '--project', project.id];
const WITH_TOKEN = { env: { LOCSYNC_TOKEN: CANARY } };
/**
 * The variables of a person who said where the token may go: what only the file names is not enough
 * afterwards.
 */
const bound = ({ url }: TestService) => ({ env: { LOCSYNC_TOKEN: CANARY, LOCSYNC_BASE_URL: url } });

const rails = (person: Person): Person =>
  person
    .file('package.json', '{}')
    .file('node_modules/x/locales/en.json', '{}')
    .file('config/database.yml', 'a: 1\n')
    .file('config/locales/en.yml', 'en:\n  hello: Hi\n')
    .file('config/locales/de.yml', 'de:\n  hello: Hallo\n')
    .file('config/locales/devise.en.yml', 'en:\n  in: In\n');

const FILE = (
  url: string,
  id: string,
  files: string,
): string => `# locsync: keeps the locale files of this folder in step with the service.
# The token does not belong here: it comes from LOCSYNC_TOKEN, or from
# \`locsync login\`.
baseUrl: ${url}
project: ${id}

# The locale that developers write; translators write the others.
sourceLocale: en

# Where the locale files are: {locale} stands for the code, * for any name,
# ** for any folders.
files:
${files}`;

describe('init from a pipe', () => {
  it('writes the configuration, shows it with what its patterns find, and names the next command', async () => {
    const shop = await service(RAILS);
    const person = rails(new Person());
    const ran = (await person.run(['init', ...to(shop)], bound(shop))).code(0).emptyStderr();
    const text = FILE(
      shop.url,
      shop.project.id,
      '  - config/locales/**/*.{locale}.yml\n  - config/locales/{locale}.yml\n',
    );
    expect(person.text('.locsyncrc')).toBe(text);
    expect(ran.out).toBe(`Shop (${shop.project.id}): 3 languages (en, de, pt-BR)
Source locale: en. If developers write another, change \`sourceLocale\`.

config/locales/**/*.{locale}.yml
  1 file: config/locales/devise.en.yml
config/locales/{locale}.yml
  2 files: config/locales/de.yml, config/locales/en.yml

Wrote .locsyncrc. Commit it, and locsync.lock once it is there. Next:

  locsync status   compare the locale files with the service
  locsync push     upload them: the service has no source file yet
`);
    const status = (await person.run(['status', '--json'], bound(shop))).code(0);
    expect(Object.keys(status.states).sort()).toEqual([
      'config/locales/de.yml',
      'config/locales/devise.en.yml',
      'config/locales/en.yml',
    ]);
  });

  it('tells editors where the schema is if the package is a dependency, by a link, too', async () => {
    const shop = await service(RAILS);
    const schema = 'node_modules/@locsync/cli/schema/locsyncrc.schema.json';
    const installed = rails(new Person()).file(schema, '{}');
    const linked = rails(new Person()).file('packages/cli/schema/locsyncrc.schema.json', '{}');
    mkdirSync(join(linked.folder, 'node_modules/@locsync'), { recursive: true });
    symlinkSync('../../packages/cli', join(linked.folder, 'node_modules/@locsync/cli'));
    for (const person of [installed, linked]) {
      (await person.run(['init', '--yes', ...to(shop)], WITH_TOKEN)).code(0);
      expect(person.text('.locsyncrc')).toMatch(
        new RegExp(`^# yaml-language-server: \\$schema=./${schema}\n# locsync`),
      );
      (await person.run(['status'], bound(shop))).code(0);
    }
  });

  it('from nothing to the first pull: the service’s names tell where the files go', async () => {
    const shop = await service(RAILS);
    await shop.upload('en.yml', 'en:\n  hello: Hi\nde:\n  hello: Hallo\n');
    const person = new Person();
    const ran = (await person.run(['init', '--json', ...to(shop)], bound(shop))).code(0);
    expect(ran.warnings).toEqual(['INIT_NO_FILES']);
    const again = (await person.run(['init', '--force', ...to(shop)], bound(shop))).code(0);
    again.stdout(/locsync pull +first take over[^]*locsync push +then upload/);
    expect(person.text('.locsyncrc')).toContain(
      '  - path: config/locales/{locale}.yml\n    # The service names its files without folders.\n    name: basename\n',
    );
    (await person.run(['pull'], bound(shop))).code(0);
    expect(person.text('config/locales/de.yml')).toContain('hello: Hallo');
  });

  it('IN-21 a file here that only a name of the service makes a locale file is counted', async () => {
    const running = await service();
    await running.upload('l/en.json', '{"a":"A"}');
    const person = new Person().file('l/en.json', '{"a":"A"}');
    const ran = (await person.run(['init', '--yes', ...to(running)], WITH_TOKEN)).code(0);
    ran.stdout('l/{locale}.json', '1 file').never('no locale files were found');
  });

  it('fits 80 columns, however many files a pattern finds and however long their names are', async () => {
    const shop = await service({ ...RAILS, locales: ['en', 'de', 'pt-BR', 'ar'] });
    const person = new Person();
    const long = `packages/${'x'.repeat(40)}/locales`;
    for (const code of ['en', 'de', 'pt-BR', 'ar'])
      for (const path of [`config/locales/${code}.yml`, `src/i18n/${code}/a.json`, `${long}/${code}.json`])
        person.file(path, path.endsWith('yml') ? `${code}:\n  a: b\n` : '{"a":"b"}');
    const ran = (await person.run(['init', ...to(shop)], bound(shop))).code(0);
    ran.stdout('  4 files: config/locales/ar.yml, config/locales/de.yml, …\n');
    for (const line of ran.out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  it('--print writes the text on stdout, and nothing anywhere', async () => {
    const shop = await service(RAILS);
    const person = rails(new Person());
    const printed = (await person.run(['init', '--print', ...to(shop)], bound(shop))).code(0).emptyStderr();
    expect(person.has('.locsyncrc')).toBe(false);
    (await person.run(['init', ...to(shop)], bound(shop))).code(0);
    expect(printed.out).toBe(person.text('.locsyncrc'));
    const quiet = await person.run(['init', '--print', '--quiet', ...to(shop)], bound(shop));
    expect(quiet.code(0).emptyStderr().out).toBe(printed.out);
    const inActions = { env: { ...bound(shop).env, GITHUB_ACTIONS: 'true' } };
    const bare = await new Person().run(['init', '--print', ...to(shop)], inActions);
    expect(bare.code(0).out).not.toContain('::');
    expect(bare.err).toContain('warning: ');
    const cases = await person.run(['init', '--print', '--reporter', 'junit', ...to(shop)], bound(shop));
    cases.code(2).stdout('the options --print and --reporter junit cannot be combined');
  });

  it('--json is one document with the text and what each pattern finds', async () => {
    const shop = await service(RAILS);
    const person = rails(new Person());
    const ran = (await person.run(['init', '--json', ...to(shop)], bound(shop))).code(0).emptyStderr();
    expect(ran.json).toMatchObject({
      command: 'init',
      summary: { patterns: 2, files: 3 },
      configuration: { path: '.locsyncrc', written: true, text: person.text('.locsyncrc') },
    });
  });

  it('leaves out, in the file, what only looks like a locale file', async () => {
    const shop = await service();
    const person = new Person();
    for (const path of ['en.json', 'de.json', 'package.json', 'tsconfig.json'])
      person.file(path, '{"a":"b"}');
    (await person.run(['init', ...to(shop)], bound(shop))).code(0);
    expect(person.text('.locsyncrc')).toContain(
      '  - path: "{locale}.json"\n    # These are not locale files.\n    ignore:\n      - package.json\n      - tsconfig.json\n',
    );
    const status = (await person.run(['status', '--json'], bound(shop))).code(0);
    expect(Object.keys(status.states).sort()).toEqual(['de.json', 'en.json']);
    expect(status.warnings).toEqual([]);
  });

  it('quotes what YAML would read as something else: the locale no', async () => {
    const shop = await service({ locales: ['no', 'de'] });
    const person = new Person().file('locales/no.json', '{"a":"b"}');
    (await person.run(['init', ...to(shop)], bound(shop))).code(0);
    expect(person.text('.locsyncrc')).toContain('sourceLocale: "no"\n');
    (await person.run(['status'], bound(shop))).code(0);
  });

  it('writes nothing for a project without languages, and says what to do', async () => {
    const script = await scriptedServer();
    onTestFinished(() => script.close());
    script.on('locales', { body: [] });
    const person = new Person();
    const flags = ['--base-url', script.url.href, '--project', PROJECT];
    (await person.run(['init', ...flags], WITH_TOKEN)).code(4).stderr('has no locales', 'add a locale');
    expect(person.has('.locsyncrc')).toBe(false);
  });

  it('says what the token needs if only the new file will name the origin', async () => {
    const script = await scriptedServer();
    onTestFinished(() => script.close());
    const person = new Person();
    // A name for this machine that is not a loopback name, plain http allowed.
    const url = script.url.href.replace('127.0.0.1', '0.0.0.0');
    const env = { LOCSYNC_TOKEN: CANARY, LOCSYNC_ALLOW_INSECURE: '1' };
    const ran = await person.run(['init', '--base-url', url, '--project', PROJECT], { env });
    ran.code(0).stdout('export LOCSYNC_BASE_URL=');
    (await person.run(['locales'], { env })).code(3).stderr('is not sent to');
  });

  it('M2 says so for this machine too, and quotes the address for the shell (L3)', async () => {
    const shop = await service(RAILS);
    const person = rails(new Person());
    const ran = await person.run(
      ['init', '--base-url', `${shop.url}/;./x`, '--project', 'pro_1'],
      WITH_TOKEN,
    );
    expect(ran.exitCode).not.toBe(0);
    ran.never(/[^']http:\S*;\.\/x/);
    (await person.run(['init', ...to(shop)], WITH_TOKEN))
      .code(0)
      .stdout(`export LOCSYNC_BASE_URL=${shop.url}`);
    (await person.run(['locales'], WITH_TOKEN)).code(3).stderr('is not sent to');
    expect((await person.run(['init', '--force', '--json'], WITH_TOKEN)).code(3).errors).toEqual([
      'TOKEN_NOT_BOUND',
    ]);
  });

  it('names every missing setting and every way to give it', async () => {
    const ran = await new Person().run(['init', '--yes', '--json']);
    expect(ran.code(2).errors).toEqual(['BASE_URL_MISSING', 'PROJECT_MISSING']);
  });

  it('writes nothing without a token, with a refused one, or without the project', async () => {
    const shop = await service();
    const person = rails(new Person());
    (await person.run(['init', ...to(shop)])).code(3).stderr('no token');
    const refused = await person.run(['init', ...to(shop)], { env: { LOCSYNC_TOKEN: 'wrong' } });
    refused.code(3).stderr('rejected');
    const flags = ['--base-url', shop.url, '--project', 'pro_404'];
    (await person.run(['init', ...flags], bound(shop))).code(3).stderr('pro_404');
    expect(person.has('.locsyncrc')).toBe(false);
  });

  it('FS-24 needs neither HOME nor TMPDIR', async () => {
    const shop = await service();
    const env = { LOCSYNC_TOKEN: CANARY, HOME: undefined, TMPDIR: '/nowhere' };
    (await rails(new Person()).run(['init', ...to(shop)], { env })).code(0);
  });
});

describe('a configuration that is there', () => {
  const forms: readonly (readonly [string, string, boolean])[] = [
    ['.locsyncrc', 'files:\n  - a/{locale}.json\n', true],
    ['.locsyncrc', '{ "files": ["a/{locale}.json"] }\n', true],
    ['.locsyncrc', 'this: [is broken\n', true],
    ['.locsyncrc.yaml', 'files:\n  - a/{locale}.json\n', true],
    ['.locsyncrc.yml', 'files:\n  - a/{locale}.json\n', true],
    ['.locsyncrc.json', '{ "files": ["a/{locale}.json"] }\n', false],
    ['package.json', '{ "locsync": { "files": ["a/{locale}.json"] } }\n', false],
  ];
  it.each(forms)('%s with %j is never replaced without --force', async (path, text, replaceable) => {
    const shop = await service();
    const person = rails(new Person()).file(path, text);
    const ran = await person.run(['init', '--yes', ...to(shop)], bound(shop));
    ran.code(2).stderr('there is a configuration already', path);
    expect(person.text(path)).toBe(text);
    const forced = await person.run(['init', '--force', ...to(shop)], bound(shop));
    forced.code(replaceable ? 0 : 2);
    expect(person.text(path) !== text).toBe(replaceable);
    // What is there afterwards can be read, and is the only one.
    const files = ['.locsyncrc', '.locsyncrc.yaml', '.locsyncrc.yml'].filter((one) => person.has(one));
    expect(files).toEqual(replaceable ? [path] : []);
    const next = await person.run(['status', '--json'], bound(shop));
    expect(next.errors.filter((code) => code.startsWith('CONFIG'))).toEqual([]);
  });

  it('gives base URL and project to the one that replaces it', async () => {
    const shop = await service();
    const person = rails(new Person()).file(
      '.locsyncrc',
      `baseUrl: ${shop.url}\nproject: ${shop.project.id}\nfiles: ['a/{locale}.json']\n`,
    );
    (await person.run(['init', '--force'], bound(shop))).code(0);
    expect(person.text('.locsyncrc')).toContain('config/locales/{locale}.yml');
  });

  it('one further up stays, and is said to hold no longer here', async () => {
    const shop = await service();
    const above = "files:\n  - 'a/{locale}.json'\n";
    const person = new Person().file('.locsyncrc', above).file('web/locales/en.json', '{"a":"b"}');
    const ran = await person.run(['init', ...to(shop)], { ...bound(shop), cwd: 'web' });
    ran.code(0).stderr('no longer applies to this folder');
    ran.stdout('not the root of its repository', '`name: web/{path}`');
    expect(person.text('web/.locsyncrc')).toContain('locales/{locale}.json');
    expect(person.text('.locsyncrc')).toBe(above);
  });

  it('names commands that work from where --cwd was given', async () => {
    const shop = await service();
    const person = new Person().file("web's/locales/en.json", '{"a":"b"}');
    const ran = await person.run(['init', '--cwd', "web's", ...to(shop)], bound(shop));
    const [command = ''] = /locsync status .*?(?= {3})/.exec(ran.code(0).out) ?? [];
    expect(command).toBe("locsync status --cwd 'web'\\''s'");
    const asTyped = command.replace(/^locsync/, '"$0" "$1"');
    const status = await person.runs(['bash', '-c', asTyped, process.execPath, PROGRAM], bound(shop));
    status.code(0).stdout('locales/en.json');
  });

  it('--print gives what to write for codes that the project lacks, ready to be saved', async () => {
    const shop = await service({ locales: ['en', 'zh-Hans', 'de'] });
    const person = new Person();
    for (const code of ['chs', 'deu']) person.file(`i18n/${code}/a.json`, '{"a":"b"}');
    (await person.run(['init', '--yes', ...to(shop)], bound(shop)))
      .code(2)
      .stderr('chs, deu', 'localeMap: { zh-Hans: chs, de: deu }', 'init --print');
    expect(person.has('.locsyncrc')).toBe(false);
    const printed = (await person.run(['init', '--print', ...to(shop)], bound(shop))).code(0);
    person.file('.locsyncrc', printed.out);
    const status = (await person.run(['status', '--json'], bound(shop))).code(0);
    expect(Object.keys(status.states).sort()).toEqual(['i18n/chs/a.json', 'i18n/deu/a.json']);
  });

  it('asks for a map of codes too if it finds files of another locale beside them', async () => {
    const shop = await service({ locales: ['en', 'zh-Hans', 'de'] });
    const person = new Person();
    for (const code of ['en', 'chs', 'deu'])
      for (const name of ['a', 'b']) person.file(`i18n/${code}/src/${name}.json`, '{"a":"b"}');
    (await person.run(['init', '--yes', ...to(shop)], bound(shop)))
      .code(2)
      .stderr('has no locale chs, deu', 'localeMap: { zh-Hans: chs, de: deu }');
    const printed = (await person.run(['init', '--print', ...to(shop)], bound(shop))).code(0);
    person.file('.locsyncrc', printed.out);
    const status = (await person.run(['status', '--json'], bound(shop))).code(0);
    expect(Object.keys(status.states)).toHaveLength(6);
  });

  it('the second name that it suggests for a source file without a code works', async () => {
    const shop = await service();
    const person = new Person().file('l10n/app.json', '{"a":"b"}').file('l10n/app.de.json', '{"a":"c"}');
    const ran = (await person.run(['init', ...to(shop)], bound(shop))).code(0);
    const [, command = ''] = /`(ln -s .*)`/.exec(ran.err) ?? [];
    (await person.runs(['bash', '-c', command])).code(0);
    const status = (await person.run(['status', '--json'], bound(shop))).code(0);
    expect(Object.keys(status.states).sort()).toEqual(['l10n/app.de.json', 'l10n/app.en.json']);
  });

  it('--config is not an option of it', async () => {
    (await new Person().run(['init', '--config', 'x.json']))
      .code(2)
      .stderr('`locsync init` takes no --config', '--cwd');
  });
});
