import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { Session } from '../support/session.js';
import { synced, texts, without } from '../support/synced-languages.js';
import { jsonText } from '../support/file-text.js';

const uploads = (s: Awaited<ReturnType<typeof synced>>['s']): number => s.service.script.of('upload').length;

describe('C1 untranslated is not deleted', () => {
  it.each([1, 4, 39])(
    '%i keys that German lacks and another language holds stay here, are not sent as deleted or empty, and are shown by diff',
    async (count) => {
      const de = texts(40, 'de');
      const { s, fakeService } = await synced({ en: texts(40, 'en'), de, fr: texts(40, 'fr') });
      fakeService.set('de', without(de, count));
      const before = s.snapshot();
      (await s.run('pull')).code(0).stdout('Nothing to pull.');
      s.unchanged(before);
      (await s.run('diff')).code(1).stdout('k0');
      const left = uploads(s);
      s.file('l/de.json', jsonText({ ...de, more: 'mehr' }));
      (await s.run('push')).code(0).never('left out');
      expect(uploads(s)).toBe(left + 1);
      expect(fakeService.texts('de')).toEqual({ ...without(de, count), more: 'mehr' });
      s.reads('l/de.json', jsonText({ ...de, more: 'mehr' }));
    },
  );

  it('also under --locale, and if only a language holds it that --locale leaves out', async () => {
    const all = { en: texts(5, 'en'), de: texts(5, 'de'), fr: texts(5, 'fr') };
    const { s, fakeService } = await synced(all);
    fakeService.set('en', without(all.en, 1));
    fakeService.set('de', without(all.de, 1));
    (await s.run('pull --locale de')).code(0).stdout('Nothing to pull.');
    s.reads('l/de.json', jsonText(all.de));
  });

  it('six pulls in a row, ten keys less each time, take nothing', async () => {
    const de = texts(100, 'de');
    const { s, fakeService } = await synced({ en: texts(100, 'en'), de });
    for (let i = 1; i <= 6; i++) {
      fakeService.set('de', without(de, i * 10));
      (await s.run('pull')).code(0);
    }
    s.reads('l/de.json', jsonText(de));
  });

  it('C2 --prune and --force do not take it for deleted either', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script);
    fakeService.set('en', { a: 'A', b: 'B' });
    fakeService.set('de', { a: 'Ä' });
    s.file('l/en.json', jsonText({ a: 'A', b: 'B' })).file(
      'l/de.json',
      jsonText({ a: 'Ä', b: 'Be', c: 'C' }),
    );
    (await s.run('pull --prune')).code(0);
    s.reads('l/de.json', jsonText({ a: 'Ä', b: 'Be' }));
    s.file('l/de.json', jsonText({ a: 'Ä', b: 'Neu' }));
    (await s.run('pull --force')).code(0);
    s.reads('l/de.json', jsonText({ a: 'Ä', b: 'Neu' }));
  });

  it('a key that no language holds any more is removed, and reads of other languages are made once', async () => {
    const all = { en: texts(60, 'en'), de: texts(60, 'de'), fr: texts(60, 'fr') };
    const { s, fakeService } = await synced(all);
    for (const [code, own] of Object.entries(all)) fakeService.set(code, without(own, 2));
    const before = s.service.script.of('texts').length;
    (await s.run('pull --prune')).code(0);
    for (const [code, own] of Object.entries(all)) s.reads(`l/${code}.json`, jsonText(without(own, 2)));
    expect(s.service.script.of('texts').length - before).toBeLessThanOrEqual(6);
  });
});

