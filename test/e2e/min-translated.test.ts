import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const SOURCE = { a: 'One', b: 'Two', c: 'Three', d: 'Four', e: 'Five' };

/** The service holds four of five German texts and one French one; here there is only English. */
async function project(config: Readonly<Record<string, unknown>> = {}) {
  const s = await Session.start({
    config: { files: ['l/{locale}.json'], ...config },
    service: { locales: ['en', 'de', 'fr'] },
  });
  s.file('l/en.json', jsonText(SOURCE));
  (await s.run('push')).code(0);
  await s.service.put('de', 'l/en.json', { a: 'Eins', b: 'Zwei', c: 'Drei', d: 'Vier' });
  await s.service.put('fr', 'l/en.json', { a: 'Un' });
  return s;
}

const FRENCH = 'Not pulled: fr, of which 20% is translated on the service (1 of 5 keys), less than 80%';

describe('MT-01 pull --min-translated', () => {
  it('makes no file of a locale below it, says so in one line, and pulls the others', async () => {
    const s = await project();
    const ran = (await s.run('pull --min-translated 80')).code(0).stdout(FRENCH).emptyStderr();
    expect(ran.out.split('Not pulled')).toHaveLength(2);
    s.reads('l/de.json', jsonText({ a: 'Eins', b: 'Zwei', c: 'Drei', d: 'Vier' }));
    expect(s.has('l/fr.json')).toBe(false);
    const again = (await s.run('pull --min-translated 80')).code(0).stdout('Nothing to pull', FRENCH);
    expect(again.out).not.toContain('l/fr.json');
    (await s.run('pull')).code(0).never('Not pulled');
    s.reads('l/fr.json', jsonText({ a: 'Un' }));
  });

  it('plans nothing for a locale below it', async () => {
    const s = await project();
    s.file('l/fr.json', jsonText({ a: '' }));
    const shown = (await s.run('pull --min-translated 80 --dry-run --verbose')).code(0);
    shown.stdout('"Eins"').never('"Un"');
    (await s.run('pull --min-translated 80 --plan p.json')).code(0);
    expect(s.text('p.json')).toContain('Eins');
    expect(s.text('p.json')).not.toContain('"Un"');
    (await s.run('apply p.json')).code(0);
    s.reads('l/fr.json', jsonText({ a: '' }));
  });

  it('is met by exactly that share, and by no less', async () => {
    const s = await project();
    (await s.run('pull --min-translated 80.1')).code(0).stdout('Not pulled: de', 'Not pulled: fr');
    expect(s.has('l/de.json')).toBe(false);
    (await s.run('pull --min-translated 80')).code(0);
    expect(s.has('l/de.json')).toBe(true);
  });

  it('leaves a file and its base as they are, conflicts included, and push goes on as ever', async () => {
    const s = await project();
    (await s.run('pull')).code(0);
    const [file, lock] = [s.text('l/fr.json'), s.text('locsync.lock')];
    await s.service.put('fr', 'l/en.json', { a: 'Une' });
    const before = s.snapshot();
    (await s.run('pull --min-translated 80')).code(0).stdout(FRENCH);
    s.unchanged(before).reads('l/fr.json', file).reads('locsync.lock', lock);
    s.file('l/fr.json', jsonText({ a: 'Premier' }));
    for (const options of ['', ' --force', ' --restore', ' --empty --prune --allow-shrink'])
      (await s.run(`pull --min-translated 80${options}`)).code(0).stdout(FRENCH).emptyStderr();
    s.reads('l/fr.json', jsonText({ a: 'Premier' })).reads('locsync.lock', lock);
    (await s.run('pull')).code(1).stderr('changed on both sides: a');
    s.file('l/fr.json', jsonText({ a: 'Un', b: 'Deux' }));
    (await s.run('push')).code(0).stdout('1 added');
    expect(await s.service.texts('l/en.json', 'fr')).toEqual({ a: 'Une', b: 'Deux' });
  });

  it('always pulls the source locale, and counts the service, not the disk', async () => {
    const s = await project();
    (await s.run('pull')).code(0);
    await s.service.put('en', 'l/en.json', { a: 'First' });
    s.file('l/fr.json', jsonText({ a: 'Un', b: 'Deux', c: 'Trois', d: 'Quatre', e: 'Cinq' }));
    await s.service.put('fr', 'l/en.json', { a: 'Une' });
    (await s.run('pull --min-translated 100')).code(0).stdout('Not pulled: fr, of which 20%');
    expect(s.text('l/en.json')).toContain('First');
    expect(s.text('l/fr.json')).toContain('"Un"');
  });
});

