import { dump, load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const written = (ending: string, value: unknown): string =>
  ending === 'json' ? `${JSON.stringify(value, undefined, 2)}\n` : dump(value);

/** A project with a file for each language, or one for all. The service writes `days[0]`. */
async function start(ending: string, layout: string) {
  const path = layout === 'one file' ? `i18n/all.${ending}` : `i18n/{locale}.${ending}`;
  const s = await Session.start({
    config: { files: [path] },
    service: { locales: ['en', 'de'], behave: ['bracket-items'] },
  });
  const source = path.replace('{locale}', 'en');
  const save = (files: { readonly en?: object; readonly de?: object }): void => {
    if (layout === 'one file') s.file(source, written(ending, files));
    else
      for (const [locale, own] of Object.entries(files))
        s.file(path.replace('{locale}', locale), written(ending, own));
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