describe('C3 an answer that holds fewer keys than the list says', () => {
  it('removes nothing: the file, its base and the service stay as they are, with both numbers', async () => {
    const all = { en: texts(60, 'en'), de: texts(60, 'de') };
    const { s, fakeService, lock } = await synced(all);
    fakeService.listed = 60;
    for (const [code, own] of Object.entries(all)) fakeService.set(code, without(own, 8));
    const said = /source file has 60 keys, but its answers hold only 52/;
    (await s.run('pull')).code(1).stderr(said);
    (await s.run('status --check')).code(1).stderr(said);
    s.reads('l/de.json', jsonText(all.de));
    s.reads('locsync.lock', lock);
    const sent = uploads(s);
    s.file('l/de.json', jsonText({ ...all.de, more: 'mehr' }));
    (await s.run('push')).code(1).stderr(said);
    expect(uploads(s)).toBe(sent);
    s.reads('locsync.lock', lock);
    (await s.run('pull --allow-shrink --locale de l/de.json')).code(1).stderr(said);
    s.reads('l/de.json', jsonText({ ...all.de, more: 'mehr' }));
  });

  it('an unknown or smaller number says nothing', async () => {
    const all = { en: texts(60, 'en'), de: texts(60, 'de') };
    const { s, fakeService } = await synced(all);
    fakeService.listed = 0;
    for (const [code, own] of Object.entries(all)) fakeService.set(code, without(own, 2));
    (await s.run('pull')).code(0);
    s.reads('l/de.json', jsonText(without(all.de, 2)));
  });
});

describe('C4 the source text in place of translations', () => {
  it.each([
    [10, 60, false],
    [11, 60, false],
    [13, 60, true],
    [40, 60, true],
    [12, 20, true],
    [4, 4, true],
    [2, 2, true],
    [3, 5, true],
    [3, 6, false],
    [1, 2, false],
  ])('A2-4 %i of %i texts are replaced by it: stopped %s', async (count, of, stopped) => {
    const en = texts(of, 'en');
    const de = texts(of, 'de');
    const { s, fakeService, lock } = await synced({ en, de });
    const there = { ...de, ...Object.fromEntries(Object.entries(en).slice(0, count)) };
    fakeService.set('de', there);
    const ran = (await s.run('pull')).code(stopped ? 1 : 0);
    s.reads('l/de.json', jsonText(stopped ? de : there));
    if (!stopped) {
      ran.stderr(`in de ${count === 1 ? 'was' : 'were'} replaced by the source text: k0`);
      return;
    }
    ran.stderr(`pull would replace ${count} by the source text of ${of} keys`);
    ran.stderr('locsync pull --allow-shrink --locale de l/de.json');
    s.reads('locsync.lock', lock);
    (await s.run('status --check')).code(1).stderr('replace');
    (await s.run('pull --allow-shrink --locale de l/de.json')).code(0);
    s.reads('l/de.json', jsonText(there));
  });

  it.each([
    [10, 0, 10],
    [0, 10, 10],
    [5, 5, 5],
  ])(
    'SG-01 %i removed texts, %i emptied and %i that the source text would replace count together',
    async (removed, emptied, replaced) => {
      const all = { en: texts(60, 'en'), de: texts(60, 'de') };
      const { s, fakeService } = await synced(all);
      const left = (of: Texts): Texts => without(of, removed);
      fakeService.set('en', left(all.en));
      const changed = Object.entries(left(all.de)).map(([key, text], i): [string, string] => {
        if (i < emptied) return [key, ''];
        return [key, i < emptied + replaced ? (all.en[key] ?? '') : text];
      });
      fakeService.set('de', Object.fromEntries(changed));
      const ran = (await s.run('pull --empty')).code(1);
      s.reads('l/de.json', jsonText(all.de));
      ran.stderr('--allow-shrink');
    },
  );

  it('of the service counts too, if the source file here has other texts', async () => {
    const en = texts(20, 'en');
    const de = texts(20, 'de');
    const { s, fakeService } = await synced({ en, de });
    const newer = texts(20, 'newer');
    fakeService.set('en', newer);
    fakeService.set('de', newer);
    s.file('l/en.json', jsonText({ ...en, k0: 'mine' }));
    (await s.run('pull --locale de')).code(1).stderr('replace 20 by the source text');
    s.reads('l/de.json', jsonText(de));
  });

  it('A2-4 below the guard a push names the texts, and a variant such as en-GB is not named at all', async () => {
    const de = texts(5, 'de');
    const { s, fakeService } = await synced({ en: texts(5, 'en'), de, 'en-GB': texts(5, 'gb') });
    fakeService.set('de', { ...de, k1: 'en 1' });
    fakeService.set('en-GB', { ...texts(5, 'gb'), k1: 'en 1' });
    s.file('l/de.json', jsonText({ ...de, k3: 'neu' }));
    (await s.run('push')).code(0).stderr(/l\/de\.json.*source text for 1 translated key in de.*k1/);
    (await s.run('pull'))
      .code(0)
      .stderr(/1 text in de was replaced.*k1/)
      .never('in en-GB');
    s.reads('l/en-GB.json', jsonText({ ...texts(5, 'gb'), k1: 'en 1' }));
  });

  it('A2-8 a text that is new in German is written without a word: nothing was replaced', async () => {
    const { s, fakeService } = await synced({ en: texts(3, 'en'), de: { k0: 'de 0' } });
    fakeService.set('de', { k0: 'de 0', k1: 'en 1', k2: 'en 2' });
    (await s.run('pull')).code(0).emptyStderr();
    s.reads('l/de.json', jsonText({ k0: 'de 0', k1: 'en 1', k2: 'en 2' }));
  });

  it('is not put into an upload', async () => {
    const en = texts(20, 'en');
    const de = texts(20, 'de');
    const { s, fakeService } = await synced({ en, de });
    fakeService.set('de', en);
    s.file('l/de.json', jsonText({ ...de, more: 'mehr' }));
    const sent = uploads(s);
    (await s.run('push')).code(1).stderr('push would replace 20 by the source text');
    expect(uploads(s)).toBe(sent);
  });

  it('goes, with the two options that the message names, and the texts of the disk are back on the service', async () => {
    const en = texts(20, 'en');
    const de = texts(20, 'de');
    const { s, fakeService } = await synced({ en, de });
    fakeService.set('de', en);
    s.file('l/de.json', jsonText({ ...de, k0: 'neu' }));
    const remedy = 'push --all --force --locale de l/de.json';
    (await s.run('push --force')).code(1).stderr(`locsync ${remedy}`);
    (await s.run(remedy)).code(0);
    expect(fakeService.texts('de')).toEqual({ ...de, k0: 'neu' });
    (await s.run('status --check')).code(0);
  });
});

