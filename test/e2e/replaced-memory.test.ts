import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { daysLater, MEMORY, synced } from '../support/replaced.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

describe('A2-2 the memory of what was replaced', () => {
  it('holds for 14 days', async () => {
    const { s, fakeService } = await synced();
    s.file('l/de.json', jsonText({ k0: 'L1', k1: 'v1' }));
    (await s.run('push')).code(0);
    fakeService.set('de', { k0: 'v0', k1: 'v1' });
    (await s.run('pull', daysLater(13))).code(1);
    s.reads('l/de.json', jsonText({ k0: 'L1', k1: 'v1' }));
    (await s.run('pull', daysLater(16))).code(0);
    s.reads('l/de.json', jsonText({ k0: 'v0', k1: 'v1' }));
  });

  it('is one small file of hashes that only its user can read, written by runs that replace something', async () => {
    const { s } = await synced({ k0: 'a text to be replaced', k1: 'v1' });
    expect(s.has(MEMORY)).toBe(false);
    (await s.run('pull')).code(0);
    (await s.run('push')).code(0);
    expect(s.has(MEMORY)).toBe(false);
    s.file('l/de.json', jsonText({ k0: 'L1', k1: 'v1' }));
    (await s.run('push --dry-run')).code(0);
    expect(s.has(MEMORY)).toBe(false);
    (await s.run('push')).code(0);
    expect(s.text(MEMORY)).not.toMatch(/a text|"k0"|de\.json|"L1"/);
    if (process.platform !== 'win32') expect(statSync(join(s.folder, MEMORY)).mode & 0o777).toBe(0o600);
    const before = s.snapshot();
    for (const command of ['pull', 'push', 'status', 'diff']) (await s.run(command)).code(0);
    s.unchanged(before);
  });

  it.each([
    ['no folder', undefined],
    ['no JSON', 'x'],
    ['half of it', '{"version":1,"replaced":["AAAA'],
    ['a later version', '{"version":2,"replaced":[]}'],
    ['other types', '{"version":1,"replaced":[1,null,{"a":1},"x",["y"]]}'],
    ['a list', '[]'],
    ['bytes', '\u0000\u0001'],
  ])('%s: as without one, and the next push begins anew', async (_, text) => {
    const { s, fakeService } = await synced();
    s.file('l/de.json', jsonText({ k0: 'L1', k1: 'v1' }));
    (await s.run('push')).code(0);
    if (text === undefined) s.remove('.locsync');
    else s.file(MEMORY, text);
    fakeService.set('de', { k0: 'v0', k1: 'v1' });
    (await s.run('pull')).code(0);
    s.reads('l/de.json', jsonText({ k0: 'v0', k1: 'v1' }));
    s.file('l/de.json', jsonText({ k0: 'L2', k1: 'v1' }));
    (await s.run('push')).code(0);
    fakeService.set('de', { k0: 'v0', k1: 'v1' });
    (await s.run('pull')).code(1).stderr(/holds again.*k0/);
  });

  it('of another project, or another service, says nothing of this one', async () => {
    const { s, fakeService } = await synced();
    s.file('l/de.json', jsonText({ k0: 'L1', k1: 'v1' }));
    (await s.run('push')).code(0);
    const { s: other, fakeService: theirs } = await synced();
    other.file('l/de.json', jsonText({ k0: 'L1', k1: 'v1' }));
    (await other.run('push')).code(0);
    other.file(MEMORY, s.text(MEMORY));
    theirs.set('de', { k0: 'v0', k1: 'v1' });
    (await other.run('pull')).code(0);
    fakeService.set('de', { k0: 'v0', k1: 'v1' });
    (await s.run('pull')).code(1);
  });
});

