import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';
import { fileText } from '../support/file-text.js';

/** What the files hold, the new texts of the service, and what a pull makes of both. */
const CASES: [string, object, Record<string, string>, object][] = [
  [
    'a new inner list',
    { grid: [['a', 'b'], ['c']] },
    { 'grid.2.0': 'd', 'grid.2.1': 'e' },
    { grid: [['a', 'b'], ['c'], ['d', 'e']] },
  ],
  [
    'lists in lists in a list',
    { deep: [[['a']]] },
    { 'deep.0.1.0': 'b', 'deep.1.0.0': 'c', 'deep.1.0.1': 'd' },
    { deep: [[['a'], ['b']], [['c', 'd']]] },
  ],
  [
    'a list in a new item',
    { tiers: [{ name: 'Free', features: ['F'] }] },
    {
      'tiers.1.name': 'Pro',
      'tiers.1.features.0': 'P',
      'tiers.1.features.1': 'Q',
      'tiers.2.features.0': 'R',
    },
    {
      tiers: [{ name: 'Free', features: ['F'] }, { name: 'Pro', features: ['P', 'Q'] }, { features: ['R'] }],
    },
  ],
  [
    'a list that an item lacks',
    { tiers: [{ name: 'Free' }, { name: 'Pro', features: ['P'] }] },
    { 'tiers.0.features.0': 'F' },
    {
      tiers: [
        { name: 'Free', features: ['F'] },
        { name: 'Pro', features: ['P'] },
      ],
    },
  ],
  [
    'lists of maps in a new item',
    { faq: [{ parts: [{ q: 'Q', tags: ['t'] }] }] },
    { 'faq.1.parts.0.q': 'R', 'faq.1.parts.0.tags.0': 'u' },
    { faq: [{ parts: [{ q: 'Q', tags: ['t'] }] }, { parts: [{ q: 'R', tags: ['u'] }] }] },
  ],
  [
    'a map with numbers for names',
    { tiers: [{ codes: { 0: 'zero', 1: 'one' } }] },
    { 'tiers.1.codes.0': 'null', 'tiers.1.codes.1': 'eins' },
    { tiers: [{ codes: { 0: 'zero', 1: 'one' } }, { codes: { 0: 'null', 1: 'eins' } }] },
  ],
  [
    'the kind that the item before has',
    { mixed: [{ x: { 0: 'a' } }, { x: ['b'] }, { x: { k: 'c' } }] },
    { 'mixed.3.x.0': 'd' },
    { mixed: [{ x: { 0: 'a' } }, { x: ['b'] }, { x: { k: 'c' } }, { x: ['d'] }] },
  ],
  [
    'names that are no numbers',
    { grid: [['a']] },
    { 'grid.1.0': 'b', 'grid.1.x': 'c' },
    { grid: [['a'], { 0: 'b', x: 'c' }] },
  ],
];

describe.each(['json', 'yaml'])('LI-12 new keys below an item of a list, in %s', (ending) => {
  it.each(CASES)('in each file: %s', async (_, before, texts, after) => {
    const [en, other] = [`i18n/en.${ending}`, `i18n/de.${ending}`];
    const s = await Session.start({ config: { files: [`i18n/{locale}.${ending}`] } });
    s.file(en, fileText(ending, { ...before, t: 'T' })).file(other, fileText(ending, { ...before, t: 'T' }));
    (await s.run('push')).code(0);
    await s.service.put('en', en, texts);
    await s.service.put('de', en, texts);
    (await s.run('pull')).code(0).emptyStderr();
    expect(load(s.text(en))).toEqual({ ...after, t: 'T' });
    expect(load(s.text(other))).toEqual({ ...after, t: 'T' });
    (await s.run('status --check')).code(0);
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    (await s.run('undo')).code(0);
    expect(load(s.text(en))).toEqual({ ...before, t: 'T' });
  });

  it('in a new file', async () => {
    const [en, de] = [`i18n/en.${ending}`, `i18n/de.${ending}`];
    const s = await Session.start({ config: { files: [`i18n/{locale}.${ending}`] } });
    s.file(en, fileText(ending, { grid: [['a']], tiers: [{ features: ['F'] }] }));
    (await s.run('push')).code(0);
    const texts = { 'grid.0.0': 'a', 'grid.1.0': 'b', 'grid.1.1': 'c' };
    const more = { 'tiers.0.features.0': 'F', 'tiers.1.features.0': 'G' };
    await s.service.put('de', en, { ...texts, ...more });
    (await s.run('pull')).code(0).emptyStderr();
    expect(load(s.text(de))).toEqual({
      grid: [['a'], ['b', 'c']],
      tiers: [{ features: ['F'] }, { features: ['G'] }],
    });
    (await s.run('status --check')).code(0);
  });

  it('not if most of its items would be missing', async () => {
    const en = `i18n/en.${ending}`;
    const s = await Session.start({ config: { files: [`i18n/{locale}.${ending}`] } });
    const before = { grid: [['a', 'b']] };
    s.file(en, fileText(ending, before));
    (await s.run('push')).code(0);
    await s.service.put('en', en, { 'grid.1.7': 'c' });
    (await s.run('pull')).code(5).stderr(en, /grid\.1\.7 .*a list cannot have gaps: item 2 has no text/);
    s.reads(en, fileText(ending, before));
  });

  it.each(CASES)('in one file: %s', async (_, before, texts, after) => {
    const path = `i18n/all.${ending}`;
    const s = await Session.start({ config: { files: [path] } });
    s.file(path, fileText(ending, { en: { ...before, t: 'T' }, de: { ...before, t: 'T' } }));
    (await s.run('push')).code(0);
    await s.service.put('en', path, texts);
    await s.service.put('de', path, texts);
    (await s.run('pull')).code(0).emptyStderr();
    expect(load(s.text(path))).toEqual({ en: { ...after, t: 'T' }, de: { ...after, t: 'T' } });
    (await s.run('status --check')).code(0);
  });
});