describe("another language's texts", () => {
  it.each([
    [40, 40],
    [13, 60],
    [3, 4],
    [2, 2],
  ])('%i of %i German texts are the French ones: both are named, nothing is written', async (count, of) => {
    const de = texts(of, 'de');
    const fr = texts(of, 'fr');
    const { s, fakeService, lock } = await synced({ en: texts(of, 'en'), de, fr });
    const there = { ...de, ...Object.fromEntries(Object.entries(fr).slice(0, count)) };
    fakeService.set('de', there);
    const said = `the service's texts for de are those of fr: ${count} of`;
    (await s.run('pull')).code(1).stderr(said, 'locsync pull --allow-shrink --locale de l/de.json');
    (await s.run('status --check')).code(1).stderr(said);
    s.reads('l/de.json', jsonText(de));
    s.reads('locsync.lock', lock);
    const sent = uploads(s);
    s.file('l/de.json', jsonText({ ...de, more: 'mehr' }));
    (await s.run('push')).code(1).stderr(said);
    expect(uploads(s)).toBe(sent);
    (await s.run('pull --allow-shrink')).code(0);
  });

  it('go, with the two options that the message names', async () => {
    const all = { en: texts(6, 'en'), de: texts(6, 'de'), fr: texts(6, 'fr') };
    const { s, fakeService } = await synced(all);
    fakeService.set('de', all.fr);
    s.file('l/de.json', jsonText({ ...all.de, k0: 'neu' }));
    const remedy = 'push --all --force --locale de l/de.json';
    (await s.run('push --force')).code(1).stderr(`locsync ${remedy}`);
    (await s.run(remedy)).code(0);
    expect(fakeService.texts('de')).toEqual({ ...all.de, k0: 'neu' });
    (await s.run('status --check')).code(0);
  });

  it('a new locale file and the source locale are looked at too', async () => {
    const en = texts(20, 'en');
    const de = texts(20, 'de');
    const { s, fakeService } = await synced({ en, de });
    fakeService.codes = ['en', 'de', 'fr'];
    fakeService.set('fr', de);
    fakeService.set('en', de);
    (await s.run('pull'))
      .code(1)
      .stderr("the service's texts for fr are those of de: 20 of 20")
      .stderr("the service's texts for en are those of de: 20 of 20");
    expect(s.has('l/fr.json')).toBe(false);
    s.reads('l/en.json', jsonText(en));
  });

  it('names, numbers and new texts of a variant are nothing strange', async () => {
    const names = texts(20, 'Berlin');
    const { s, fakeService } = await synced({ en: names, de: texts(20, 'de') });
    fakeService.codes = ['en', 'de', 'fr', 'de-AT'];
    fakeService.set('fr', names);
    fakeService.set('de-AT', texts(20, 'de'));
    (await s.run('pull')).code(0);
    s.reads('l/de-AT.json', jsonText(texts(20, 'de')));
  });
});

