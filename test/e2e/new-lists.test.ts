import { dump, load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const MODEL = {
  k: 'x',
  days: ['Mo', 'Tu', 'We'],
  months: [null, 'Jan'],
  none: [],
  faq: [{ q: 'Q', a: 'A' }],
};

const written = (ending: string, value: unknown): string =>
  ending === 'json' ? `${JSON.stringify(value, undefined, 2)}\n` : dump(value);

/** The texts of the service, and what a pull makes of them; a pattern if it refuses the file. */
const CASES: [string, Record<string, string>, object | RegExp][] = [
  ['a list', { 'days.0': 'Mon', 'days.1': 'Die', 'days.2': 'Mit' }, { days: ['Mon', 'Die', 'Mit'] }],
  ['the first items', { 'days.0': 'Mon', 'days.1': 'Die' }, { days: ['Mon', 'Die'] }],
  ['an item that has no text in the model', { 'months.1': 'Jän' }, { months: [null, 'Jän'] }],
  ['more items', { 'months.1': 'Jän', 'months.2': 'Feb' }, { months: [null, 'Jän', 'Feb'] }],
  ['a list of maps', { 'faq.0.q': 'F', 'faq.0.a': 'A' }, { faq: [{ q: 'F', a: 'A' }] }],
  ['items of an empty list', { 'none.0': 'a', 'none.1': 'b' }, { none: ['a', 'b'] }],
  ['names in an empty list', { 'none.x': 'a', 'none.1': 'b' }, { none: { x: 'a', 1: 'b' } }],
  ['a gap', { 'days.0': 'Mon', 'days.2': 'Mit' }, /days\.2 .*a list cannot have gaps: item 1 has no text/],
  ['no first item', { 'days.1': 'Die' }, /days\.1 .*a list cannot have gaps: item 0 has no text/],
  [
    'a name in a list',
    { 'days.0': 'Mon', 'days.x': 'X' },
    /days\.x .*model has a list here, and "x" is not an item/,
  ],
];

describe.each(['json', 'yaml'])('lists of a model, in %s', (ending) => {
  it.each(CASES)('in a new file: %s', async (_, texts, expected) => {
    const [en, de] = [`i18n/en.${ending}`, `i18n/de.${ending}`];
    const s = await Session.start({ config: { files: [`i18n/{locale}.${ending}`] } });
    s.file(en, written(ending, MODEL));
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
});
