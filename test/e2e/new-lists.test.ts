import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';
import { fileText } from '../support/file-text.js';

const MODEL = {
  k: 'x',
  days: ['Mo', 'Tu', 'We'],
  months: [null, 'Jan'],
  none: [],
  faq: [{ q: 'Q', a: 'A' }],
  steps: [{ t: 'One' }, { t: 'Two' }],
};

/** The texts of the service, and what a pull makes of them; a pattern if it refuses the file. */
const CASES: [string, Record<string, string>, object | RegExp][] = [
  ['a list', { 'days.0': 'Mon', 'days.1': 'Die', 'days.2': 'Mit' }, { days: ['Mon', 'Die', 'Mit'] }],
  ['the first items', { 'days.0': 'Mon', 'days.1': 'Die' }, { days: ['Mon', 'Die'] }],
  ['an item that has no text in the model', { 'months.1': 'Jän' }, { months: [null, 'Jän'] }],
  ['more items', { 'months.1': 'Jän', 'months.2': 'Feb' }, { months: [null, 'Jän', 'Feb'] }],
  ['a list of maps', { 'faq.0.q': 'F', 'faq.0.a': 'A' }, { faq: [{ q: 'F', a: 'A' }] }],
  ['items of an empty list', { 'none.0': 'a', 'none.1': 'b' }, { none: ['a', 'b'] }],
  ['names in an empty list', { 'none.x': 'a', 'none.1': 'b' }, { none: { x: 'a', 1: 'b' } }],
  ['a gap', { 'days.0': 'Mon', 'days.2': 'Mit' }, { days: ['Mon', null, 'Mit'] }],
  ['no first item', { 'days.1': 'Die' }, { days: [null, 'Die'] }],
  ['a list of maps without the first one', { 'steps.1.t': 'Zwei' }, { steps: [{}, { t: 'Zwei' }] }],
  [
    'a gap that the model does not have',
    { 'days.0': 'Mon', 'days.4': 'Fre' },
    /days\.4 .*a list cannot have gaps: item 3 has no text, and its model has no such item/,
  ],
  [
    'a name in a list',
    { 'days.0': 'Mon', 'days.x': 'X' },
    /days\.x .*model has a list here, and "x" is not an item/,
  ],
];