describe('C6 C14 texts that are lost here', () => {
  it.each([
    ['{}', {}],
    ['half a file', without(texts(60, 'de'), 30)],
    ['empty texts', Object.fromEntries(Object.keys(texts(60, '')).map((key) => [key, '']))],
  ])('%s: status says so, push refuses it, pull --restore brings them back', async (_, rest: Texts) => {
    const de = texts(60, 'de');
    const { s, fakeService, lock } = await synced({ en: texts(60, 'en'), de });
    s.file('l/de.json', jsonText(rest));
    const lost = 60 - Object.values(rest).filter((text) => text !== '').length;
    const said = `the file has lost ${lost} of 60 texts since it was last synced`;
    const hint = 'locsync pull --restore --locale de l/de.json';
    (await s.run('status --check')).code(1).stderr(said, hint);
    (await s.run('push')).code(1).stderr(said, hint);
    expect(uploads(s)).toBe(0);
    s.reads('locsync.lock', lock);
    (await s.run('pull')).stderr(said);
    expect(fakeService.texts('de')).toEqual(de);
    (await s.run('pull --restore --locale de l/de.json')).code(0);
    expect(JSON.parse(s.text('l/de.json'))).toEqual(de);
    (await s.run('status --check')).code(0);
  });

  it.each([
    [60, 0],
    [8, 8],
  ])(
    'SG-02 %i texts that a copy of the source file has replaced here, and %i that are gone, are not uploaded',
    async (copied, gone) => {
      const all = { en: texts(60, 'en'), de: texts(60, 'de') };
      const { s, fakeService } = await synced(all);
      const kept = Object.entries(all.de).map(([key, text], i): [string, string] => [
        key,
        i < copied ? (all.en[key] ?? '') : text,
      ]);
      s.file('l/de.json', jsonText(Object.fromEntries(kept.slice(0, 60 - gone))));
      (await s.run('status --check')).code(1).stderr('replaced by the source text');
      (await s.run('push')).code(1).stderr('replaced by the source text', 'locsync pull --restore');
      expect(fakeService.texts('de')).toEqual(all.de);
      (await s.run('pull --restore')).code(0);
      expect(JSON.parse(s.text('l/de.json'))).toEqual(all.de);
      s.file('l/de.json', jsonText(Object.fromEntries(kept)));
      (await s.run('push --force')).code(0);
      expect(fakeService.texts('de')).toEqual(Object.fromEntries(kept));
    },
  );

  it('SG-03 a copy of the source file counts if that has other texts since, or is gone', async () => {
    const all = { en: texts(60, 'en'), de: texts(60, 'de') };
    const { s, fakeService } = await synced(all);
    s.file('l/de.json', jsonText(all.en)).file('l/en.json', jsonText(texts(60, 'next')));
    (await s.run('push')).code(1).stderr('replaced by the source text');
    expect(fakeService.texts('de')).toEqual(all.de);
    const other = await synced(all);
    other.s.file('l/de.json', jsonText(all.en)).remove('l/en.json');
    (await other.s.run('push')).code(1).stderr('replaced by the source text');
    expect(other.fakeService.texts('de')).toEqual(all.de);
  });

  it.each(['en', 'fr'])(
    'SG-04 a copy of l/%s.json in place of l/de.json is not uploaded, also if translators have changed texts',
    async (from) => {
      const { s, fakeService } = await synced({
        en: texts(60, 'en'),
        de: texts(60, 'de'),
        fr: texts(60, 'fr'),
      });
      const changed = Object.entries(texts(60, 'de')).map(([key, text], i): [string, string] => [
        key,
        i < 30 ? `${text} neu` : text,
      ]);
      fakeService.set('de', Object.fromEntries(changed));
      s.file('l/de.json', jsonText(fakeService.texts(from)));
      const by = from === 'en' ? 'the source text' : 'texts of fr';
      const said = `has lost 60 of 60 texts since it was last synced, replaced by ${by}`;
      (await s.run('status --check')).code(1).stderr(said);
      (await s.run('push')).code(1).stderr(said);
      expect(fakeService.texts('de')).toEqual(Object.fromEntries(changed));
      (await s.run('pull --restore l/de.json')).code(0);
      expect(JSON.parse(s.text('l/de.json'))).toEqual(Object.fromEntries(changed));
      (await s.run('status --check')).code(0);
    },
  );

  it('SG-05 new texts that all languages get at once, and source texts from a translation, are uploaded', async () => {
    const all = { en: texts(40, 'en'), de: texts(40, 'de'), fr: texts(40, 'fr') };
    const { s, fakeService } = await synced(all);
    for (const [code, own] of Object.entries(all))
      s.file(`l/${code}.json`, jsonText({ ...own, ...texts(14, 'New') }));
    (await s.run('push')).code(0);
    expect(fakeService.texts('fr')).toEqual({ ...all.fr, ...texts(14, 'New') });
    s.file('l/en.json', jsonText({ ...all.de, ...texts(14, 'New') }));
    (await s.run('push')).code(0);
    expect(fakeService.texts('en')).toEqual({ ...all.de, ...texts(14, 'New') });
  });

  it.each([
    ['de', 'de-AT', 'texts of de'],
    ['zh-CN', 'zh-TW', 'texts of zh-CN'],
    ['en', 'en-GB', 'the source text'],
  ])(
    'SG-08 a copy of %s in place of %s, a variant with other texts, is not uploaded',
    async (from, to, by) => {
      const all: Record<string, Texts> = {
        en: texts(60, 'en'),
        [from]: texts(60, from),
        [to]: texts(60, to),
      };
      const { s, fakeService } = await synced(all);
      s.file(`l/${to}.json`, jsonText(all[from] ?? {}));
      (await s.run('push'))
        .code(1)
        .stderr(`has lost 60 of 60 texts since it was last synced, replaced by ${by}`);
      expect(fakeService.texts(to)).toEqual(all[to]);
    },
  );

  it('SG-02 texts that were those of the source locale before are edited with them', async () => {
    const all = { en: texts(60, 'same'), de: texts(60, 'same'), 'en-GB': texts(60, 'same') };
    const { s, fakeService } = await synced(all);
    const next = jsonText(texts(60, 'next'));
    s.file('l/en.json', next).file('l/de.json', next).file('l/en-GB.json', next);
    (await s.run('push')).code(0);
    expect(fakeService.texts('de')).toEqual(texts(60, 'next'));
  });

  it('{} is 0 % translated', async () => {
    const { s } = await synced({ en: texts(30, 'en'), de: texts(30, 'de') });
    s.file('l/de.json', '{}\n');
    (await s.run('status')).stdout(/^de +0% +0 of 30 keys$/m);
  });

  it('push --force accepts the loss as on purpose, and nothing comes back', async () => {
    const de = texts(60, 'de');
    const { s } = await synced({ en: texts(60, 'en'), de });
    s.file('l/de.json', jsonText(without(de, 30)));
    (await s.run('push --force --locale de l/de.json')).code(0);
    (await s.run('push')).code(0);
    (await s.run('pull')).code(0);
    s.reads('l/de.json', jsonText(without(de, 30)));
  });

  it('ten keys, or a fifth, may be deleted without a word', async () => {
    const de = texts(60, 'de');
    const { s } = await synced({ en: texts(60, 'en'), de });
    s.file('l/de.json', jsonText(without(de, 10)));
    (await s.run('push')).code(0);
  });

  it('--restore keeps to its path and leaves other conflicts as they are', async () => {
    const de = texts(20, 'de');
    const fr = texts(20, 'fr');
    const { s, fakeService } = await synced({ en: texts(20, 'en'), de, fr });
    s.file('l/de.json', jsonText({ k19: 'mine' })).file('l/fr.json', '{}\n');
    fakeService.set('de', { ...de, k0: 'changed', k19: 'theirs' });
    (await s.run('pull --restore --locale de')).code(1).stderr('k19');
    expect(JSON.parse(s.text('l/de.json'))).toEqual({ ...de, k0: 'changed', k19: 'mine' });
    s.reads('l/fr.json', '{}\n');
  });
});

