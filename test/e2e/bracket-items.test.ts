import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';
import { fileText } from '../support/file-text.js';

/** A project with a file for each language, or one for all. The service writes `days[0]`. */
async function start(ending: string, layout: string, behave = 'bracket-items') {
  const path = layout === 'one file' ? `i18n/all.${ending}` : `i18n/{locale}.${ending}`;
  const s = await Session.start({
    config: { files: [path] },
    service: { locales: ['en', 'de'], behave: [behave] },
  });
  const source = path.replace('{locale}', 'en');
  const save = (files: { readonly en?: object; readonly de?: object }): void => {
    if (layout === 'one file') s.file(source, fileText(ending, files));
    else
      for (const [locale, own] of Object.entries(files))
        s.file(path.replace('{locale}', locale), fileText(ending, own));
  };
  const held = (locale: 'en' | 'de'): unknown => {
    const text = load(s.text(path.replace('{locale}', locale)));
    return layout === 'one file' ? (text as Record<string, unknown>)[locale] : text;
  };
  const put = (locale: 'en' | 'de', texts: Record<string, string>): Promise<unknown> =>
    s.service.put(locale, source, texts);
  return { s, save, held, put };
}

describe.each(['json', 'yaml'])('LI-09 items in brackets, in %s', (ending) => {
  describe.each(['a file for each language', 'one file'])('%s', (layout) => {
    const forms = { one: 'One', other: 'Many' };
    const en = { days: ['Mo'], releases: { 'v1.0': { ...forms, notes: ['A', 'B'] } } };

    it('new plural forms and items below a name with a dot', async () => {
      const { s, save, held, put } = await start(ending, layout);
      save({ en, de: { days: ['Mo'], releases: { 'v1.0': { ...forms, notes: ['Ä'] } } } });
      (await s.run('push')).code(0);
      await put('de', { 'releases.v1.0.few': 'Few', 'releases.v1.0.notes[1]': 'Bäh' });
      (await s.run('pull')).code(0);
      expect(held('de')).toEqual({
        days: ['Mo'],
        releases: { 'v1.0': { ...forms, few: 'Few', notes: ['Ä', 'Bäh'] } },
      });
      (await s.run('status --check')).code(0);
      (await s.run('pull')).code(0).stdout('Nothing to pull.');
    });

    describe.each(['bracket-items', 'nested-keys'])('lists that no file has, with %s', (behave) => {
      const own = { days: ['Mo'], grid: [['a'], ['b']], p: { q: 'r' } };
      const at = (path: string): string =>
        behave === 'nested-keys' ? path.replace(/\[(\d+)\]/g, '.$1') : path;
      const more = (texts: Record<string, string>): Record<string, string> =>
        Object.fromEntries(Object.entries(texts).map(([path, text]) => [at(path), text]));
      const texts = {
        'grid[2][0]': 'c',
        'grid[2][1]': 'd',
        'new[0]': 'N',
        'nav.deep[0][0]': 'x',
        'nav.deep[1][0]': 'y',
        'faq[0].q': 'Q',
        ...(behave === 'nested-keys' ? {} : { 'gaps[1]': 's' }),
      };
      const expected = {
        ...own,
        grid: [['a'], ['b'], ['c', 'd']],
        new: ['N'],
        nav: { deep: [['x'], ['y']] },
        faq: [{ q: 'Q' }],
        ...(behave === 'nested-keys' ? {} : { gaps: [null, 's'] }),
      };

      it('in a file that is there', async () => {
        const { s, save, held, put } = await start(ending, layout, behave);
        save({ en: own, de: own });
        (await s.run('push')).code(0);
        await put('de', more(texts));
        (await s.run('pull --locale de')).code(0);
        expect(held('de')).toEqual(expected);
        expect(held('en')).toEqual(own);
        (await s.run('status --check')).code(0);
        (await s.run('undo')).code(0);
        expect(held('de')).toEqual(own);
      });

      it('in the source locale and in a new one', async () => {
        const { s, save, held, put } = await start(ending, layout, behave);
        save({ en: own });
        (await s.run('push')).code(0);
        await put('en', more(texts));
        await put('de', more({ ...texts, 'days[0]': 'Mo' }));
        (await s.run('pull')).code(0);
        const { grid, p, ...rest } = expected;
        expect(held('en')).toEqual({ ...rest, grid, p });
        expect(held('de')).toEqual({ ...rest, grid: [[], [], grid[2]] });
        (await s.run('status --check')).code(0);
      });
    });

    it.each(['pull --restore', 'resolve --service'])(
      '%s: a list that no file has any longer',
      async (command) => {
        const { s, save, held, put } = await start(ending, layout);
        const own = { days: ['Mo'], steps: [['a'], ['b', 'c']], z: 'Z' };
        save({ en: own, de: own });
        (await s.run('push')).code(0);
        const rest = { days: own.days, z: own.z };
        save({ en: rest, de: rest });
        if (command === 'resolve --service') {
          await put('de', { 'steps[0][0]': 'A', 'steps[1][0]': 'B', 'steps[1][1]': 'C' });
          (await s.run(`${command} --locale de`)).code(0);
          expect(held('de')).toEqual({ ...rest, steps: [['A'], ['B', 'C']] });
          return;
        }
        (await s.run(command)).code(0);
        expect([held('en'), held('de')]).toEqual([own, own]);
        (await s.run('undo')).code(0);
        expect([held('en'), held('de')]).toEqual([rest, rest]);
      },
    );

    it('in a new language', async () => {
      const { s, save, held, put } = await start(ending, layout);
      save({ en });
      (await s.run('push')).code(0);
      await put('de', {
        'days[0]': 'Mo',
        'releases.v1.0.one': 'Eins',
        'releases.v1.0.few': 'Few',
        'releases.v1.0.notes[0]': 'Ä',
      });
      (await s.run('pull')).code(0);
      expect(held('de')).toEqual({
        days: ['Mo'],
        releases: { 'v1.0': { one: 'Eins', few: 'Few', notes: ['Ä'] } },
      });
      (await s.run('status --check')).code(0);
    });
  });
});
