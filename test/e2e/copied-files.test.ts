import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';
import { FakeService, type Texts } from '../support/fake-service.js';
import { synced, texts, without } from '../support/synced-languages.js';
import { jsonText } from '../support/file-text.js';

/** Push refuses the German file, `status` says so, and the service keeps its German texts. */
async function refused(
  { s, fakeService }: Pick<Awaited<ReturnType<typeof synced>>, 's' | 'fakeService'>,
  said: string,
): Promise<void> {
  const before = fakeService.texts('de');
  for (const dry of ['push --dry-run', 'pull --dry-run']) await s.run(dry);
  (await s.run('status --check')).code(1).stderr(said);
  (await s.run('push')).code(1).stderr(said, 'locsync pull --restore');
  expect(fakeService.texts('de')).toEqual(before);
}

const languages = (count: number): Record<'en' | 'de' | 'fr', Texts> => ({
  en: texts(count, 'en'),
  de: texts(count, 'de'),
  fr: texts(count, 'fr'),
});

describe('SG-06 a copy of another file in place of a translation', () => {
  it('is refused if the service holds the source texts in another form', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script);
    fakeService.filter = (text) => text.trim();
    const en = Object.fromEntries(Object.entries(texts(15, 'en')).map(([key, text]) => [key, `${text} `]));
    s.file('l/en.json', jsonText(en)).file('l/de.json', jsonText(texts(15, 'de')));
    await s.run('push');
    s.file('l/de.json', jsonText(en));
    await refused({ s, fakeService }, 'has lost 15 of 15 texts since it was last synced');
  });

  it('is refused if it has the form of the service, and the source texts have changed since', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script);
    fakeService.filter = (text) => text.trim();
    const en = Object.entries(texts(15, 'en'));
    s.file('l/en.json', jsonText(Object.fromEntries(en.map(([key, text]) => [key, `${text} `]))));
    s.file('l/de.json', jsonText(texts(15, 'de')));
    await s.run('push');
    s.file('l/en.json', jsonText(texts(15, 'newer'))).file('l/de.json', jsonText(Object.fromEntries(en)));
    await refused({ s, fakeService }, 'has lost 15 of 15 texts since it was last synced');
  });

  it.each(['en', 'fr'] as const)(
    'is refused if a part of l/%s.json has been edited as well',
    async (code) => {
      const all = languages(15);
      const project = await synced(all);
      const edited = jsonText({ ...all[code], ...texts(5, 'edited') });
      project.s.file(`l/${code}.json`, edited).file('l/de.json', edited);
      await refused(project, 'has lost 15 of 15 texts since it was last synced');
    },
  );

  it('is refused if all of l/en.json has been edited as well, and nothing else is left', async () => {
    const project = await synced(languages(15));
    const edited = jsonText(texts(15, 'edited'));
    project.s.file('l/en.json', edited).file('l/de.json', edited);
    await refused(project, 'has lost 15 of 15 texts since it was last synced');
  });

  it('is refused if keys are gone too', async () => {
    const all = languages(20);
    const project = await synced(all);
    project.s.file('l/de.json', jsonText({ ...without(all.fr, 10), k19: 'de 19' }));
    await refused(project, 'has lost 19 of 20 texts since it was last synced');
  });

  it('is refused if it was moved, so that the other language has no file', async () => {
    const all = languages(40);
    const project = await synced(all);
    project.s.file('l/de.json', jsonText(all.fr)).remove('l/fr.json');
    await refused(project, 'replaced by texts of fr');
  });

  it.each(['en', 'fr'] as const)(
    'l/%s.json is refused in a small file if nothing else is in it',
    async (code) => {
      const all = languages(4);
      const project = await synced(all);
      project.s.file('l/de.json', jsonText(all[code]));
      await refused(project, 'has lost 4 of 4 texts since it was last synced');
      (await project.s.run('pull --restore')).code(0);
      expect(JSON.parse(project.s.text('l/de.json'))).toEqual(all.de);
      project.s.file('l/de.json', jsonText(all[code]));
      (await project.s.run('push --force')).code(0);
      expect(project.fakeService.texts('de')).toEqual(all[code]);
    },
  );

  it('is uploaded if a small file has texts of its own left, or only two texts', async () => {
    const all = languages(4);
    const { s, fakeService } = await synced(all);
    const mixed = { ...all.fr, k0: 'de 0' };
    s.file('l/de.json', jsonText(mixed));
    (await s.run('push')).code(0);
    expect(fakeService.texts('de')).toEqual(mixed);
    const tiny = await synced(languages(2));
    tiny.s.file('l/de.json', jsonText(texts(2, 'en')));
    (await tiny.s.run('push')).code(0);
    expect(tiny.fakeService.texts('de')).toEqual(texts(2, 'en'));
  });
});

