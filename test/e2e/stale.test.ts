import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const FILES = ['l/{locale}.json'];

async function synced() {
  const s = await Session.start({ config: { files: FILES }, service: { locales: ['en', 'de', 'fr'] } });
  s.file('l/en.json', jsonText({ a: 'One', b: 'Two' })).file('l/de.json', jsonText({ a: 'Eins', b: 'Zwei' }));
  s.file('l/fr.json', jsonText({ a: 'Un', b: 'Deux' }));
  (await s.run('push')).code(0);
  return s;
}

type Synced = Awaited<ReturnType<typeof synced>>;

/** `de a`, `fr a`: the stale translations as `status --stale` has them. */
async function staleIn(s: Synced): Promise<readonly string[]> {
  const { json: report } = (await s.run('status --stale --json')).code(0);
  const rows = report.files.filter(({ stale }) => (stale?.length ?? 0) > 0);
  expect(report.summary.stale ?? 0).toBe(rows.reduce((sum, { stale = [] }) => sum + stale.length, 0));
  for (const { keys, stale = [] } of report.files) expect(keys.stale).toBe(stale.length);
  return rows.flatMap(({ locale, stale = [] }) => stale.map(({ key }) => `${locale} ${key}`)).sort();
}

const git = (s: Synced, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
    cwd: s.folder,
    encoding: 'utf8',
  });

describe('ST-03 a translation whose source text changes', () => {
  it('is stale before and after a push, with its place, until it changes itself', async () => {
    const s = await synced();
    expect(await staleIn(s)).toEqual([]);
    s.file('l/en.json', jsonText({ a: 'First', b: 'Two' }));
    expect(await staleIn(s)).toEqual(['de a', 'fr a']);
    (await s.run('push')).code(0);
    expect(await staleIn(s)).toEqual(['de a', 'fr a']);
    (await s.run('status --stale')).code(0).stdout('l/de.json:2:8  a (de) is stale', '2 stale translations');
    (await s.run('status --check')).code(0);
    (await s.run('status --check=stale')).code(1);
    s.file('l/de.json', jsonText({ a: 'Erstens', b: 'Zwei' }));
    expect(await staleIn(s)).toEqual(['fr a']);
    (await s.run('push')).code(0);
    await s.service.put('fr', 'l/en.json', { a: 'Premier' });
    (await s.run('pull')).code(0);
    expect(await staleIn(s)).toEqual([]);
    (await s.run('status --check=stale')).code(0);
    expect(s.text('locsync.lock')).not.toContain('!source');
  });

  it.each(['pull', 'resolve --service', 'push --locale en'])(
    'ST-23 is stale under its new name, also if %s is the first run after `mv`',
    async (first) => {
      const s = await synced();
      s.file('l/en.json', jsonText({ a: 'One', b: 'Second' }));
      (await s.run('push')).code(0);
      expect(await staleIn(s)).toEqual(['de b', 'fr b']);
      (await s.run('mv b n')).code(1);
      if (first === 'pull') await s.service.put('de', 'l/en.json', { a: 'Erstens' });
      if (first === 'resolve --service') {
        await s.service.put('de', 'l/en.json', { a: 'Erstens' });
        s.file('l/de.json', jsonText({ a: 'Ains', n: 'Zwei' }));
      }
      await s.run(first);
      await s.run('push');
      expect(await staleIn(s)).toEqual(['de n', 'fr n']);
    },
  );

  it('is stale if a pull brings the source text, and no longer if that goes back', async () => {
    const s = await synced();
    await s.service.put('en', 'l/en.json', { b: 'Second' });
    expect(await staleIn(s)).toEqual([]);
    (await s.run('pull')).code(0);
    expect(await staleIn(s)).toEqual(['de b', 'fr b']);
    s.file('l/en.json', jsonText({ a: 'One', b: 'Two' }));
    (await s.run('push --force')).code(0);
    expect(await staleIn(s)).toEqual([]);
  });

  it('is stale if only the source locale was pushed, and not if it was translated for an unpushed text', async () => {
    const s = await synced();
    s.file('l/en.json', jsonText({ a: 'First', b: 'Two' })).file(
      'l/de.json',
      jsonText({ a: 'Erstens', b: 'Zwei' }),
    );
    (await s.run('push --locale de')).code(0);
    expect(await staleIn(s)).toEqual(['fr a']);
    (await s.run('push --locale en')).code(0);
    expect(await staleIn(s)).toEqual(['fr a']);
  });

  it('is not stale if the lock does not know the key, and a lost lock knows none', async () => {
    const s = await synced();
    s.file('l/en.json', jsonText({ a: 'First', b: 'Two', c: 'Three' })).file(
      'l/de.json',
      jsonText({ a: 'Eins', b: 'Zwei', c: 'Drei' }),
    );
    expect(await staleIn(s)).toEqual(['de a', 'fr a']);
    s.remove('locsync.lock');
    expect(await staleIn(s)).toEqual([]);
  });

  it('counts in a status that reads the index, too', async () => {
    const s = await synced();
    s.file('l/en.json', jsonText({ a: 'First', b: 'Two' }));
    (await s.run('push')).code(0);
    for (let i = 0; i < 3; i++) (await s.run('status')).code(0).stdout('2 stale translations');
    (await s.run('push')).code(0).stdout('Nothing to push');
    (await s.run('accept l')).code(0);
    (await s.run('status')).code(0).never('stale');
  });

  it('works in a file of several languages', async () => {
    const s = await Session.start({ config: { files: ['all.json'] }, service: { locales: ['en', 'de'] } });
    s.file('all.json', jsonText({ en: { a: 'A', n: 'N' }, de: { a: 'D', n: 'M' } }));
    (await s.run('push')).code(0);
    s.file('all.json', jsonText({ en: { a: 'A2', n: 'N' }, de: { a: 'D', n: 'M' } }));
    (await s.run('push')).code(0);
    (await s.run('status --stale')).code(0).stdout('all.json:7:10  a (de) is stale');
    (await s.run('check')).code(0).stdout('the source text of a has changed');
    (await s.run('accept all.json --locale de')).code(0).stdout('all.json (de): a');
    (await s.run('status --stale')).code(0).never('is stale');
  });
});

