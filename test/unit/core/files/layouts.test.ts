import { describe, expect, it } from 'vitest';
import { bind, type Binding } from '../../../../src/core/files/binding.js';
import type { NamedSource } from '../../../../src/core/files/bound-set.js';
import { LocsyncError } from '../../../../src/core/errors/index.js';
import { expand } from '../../../../src/core/patterns/template.js';
import { unclearNames } from '../../../../src/core/files/upload-names.js';
import { FileNames } from '../../../../src/server/import/file-names.js';
import { each } from '../../../support/runs.js';
import { filesEntry, setsOf } from './sets.js';

/** Forty languages, those first whose codes are words of other things too. */
const CODES = (
  'en de it no is id pt-BR fr es ja my tr to so zh-CN zh-TW ar be bg ca cs da el et fa fi he hi hr hu ko lt lv nb nl ' +
  'pl ro ru sv uk'
).split(' ');

/** How many of them a project has. */
const LANGUAGES = [3, 12, 40];

/** Layouts of real projects and frameworks: the patterns, and what is at their `*`. */
const LAYOUTS: Readonly<Record<string, readonly string[]>> = {
  'Rails (redmine, openstreetmap-website)': ['config/locales/{locale}.yml'],
  'Rails with gems': [
    'config/locales/*.{locale}.yml:devise,simple_form,views',
    'config/locales/{locale}.yml',
  ],
  'Rails in folders': ['config/locales/**/{locale}.yml:models/user,views/admin,mailers'],
  'rails-i18n': ['rails/*/{locale}.yml:locale,ordinals,transliteration'],
  fat_free_crm: ['config/locales/fat_free_crm.{locale}.yml'],
  i18next: ['public/locales/{locale}/*.json:common,translation,home'],
  'Vue, Laravel, mattermost': ['src/locales/{locale}.json', 'lang/{locale}.json', 'i18n/{locale}.json'],
  'VS Code': ['package.nls.{locale}.json', 'l10n/bundle.l10n.{locale}.json'],
  'vscode-cmake-tools': ['i18n/{locale}/**/*.i18n.json:src/extension,src/kit,src/ui/bookmarks'],
  'Symfony (wallabag)': ['translations/*.{locale}.yml:messages,validators,wallabag_user,messages+intl-icu'],
  'Chrome (uBlock)': ['src/_locales/{locale}/messages.json', 'platform/mv3/_locales/{locale}/messages.json'],
  violentmonkey: ['_locales/{locale}/messages.yml'],
  'Minecraft (AuthMe)': ['messages/*_{locale}.yml:messages,help'],
  Slimefun: ['languages/{locale}/*.yml:categories,messages,recipes'],
  'Monorepo (excalidraw)': ['packages/*/locales/{locale}.json:excalidraw,ui,my-app,id-card'],
  'Monorepo with short names': ['packages/*/locales/{locale}.json:ui,db,io,go,tv,ml'],
  'Etherpad, two places': ['src/locales/{locale}.json', 'admin/public/ep_admin_pads/{locale}.json'],
  Angular: ['src/assets/i18n/{locale}.json', 'src/assets/i18n/*/{locale}.json:shop,admin'],
  Django: ['*/locale/{locale}/messages.json:app,accounts'],
  Jekyll: ['_data/{locale}/strings.yml', '_data/{locale}/nav.yml'],
  'Go (go-i18n)': ['active.{locale}.yaml', 'translate.{locale}.yaml'],
  'Flutter-like': ['lib/l10n/app_{locale}.json'],
};

/** The file of each set in the source language. */
const sourcePaths = (entry: string): { pattern: string; paths: string[] } => {
  const [pattern = '', fills = ''] = entry.split(':');
  const path = (fill: string): string => pattern.replace(/\*\*|\*(?!\*)/, fill).replace('/*.i18n', '.i18n');
  return { pattern, paths: fills.split(',').map((fill) => path(fill).replaceAll('{locale}', 'en')) };
};

function bound(
  specs: readonly string[],
  codes: readonly string[],
  sources: readonly NamedSource[],
): Binding<NamedSource> {
  const read = specs.map(sourcePaths);
  const entries = read.map(({ pattern }) => filesEntry(pattern, {}, [...codes]));
  const english = read.flatMap(({ paths }) => paths);
  const all = setsOf(entries, english).flatMap(({ template }) => codes.map((code) => expand(template, code)));
  return bind(setsOf(entries, all), entries, sources);
}