describe('SG-12 a copy of another language', () => {
  it.each([6, 20])('stays refused after a push of the other language: %i texts', async (count) => {
    const all = languages(count);
    const project = await synced(all);
    project.s.file('l/de.json', jsonText(all.fr)).file('l/fr.json', jsonText(texts(count, 'nouveau')));
    await refused(project, `has lost ${count} of ${count} texts since it was last synced`);
    expect(project.fakeService.texts('fr')).toEqual(texts(count, 'nouveau'));
    await refused(project, 'replaced by texts of fr');
  });

  it('stays refused after a pull of the other language', async () => {
    const all = languages(20);
    const project = await synced(all);
    project.s.file('l/de.json', jsonText(all.fr));
    project.fakeService.set('fr', texts(20, 'nouveau'));
    (await project.s.run('pull')).code(0).stderr('has lost 20 of 20 texts since it was last synced');
    await refused(project, 'replaced by texts of fr');
  });

  it.each([6, 20])('is refused if that was edited before, and not pushed: %i texts', async (count) => {
    const project = await synced(languages(count));
    const edited = jsonText(texts(count, 'nouveau'));
    project.s.file('l/fr.json', edited).file('l/de.json', edited);
    await refused(
      project,
      `has lost ${count} of ${count} texts since it was last synced, replaced by texts of`,
    );
  });

  it('is refused if a text of it was edited after that', async () => {
    const project = await synced(languages(20));
    const edited = texts(20, 'nouveau');
    project.s.file('l/fr.json', jsonText(edited)).file('l/de.json', jsonText({ ...edited, k0: 'de 0' }));
    await refused(project, 'has lost 19 of 20 texts since it was last synced, replaced by texts of fr');
  });

  it('stays refused if the other file is edited further, until it is restored', async () => {
    const all = languages(20);
    const project = await synced(all);
    const { s, fakeService } = project;
    s.file('l/fr.json', jsonText(texts(20, 'nouveau'))).file('l/de.json', jsonText(texts(20, 'nouveau')));
    await refused(project, 'l/fr.json: the file has lost 20 of 20 texts');
    s.file('l/fr.json', jsonText(texts(20, 'plus nouveau')));
    for (let i = 0; i < 2; i++) await refused(project, 'replaced by texts of another file');
    expect(fakeService.texts('fr')).toEqual(texts(20, 'plus nouveau'));
    (await s.run('pull --restore --locale de l/de.json')).code(0);
    expect(JSON.parse(s.text('l/de.json'))).toEqual(all.de);
    (await s.run('push')).code(0).stdout('Nothing to push.');
  });

  it.each(['pull --restore --locale de l/de.json', 'a checkout'])(
    'leaves the original free to go up after %s',
    async (cure) => {
      const all = languages(20);
      const project = await synced(all);
      const { s, fakeService } = project;
      s.file('l/fr.json', jsonText(texts(20, 'nouveau'))).file('l/de.json', jsonText(texts(20, 'nouveau')));
      await refused(project, 'l/fr.json: the file has lost 20 of 20 texts');
      if (cure === 'a checkout') s.file('l/de.json', jsonText(all.de));
      else (await s.run(cure)).code(0);
      (await s.run('push')).code(0);
      expect(fakeService.texts('fr')).toEqual(texts(20, 'nouveau'));
      expect(fakeService.texts('de')).toEqual(all.de);
    },
  );

  it('leaves the original free to go up if it is restored before any push', async () => {
    const all = languages(20);
    const { s, fakeService } = await synced(all);
    s.file('l/fr.json', jsonText(texts(20, 'nouveau'))).file('l/de.json', jsonText(texts(20, 'nouveau')));
    (await s.run('pull --restore --locale de l/de.json')).code(0);
    (await s.run('push')).code(0);
    expect(fakeService.texts('fr')).toEqual(texts(20, 'nouveau'));
    expect(fakeService.texts('de')).toEqual(all.de);
  });

  it('stays refused if the other file was moved away, and a pull writes it anew', async () => {
    const all = languages(20);
    const project = await synced(all);
    project.s.file('l/de.json', jsonText(all.fr)).remove('l/fr.json');
    await refused(project, 'replaced by texts of fr');
    project.fakeService.set('fr', texts(20, 'nouveau'));
    (await project.s.run('pull')).code(0);
    await refused(project, 'has lost 20 of 20 texts');
  });

  it('is uploaded if it was a copy when it was synced', async () => {
    const all = languages(20);
    const { s, fakeService } = await synced({ ...all, 'de-AT': all.de });
    for (const edition of ['neu', 'neuer']) {
      s.file('l/de.json', jsonText(texts(20, edition)));
      if (edition === 'neu') (await s.run('push')).code(0);
      s.file('l/de-AT.json', jsonText(texts(20, edition)));
      (await s.run('push')).code(0);
      expect(fakeService.texts('de-AT')).toEqual(texts(20, edition));
    }
  });

  it('of the source language is refused if half of a small file is lost', async () => {
    const en = texts(10, 'en');
    const british = { ...en, ...texts(5, 'en-GB') };
    const project = await synced({ en, 'en-GB': british });
    project.s.file('l/en-GB.json', jsonText(en));
    (await project.s.run('push')).code(1).stderr('has lost 5 of 10 texts since it was last synced');
    expect(project.fakeService.texts('en-GB')).toEqual(british);
  });
});