describe('C7 a locale that the project no longer lists', () => {
  it('is an error of push and pull and a finding of status --check if it was synced', async () => {
    const { s, fakeService, lock } = await synced({ en: { a: 'A' }, de: { a: 'Ä' }, fr: { a: 'F' } });
    fakeService.codes = ['en', 'de'];
    const said = 'the project no longer has the locale fr';
    (await s.run('status --check')).code(1).stderr(said);
    (await s.run('pull')).code(1).stderr(said);
    (await s.run('push')).code(1).stderr(said);
    expect((await s.run('push --json')).states['l/fr.json']).toBe('failed');
    (await s.run('pull --locale de')).code(0);
    s.reads('l/fr.json', jsonText({ a: 'F' })).reads('locsync.lock', lock);
    fakeService.codes = ['en', 'de', 'fr'];
    (await s.run('status --check')).code(0);
  });

  it('that was never synced stays a warning', async () => {
    const { s } = await synced({ en: { a: 'A' } });
    s.file('l/it.json', jsonText({ a: 'I' }));
    (await s.run('status --check')).code(0).stderr('the project has no locale it');
    (await s.run('push')).code(0);
  });
});

describe('a locale file that is missing for a moment', () => {
  it('A6 keeps its base if nothing was written: an unpushed text outlives --strict', async () => {
    const { s, fakeService, lock } = await synced({ en: { a: 'A {x}' }, de: { a: 'Ä {x}' } });
    s.remove('l/de.json');
    fakeService.set('de', { a: 'kaputt' });
    (await s.run('pull --strict')).code(1);
    s.reads('locsync.lock', lock);
    fakeService.set('de', { a: 'Ä {x}' });
    s.file('l/de.json', jsonText({ a: 'Mein {x}' }));
    (await s.run('pull')).code(0);
    s.reads('l/de.json', jsonText({ a: 'Mein {x}' }));
  });

  it.each([
    ['a dry run', 'pull --dry-run'],
    ['a run for another locale', 'pull --locale en'],
    ['a push', 'push'],
  ])('A6 keeps its base over %s', async (_, command) => {
    const { s, lock } = await synced({ en: { a: 'A' }, de: { a: 'Ä' } });
    s.remove('l/de.json');
    (await s.run(command)).code(0);
    s.reads('locsync.lock', lock);
  });

  it.each([
    ['a syntax error', '{"a": '],
    ['conflict markers', '<<<<<<< a\n{"a":"x"}\n=======\n{"a":"y"}\n>>>>>>> b\n'],
  ])('A6 keeps its base over %s', async (_, text) => {
    const { s, lock } = await synced({ en: { a: 'A' }, de: { a: 'Ä' } });
    s.file('l/de.json', text);
    (await s.run('pull')).code(5);
    s.reads('locsync.lock', lock);
  });

  it('A6 keeps its base if the service has nothing of it either', async () => {
    const { s, fakeService, lock } = await synced({ en: { a: 'A' }, de: { a: 'Ä' } });
    s.remove('l/de.json');
    fakeService.set('de', {});
    (await s.run('pull')).code(0);
    s.reads('locsync.lock', lock);
  });

  it('gets a new base once it is written', async () => {
    const { s, fakeService } = await synced({ en: { a: 'A', b: 'B' }, de: { a: 'Ä', b: 'Be' } });
    s.remove('l/de.json');
    fakeService.set('de', { a: 'Neu' });
    (await s.run('pull')).code(0);
    s.reads('l/de.json', jsonText({ a: 'Neu' }));
    const { files } = JSON.parse(s.text('locsync.lock')) as { files: Record<string, object> };
    expect(Object.keys(files['l/de.json'] ?? {})).toEqual(['a']);
  });
});