describe('A2-2 and K4 in other layouts', () => {
  /** In sync on the embedded service; what it is called there is `name`. */
  async function layout(
    config: Readonly<Record<string, unknown>>,
    path: string,
    text: string,
    locales: string[],
  ) {
    const s = await Session.start({ config, service: { locales } });
    s.file(path, text);
    return s;
  }

  it('a file of several languages: each language is judged by itself', async () => {
    const both = (en: string, de: string): string => `en:\n  k: ${en}\n  z: Z\nde:\n  k: ${de}\n  z: Z\n`;
    const s = await layout({ files: ['i/*.yml'] }, 'i/m.yml', both('E0', 'D0'), ['en', 'de']);
    (await s.run('push')).code(0);
    s.file('i/m.yml', both('E0', 'D1'));
    (await s.run('push')).code(0);
    await s.service.put('de', 'i/m.yml', { k: 'D0' });
    await s.service.put('en', 'i/m.yml', { k: 'E1' });
    const scope = '--force --locale de i/m.yml';
    (await s.run('pull')).code(1).stderr(/holds again.*\(k\)/, `locsync push ${scope}`);
    s.reads('i/m.yml', both('E1', 'D1'));
    (await s.run(`push ${scope}`)).code(0);
    expect(await s.service.texts('i/m.yml', 'de')).toMatchObject({ k: 'D1' });
    // K4: the disk goes back to what the pull replaced in English.
    s.file('i/m.yml', both('E0', 'D1'));
    (await s.run('push')).code(1).stderr(/disk holds again/, '--locale en i/m.yml');
    expect(await s.service.texts('i/m.yml', 'en')).toMatchObject({ k: 'E1' });
    (await s.run('pull --force --locale en i/m.yml')).code(0);
    s.reads('i/m.yml', both('E1', 'D1'));
    (await s.run('status --check')).code(0);
  });

  it('localeMap, and a code that is respelled on disk afterwards', async () => {
    const text = (k: string): string => `{"k":"${k}","z":"Z"}\n`;
    const config = { files: ['l/{locale}.json'], localeMap: { 'pt-BR': 'pt_br' } };
    const s = await layout(config, 'l/en.json', text('E'), ['en', 'pt-BR']);
    s.file('l/pt_br.json', text('P0'));
    (await s.run('push')).code(0);
    s.file('l/pt_br.json', text('P1'));
    (await s.run('push')).code(0);
    s.file('l/pt-BR.json', text('P1'))
      .remove('l/pt_br.json')
      .config({ files: ['l/{locale}.json'] });
    await s.service.put('pt-BR', 'l/en.json', { k: 'P0' });
    (await s.run('pull')).code(1).stderr(/holds again.*\(k\)/, '--locale pt-BR l/pt-BR.json');
    s.reads('l/pt-BR.json', text('P1'));
  });

  it('a folder that is renamed afterwards: as if nothing had been replaced, without a fault', async () => {
    const text = (k: string): string => `{"k":"${k}","z":"Z"}\n`;
    const s = await layout({ files: ['l/{locale}.json'], name: 'basename' }, 'l/en.json', text('E'), [
      'en',
      'de',
    ]);
    s.file('l/de.json', text('D0'));
    (await s.run('push')).code(0);
    s.file('l/de.json', text('D1'));
    (await s.run('push')).code(0);
    s.file('m/en.json', text('E')).file('m/de.json', text('D1')).remove('l');
    s.config({ files: ['m/{locale}.json'], name: 'basename' });
    (await s.run('status --check')).code(0);
    (await s.run('push')).code(0).stdout('Nothing to push');
  });

  it('b2-5 a folder in its place: push and pull that replace a text say that nothing was remembered', async () => {
    const { s, fakeService } = await synced();
    s.file(`${MEMORY}/x`, '');
    (await s.run('push')).code(0).emptyStderr();
    s.file('l/de.json', jsonText({ k0: 'L1', k1: 'v1' }));
    const ran = (await s.run('push --json')).code(0);
    expect(ran.warnings).toEqual(['REPLACED_NOT_KEPT']);
    fakeService.set('de', { k0: 'there', k1: 'v1' });
    (await s.run('pull')).code(0).stderr('warning: what this run has replaced could not be written');
    s.remove(MEMORY).file('l/de.json', jsonText({ k0: 'L2', k1: 'v1' }));
    (await s.run('push')).code(0).emptyStderr();
  });
});
