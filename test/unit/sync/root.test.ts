import { describe, expect, it } from 'vitest';
import { keyPath } from '../../../src/core/key.js';
import { yaml } from '../../../src/formats/yaml.js';
import { languageRoot, leavesUnder, localeRoot, rerooted } from '../../../src/sync/root.js';
import { errorOf, selection } from '../core/sets.js';

const { table } = selection('{locale}.yml');
const [en, de, pt] = table.locales;
if (!en || !de || !pt) throw new Error('three locales');
const root = (text: string, locale = de): string | undefined =>
  localeRoot(yaml.parse(text), locale, table, 'x.yml');

describe('the top-level key of a file of one language', () => {
  it('is the locale’s code, as it is spelt there', () => {
    expect(root('de:\n  a: x\n')).toBe('de');
    expect(root('pt_BR:\n  a: x\n', pt)).toBe('pt_BR');
    expect(root('de:\n')).toBe('de');
  });
  it('is none where texts or other groups stand beside it', () => {
    expect(root('a: x\n')).toBeUndefined();
    expect(root('de:\n  a: x\nb: y\n')).toBeUndefined();
    expect(root('de:\n  a: x\nshop:\n  b: y\n')).toBeUndefined();
    expect(root('')).toBeUndefined();
  });
  it('is its own where the file holds other languages of the project too', () => {
    expect(root('en:\n  a: x\nde:\n  a: y\n')).toBe('de');
  });
  it('is an error where it is another language alone: an upload would overwrite that language', () => {
    expect(errorOf(() => root('en:\n  a: x\n'))).toMatch(/^LOCALE_ROOT/);
    expect(root('fr:\n  a: x\n')).toBeUndefined();
  });
});

it('of a language in a file with several it is as spelt there, else the tag', () => {
  const document = yaml.parse('en:\n  a: x\npt_BR:\n  a: y\n');
  expect(languageRoot(document, pt, table)).toBe('pt_BR');
  expect(languageRoot(document, de, table)).toBe('de');
  expect(languageRoot(undefined, de, table)).toBe('de');
});

it('the leaves under a root are those of this root only', () => {
  const document = yaml.parse('de:\n  a:\n    b: x\nde_AT:\n  a: y\n');
  expect([...leavesUnder(document, 'de').keys()].map(keyPath)).toEqual([['a', 'b']]);
  expect([...leavesUnder(document, 'd').keys()]).toEqual([]);
});

it('an outline is told in terms of another root', () => {
  const outline = yaml.parse('en:\n  a:\n    b: x\n').outline;
  const paths = (from: string | undefined, to: string | undefined): string[] =>
    rerooted(outline, from, to).map(({ path }) => path.join('.'));
  expect(paths('en', 'de')).toEqual(['de', 'de.a', 'de.a.b']);
  expect(paths('en', undefined)).toEqual(['a', 'a.b']);
  expect(paths(undefined, 'de')).toEqual(['de', 'de.en', 'de.en.a', 'de.en.a.b']);
  expect(paths('en', 'en')).toEqual(['en', 'en.a', 'en.a.b']);
});
