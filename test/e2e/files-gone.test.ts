import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { GitProject } from '../support/git-project.js';
import { Session } from '../support/session.js';
import { fileText } from '../support/file-text.js';

const texts = (own: string): object => ({
  t: `t ${own}`,
  g: { x: `x ${own}`, l: [`a ${own}`, `b ${own}`] },
  'v1.0': { a: `q ${own}` },
  m: [{ n: `n ${own}` }],
});
const asMaps = (own: string): object => ({
  ...texts(own),
  g: { x: `x ${own}`, l: { 0: `a ${own}`, 1: `b ${own}` } },
  m: { 0: { n: `n ${own}` } },
});

describe.each(['json', 'yaml'])(
  'LI-13 all files of a set are gone, and the lock is kept, in %s',
  (ending) => {
    describe.each(['a file for each language', 'one file'])('%s', (layout) => {
      const isOne = layout === 'one file';
      const [en, de] = isOne
        ? [`i18n/all.${ending}`, `i18n/all.${ending}`]
        : [`i18n/en.${ending}`, `i18n/de.${ending}`];

      async function start(behave?: string) {
        const s = await Session.start({
          config: { files: [isOne ? en : `i18n/{locale}.${ending}`] },
          service: { locales: ['en', 'de'], behave: behave === undefined ? [] : [behave] },
        });
        const save = (own: (locale: string) => object): void => {
          if (isOne) s.file(en, fileText(ending, { en: own('en'), de: own('de') }));
          else s.file(en, fileText(ending, own('en'))).file(de, fileText(ending, own('de')));
        };
        const held = (): unknown =>
          isOne ? load(s.text(en)) : { en: load(s.text(en)), de: load(s.text(de)) };
        const remove = (): void => {
          s.remove(en);
          if (!isOne) s.remove(de);
        };
        return { s, save, held, remove };
      }

      it.each([undefined, 'slash-keys', 'bracket-items', 'nested-keys'])(
        'the base tells the names of the keys, with %s',
        async (behave) => {
          const { s, save, held, remove } = await start(behave);
          save(texts);
          (await s.run('push')).code(0);
          remove();
          (await s.run('pull')).code(0).emptyStderr();
          const shape = behave === 'bracket-items' || behave === 'nested-keys' ? texts : asMaps;
          expect(held()).toEqual({ en: shape('en'), de: shape('de') });
          (await s.run('status --check')).code(0);
        },
      );

      it.each([undefined, 'slash-keys'])('git tells the lists, with %s', async (behave) => {
        const { s, save, held, remove } = await start(behave);
        const git = new GitProject(s);
        save(texts);
        (await s.run('push')).code(0);
        git.commit('texts');
        remove();
        (await s.run('pull --restore')).code(0).emptyStderr();
        expect(held()).toEqual({ en: texts('en'), de: texts('de') });
      });

      it('a key that has changed its shape since is read once', async () => {
        const { s, save, held, remove } = await start();
        save(() => ({ 'a.b': 'x', t: 't' }));
        (await s.run('push')).code(0);
        save(() => ({ a: { b: 'x' }, t: 't' }));
        (await s.run('push')).code(0);
        remove();
        (await s.run('pull')).code(0).emptyStderr();
        expect(held()).toMatchObject({ en: { t: 't' }, de: { t: 't' } });
        expect(JSON.stringify(held())).toContain('"x"');
      });

      it('nothing else: other keys of the service are written', async () => {
        const { s, save, held, remove } = await start();
        save(() => ({ t: 't' }));
        (await s.run('push')).code(0);
        await s.service.upload(en, { en: { 'n.a': 'N' }, de: { 'n.a': 'M' } });
        remove();
        (await s.run('pull')).code(0);
        expect(held()).toMatchObject({ en: { n: { a: 'N' } }, de: { n: { a: 'M' } } });
      });
    });

    it('a translation that is gone has names of its own, too', async () => {
      const [en, de] = [`i18n/en.${ending}`, `i18n/de.${ending}`];
      const s = await Session.start({ config: { files: [`i18n/{locale}.${ending}`] } });
      const own = { t: 'T', v: { 'v1.0': 'Q', 'a.b': 'R' } };
      s.file(en, fileText(ending, { t: 'T' })).file(de, fileText(ending, own));
      (await s.run('push')).code(0);
      s.remove(de);
      (await s.run('pull')).code(0).emptyStderr();
      expect(load(s.text(de))).toEqual(own);
      (await s.run('status --check')).code(0);
    });
  },
);
