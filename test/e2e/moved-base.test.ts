import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

interface Lock {
  readonly files: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const sections = (s: { text(path: string): string }): string[] =>
  Object.keys((JSON.parse(s.text('locsync.lock')) as Lock).files);

const json = (texts: Readonly<Record<string, string>>): string => `${JSON.stringify(texts)}\n`;

const move = (s: { readonly folder: string }, from: string, to: string): void =>
  renameSync(join(s.folder, from), join(s.folder, to));

/**
 * What every moved file must keep: its unpushed edit, the service's newer text, a lock without old
 * names, and calm.
 */
async function keepsItsBase(
  s: Awaited<ReturnType<typeof Session.start>>,
  at: { readonly path: string; readonly section?: string; readonly gone: readonly string[] },
  edited: string,
  name: string,
  code: string,
): Promise<void> {
  const before = s.text(at.path);
  (await s.run('pull')).code(0);
  s.reads(at.path, before.replace('"alt"', '"vom Übersetzer"'));
  expect(s.text(at.path)).toContain(edited);
  (await s.run('push')).code(0);
  expect(await s.service.texts(name, code)).toMatchObject({ a: edited, b: 'vom Übersetzer' });
  expect(sections(s)).toContain(at.section ?? at.path);
  for (const old of at.gone) expect(sections(s)).not.toContain(old);
  const picture = s.snapshot();
  (await s.run('push')).code(0).stdout('Nothing to push');
  (await s.run('pull')).code(0).stdout('Nothing to pull');
  (await s.run('status --check')).code(0);
  s.unchanged(picture);
}

describe('B8: the base is found whatever the spelling of the code', () => {
  const synced = { a: 'A', b: 'alt', c: 'C', d: 'D' };

  it.each([
    ['l/{locale}.json', 'l/de-AT.json', 'l/de_AT.json', 'l/en.json'],
    ['l/{locale}.json', 'l/de-AT.json', 'l/de-at.json', 'l/en.json'],
    ['{locale}/x.json', 'de-AT/x.json', 'de_at/x.json', 'en/x.json'],
  ])('%s: %s renamed to %s', async (pattern, from, to, name) => {
    const s = await Session.start({ config: { files: [pattern] }, service: { locales: ['en', 'de-AT'] } });
    s.file(name, json(synced)).file(from, json(synced));
    (await s.run('push')).code(0);
    s.file(to, json({ ...synced, a: 'unpushed' })).remove(from);
    await s.service.put('de-AT', name, { b: 'vom Übersetzer' });
    await keepsItsBase(s, { path: to, gone: [from] }, 'unpushed', name, 'de-AT');
  });

  it('a code that the service spells otherwise now, in a file of several languages', async () => {
    const config = { files: ['i18n/all.json'] };
    const s = await Session.start({ config, service: { locales: ['en', 'pt-BR'] } });
    const all = (a: string): string =>
      `{"en":${json(synced).trim()},"pt-BR":${json({ ...synced, a }).trim()}}\n`;
    s.file('i18n/all.json', all('A'));
    (await s.run('push')).code(0);
    s.file('locsync.lock', s.text('locsync.lock').replace('all.json#pt-BR', 'all.json#pt_br'));
    s.file('i18n/all.json', all('unpushed'));
    expect(sections(s)).toContain('i18n/all.json#pt_br');
    (await s.run('pull')).code(0);
    s.reads('i18n/all.json', all('unpushed'));
    expect(sections(s)).toEqual(['i18n/all.json#en', 'i18n/all.json#pt-BR']);
    (await s.run('push')).code(0);
    expect(await s.service.texts('i18n/all.json', 'pt-BR')).toEqual({ ...synced, a: 'unpushed' });
  });

  it.each([
    [{}, { 'zh-Hant': 'zh-TW' }, 'zh-Hant', 'zh-TW'],
    [{ 'zh-Hant': 'zh-TW' }, {}, 'zh-TW', 'zh-Hant'],
    [{ 'zh-Hant': 'taiwan' }, { 'zh-Hant': 'tw-hant' }, 'taiwan', 'tw-hant'],
  ])('localeMap %j becomes %j and the file is renamed', async (map, then, from, to) => {
    const files = ['l/{locale}.json'];
    const service = { locales: ['en', 'zh-Hant'] };
    const s = await Session.start({ config: { files, localeMap: map }, service });
    s.file('l/en.json', json(synced)).file(`l/${from}.json`, json(synced));
    (await s.run('push')).code(0);
    s.config({ files, localeMap: then }).remove(`l/${from}.json`);
    s.file(`l/${to}.json`, json({ ...synced, a: 'unpushed' }));
    await s.service.put('zh-Hant', 'l/en.json', { b: 'vom Übersetzer' });
    const at = { path: `l/${to}.json`, gone: [`l/${from}.json`] };
    await keepsItsBase(s, at, 'unpushed', 'l/en.json', 'zh-Hant');
  });

  it('two old spellings that say different things make a conflict of the key, never a decision', async () => {
    const s = await Session.start({
      config: { files: ['l/{locale}.json'] },
      service: { locales: ['en', 'de-AT'] },
    });
    s.file('l/en.json', json(synced)).file('l/de-AT.json', json(synced));
    (await s.run('push')).code(0);
    const lock = JSON.parse(s.text('locsync.lock')) as Lock;
    const { 'l/de-AT.json': own = {}, ...rest } = lock.files;
    const both = { ...rest, 'l/de_AT.json': own, 'l/de-at.json': { ...own, a: 'AAAAAAAAAAA' } };
    s.file('locsync.lock', `${JSON.stringify({ ...lock, files: both }, undefined, 2)}\n`);
    await s.service.put('de-AT', 'l/en.json', { a: 'dort' });
    s.file('l/de-AT.json', json({ ...synced, b: 'unpushed' }));
    (await s.run('pull')).code(1).stderr('l/de-AT.json', 'a');
    s.reads('l/de-AT.json', json({ ...synced, b: 'unpushed' }));
    expect(sections(s)).toEqual(['l/de-AT.json', 'l/en.json']);
  });

  it('the exact name wins over another spelling', async () => {
    const s = await Session.start({
      config: { files: ['l/{locale}.json'] },
      service: { locales: ['en', 'de-AT'] },
    });
    s.file('l/en.json', json(synced)).file('l/de-AT.json', json(synced));
    (await s.run('push')).code(0);
    const lock = JSON.parse(s.text('locsync.lock')) as Lock;
    const files = { ...lock.files, 'l/de_AT.json': { a: 'AAAAAAAAAAA' } };
    s.file('locsync.lock', `${JSON.stringify({ ...lock, files }, undefined, 2)}\n`);
    await s.service.put('de-AT', 'l/en.json', { a: 'dort' });
    (await s.run('pull')).code(0);
    s.reads('l/de-AT.json', json({ ...synced, a: 'dort' }));
    expect(sections(s)).toEqual(['l/de-AT.json', 'l/en.json']);
  });

  it('a source file that is gone keeps its base under the new name', async () => {
    const s = await Session.start({
      config: { files: ['m/{locale}.json'] },
      service: { locales: ['en', 'de-AT'] },
    });
    s.file('m/en.json', json(synced));
    (await s.run('push')).code(0);
    const lock = JSON.parse(s.text('locsync.lock')) as Lock;
    const files = {
      ...lock.files,
      'l/de-AT.json': lock.files['m/en.json'],
      'l/en.json': lock.files['m/en.json'],
    };
    s.file('locsync.lock', `${JSON.stringify({ ...lock, files }, undefined, 2)}\n`);
    s.config({ files: ['l/{locale}.json', 'm/{locale}.json'] });
    s.file('l/en.json', json(synced)).file('l/de_AT.json', json(synced));
    expect((await s.run('push --json')).code(1).errors).toEqual(['SOURCE_FILE_GONE', 'SOURCE_FILE_GONE']);
    expect((await s.run('push --json')).code(1).errors).toEqual(['SOURCE_FILE_GONE', 'SOURCE_FILE_GONE']);
    expect(sections(s).map((name) => name.replace('_', '-'))).toContain('l/de-AT.json');
  });
});

describe('B8: a folder that was renamed', () => {
  const synced = { a: 'A', b: 'alt', c: 'C', d: 'D' };
  const service = { locales: ['en', 'de'] };

  it('keeps the base if the files still belong to the same source file', async () => {
    const s = await Session.start({ config: { files: ['old/{locale}.json'], name: 'basename' }, service });
    s.file('old/en.json', json(synced)).file('old/de.json', json(synced));
    (await s.run('push')).code(0);
    move(s, 'old', 'new');
    s.config({ files: ['new/{locale}.json'], name: 'basename' });
    s.file('new/de.json', json({ ...synced, a: 'unpushed' }));
    await s.service.put('de', 'en.json', { b: 'vom Übersetzer' });
    const at = { path: 'new/de.json', gone: ['old/de.json', 'old/en.json'] };
    await keepsItsBase(s, at, 'unpushed', 'en.json', 'de');
  });

  it('is a new source file if its name on the service is another one: the old base stays', async () => {
    const s = await Session.start({ config: { files: ['old/{locale}.json'] }, service });
    s.file('old/en.json', json(synced)).file('old/de.json', json(synced));
    (await s.run('push')).code(0);
    move(s, 'old', 'new');
    s.config({ files: ['new/{locale}.json'] }).file('new/de.json', json({ ...synced, a: 'unpushed' }));
    await s.service.put('de', 'old/en.json', { a: 'dort' });
    (await s.run('push')).code(0);
    expect(await s.service.texts('old/en.json', 'de')).toMatchObject({ a: 'dort' });
    expect(await s.service.texts('new/en.json', 'de')).toMatchObject({ a: 'unpushed' });
    expect(sections(s)).toEqual(['new/de.json', 'new/en.json', 'old/de.json', 'old/en.json']);
  });

  it('a copy is not a rename: the file that is still there keeps its section', async () => {
    const files = ['old/{locale}.json', 'new/{locale}.json'];
    const s = await Session.start({ config: { files: files.slice(0, 1) }, service });
    s.file('old/en.json', json(synced)).file('old/de.json', json(synced));
    (await s.run('push')).code(0);
    s.config({ files }).file('new/en.json', json(synced)).file('new/de.json', json(synced));
    (await s.run('push')).code(0);
    expect(sections(s)).toEqual(['new/de.json', 'new/en.json', 'old/de.json', 'old/en.json']);
    (await s.run('status --check')).code(0);
  });
});
