import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import type { Step } from '../support/scripted-server.js';
import { posts, Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

/**
 * What the service answers for German for a moment, given the whole number of keys and what it
 * holds.
 */
type Lie = (held: Texts) => Texts;

const EMPTY: Lie = () => ({});
const EMPTY_TEXTS: Lie = (held) => Object.fromEntries(Object.keys(held).map((key) => [key, '']));
const ONE_EMPTY: Lie = (held) => ({ ...held, a: '' });
const FRENCH: Lie = (held) => Object.fromEntries(Object.keys(held).map((key) => [key, `F${key}`]));

const ALL = { a: 'A', b: 'B', c: 'C' };
const EN: Texts = ALL;
const DE: Texts = { a: 'Ä', b: 'Be', c: 'Ce' };
const FR: Texts = { a: 'Fa', b: 'Fb', c: 'Fc' };
const LANGUAGES = [
  ['en', EN],
  ['de', DE],
  ['fr', FR],
] as const;

/**
 * A project in step with the service; then a translator changes the German `a`, and German answers
 * lie.
 */
async function lied(lie: Lie | undefined, listed?: number) {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  const fakeService = new FakeService(s.service.script, ['en', 'de', 'fr']);
  for (const [code, texts] of LANGUAGES) {
    s.file(`l/${code}.json`, jsonText(texts));
    fakeService.set(code, texts);
  }
  (await s.run('push')).code(0);
  fakeService.set('de', { ...DE, a: 'T' });
  if (listed !== undefined) fakeService.listed = listed;
  s.service.script.on('texts', (request) => {
    const step = fakeService.read(request) as { body: { content?: Readonly<Record<string, Texts>> } };
    const { de } = step.body.content ?? {};
    return de && lie ? { body: { ...step.body, content: { de: lie(de) } } } : step;
  });
  return { s, fakeService };
}

const uploadedGerman = ({ s }: Awaited<ReturnType<typeof lied>>): number =>
  s.service.script.of('upload').filter(({ body }) => body.includes('de.json')).length;

describe('A2-6 push --all keeps every guard', () => {
  it.each<[string, Lie, Texts]>([
    ['an empty answer', EMPTY, DE],
    ['an empty answer, with a change here', EMPTY, { ...DE, c: 'neu' }],
    ["another language's texts", FRENCH, DE],
  ])('%s stops the file, which is not uploaded', async (_, lie, here) => {
    const world = await lied(lie);
    const { s, fakeService } = world;
    s.file('l/de.json', jsonText(here));
    (await s.run('push --all'))
      .code(1)
      .stderr('the file was left alone')
      .never(/pushed +l\/de/);
    expect(uploadedGerman(world)).toBe(0);
    expect(fakeService.texts('de')).toEqual({ ...DE, a: 'T' });
    expect(fakeService.versions()).toBe(2); // en and fr
  });

  it.each<[string, Lie]>([
    ['empty texts', EMPTY_TEXTS],
    ['one empty text', ONE_EMPTY],
  ])("%s: a translator's text that the answer hides is not overwritten", async (_, lie) => {
    const { s, fakeService } = await lied(lie);
    await s.run('push --all');
    expect(fakeService.texts('de')).toEqual({ ...DE, a: 'T' });
  });

  it('an answer with fewer keys than the list says stops it, also with --force', async () => {
    for (const command of ['push --all', 'push --force', 'push --all --force']) {
      const { s, fakeService } = await lied(EMPTY, 9);
      s.service.script.on('texts', (request) => {
        const { body } = fakeService.read(request) as { body: { content?: Readonly<Record<string, Texts>> } };
        const [code = ''] = Object.keys(body.content ?? {});
        return { body: { ...body, content: { [code]: {} } } };
      });
      (await s.run(command)).code(1).stderr('its answers hold only 0');
      expect(fakeService.versions()).toBe(0);
      expect(fakeService.texts('de')).toEqual({ ...DE, a: 'T' });
    }
  });

  it('a file of several languages: an empty answer for one of them stops the upload', async () => {
    const s = await Session.start({
      config: { files: ['m.json'] },
      service: { locales: ['en', 'de'], behave: ['untranslated=omit'] },
    });
    s.file('m.json', jsonText({ en: EN, de: DE }));
    (await s.run('push')).code(0);
    await s.service.put('de', 'm.json', { a: '', b: '', c: '' });
    const before = posts(s.service).uploads;
    (await s.run('push --all')).code(1).stderr('suddenly holds no text in de');
    expect(posts(s.service).uploads).toBe(before);
    (await s.run('push --all --force --locale de')).code(0);
    expect(await s.service.texts('m.json', 'de')).toEqual(DE);
  });

  it('push --all --force for one language uploads texts that the service has lost', async () => {
    const { s, fakeService } = await lied(undefined);
    fakeService.set('de', {});
    const said = 'locsync push --all --force --locale de l/de.json';
    (await s.run('push --all')).code(1).stderr(said);
    (await s.run('push --force')).code(0).stdout('Nothing to push.');
    (await s.run('push --all --force --locale de l/de.json')).code(0);
    expect(fakeService.texts('de')).toEqual(DE);
  });
});

describe('A2-5 --allow-shrink removes nothing on the word of an answer that is too short', () => {
  it.each([
    'pull --allow-shrink',
    'pull --prune --allow-shrink',
    'pull --force --prune --allow-shrink',
    'pull --prune --allow-shrink --locale de l/de.json',
  ])('%s', async (command) => {
    const { s, fakeService } = await lied(undefined, 3);
    const said = 'has 3 keys, but its answers hold only 0';
    for (const code of ['en', 'de', 'fr']) fakeService.set(code, {});
    const before = s.snapshot();
    (await s.run(command)).code(1).stderr(said, 'remove them here by hand').never('allow-shrink');
    s.unchanged(before);
    // One key less is not fewer keys than a list says that has one less, too.
    fakeService.listed = 2;
    for (const [code, texts] of LANGUAGES)
      fakeService.set(code, Object.fromEntries(Object.entries(texts).slice(1)));
    (await s.run(command)).code(0);
    expect(JSON.parse(s.text('l/de.json'))).toEqual({ b: 'Be', c: 'Ce' });
  });

  it('what was removed by hand is in the way of nothing', async () => {
    const { s, fakeService } = await lied(undefined, 3);
    fakeService.set('en', { a: 'A', b: 'B' });
    fakeService.set('de', { a: 'T', b: 'Be' });
    fakeService.set('fr', { a: 'Fa', b: 'Fb' });
    (await s.run('pull --allow-shrink')).code(1);
    for (const [code, texts] of LANGUAGES)
      s.file(`l/${code}.json`, jsonText({ a: texts['a'], b: texts['b'] }));
    (await s.run('pull')).code(0);
    s.reads('l/de.json', jsonText({ a: 'T', b: 'Be' }));
  });
});

describe('A2-9 push --force and a source file that the list lacks', () => {
  const PLAIN = 'push --force';

  /**
   * A second set, so that the list is never empty; a translator has changed German and English
   * texts since.
   */
  async function two() {
    const { s, fakeService } = await lied(undefined);
    s.config({ files: ['l/{locale}.json', 'm/{locale}.json'] });
    s.file('m/en.json', jsonText(EN));
    (await s.run('push --all')).code(0);
    fakeService.set('en', { ...EN, b: 'B tr' });
    const list = (): Step => fakeService.list();
    const without = (): Step => {
      const { body } = fakeService.list() as { body: readonly { name: string }[] };
      return { body: body.filter(({ name }) => !name.startsWith('l/')) };
    };
    const held = (): unknown => ['en', 'de', 'fr'].map((code) => fakeService.texts(code));
    return { s, fakeService, list, without, held };
  }

  it('for good, although it is there: nothing of it goes up, exit 1', async () => {
    const { s, without, held } = await two();
    const before = held();
    s.service.script.on('sourceFiles', without);
    for (const command of [PLAIN, 'push --force --all', 'push --force --locale de l/de.json']) {
      (await s.run(command)).code(1).stderr('but the service still answers for it (fil_1)');
      expect(held()).toEqual(before);
    }
  });

  it('for a moment: it is planned from the base, as if the list had held it', async () => {
    const { s, without, list, held } = await two();
    const before = held();
    s.service.script.on('sourceFiles', without, list);
    (await s.run(PLAIN)).code(0).stdout('Nothing to push.');
    expect(held()).toEqual(before);
  });

  it('without a remembered id it is found by its version: other languages keep their texts, the keys are named', async () => {
    const { s, fakeService, without, list } = await two();
    s.remove('.locsync');
    s.service.script.on('sourceFiles', without, without, without, list);
    (await s.run(PLAIN)).code(1).stderr(/became version \d+ of a file that it had: .* 3 keys: a, b, c/);
    expect(fakeService.texts('de')).toEqual({ ...DE, a: 'T' });
    expect(fakeService.texts('fr')).toEqual(FR);
    (await s.run('pull')).code(0);
    s.reads('l/de.json', jsonText({ ...DE, a: 'T' }));
  });

  it('that is really gone is made anew', async () => {
    const { s, fakeService, held } = await two();
    fakeService.drop('l/en.json');
    (await s.run('push')).code(1).stderr('no longer has the source file');
    (await s.run('push --force l/en.json')).code(0).stdout('Pushed 3 files.');
    expect(held()).toEqual([EN, DE, FR]);
    (await s.run('status --check')).code(0);
  });

  it.each([
    [
      'is of another project',
      '{"origin":"https://x.example","project":"p","sources":{"l/{locale}.json":"fil_1"}}',
    ],
    ['is no JSON', '{'],
    ['has another shape', '{"sources":[1]}'],
  ])('the file of remembered ids %s: as without it', async (_, text) => {
    const { s, fakeService } = await two();
    fakeService.drop('l/en.json');
    s.file('.locsync/sources.json', text);
    // The translator's text is gone with the source file, and the disk does not have it.
    (await s.run('push --force l/en.json')).code(1).stdout('Pushed 3 files.').stderr('in de a = "T"');
    expect(s.text('.locsync/sources.json')).toContain('"l/{locale}.json":"fil_3"');
  });
});
