import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const EN = '{"k":"v"}';

/** Two entries that spell German differently, each with its files, in step with the service. */
async function mapped() {
  const s = await Session.start({
    config: {
      files: [
        { path: 'a/{locale}.json', localeMap: { de: 'de-DE' } },
        { path: 'b/{locale}.json', localeMap: { de: 'ger' } },
      ],
    },
  });
  for (const path of ['a/en.json', 'a/de-DE.json', 'b/en.json', 'b/ger.json']) s.file(path, EN);
  (await s.run('push')).code(0);
  return s;
}

describe('--locale if the entries of `files` map it differently', () => {
  it('takes the service’s code and each code of file names, on every command', async () => {
    const s = await mapped();
    for (const code of ['de', 'de-DE', 'ger'])
      for (const command of ['status', 'push --force', 'pull'])
        expect(
          Object.keys((await s.run(`${command} --locale ${code} --json`)).code(0).states),
          `${command} ${code}`,
        ).toEqual(['a/de-DE.json', 'b/ger.json']);
  });

  it('refuses a code that no entry knows beside one that it knows, and names each code once', async () => {
    const s = await mapped();
    (await s.run('status --locale ger,fr'))
      .code(2)
      .stderr('the project has no locale fr; it has en, de, de-DE, ger, pt-BR\n');
  });
});

describe('locsync locales', () => {
  const LIST = 'locales --json --retries 0';

  it('asks for the locale list alone, once, and counts the files that are here', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json', 'm/{locale}/*.json'] } });
    s.file('l/en.json', EN).file('m/en/x.json', EN).file('m/en/y.json', EN).file('m/de/x.json', EN);
    s.file('locsync.lock', 'no lock').service.script.on('sourceFiles', { status: 500 });
    const { json } = (await s.run(LIST)).code(0);
    expect(json.locales?.map(({ code, files }) => [code, files])).toEqual([
      ['en', 3],
      ['de', 1],
    ]);
    expect(json.warnings).toEqual([]);
    expect(s.service.script.requests.map(({ endpoint }) => endpoint)).toEqual(['locales']);
  });

  it('lists them if one pattern, or every pattern, finds nothing', async () => {
    const s = await Session.start({
      config: { files: ['l/{locale}.json', { path: 'x/{locale}.yml', localeMap: { de: 'ger' } }] },
    });
    const listed = async (): Promise<unknown> =>
      (await s.run(LIST)).code(0).json.locales?.map(({ tag, files }) => `${tag} ${files}`);
    expect(await listed()).toEqual(['en 0', 'de 0', 'pt-BR 0']);
    s.file('x/ger.yml', 'k: v\n');
    expect(await listed()).toEqual(['en 0', 'ger 1', 'pt-BR 0']);
  });

  it('needs no configuration if service and project are given', async () => {
    const s = await Session.start();
    s.remove('.locsyncrc');
    const { url, project } = s.service;
    const none = { LOCSYNC_BASE_URL: undefined, LOCSYNC_PROJECT: undefined };
    const flags = `${LIST} --base-url ${url} --project ${project}`;
    expect((await s.run(flags, { env: none })).code(0).json.locales).toHaveLength(3);
    expect((await s.run(LIST)).code(0).json.locales).toHaveLength(3);
    (await s.run(`locales --base-url ${url}`, { env: none })).code(2).stderr('no configuration found');
    expect((await s.run(`${flags} --config x.yml`, { env: none })).code(2).errors).toEqual([
      'CONFIG_NO_SUCH_FILE',
    ]);
  });
});

describe('a source locale that the project lacks', () => {
  const COMMANDS = ['status', 'diff --name-only', 'push', 'pull', 'locales'];

  it('is warned of on every command, and changes no exit code', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.json'], sourceLocale: 'fr' } });
    s.file('l/en.json', EN);
    (await s.run('push')).code(0);
    for (const command of COMMANDS) {
      const ran = (await s.run(command)).code(0);
      ran.stderr(
        'warning: .locsyncrc: the project has no locale fr, the source locale of the configuration; it has en, de, pt-BR: no file counts as the source\n',
        '`sourceLocale`',
      );
      expect(ran.err.match(/no locale fr/g), command).toHaveLength(1);
    }
    s.config({ files: ['l/{locale}.json'], sourceLocale: 'de' });
    for (const command of COMMANDS) (await s.run(command)).code(0).emptyStderr();
  });

  it('each one once, also that of an entry; the code of the service and the one in file names will do', async () => {
    const s = await Session.start({
      config: {
        sourceLocale: 'nl',
        localeMap: { 'pt-BR': 'br' },
        files: [
          'a/{locale}.json',
          'b/{locale}.json',
          { path: 'c/{locale}.json', sourceLocale: 'fr' },
          { path: 'd/{locale}.json', sourceLocale: 'pt_br' },
          { path: 'e/{locale}.json', sourceLocale: 'br' },
        ],
      },
    });
    for (const folder of 'abcde') s.file(`${folder}/en.json`, EN);
    const { json } = (await s.run('status --json')).code(0);
    expect(json.warnings.map(({ message }) => /no locale (\w+)/.exec(message)?.[1])).toEqual(['nl', 'fr']);
  });

  it('that is the default is said to be, and a file of it is warned of instead', async () => {
    const s = await Session.start({
      service: { locales: ['de', 'fr'] },
      config: { files: ['l/{locale}.json', 'm/{locale}.json'] },
    });
    s.file('l/de.json', EN).file('m/de.json', EN);
    (await s.run('status'))
      .code(0)
      .stderr('the project has no locale en, the default source locale; it has de, fr: no file');
    s.file('l/en.json', EN);
    const ran = (await s.run('status --json')).code(0);
    expect(ran.warnings).toEqual(['LOCALE_STRANGER']);
    expect(ran.json.warnings[0]?.message).toContain('not synced: the project has no source locale en');
  });
});
