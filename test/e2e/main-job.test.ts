import { describe, expect, it } from 'vitest';
import { posts, Session } from '../support/session.js';

const EN = 'en:\n  cart:\n    title: Your cart\n    empty: Nothing here yet\n  bye: Goodbye\n';
const DE =
  '# by hand\nde:\n  cart:\n    title: "Ihr Warenkorb" # quoted\n    empty: Noch nichts da\n  bye: Tschüss\n';
const NAME = 'config/locales/en.yml';

async function shop() {
  const session = await Session.start();
  session.file('config/locales/en.yml', EN).file('config/locales/de.yml', DE);
  return session;
}

describe('the main job', () => {
  it('MG-10 push uploads each file once, status --check is then content, and a second push says nothing to the service', async () => {
    const s = await shop();
    const first = (await s.run('push --json')).code(0).emptyStderr();
    expect(first.states).toEqual({ 'config/locales/en.yml': 'pushed', 'config/locales/de.yml': 'pushed' });
    expect(first.json.files.map(({ version }) => version)).toEqual([1, 2]);
    expect(first.json.summary).toMatchObject({ uploads: 2, pushed: 2 });
    expect(posts(s.service)).toEqual({ events: 1, uploads: 2 });
    expect(await s.service.texts(NAME, 'de')).toEqual({
      'cart.title': 'Ihr Warenkorb',
      'cart.empty': 'Noch nichts da',
      bye: 'Tschüss',
    });
    (await s.run('status --check'))
      .code(0)
      .emptyStderr()
      .stdout(/Everything is in sync/);
    const before = s.snapshot();
    (await s.run('push')).code(0).emptyStderr().stdout('Nothing to push.');
    expect(posts(s.service)).toEqual({ events: 1, uploads: 2 });
    s.unchanged(before);
  });

  it('MG-03 KV-06 pull changes exactly the lines that the service changed, MG-09 and a second pull touches nothing', async () => {
    const s = await shop();
    (await s.run('push')).code(0);
    await s.service.put('de', NAME, { 'cart.title': 'Dein Warenkorb', 'cart.total': 'Summe' });
    const seen = (await s.run('status --check --json')).code(1).json;
    expect(seen.files.find(({ locale }) => locale === 'de')).toMatchObject({
      state: 'to-pull',
      keys: { toPull: 2, toPush: 0, conflicts: 0 },
    });
    (await s.run('pull'))
      .code(0)
      .emptyStderr()
      .stdout(/Pulled 1 file/, 'config/locales/de.yml');
    s.reads('config/locales/en.yml', EN);
    s.reads(
      'config/locales/de.yml',
      DE.replace('"Ihr Warenkorb"', '"Dein Warenkorb"').replace(
        'nichts da\n',
        'nichts da\n    total: Summe\n',
      ),
    );
    const before = s.snapshot();
    (await s.run('pull')).code(0).emptyStderr().stdout('Nothing to pull.');
    s.unchanged(before);
    (await s.run('status --check')).code(0);
    (await s.run('push')).code(0).stdout('Nothing to push.');
  });

  it('ARG-13 push --dry-run names what it would upload, sends no POST and writes nothing', async () => {
    const s = await shop();
    const before = s.snapshot();
    (await s.run('push --dry-run'))
      .code(0)
      .stdout(/would push +config\/locales\/en.yml/, /Would push 2 files/);
    const planned = (await s.run('push --dry-run --json')).code(0).json;
    expect(planned).toMatchObject({ dryRun: true, summary: { uploads: 2 } });
    expect(posts(s.service)).toEqual({ events: 0, uploads: 0 });
    s.unchanged(before);
  });

  it('pull --dry-run and MG-12 status, diff and status --check write nothing, the lock included', async () => {
    const s = await shop();
    (await s.run('push')).code(0);
    await s.service.put('de', NAME, { bye: 'Ade' });
    const before = s.snapshot();
    (await s.run('pull --dry-run'))
      .code(0)
      .stdout(/would pull +config\/locales\/de.yml/, 'Would pull 1 file.');
    (await s.run('status')).code(0).stdout('1 key to pull');
    (await s.run('status --check')).code(1);
    (await s.run('diff')).code(1).stdout('changed on the service', 'here   Tschüss', 'there  Ade');
    (await s.run('diff --name-only')).code(1).stdout(/^config\/locales\/de\.yml\n$/);
    s.unchanged(before);
    expect(posts(s.service)).toEqual({ events: 2, uploads: 3 });
  });

  it('--locale limits push and pull; ARG-09 a locale given twice is done once', async () => {
    const s = await shop();
    const first = (await s.run('push --locale de --locale de --json')).code(0);
    expect(first.states).toEqual({ 'config/locales/de.yml': 'pushed' });
    expect(posts(s.service)).toEqual({ events: 1, uploads: 1 });
    (await s.run('push')).code(0).stdout(/pushed +config\/locales\/en.yml/);
    expect(posts(s.service)).toEqual({ events: 2, uploads: 2 });
    await s.service.put('de', NAME, { bye: 'Ade' });
    await s.service.put('pt-BR', NAME, { bye: 'Tchau' });
    (await s.run('pull --locale pt-BR,pt-br')).code(0).stdout(/Pulled 1 file/);
    s.reads('config/locales/de.yml', DE);
    s.reads('config/locales/pt-BR.yml', 'pt-BR:\n  bye: Tchau\n');
  });

  it('a path argument limits a run: a file, a folder, a glob, from a subfolder too; one that touches nothing is a mistake', async () => {
    const s = await Session.start({ config: { files: ['app/{locale}.json', 'lib/*/{locale}.json'] } });
    for (const place of ['app', 'lib/one', 'lib/two'])
      s.file(`${place}/en.json`, `{\n  "where": "${place}"\n}\n`);
    const paths = async (args: string, cwd = ''): Promise<string[]> =>
      (await s.run(`status --json ${args}`, { cwd })).json.files.map(({ path }) => path);
    expect(await paths('app/en.json')).toEqual(['app/en.json']);
    expect(await paths('lib')).toEqual(['lib/one/en.json', 'lib/two/en.json']);
    expect(await paths('lib/t*/*.json')).toEqual(['lib/two/en.json']);
    expect(await paths('one', 'lib')).toEqual(['lib/one/en.json']);
    expect(await paths('../app', 'lib')).toEqual(['app/en.json']);
    expect(await paths('.', 'lib/one')).toEqual(['lib/one/en.json']);
    const none = (await s.run('push nowhere --json')).code(2);
    expect(none.errors).toEqual(['PATH_UNMATCHED']);
    (await s.run('push lib')).code(0).stdout('Pushed 2 files.');
    expect(posts(s.service)).toEqual({ events: 1, uploads: 2 });
  });

  it('--cwd runs as from that folder, --config reads that file', async () => {
    const s = await shop();
    s.file('other/en/texts.json', '{"a": "A"}\n').file(
      'other/sync.json',
      '{"files": ["{locale}/texts.json"]}\n',
    );
    (await s.run('push --cwd ../config/locales', { cwd: 'other' })).code(0).stdout('Pushed 2 files.');
    (await s.run('push --config other/sync.json')).code(0).stdout(/pushed +en\/texts.json/);
    expect(s.has('other/locsync.lock')).toBe(true);
    (await s.run('push --cwd nowhere')).code(2).stderr('the folder nowhere does not exist');
  });
});
