import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { GitProject } from '../support/git-project.js';
import { Session } from '../support/session.js';
import { fileText } from '../support/file-text.js';

type Locale = 'en' | 'de' | 'pl';
type Files = Partial<Record<Locale, object>>;

describe.each(['json', 'yaml'])('LI-14 new groups that other files show to be lists, in %s', (ending) => {
  describe.each(['a file for each language', 'one file'])('%s', (layout) => {
    const isOne = layout === 'one file';
    const pathOf = (locale: string): string => `i18n/${isOne ? 'all' : locale}.${ending}`;

    async function start(files: Files, behave?: string) {
      const s = await Session.start({
        config: { files: [isOne ? pathOf('all') : `i18n/{locale}.${ending}`] },
        service: { locales: ['en', 'de', 'pl'], behave: behave === undefined ? [] : [behave] },
      });
      const save = (own: Files): void => {
        if (isOne) s.file(pathOf('all'), fileText(ending, own));
        else for (const [locale, one] of Object.entries(own)) s.file(pathOf(locale), fileText(ending, one));
      };
      const held = (locale: Locale): unknown => {
        const found = load(s.text(pathOf(locale)));
        return isOne ? (found as Record<string, unknown>)[locale] : found;
      };
      const put = (locale: Locale, texts: Record<string, string>): Promise<unknown> =>
        s.service.put(locale, pathOf('en'), texts);
      save(files);
      (await s.run('push')).code(0);
      return { s, save, held, put };
    }

    it('as one translation has it', async () => {
      const plain = { t: 'T', g: { x: 'X' } };
      const own = { t: 'T', g: { x: 'X', l: ['a', 'b'], m: { 0: 'c', 1: 'd' } } };
      const { s, held, put } = await start({ en: plain, de: own, pl: plain });
      await put('pl', { 'g.l.0': 'A', 'g.m.0': 'C', 'g.m.1': 'D' });
      (await s.run('pull')).code(0).emptyStderr();
      expect(held('pl')).toEqual({ t: 'T', g: { x: 'X', l: ['A'], m: { 0: 'C', 1: 'D' } } });
      await put('en', { 'g.l.0': 'A', 'g.l.1': 'B' });
      (await s.run('pull')).code(0).emptyStderr();
      expect(held('en')).toEqual({ t: 'T', g: { x: 'X', l: ['A', 'B'] } });
      expect(held('de')).toEqual(own);
      (await s.run('status --check')).code(0);
    });

    it('as git has it', async () => {
      const full = { t: 'T', l: ['a', 'b'], m: { 0: 'c' } };
      const { s, save, held, put } = await start({ en: { t: 'T' }, de: full, pl: { t: 'T' } });
      const git = new GitProject(s);
      git.commit('lists');
      save({ en: { t: 'T' }, de: { t: 'T' }, pl: { t: 'T' } });
      git.commit('no lists');
      for (const locale of ['en', 'pl'] as const) await put(locale, { 'l.0': 'N', 'm.0': 'M' });
      (await s.run('pull')).code(0);
      for (const locale of ['en', 'pl'] as const)
        expect(held(locale)).toEqual({ t: 'T', l: ['N'], m: { 0: 'M' } });
    });

    it('as the lists of the model if nothing has it, and its names count from 0', async () => {
      const { s, held, put } = await start({ en: { k: ['x'] }, de: { k: ['y'] }, pl: { k: ['z'] } });
      const texts = { 'n.0': 'A', 'n.1': 'B', 'one.0': 'C', 'gap.0': 'D', 'gap.2': 'E' };
      await put('de', texts);
      await put('pl', texts);
      (await s.run('pull')).code(0).emptyStderr();
      const more = { n: ['A', 'B'], one: { 0: 'C' }, gap: { 0: 'D', 2: 'E' } };
      expect(held('de')).toEqual({ k: ['y'], ...more });
      expect(held('pl')).toEqual({ k: ['z'], ...more });
      (await s.run('status --check')).code(0);
    });

    it('in one way in all languages', async () => {
      const { s, held, put } = await start({ en: { t: 'x' }, de: { t: 'y', k: ['y'] }, pl: { t: 'z' } });
      for (const locale of ['de', 'pl'] as const) await put(locale, { 'n.0': 'A', 'n.1': 'B' });
      (await s.run('pull')).code(0).emptyStderr();
      const { n } = held('de') as { n: unknown };
      expect(held('pl')).toEqual({ t: 'z', n });
    });

    it('not if the model has a map of numbers', async () => {
      const en = { k: ['x'], codes: { 404: 'Gone' } };
      const { s, held, put } = await start({ en, de: en, pl: en });
      for (const locale of ['en', 'de', 'pl'] as const) await put(locale, { 'n.0': 'A', 'n.1': 'B' });
      (await s.run('pull')).code(0).emptyStderr();
      for (const locale of ['en', 'de', 'pl'] as const)
        expect(held(locale)).toEqual({ ...en, n: { 0: 'A', 1: 'B' } });
    });
  });
});