describe('SG-10 texts of other keys', () => {
  const shifted = (all: Texts): Texts => {
    const values = Object.values(all);
    return Object.fromEntries(Object.keys(all).map((key, i) => [key, values[(i + 1) % values.length] ?? '']));
  };

  it('that a script has put in place of most texts are not uploaded', async () => {
    const all = languages(20);
    const project = await synced(all);
    project.s.file('l/de.json', jsonText(shifted(all.de)));
    await refused(
      project,
      'has lost 20 of 20 texts since it was last synced, replaced by texts of other keys',
    );
  });

  it('in a small file are not uploaded if all texts have changed places', async () => {
    const all = languages(4);
    const project = await synced(all);
    project.s.file('l/de.json', jsonText(shifted(all.de)));
    await refused(project, 'has lost 4 of 4 texts since it was last synced, replaced by texts of other keys');
  });

  it('are refused if most source texts are gone', async () => {
    const all = languages(30);
    const project = await synced(all);
    project.s.file('l/de.json', jsonText(shifted(all.de))).file('l/en.json', jsonText(without(all.en, 16)));
    await refused(project, 'replaced by texts of other keys');
  });

  it('stay refused after new source texts', async () => {
    const all = languages(20);
    const project = await synced(all);
    project.s.file('l/de.json', jsonText(shifted(all.de))).file('l/en.json', jsonText(texts(20, 'newer')));
    await refused(project, 'replaced by texts of other keys');
    expect(project.fakeService.texts('en')).toEqual(texts(20, 'newer'));
    await refused(project, 'replaced by texts of other keys');
  });

  it('are uploaded if the source texts have moved before, on a machine that has not seen it', async () => {
    const all = languages(20);
    const { s, fakeService } = await synced(all);
    s.file('l/en.json', jsonText(shifted(all.en)));
    (await s.run('push')).code(0);
    s.remove('.locsync').file('l/de.json', jsonText(shifted(all.de)));
    (await s.run('push')).code(0);
    expect(fakeService.texts('de')).toEqual(shifted(all.de));
  });

  it('are uploaded if the source texts have moved in the same way', async () => {
    const all = languages(20);
    const { s, fakeService } = await synced(all);
    for (const code of ['en', 'de'] as const) s.file(`l/${code}.json`, jsonText(shifted(all[code])));
    (await s.run('push')).code(0);
    expect(fakeService.texts('de')).toEqual(shifted(all.de));
  });
});