describe('ST-04 accept', () => {
  async function stale() {
    const s = await synced();
    s.file('l/en.json', jsonText({ a: 'First', b: 'Second' }));
    (await s.run('push')).code(0);
    expect(await staleIn(s)).toEqual(['de a', 'de b', 'fr a', 'fr b']);
    return s;
  }

  it('takes the named files and keys alone, and nothing goes up or comes down for it', async () => {
    const s = await stale();
    (await s.run('accept l/de.json --key a')).code(0).stdout('l/de.json (de): a', 'Accepted 1 translation');
    expect(await staleIn(s)).toEqual(['de b', 'fr a', 'fr b']);
    (await s.run('push')).code(0).stdout('Nothing to push');
    (await s.run('pull')).code(0).stdout('Nothing to pull');
    expect(await staleIn(s)).toEqual(['de b', 'fr a', 'fr b']);
    const { json: report } = (await s.run('accept l --json')).code(0);
    expect(report.summary).toMatchObject({ accepted: 3 });
    expect(report.files.map(({ locale, accepted }) => [locale, accepted])).toEqual([
      ['de', ['b']],
      ['fr', ['a', 'b']],
    ]);
    expect(await staleIn(s)).toEqual([]);
    const before = s.snapshot();
    (await s.run('accept l')).code(0).stdout('Nothing to accept');
    s.unchanged(before);
  });

  it('holds until the source text changes again, pushed or not', async () => {
    const s = await synced();
    s.file('l/en.json', jsonText({ a: 'First', b: 'Two' }));
    (await s.run('accept l/fr.json')).code(0).stdout('fr');
    expect(await staleIn(s)).toEqual(['de a']);
    (await s.run('push')).code(0);
    expect(await staleIn(s)).toEqual(['de a']);
    s.file('l/en.json', jsonText({ a: 'Initial', b: 'Two' }));
    expect(await staleIn(s)).toEqual(['de a', 'fr a']);
  });

  it('needs no service, refuses a path without locale files and a lock that cannot be read', async () => {
    const s = await stale();
    const env = { LOCSYNC_BASE_URL: undefined, LOCSYNC_PROJECT: undefined, LOCSYNC_TOKEN: undefined };
    (await s.run('accept l/de.json --key b', { env })).code(0).stdout('Accepted 1');
    (await s.run('accept nowhere')).code(2).stderr('nowhere');
    (await s.run('accept')).code(2);
    s.file('locsync.lock', s.text('locsync.lock').replace('"version": 1', '"version": 2'));
    const before = s.snapshot();
    (await s.run('accept l')).code(5).stderr('locsync.lock');
    s.unchanged(before);
    (await s.run('check')).code(0).never('has changed since');
  });
});

describe('ST-05 check and diff', () => {
  it('check warns of stale translations, as an error if the configuration says so, and not if it is off', async () => {
    const s = await synced();
    s.file('l/en.json', jsonText({ a: 'First', b: 'Two' }));
    const { json: report } = (await s.run('check --json')).code(0);
    expect(report.summary).toMatchObject({ stale: 2, problems: 2 });
    expect(report.warnings[0]).toMatchObject({ code: 'CHECK_STALE', path: 'l/de.json', line: 2, key: 'a' });
    s.config({ files: FILES, check: { rules: { stale: 'error' } } });
    (await s.run('check')).code(1).stdout('the source text of a has changed since it was translated');
    s.config({ files: FILES, check: { rules: { stale: 'off' } } });
    (await s.run('check')).code(0).never('has changed');
    (await s.run('push --strict')).code(0);
  });

  it('diff shows the source text that git has, ends with 0 for it, and names no file', async () => {
    const s = await synced();
    s.remove('.git');
    git(s, 'init', '-q');
    git(s, 'add', '.');
    git(s, 'commit', '-qm', 'Sync');
    s.file('l/en.json', jsonText({ a: 'First', b: 'Two' }));
    (await s.run('push')).code(0);
    git(s, 'commit', '-qam', 'Change a text');
    const ran = (await s.run('diff')).code(0);
    ran.stdout('l/de.json (de)', /a +stale/, /here +Eins/, /source was +One/, /source is +First/);
    (await s.run('diff')).code(0).stdout(/source was +One/);
    expect((await s.run('diff --reporter markdown')).code(0).out).toContain('First');
    (await s.run('diff --name-only')).code(0).never('l/de.json');
    const { json: report } = (await s.run('diff --json')).code(0);
    const german = report.files.find(({ locale }) => locale === 'de');
    expect(german).toMatchObject({
      changes: [],
      stale: [{ key: 'a', line: 2, text: 'Eins', source: 'First', sourceBefore: 'One' }],
    });
  });

  it('diff goes without the earlier text where there is no repository', async () => {
    const s = await synced();
    s.file('l/en.json', jsonText({ a: 'First', b: 'Two' }));
    (await s.run('push')).code(0);
    (await s.run('diff'))
      .code(0)
      .stdout(/source is +First/)
      .never('source was');
  });
});
