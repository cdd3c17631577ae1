import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bind, type Binding } from '../../src/core/files/binding.js';
import type { NamedSource } from '../../src/core/files/bound-set.js';
import { LocsyncError } from '../../src/core/errors/index.js';
import { pathOf } from '../../src/core/files/file-set.js';
import { uploadName } from '../../src/core/patterns/upload-name.js';
import { expand } from '../../src/core/patterns/template.js';
import { filesEntry, setsOf } from '../unit/core/files/sets.js';
import { runs } from '../support/runs.js';

const CODES = ['en', 'de', 'pt-BR', 'pt', 'zh-Hant'];
const PATTERNS = [
  '{locale}.yml',
  'a/{locale}.yml',
  'b/{locale}.yml',
  'a/b/{locale}.yml',
  '*/{locale}.yml',
  '**/{locale}.yml',
  'a/{locale}/app.json',
  '{locale}/app.{locale}.json',
  'app.{locale}.{json,yml}',
  'i18n/all.yml',
  'i18n/*.yml',
];

const folder = fc.constantFrom('', 'a/', 'b/', 'a/b/', 'b/a/', 'x/', 'i18n/', 'a/en/', 'en/', 'pt-BR/');
const file = fc.constantFrom(
  'en.yml',
  'de.yml',
  'pt_BR.yml',
  'PT.yml',
  'app.json',
  'app.en.json',
  'app.de.json',
  'all.yml',
  'zh-Hant.yml',
);
const name = fc.tuple(folder, file).map((parts) => parts.join(''));
const settings = fc.constantFrom(
  'path',
  'path',
  'path',
  'path',
  'basename',
  'web/{path}',
  '{locale}/{basename}',
);

// A name with {locale} says nothing of a file of several languages.
const entry = fc
  .tuple(fc.constantFrom(...PATTERNS), settings)
  .map(([path, one]) => [path, path.includes('{locale}') ? one : one.replace('{locale}/', 'web/')] as const);

const project = fc.record({
  patterns: fc.uniqueArray(entry, { minLength: 1, maxLength: 3, selector: ([pattern]) => pattern }),
  paths: fc.uniqueArray(name, { maxLength: 4 }),
  names: fc.oneof(
    fc.array(name, { maxLength: 4 }),
    fc.uniqueArray(name, { minLength: 2, maxLength: 3, selector: (one) => one.replace(/[^/]*$/, '') }),
  ),
  locales: fc.shuffledSubarray(CODES, { minLength: 1 }),
});
type Given = typeof project extends fc.Arbitrary<infer T> ? T : never;

const FAULTS = new Set([
  'TWO_SOURCE_FILES',
  'TWO_FILE_SETS',
  'TWO_FILES_ONE_LOCALE',
  'UPLOAD_NAMES_COLLIDE',
  'UPLOAD_NAMES_MERGE',
]);

/** The binding, or the code of the error that refuses it. */
function boundOf({ patterns, paths, names, locales }: Given): Binding<NamedSource> | string {
  const entries = patterns.map(([path, setting]) => filesEntry(path, { name: setting }, locales));
  try {
    return bind(
      setsOf(entries, paths),
      entries,
      names.map((one, i) => ({ id: `${one} ${i}`, name: one })),
    );
  } catch (error) {
    if (error instanceof LocsyncError && FAULTS.has(error.code)) return error.code;
    throw error;
  }
}

/** What a binding says, in no order. */
const told = (binding: Binding<NamedSource> | string): unknown =>
  typeof binding === 'string'
    ? binding
    : {
        sets: binding.sets.map(({ set, sourceFile }) => `${set.template} ${sourceFile?.name ?? '-'}`).sort(),
        unmatched: binding.unmatched.map((source) => source.name).sort(),
      };

it('a set has one source file and a source file one set, none is left out, and every template occurs once', () => {
  let several = 0;
  fc.assert(
    fc.property(project, (given) => {
      const binding = boundOf(given);
      if (typeof binding === 'string') return;
      const sources = binding.sets.flatMap(({ sourceFile }) => sourceFile ?? []);
      expect(new Set(sources).size).toBe(sources.length);
      expect([...sources, ...binding.unmatched].map(({ name: one }) => one).sort()).toEqual(
        [...given.names].sort(),
      );
      const templates = binding.sets.map(({ set }) => set.template);
      expect(new Set(templates).size).toBe(templates.length);
      for (const { set, sourceFile } of binding.sets)
        expect(set.files.size + set.unknownLocaleFiles.length > 0 || sourceFile !== undefined).toBe(true);
      if (sources.length > 1) several++;
    }),
    { numRuns: runs(4000) },
  );
  expect(several).toBeGreaterThan(runs(4000) / 200);
});

it('the order of paths, source files and locales changes nothing', () => {
  fc.assert(
    fc.property(project, fc.infiniteStream(fc.nat(1000)), (given, luck) => {
      const shuffled = <T>(list: readonly T[]): T[] =>
        list
          .map((item) => ({ item, at: luck.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ item }) => item);
      const other = {
        ...given,
        paths: shuffled(given.paths),
        names: shuffled(given.names),
        locales: shuffled(given.locales),
      };
      const [one, two] = [boundOf(given), boundOf(other)];
      // Where several things are wrong, either may be named.
      if (typeof one === 'string') expect(FAULTS).toContain(two);
      else expect(told(two)).toEqual(told(one));
    }),
    { numRuns: runs(4000) },
  );
});

it('the name that a set is uploaded under finds its source file again: exactly, or by its end', () => {
  fc.assert(
    fc.property(project, (given) => {
      const binding = boundOf(given);
      if (typeof binding === 'string') return;
      for (const bound of binding.sets) {
        const { set, sourceFile } = bound;
        if (!sourceFile) continue;
        const depth = sourceFile.name.split('/').length;
        for (const locale of set.entry.table.locales)
          expect(bound.uploadName(locale).split('/')).toHaveLength(depth);
        const { name, sourceLocale } = set.entry.settings;
        const nameIn = (tag: string): string =>
          uploadName(name, expand(set.template, tag), tag).toLowerCase();
        const own = set.entry.table.locales.flatMap((locale) => [
          uploadName(name, pathOf(set, locale), locale.tag).toLowerCase(),
          ...[locale.tag, locale.tag.replaceAll('-', '_')].map(nameIn),
        ]);
        const folded = sourceFile.name.toLowerCase();
        // Named after the source locale, even if the project no longer has it.
        const ofSource = folded === nameIn(sourceLocale);
        expect(ofSource || own.some((one) => one === folded || one.endsWith(`/${folded}`))).toBe(true);
        // A whole name beats the end of one: no other source file has a whole name of this set.
        if (!own.includes(folded))
          for (const other of given.names) expect(own).not.toContain(other.toLowerCase());
      }
    }),
    { numRuns: runs(4000) },
  );
});

it('two source files for one name are an error, never a choice', () => {
  fc.assert(
    fc.property(project, (given) => {
      const binding = boundOf(given);
      if (typeof binding === 'string') return;
      const owned = binding.sets.flatMap(({ sourceFile }) => sourceFile ?? []);
      for (const source of owned) {
        const again = boundOf({ ...given, names: [...given.names, source.name] });
        expect(typeof again === 'string' ? FAULTS.has(again) : false).toBe(true);
      }
    }),
    { numRuns: runs(2000) },
  );
});
