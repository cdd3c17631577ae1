import { describe, expect, it } from 'vitest';
import { CANARY, Session, type Side } from '../support/session.js';
import { Person } from '../support/person.js';
import { hangUp } from '../support/scripted-server.js';

const EN = 'en:\n  hello: Hello %{name}\n  bye: Goodbye\n';
const DE = 'de:\n  hello: Hallo\n';

async function shop() {
  const s = await Session.start();
  return s.file('config/locales/en.yml', EN).file('config/locales/de.yml', DE);
}

// Every document that any test gets from the program is held against schema/report.schema.json
// (test/support/document.ts). Here is one of each kind, so that none goes unseen.
describe('--json is what schema/report.schema.json says', () => {
  it('of every command that ends well', async () => {
    const s = await shop();
    expect((await s.run('locales --json')).code(0).json).toMatchObject({
      command: 'locales',
      locales: [{ code: 'en' }, {}, {}],
    });
    expect((await s.run('status --json --missing')).code(0).json.files[1]?.missing).toEqual(['bye']);
    expect((await s.run('diff --json')).code(1).json.files[0]?.changes).toHaveLength(2);
    expect((await s.run('diff --json --name-only')).code(1).json.files[0]).not.toHaveProperty('changes');
    expect((await s.run('push --json --dry-run')).code(0).json).toMatchObject({
      dryRun: true,
      summary: { uploads: 2 },
    });
    expect((await s.run('push --json')).code(0).json.summary.pushed).toBe(2);
    await s.service.put('de', 'config/locales/en.yml', { hello: 'Moin' });
    await s.service.upload('other/en.yml', 'en:\n  a: A\n');
    expect((await s.run('status --json')).code(0).json.unmatched).toMatchObject([{ name: 'other/en.yml' }]);
    expect((await s.run('pull --json --dry-run')).code(0).json.summary.toPull).toBe(1);
    expect((await s.run('pull --reporter json')).code(0).json.summary.pulled).toBe(1);
    const check = (await s.run('check --json')).code(1).json;
    expect(check).toMatchObject({
      ok: false,
      summary: { problems: 1, placeholders: 1 },
      errors: [{ key: 'hello' }],
    });
    expect(new Set(check.files.map(({ state }) => state))).toEqual(new Set(['in-sync', 'failed']));
  });

  it('of a conflict, a file that failed, and a project with nothing in it', async () => {
    const s = await shop();
    (await s.run('push')).code(0);
    await s.service.put('de', 'config/locales/en.yml', { hello: 'Moin' });
    s.file('config/locales/de.yml', 'de:\n  hello: Servus\n');
    expect((await s.run('push --json')).code(1).errors).toEqual(['CONFLICT']);
    s.file('config/locales/de.yml', 'de:\n  hello: "Servus\n');
    const broken = (await s.run('pull --json')).code(5).json;
    expect(broken.files.find(({ locale }) => locale === 'de')).toMatchObject({
      state: 'failed',
      error: { line: 3 },
    });
    const empty = await Session.start({ config: { files: ['a/{locale}.json'] } });
    for (const command of ['status', 'diff', 'push', 'pull', 'check'])
      expect((await empty.run(`${command} --json`)).code(2).errors, command).toEqual(['PATTERN_UNMATCHED']);
    const bare = await Session.start({ config: {} });
    expect((await bare.run('locales --json')).code(0).json.locales).toHaveLength(3);
    for (const command of ['status', 'check']) {
      const missing = (await bare.run(`${command} --json`)).code(2).json;
      expect(missing.errors, command).toMatchObject([{ code: 'FILES_MISSING', path: '.locsyncrc' }]);
    }
    await bare
      .file('sub/x', '')
      .run('status', { cwd: 'sub' })
      .then((ran) => ran.stderr('error: ../.locsyncrc: '));
  });

  it('of runs that end before they have a report', async () => {
    const s = await shop();
    expect((await s.run('pusch --json')).code(2).json).toMatchObject({
      command: '',
      errors: [{ code: 'COMMAND_UNKNOWN' }],
    });
    expect((await s.run('push --json --localle de')).code(2).errors).toEqual(['OPTION_UNKNOWN']);
    expect((await s.run('completion tcsh --json')).code(2).json).toMatchObject({ command: 'completion' });
    expect((await s.run('serve --json --port x')).code(2).out).toContain('"command": "serve"');
    const env = { LOCSYNC_TOKEN: undefined };
    expect((await s.run('status --json', { env })).code(3).errors).toEqual(['TOKEN_MISSING']);
    const wrong = { LOCSYNC_TOKEN: 'tok_wrong_0123456789' };
    expect((await s.run('status --json', { env: wrong })).code(3).errors).toEqual(['TOKEN_REJECTED']);
    s.config('concurency: 3\nretries: many\n');
    expect((await s.run('status --json')).code(2).errors).toEqual([
      'CONFIG_UNKNOWN_KEY',
      'CONFIG_WRONG_TYPE',
    ]);
    const down = await Session.scripted();
    down.service.script.on('locales', hangUp);
    down.file('config/locales/en.yml', EN);
    const failed = (await down.run('status --json --retries 0')).code(4).json;
    expect(failed).toMatchObject({ command: 'status', ok: false, exitCode: 4, files: [] });
  });

  it('of init, login and logout', async () => {
    const s = await shop();
    const person = new Person();
    person.file('config/locales/en.yml', EN).file('config/locales/de.yml', DE);
    const { url, project }: Side = s.service;
    const where = ['--base-url', url, '--project', project];
    const env = { LOCSYNC_TOKEN: CANARY };
    const print = (await person.run(['init', '--json', '--print', ...where], { env })).code(0);
    expect(print.json.configuration).toMatchObject({ path: '.locsyncrc', written: false });
    const written = (await person.run(['init', '--json', '--yes', ...where], { env })).code(0);
    expect(written.json).toMatchObject({
      command: 'init',
      summary: { patterns: 1, files: 2 },
      configuration: { written: true },
    });
    expect((await person.run(['init', '--json', '--yes', ...where], { env })).code(2).errors).toEqual([
      'INIT_EXISTS',
    ]);
    const login = await person.run(['login', '--json', '--token-stdin', ...where], { input: `${CANARY}\n` });
    expect(login.code(0).json).toMatchObject({ command: 'login', ok: true });
    expect((await person.run(['logout', '--json', ...where])).code(0).json.command).toBe('logout');
    expect((await person.run(['logout', '--json', ...where])).json.command).toBe('logout');
  });
});