/**
 * What the embedded service makes of the first push: the source file of each set, or the names of
 * two that it merges.
 */
function pushed({ sets }: Binding<NamedSource>, codes: readonly string[]): NamedSource[] | string {
  const names = new FileNames(codes);
  const owners = new Map<number, string>();
  const files: NamedSource[] = [];
  for (const set of sets)
    for (const locale of set.set.entry.table.locales) {
      const name = set.uploadName(locale);
      const { file, code } = names.find(name);
      if (code !== locale.code) return `${name} is taken for ${code ?? 'no language'}`;
      const id = file?.id ?? files.length;
      if ((owners.get(id) ?? set.set.template) !== set.set.template)
        return `${name} joins ${String(owners.get(id))}`;
      owners.set(id, set.set.template);
      if (file) continue;
      names.add(name, id);
      files.push({ id: String(id), name });
    }
  return files;
}

describe.each(each(LANGUAGES))('A3, B13: ordinary layouts with %i languages', (count) => {
  const codes = CODES.slice(0, count);

  it.each(Object.entries(LAYOUTS))('%s is not refused, before the first push and after it', (_, entries) => {
    const list = entries;
    const first = bound(list, codes, []);
    const files = pushed(first, codes);
    expect(files).toBeInstanceOf(Array);
    if (typeof files === 'string') return;
    const next = bound(list, codes, files);
    expect(next.unmatched).toEqual([]);
    expect(next.sets.flatMap(unclearNames).map(({ name }) => name)).toEqual([]);
    expect(first.sets.flatMap(unclearNames).map(({ name }) => name)).toEqual([]);
  });
});

describe('B13: a layout is refused if, and only if, the service would merge its names', () => {
  const WORDS = ['it', 'no', 'is', 'id', 'my', 'tr', 'common', 'ui', 'user-id'];

  it.each([
    '{locale}/*.json',
    '*/{locale}.json',
    '*.{locale}.json',
    'l/{locale}/*.json',
    'packages/*/l/{locale}.json',
  ])('%s', (pattern) => {
    for (const [i, one] of WORDS.entries())
      for (const other of WORDS.slice(i + 1))
        for (const count of each(LANGUAGES)) {
          const codes = CODES.slice(0, count);
          const entry = `${pattern}:${one},${other}`;
          const holds = merges(entry, codes);
          expect(`${entry} ${count} ${refused(() => bound([entry], codes, []))}`).toBe(
            `${entry} ${count} ${holds}`,
          );
        }
  });
});

describe('A3: a name is refused if, and only if, the service would see another language in it', () => {
  it.each([
    '{locale}/W.json',
    'W/{locale}.json',
    'W.{locale}.json',
    'l/{locale}/W.json',
    '{locale}/user-W.json',
  ])('%s', (pattern) => {
    for (const word of ['it', 'no', 'is', 'id', 'my', 'common', 'ui', 'de'])
      for (const count of each(LANGUAGES)) {
        const codes = CODES.slice(0, count);
        const entry = pattern.replace('W', word);
        const binding = bound([entry], codes, []);
        const isTold = typeof pushed(binding, codes) !== 'string';
        const untold = binding.sets.flatMap(unclearNames).map(({ name }) => name);
        expect({ entry, count, untold: untold.length > 0 }).toEqual({ entry, count, untold: !isTold });
      }
  });
});

/**
 * Whether two sets would share a source file, in whichever order the two and their languages are
 * sent.
 */
function merges(entry: string, codes: readonly string[]): boolean {
  const { pattern, paths } = sourcePaths(entry);
  const sets = setsOf([filesEntry(pattern, {}, [...codes])], paths);
  const [one = [], other = []] = sets.map(({ template }) => codes.map((code) => expand(template, code)));
  const meet = (before: readonly string[], after: readonly string[]): boolean =>
    before.some((name) => {
      const names = new FileNames(codes);
      names.add(name, 0);
      return after.some((next) => names.find(next).file !== undefined);
    });
  return meet(one, other) || meet(other, one);
}

function refused(run: () => unknown): boolean {
  try {
    run();
    return false;
  } catch (error) {
    if (error instanceof LocsyncError && error.code === 'UPLOAD_NAMES_MERGE') return true;
    throw error;
  }
}