describe.each(['json', 'yaml'])('LI-08 lists of a model, in %s', (ending) => {
  it.each(CASES)('in a new file: %s', async (_, texts, expected) => {
    const [en, de] = [`i18n/en.${ending}`, `i18n/de.${ending}`];
    const s = await Session.start({ config: { files: [`i18n/{locale}.${ending}`] } });
    s.file(en, fileText(ending, MODEL));
    (await s.run('push')).code(0);
    await s.service.put('de', en, { k: 'K', ...texts });
    const ran = await s.run('pull');
    if (expected instanceof RegExp) {
      ran.code(5).stderr(de, expected);
      expect(s.has(de)).toBe(false);
      return;
    }
    ran.code(0).emptyStderr();
    expect(load(s.text(de))).toEqual({ k: 'K', ...expected });
    (await s.run('status --check')).code(0);
  });

  for (const root of ['no', 'an empty', 'a null'])
    it.each(CASES)(`in a file with ${root} root of that language: %s`, async (_, texts, expected) => {
      const path = `i18n/all.${ending}`;
      const s = await Session.start({ config: { files: [path] } });
      const own = root === 'no' ? {} : { de: root === 'a null' ? null : {} };
      const before = { en: MODEL, ...own, 'pt-BR': { k: 'P' } };
      s.file(path, fileText(ending, before));
      (await s.run('push')).code(0);
      await s.service.put('de', path, { k: 'K', ...texts });
      const ran = await s.run('pull');
      if (expected instanceof RegExp) {
        ran.code(5).stderr(path, expected);
        s.reads(path, fileText(ending, before));
        return;
      }
      ran.code(0).emptyStderr();
      expect(load(s.text(path))).toEqual({ ...before, de: { k: 'K', ...expected } });
      expect(s.text(path).startsWith(fileText(ending, { en: MODEL }).trimEnd().replace(/\n\}$/, ''))).toBe(
        true,
      );
      (await s.run('status --check')).code(0);
      (await s.run('pull')).code(0).stdout('Nothing to pull.');
    });

  it('in a file of which the pull changes the source locale, too', async () => {
    const path = `i18n/all.${ending}`;
    const s = await Session.start({ config: { files: [path] } });
    const en = { t: 'T', l: ['A', ['C', 'D']], p: { q: ['a', 'b'] } };
    s.file(path, fileText(ending, { en, de: { t: 'dT', l: ['a', null], p: null } }));
    (await s.run('push')).code(0);
    await s.service.put('en', path, { t: 'T changed' });
    await s.service.put('de', path, { 'l.1.0': 'NEU', 'p.q.1': 'B' });
    (await s.run('pull')).code(0).emptyStderr();
    expect(load(s.text(path))).toEqual({
      en: { ...en, t: 'T changed' },
      de: { t: 'dT', l: ['a', ['NEU']], p: { q: [null, 'B'] } },
    });
    (await s.run('status --check')).code(0);
  });

  it('in a file whose source locale is new: as the first language that is there has them', async () => {
    const path = `i18n/all.${ending}`;
    const s = await Session.start({ config: { files: [path] } });
    const before = { de: { k: 'x', days: ['Mo', 'Di'] } };
    s.file(path, fileText(ending, before));
    (await s.run('push')).code(0);
    await s.service.put('en', path, { 'days.0': 'Mon', k: 'K' });
    (await s.run('pull')).code(0).emptyStderr();
    expect(Object.entries(load(s.text(path)) as object)).toEqual([
      ['de', before.de],
      ['en', { k: 'K', days: ['Mon'] }],
    ]);
  });

  it('in one language of a file, where the source locale has its new keys', async () => {
    const path = `i18n/all.${ending}`;
    const s = await Session.start({ config: { files: [path] } });
    const before = { de: { b: 'B' }, en: { a: 'A', days: ['Mo', 'Tu'], b: 'B' } };
    s.file(path, fileText(ending, before));
    (await s.run('push')).code(0);
    await s.service.put('de', path, { a: 'Ä', 'days.0': 'Mo', 'days.1': 'Di' });
    (await s.run('pull --locale de')).code(0).emptyStderr();
    s.reads(path, fileText(ending, { ...before, de: { a: 'Ä', days: ['Mo', 'Di'], b: 'B' } }));
    (await s.run('status --check')).code(0);
  });

  it.each(['i18n/{locale}', 'i18n/all'])(
    'resolve --service brings a deleted list back: %s',
    async (pattern) => {
      const isOne = pattern === 'i18n/all';
      const paths = [pattern.replace('{locale}', 'en'), pattern.replace('{locale}', 'de')];
      const [en = '', de = ''] = paths.map((path) => `${path}.${ending}`);
      const s = await Session.start({ config: { files: [`${pattern}.${ending}`] } });
      const source = { a: 'A', days: ['Mo', 'Tu'], z: 'Z' };
      const save = (own: object): void => {
        s.file(en, fileText(ending, isOne ? { en: source, de: own } : source));
        if (!isOne) s.file(de, fileText(ending, own));
      };
      save({ a: 'Ä', days: ['Mo', 'Di'], z: 'Zett' });
      (await s.run('push')).code(0);
      save({ a: 'Ä', z: 'Zett' });
      await s.service.put('de', en, { 'days.0': 'Montag', 'days.1': 'Dienstag' });
      (await s.run('pull')).code(1);
      (await s.run('resolve --service')).code(0);
      const own = { a: 'Ä', days: ['Montag', 'Dienstag'], z: 'Zett' };
      s.reads(de, fileText(ending, isOne ? { en: source, de: own } : own));
      (await s.run('status --check')).code(0);
    },
  );
});
