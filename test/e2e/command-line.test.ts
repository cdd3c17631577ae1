import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/options/table.js';
import { Session } from '../support/session.js';

async function shop() {
  const s = await Session.start({ config: { files: ['src/i18n/{locale}/app.json'] } });
  s.file('src/i18n/en/app.json', '{"a":"A"}').file('src/i18n/de/app.json', '{"a":"Ä"}');
  return s.file('.locsync/.gitignore', '*\n');
}

describe('a command that there is not', () => {
  const LINES = [
    ['pul config', 'pull'],
    ['psuh --dry-run', 'push'],
    ['psuh --locale de', 'push'],
    ['stauts --chek --debug', 'status'],
    ['pul --help', 'pull'],
    ['pul -h', 'pull'],
    ['pul --version', 'pull'],
    ['--version pul', 'pull'],
    ['--project x --no-color --cwd=. psuh', 'push'],
    ['--reporter human psuh --all a b', 'push'],
    ['-- psuh --help', 'push'],
    ['hepl push', 'help'],
    ['help psuh', 'push'],
  ] as const;
  it.each(LINES)('`locsync %s` is told the nearest one, %s', async (line, near) => {
    const s = await shop();
    const before = s.snapshot();
    const ran = (await s.run(line)).code(2).stderr(/^error: unknown command "/, `did you mean ${near}?`);
    expect(ran.out).toBe('');
    s.unchanged(before);
  });

  it('is not a value of an option in front, and an empty word is none', async () => {
    const s = await shop();
    expect((await s.run('--project psuh status --json')).json.command).toBe('status');
    (await s.run(['', '--help'])).code(2).stderr('unknown command ""');
    (await s.run('stauts --check --json')).code(2);
    expect((await s.run('stauts --check --json')).errors).toEqual(['COMMAND_UNKNOWN']);
  });

  it('an unknown option in front of a command is still that', async () => {
    const s = await shop();
    (await s.run('--nope psuh')).code(2).stderr('unknown option --nope for `locsync`');
  });
});

describe('help as other programs give it', () => {
  it.each(COMMANDS)('-h and `help $name` print what `$name --help` prints', async ({ name }) => {
    const s = await Session.start();
    const { out } = (await s.run([name, '--help'])).code(0).emptyStderr();
    expect(out).toContain('-h, --help');
    for (const argv of [
      [name, '-h'],
      ['help', name],
      ['--no-color', 'help', name],
      ['help', name, '--quiet'],
    ])
      expect((await s.run(argv)).code(0).emptyStderr().out, argv.join(' ')).toBe(out);
  });

  it('`help` and -h print the help of the program; `help help` that of itself', async () => {
    const s = await Session.start();
    const { out } = (await s.run('--help')).code(0).emptyStderr();
    for (const line of ['help', '-h', '--no-color help']) expect((await s.run(line)).code(0).out).toBe(out);
    (await s.run('help help')).code(0).stdout('Usage: locsync help [options] [command]');
    expect((await s.run('help --help')).code(0).out).toBe((await s.run('help help')).out);
  });

  it('takes one command', async () => {
    const s = await Session.start();
    (await s.run('help push pull')).code(2).stderr('`locsync help` takes no argument "pull"');
    (await s.run('help --all')).code(2).stderr('unknown option --all for `locsync help`');
  });
});

describe('an error of the command line', () => {
  it.each(['--reporter=json', '--reporter json', '--json'])('is one document with %s', async (option) => {
    const s = await shop();
    const ran = (await s.run(`status ${option} --chek`)).code(2).emptyStderr();
    expect(ran.json).toMatchObject({ command: 'status', errors: [{ code: 'OPTION_UNKNOWN' }] });
  });

  it('is printed for JUnit and for GitHub too', async () => {
    const s = await shop();
    const junit = (await s.run('status --chek --reporter=junit')).code(2);
    junit.stdout('<?xml', 'failures="1"').stderr('unknown option --chek');
    (await s.run('status --reporter github --chek'))
      .code(2)
      .stdout(/^::error title=locsync%3A OPTION_UNKNOWN/);
  });

  it('is for people if the reporter is unknown, and after -- there are no options', async () => {
    const s = await shop();
    (await s.run('status --reporter=xml')).code(2).stderr('not "xml"');
    (await s.run(['status', '--chek', '--', '--reporter=json'])).code(2).stderr('--chek');
    (await s.run(['status', '--config', '--json', '--chek'])).code(2).stderr('--chek');
  });

  it.each([
    ['status --chek --json', 'status'],
    ['status --json --locale', 'status'],
    ['--project x --json push --locale', 'push'],
    ['completion --json', 'completion'],
    ['completion bash zsh --json', 'completion'],
    ['stauts --json', ''],
    ['--json', ''],
  ])('`%s` names the command "%s"', async (line, command) => {
    const s = await shop();
    expect((await s.run(line)).code(2).json.command).toBe(command);
  });

  it.each([
    ['status --check=1', 'the option --check takes push, pull, conflict, missing or stale, not "1"'],
    ['pull --prune=yes', 'the option --prune takes no value'],
    ['status --json=x', 'the option --json takes no value'],
    ['status --help=1', 'the option --help takes no value'],
    ['--quiet= status', 'the option --quiet takes no value'],
    ['completion bash zsh', '`locsync completion` takes no argument "zsh"'],
    ['locales de', '`locsync locales` takes no argument "de"'],
  ])('`%s`: %s', async (line, message) => {
    (await (await shop()).run(line)).code(2).stderr(`error: ${message}`).never('did you mean');
  });
});

describe('--cwd', () => {
  it('must be a folder', async () => {
    const s = await shop();
    s.file('nope.txt', 'x');
    mkdirSync(join(s.folder, 'no'));
    for (const command of ['status', 'check', 'init', 'push --watch'])
      (await s.run(`${command} --cwd nope`)).code(2).stderr('error: the folder nope does not exist', '--cwd');
    (await s.run('status --cwd nope.txt')).code(2).stderr('error: nope.txt is a file, not a folder');
    (await s.run('status --cwd nope.txt/deep')).code(2).stderr('the folder nope.txt/deep does not exist');
    for (const argv of [['--cwd='], ['--cwd', '']])
      (await s.run(['status', ...argv])).code(2).stderr('the option --cwd needs a value');
    expect((await s.run('status --json --cwd nope')).code(2).errors).toEqual(['CWD_NO_FOLDER']);
  });

  it('may be absolute, end in a slash, or lie elsewhere', async () => {
    const s = await shop();
    const other = join(dirname(s.folder), 'other');
    mkdirSync(join(other, '.git'), { recursive: true });
    writeFileSync(join(other, '.locsyncrc'), 'files: ["{locale}.json"]\n');
    writeFileSync(join(other, 'en.json'), '{"a":"A"}');
    for (const folder of ['src/', './src/i18n', s.folder, other, '../other'])
      (await s.run(['check', '--cwd', folder])).code(0);
  });
});

describe('a path argument', () => {
  it.each(['status', 'diff', 'check', 'push', 'pull'])('%s refuses an empty one', async (command) => {
    const s = await shop();
    const before = s.snapshot();
    for (const argv of [
      [command, ''],
      [command, 'src', ''],
      [command, '--locale', 'de', ''],
    ])
      (await s.run(argv)).code(2).stderr('error: an empty argument is not a path');
    s.unchanged(before);
    expect(s.service.lines.filter((line) => line.startsWith('POST'))).toEqual([]);
  });

  describe('may be absolute, through a link or not', () => {
    /** The project, and a folder beside it that leads there. */
    async function linked() {
      const s = await shop();
      const link = `${s.folder}-link`;
      symlinkSync(s.folder, link);
      return { s, link };
    }

    it.each(['status', 'diff', 'check', 'push --dry-run', 'pull --dry-run', 'pseudo --dry-run'])(
      '%s',
      async (command) => {
        const { s, link } = await linked();
        const from = [[], ['--cwd', link], ['--config', `${link}/.locsyncrc`]];
        const names = ['/src/i18n/de/app.json', '/src/i18n/de', '/src/i18n/*/app.json', '', '/src/'];
        for (const options of from)
          for (const folder of [s.folder, link])
            for (const name of names) {
              const ran = await s.run([...command.split(' '), ...options, `${folder}${name}`]);
              ran.never('is not part of any file set');
              expect([0, 1], ran.transcript).toContain(ran.exitCode);
            }
        (await s.run([...command.split(' '), '--cwd', link, `${link}/src/i18n/dee`]))
          .code(2)
          .stderr('is not part of any file set', 'did you mean src/i18n/de?');
        (await s.run([...command.split(' '), `${link}-else/src/i18n/de`])).code(2);
      },
    );

    it('mv, rm, accept, resolve and plans', async () => {
      const { s, link } = await linked();
      const de = `${link}/src/i18n/de/app.json`;
      (await s.run(['accept', '--cwd', link, de])).code(0);
      (await s.run(['resolve', '--local', de])).code(0);
      (await s.run(['push', '--cwd', link, '--plan', 'plan.json', de])).code(0);
      expect(s.text('plan.json')).toContain('"src/i18n/de/app.json"');
      (await s.run(['apply', '--cwd', link, `${link}/plan.json`])).code(0).stdout('app.json');
      (await s.run(['push', '--plan', de])).code(2).stderr('locale file');
      s.config({ files: ['src/i18n/{locale}/*.json'] });
      const renamed = `${link}/src/i18n/de/new.json`;
      (await s.run(['mv', de, renamed])).stdout('new.json');
      expect(s.has('src/i18n/de/new.json')).toBe(true);
      (await s.run(['rm', '--cwd', link, renamed])).stdout('new.json');
      expect(s.has('src/i18n/de/new.json')).toBe(false);
    });

    it('a link in the project keeps its name, and one that leads into it is followed', async () => {
      const { s, link } = await linked();
      symlinkSync('../en/app.json', `${s.folder}/src/i18n/de/linked.json`);
      s.config({ files: ['src/i18n/{locale}/*.json'] });
      symlinkSync(`${s.folder}/src/i18n/de`, `${link}-of-de`);
      (await s.run(['check', `${link}-of-de/app.json`])).code(0).stdout('2 files');
      (await s.run(['check', `${link}/src/i18n/de/linked.json`])).never('is not part of any file set');
    });
  });

  it.each(['status', 'check'])('%s suggests what can be typed in this folder', async (command) => {
    const s = await shop();
    const suggested = async (path: string, cwd: string): Promise<string> =>
      /did you mean (.*)\?/.exec((await s.run([command, path], { cwd })).code(2).err)?.[1] ?? '';
    expect(await suggested('src/i18n/de', 'src/i18n')).toBe('de');
    expect(await suggested('./src/i18n/dee/', 'src/i18n')).toBe('de');
    expect(await suggested('src/i18n/de/app.json', 'src/i18n/en')).toBe('../de/app.json');
    expect(await suggested('src/i18n', 'src/i18n')).toBe('.');
    expect(await suggested('de/ap.json', 'src/i18n')).toBe('de/app.json');
    expect(await suggested('../i18n/d', 'src/i18n/')).toBe('de');
    expect(await suggested('src/i18/de', '')).toBe('src/i18n/de');
    expect(await suggested('elsewhere', 'src/i18n')).toBe('');
  });
});

describe('a value of an option of the connection', () => {
  it.each([
    'check',
    'accept src/i18n/de/app.json',
    'mv a b',
    'rm a',
    'pseudo',
    'git-setup',
    'undo',
    'logout',
    'completion bash',
    'apply plan.json',
    'serve --port 0',
  ])('%s refuses one that no run would take', async (command) => {
    const s = await shop();
    const before = s.snapshot();
    const options = '--concurrency abc --timeout 0 --retries -1 --base-url nonsense --project a/b';
    const ran = await s.run(`${command} ${options}`);
    ran
      .code(2)
      .stderr('"--concurrency" must be', '"--timeout"', '"--retries"', '"--base-url"', '"--project"');
    (await s.run(`${command} --concurrency 1.5`)).code(2).stderr('"--concurrency" must be a whole number');
    s.unchanged(before);
  });

  it('may be any that a run takes, and a variable is no concern of a command without a service', async () => {
    const s = await shop();
    const env = { LOCSYNC_CONCURRENCY: 'abc', LOCSYNC_BASE_URL: 'nonsense' };
    (await s.run('check --concurrency 3 --timeout 1.5 --retries 0', { env })).code(0);
    (await s.run('check --base-url https://example.com --project pro_1', { env })).code(0);
    // Of --project, every command says the same.
    for (const id of ['Pro.1', 'a~b', 'x'.repeat(101)])
      for (const command of ['config', 'check', 'status', 'push'])
        (await s.run(`${command} --project ${id}`)).code(2).stderr('"--project" must be the API ID');
    (await s.run('check --base-url http://example.com')).code(2).stderr('"--base-url"');
    (await s.run('check --base-url http://example.com', { env: { LOCSYNC_ALLOW_INSECURE: '1' } })).code(0);
  });
});