it('SG-11 texts that were moved to new keys by hand are not lost', async () => {
  const all = languages(30);
  const { s, fakeService } = await synced(all);
  const moved = (texts: Texts): Texts =>
    Object.fromEntries(Object.entries(texts).map(([key, text], i) => [i < 15 ? `new_${key}` : key, text]));
  for (const code of ['en', 'de', 'fr'] as const) s.file(`l/${code}.json`, jsonText(moved(all[code])));
  (await s.run('push')).code(0).stderr('15 keys were deleted here and are still on the service');
  expect(fakeService.texts('de')).toEqual({ ...all.de, ...moved(all.de) });
  (await s.run('push')).code(0).stdout('Nothing to push.');
  (await s.run('status --check')).code(0);
  s.file('l/de.json', jsonText(without(moved(all.de), 15)));
  (await s.run('push')).code(1).stderr('has lost 30 of 45 texts since it was last synced');
});

describe('SG-13 texts that were moved to another file by hand', () => {
  const CODES = ['en', 'de', 'fr'] as const;

  /** Two file sets, of which the second has one text. */
  async function twoSets(count: number) {
    const s = await Session.start({
      config: { files: ['*/{locale}.json'] },
      service: { locales: [...CODES] },
    });
    for (const code of CODES)
      s.file(`l/${code}.json`, jsonText(texts(count, code))).file(
        `m/${code}.json`,
        jsonText({ own: `${code} own` }),
      );
    (await s.run('push')).code(0);
    return s;
  }

  it.each([6, 30])('are not lost: all of %i', async (count) => {
    const s = await twoSets(count);
    for (const code of CODES)
      s.file(`l/${code}.json`, '{}\n').file(
        `m/${code}.json`,
        jsonText({ own: `${code} own`, ...texts(count, code) }),
      );
    for (let i = 0; i < 2; i++) {
      (await s.run('push')).code(0);
      expect(await s.service.texts('m/en.json', 'de')).toEqual({ own: 'de own', ...texts(count, 'de') });
    }
    (await s.run('status --check')).code(0);
  });

  it('are lost if the source file still has their keys', async () => {
    const s = await twoSets(20);
    s.file('l/de.json', '{}\n').file('m/de.json', jsonText({ own: 'de own', ...texts(20, 'de') }));
    (await s.run('push')).code(1).stderr('l/de.json: the file has lost 20 of 20 texts');
  });

  it('are lost if only a file of the source language is emptied', async () => {
    const s = await twoSets(20);
    s.file('l/en.json', '{}\n').file('m/en.json', jsonText({ own: 'en own', ...texts(20, 'en') }));
    (await s.run('push')).code(1).stderr('l/en.json: the file has lost 20 of 20 texts');
  });
});

describe('SG-09 texts that never were translations', () => {
  it.each([4, 30])(
    '%i of them follow the source text, on a machine that has not seen the earlier one',
    async (count) => {
      const { s, fakeService } = await synced({
        en: texts(count, 'en'),
        de: texts(count, 'en'),
        fr: texts(count, 'fr'),
      });
      s.file('l/en.json', jsonText(texts(count, 'newer')));
      (await s.run('push')).code(0);
      s.remove('.locsync').file('l/de.json', jsonText(texts(count, 'newer')));
      (await s.run('push')).code(0);
      expect(fakeService.texts('de')).toEqual(texts(count, 'newer'));
    },
  );

  it('names that all languages share may change in one of them first', async () => {
    const names = { en: texts(12, 'Acme'), de: texts(12, 'Acme'), fr: texts(12, 'Acme') };
    const { s, fakeService } = await synced(names);
    for (const code of ['fr', 'de']) {
      s.file(`l/${code}.json`, jsonText(texts(12, 'Bolt')));
      (await s.run('push')).code(0);
      expect(fakeService.texts(code)).toEqual(texts(12, 'Bolt'));
    }
  });
});

it('SG-07 source texts in place of translations count in a pull if the service has swapped two languages', async () => {
  const all = languages(40);
  const { s, fakeService } = await synced(all);
  fakeService.set('en', all.de);
  fakeService.set('de', all.en);
  (await s.run('pull')).code(1).stderr('replace 40 by the source text of 40 keys');
  expect(JSON.parse(s.text('l/de.json'))).toEqual(all.de);
  expect(JSON.parse(s.text('l/en.json'))).toEqual(all.en);
});