describe('MT-02 minTranslated of the configuration', () => {
  it('keeps status quiet about what no pull would write, and says why', async () => {
    const s = await project({ minTranslated: 80 });
    (await s.run('pull')).code(0).stdout(FRENCH);
    const status = (await s.run('status --check=pull')).code(0).stdout(FRENCH).never('to pull');
    expect(status.out).toContain('skipped');
    const { json: report } = (await s.run('status --json')).code(0);
    expect(report.leftOut).toEqual([
      { setting: 'minTranslated', locales: ['fr'], translated: 1, total: 5, percent: 80 },
    ]);
    const row = report.files.find(({ locale }) => locale === 'fr');
    expect(row).toMatchObject({ state: 'skipped', reason: 'min-translated' });
    (await s.run('config')).code(0).stdout(/minTranslated +80/);
    (await s.run('doctor')).stdout('minTranslated: 80');
    (await s.run('pull --min-translated 0')).code(0);
    expect(s.has('l/fr.json')).toBe(true);
  });

  it('is shown by every reporter, and pull --json names the row', async () => {
    const s = await project({ minTranslated: 80 });
    expect((await s.run('pull --dry-run --reporter markdown')).code(0).out).toMatch(/Not pulled.*fr/);
    expect((await s.run('pull --dry-run --reporter github')).code(0).out).toContain('Not pulled: fr');
    (await s.run('pull --dry-run --reporter junit')).code(0).never('<failure');
    const { json: report } = (await s.run('pull --json')).code(0);
    expect(report.files.map(({ locale, state }) => `${locale} ${state}`)).toEqual([
      'en in-sync',
      'de pulled',
      'fr skipped',
    ]);
    expect(report.summary).toMatchObject({ pulled: 1, skipped: 1 });
  });

  it('is refused if it is no percentage', async () => {
    const s = await project();
    for (const value of ['101', '-1', 'eighty', '80%'])
      (await s.run(['pull', `--min-translated=${value}`])).code(2).stderr('a number from 0 to 100');
    s.config({ files: ['l/{locale}.json'], minTranslated: 180 });
    (await s.run('pull')).code(2).stderr('minTranslated', 'from 0 to 100');
  });
});

describe('MT-03 the files that count together', () => {
  const two = (minTranslated: Readonly<Record<string, unknown>>) => ({
    files: ['a/{locale}.json', { path: 'b/{locale}.json', ...minTranslated }],
  });

  /** German: all of `a`, nothing but one key of `b`. */
  async function of(config: Readonly<Record<string, unknown>>) {
    const s = await Session.start({ config, service: { locales: ['en', 'de'] } });
    s.file('a/en.json', jsonText({ x: 'X', y: 'Y' })).file('b/en.json', jsonText(SOURCE));
    (await s.run('push')).code(0);
    await s.service.put('de', 'a/en.json', { x: 'Ix', y: 'Ypsilon' });
    await s.service.put('de', 'b/en.json', { a: 'Eins' });
    return s;
  }

  it('are all files with one minimum: a locale is pulled whole or not at all', async () => {
    const s = await of({ ...two({}), minTranslated: 50 });
    (await s.run('pull'))
      .code(0)
      .stdout('Not pulled: de, of which 42% is translated on the service (3 of 7 keys)');
    expect([s.has('a/de.json'), s.has('b/de.json')]).toEqual([false, false]);
    await s.service.put('de', 'b/en.json', { b: 'Zwei' });
    (await s.run('pull')).code(0).never('Not pulled');
    expect([s.has('a/de.json'), s.has('b/de.json')]).toEqual([true, true]);
  });

  it('are those of one entry if only it has a minimum', async () => {
    const s = await of(two({ minTranslated: 50 }));
    (await s.run('pull')).code(0).stdout('Not pulled of b/{locale}.json: de, of which 20%');
    expect([s.has('a/de.json'), s.has('b/de.json')]).toEqual([true, false]);
  });

  it('hold what an index knows of files that have not changed, too', async () => {
    const s = await of({ ...two({}), minTranslated: 50 });
    (await s.run('pull --min-translated 0')).code(0);
    (await s.run('pull --min-translated 0')).code(0);
    await s.service.put('de', 'b/en.json', { a: 'Erstens' });
    (await s.run('pull')).code(0).stdout('(3 of 7 keys)');
    s.reads('b/de.json', jsonText({ a: 'Eins' }));
  });

  it('count as the service does if the source file is not here yet', async () => {
    const s = await project();
    s.remove('l/en.json').remove('locsync.lock');
    (await s.run('pull --min-translated 50 --locale fr')).code(0).stdout('fr, of which 20%');
    (await s.run('pull --min-translated 50')).code(0).stdout('fr, of which 20%').never('Not pulled: de');
    expect([s.has('l/en.json'), s.has('l/fr.json')]).toEqual([true, false]);
  });
});

it('MT-04 in a file of several languages the part of one below the minimum stays as it is', async () => {
  const s = await Session.start({
    config: { files: ['all.json'] },
    service: { locales: ['en', 'de', 'fr'] },
  });
  const held = { en: { a: 'A', b: 'B' }, de: { a: 'A', b: 'B' }, fr: { a: 'A' } };
  s.file('all.json', jsonText(held));
  (await s.run('push')).code(0);
  const lock = s.text('locsync.lock');
  await s.service.put('de', 'all.json', { a: 'neu' });
  await s.service.put('fr', 'all.json', { a: 'nouveau' });
  const ran = (await s.run('pull --json --min-translated 60')).code(0);
  expect(ran.json.files.map(({ locale, state }) => `${locale} ${state}`)).toEqual([
    'en in-sync',
    'de pulled',
    'fr skipped',
  ]);
  s.reads('all.json', jsonText({ ...held, de: { a: 'neu', b: 'B' } }));
  const french = (text: string): string => text.slice(text.indexOf('#fr'));
  expect(french(s.text('locsync.lock'))).toBe(french(lock));
  (await s.run('pull')).code(0);
  s.reads('all.json', jsonText({ ...held, de: { a: 'neu', b: 'B' }, fr: { a: 'nouveau' } }));
});
