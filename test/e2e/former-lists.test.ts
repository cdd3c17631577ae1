import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { GitProject } from '../support/git-project.js';
import { Session } from '../support/session.js';
import { fileText } from '../support/file-text.js';

const EN = { a: 'A', days: ['Mo', 'Tu'], grid: [['x'], ['y', 'z']], codes: { 0: 'zero', 1: 'one' } };
const DE = { a: 'Ä', days: ['Mo', 'Di'], grid: [['x'], ['y', 'z']], codes: { 0: 'null', 1: 'eins' } };
const LEFT = { a: 'A' };

describe.each(['json', 'yaml'])('LI-10 lists that a file has lost come back as lists, in %s', (ending) => {
  describe.each(['a file for each language', 'one file'])('%s', (layout) => {
    const isOne = layout === 'one file';
    const [en, de] = isOne
      ? [`i18n/all.${ending}`, `i18n/all.${ending}`]
      : [`i18n/en.${ending}`, `i18n/de.${ending}`];

    async function start() {
      const s = await Session.start({
        config: { files: [isOne ? en : `i18n/{locale}.${ending}`] },
        service: { locales: ['en', 'de'] },
      });
      const git = new GitProject(s);
      const save = (files: { readonly en: object; readonly de: object }): void => {
        if (isOne) s.file(en, fileText(ending, files));
        else s.file(en, fileText(ending, files.en)).file(de, fileText(ending, files.de));
      };
      const held = (): unknown => (isOne ? load(s.text(en)) : { en: load(s.text(en)), de: load(s.text(de)) });
      save({ en: EN, de: DE });
      (await s.run('push')).code(0);
      return { s, git, save, held };
    }

    it('as another language has them', async () => {
      const { s, save, held } = await start();
      save({ en: LEFT, de: DE });
      (await s.run('pull --restore')).code(0);
      expect(held()).toEqual({ en: EN, de: DE });
      (await s.run('status --check')).code(0);
      (await s.run('undo')).code(0);
      expect(held()).toEqual({ en: LEFT, de: DE });
    });

    it('as git has them', async () => {
      const { s, git, save, held } = await start();
      git.commit('lists');
      save({ en: LEFT, de: LEFT });
      git.commit('no lists');
      (await s.run('pull --restore')).code(0);
      expect(held()).toEqual({ en: EN, de: { ...DE, a: 'A' } });
    });

    it('when a conflict is resolved', async () => {
      const { s, git, save, held } = await start();
      git.commit('lists');
      save({ en: LEFT, de: { ...LEFT, a: 'Ä' } });
      await s.service.put('en', en, { 'days.0': 'Mon', 'days.1': 'Tue' });
      (await s.run('resolve --service')).code(0);
      expect(held()).toEqual({ en: { ...LEFT, days: ['Mon', 'Tue'] }, de: { a: 'Ä' } });
    });

    it('where all files are gone', async () => {
      const { s, git, held } = await start();
      git.commit('lists');
      s.remove(en);
      if (!isOne) s.remove(de);
      (await s.run('pull')).code(0);
      expect(held()).toEqual({ en: EN, de: DE });
    });

    it('not where nothing tells it', async () => {
      const { s, save, held } = await start();
      save({ en: LEFT, de: { a: 'Ä' } });
      (await s.run('pull --restore')).code(0);
      const days = { 0: 'Mo', 1: 'Tu' };
      expect(held()).toMatchObject({ en: { days } });
    });
  });
});