describe('B11 the shape of a new locale file', () => {
  it.each([
    ['conflict markers', '<<<<<<< a\n{"a.b":"x"}\n=======\n{"a.b":"y"}\n>>>>>>> b\n', 'conflict markers'],
    ['a syntax error', '{"a.b": ', 'l/en.json'],
  ])('is not guessed from a source file with %s', async (_, text, said) => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script, ['en', 'fr']);
    fakeService.set('en', { 'a.b': 'A' });
    fakeService.set('fr', { 'a.b': 'F' });
    s.file('l/en.json', text);
    (await s.run('pull')).code(5).stderr('no new file was written', said);
    expect(s.has('l/fr.json')).toBe(false);
    s.file('l/en.json', jsonText({ 'a.b': 'A' }));
    (await s.run('pull')).code(0);
    s.reads('l/fr.json', jsonText({ 'a.b': 'F' }));
  });
});

describe('B17 a moment of empty answers', () => {
  it('uploads no file of the one new key, and removes nothing', async () => {
    const all = { en: texts(9, 'en'), de: texts(9, 'de') };
    const { s, fakeService, lock } = await synced(all);
    for (const code of ['en', 'de']) fakeService.set(code, {});
    s.file('l/en.json', jsonText({ ...all.en, more: 'more' }));
    (await s.run('push')).code(1);
    expect(uploads(s)).toBe(0);
    s.reads('locsync.lock', lock);
    (await s.run('pull')).code(1);
    s.reads('l/de.json', jsonText(all.de));
  });
});

describe('source keys that are gone on the service, more than the guard lets through', () => {
  it('F10: the suggested command removes them and is not stopped by the guard', async () => {
    const all = { en: texts(40, 'en'), de: texts(40, 'de') };
    const { s, fakeService } = await synced(all);
    for (const [code, own] of Object.entries(all)) fakeService.set(code, without(own, 20));
    const remedy = 'pull --prune --allow-shrink --locale en l/en.json';
    (await s.run('status')).stderr(`locsync ${remedy}`);
    (await s.run('pull')).code(1).stderr(`locsync ${remedy}`);
    (await s.run('pull --prune --locale en l/en.json')).code(1).stderr(`locsync ${remedy}`);
    (await s.run(remedy)).code(0);
    s.reads('l/en.json', jsonText(without(all.en, 20)));
  });
});
