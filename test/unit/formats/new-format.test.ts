import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GitVersions } from '../../../src/plan/git-merge/read-versions.js';

const ROOT = resolve(import.meta.dirname, '../../..');

/** The whole file of a new format. */
const TOY = `
import { FORMATS } from '../core/formats.js';
export const toy = { name: 'toy', ...FORMATS.toy, parse: (text) => ({ text }), create: () => 'new' };
`;

/**
 * The lines that a new format adds: its row in the table, and its name where the formats are
 * imported.
 */
const ADDED: Readonly<Record<string, readonly (readonly [before: string, after: string])[]>> = {
  'src/core/formats.ts': [
    [
      'export const FORMATS = {',
      "export const FORMATS = { toy: { label: 'Toy', extensions: ['.toy', '.plaything'], keepsFinalBreak: true, comments: ['!'], hasMergeKeys: false, hasRailsRoot: false },",
    ],
  ],
  'src/formats/index.ts': [
    [
      "import { json } from './json.js';",
      "import { json } from './json.js'; import { toy } from './toy.js';",
    ],
    ['{ json, yaml }', '{ toy, json, yaml }'],
  ],
};

const ENTRY = `
export { PATTERN_RULE, NAME_RULE, LOCK_RULE } from './src/core/config/path-rules.ts';
export { LocsyncError } from './src/core/errors/index.ts';
export { twinOf } from './src/core/files/file-set.ts';
export { EXTENSIONS } from './src/core/formats.ts';
export { conventionOf } from './src/core/propose/conventions.ts';
export { formats, formatOf } from './src/formats/index.ts';
export { commentProblems } from './src/plan/git-merge/comments.ts';
`;

interface Rule {
  readonly expected: string;
  readonly fault: (text: string) => string | undefined;
  readonly pattern: string;
}

interface Program {
  readonly PATTERN_RULE: Rule;
  readonly NAME_RULE: Rule;
  readonly LOCK_RULE: Rule;
  readonly LocsyncError: { of(code: string, args: { path: string }): Error };
  readonly EXTENSIONS: readonly string[];
  twinOf(template: string): string;
  conventionOf(about: { technology: string; framework: string; format: string }): { pattern: string };
  readonly formats: readonly { readonly name: string }[];
  commentProblems(format: unknown, versions: GitVersions, text: string): readonly string[];
  formatOf(path: string): { readonly name: string; parse(text: string): { text: string } } | undefined;
}

let folder: string;
let program: Program;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'locsync-format-'));
  const [entry, toy] = [join(ROOT, 'new-format-entry.ts'), join(ROOT, 'src/formats/toy.js')];
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    plugins: [
      {
        name: 'new-format',
        resolveId: (id) => (id === entry ? entry : id === './toy.js' ? toy : undefined),
        load: (id) => {
          if (id === entry) return ENTRY;
          if (id === toy) return TOY;
          const added = Object.entries(ADDED).find(([path]) => id === join(ROOT, path))?.[1];
          return added?.reduce(
            (text, [before, after]) => {
              expect(text).toContain(before);
              return text.replace(before, after);
            },
            readFileSync(id, 'utf8'),
          );
        },
      },
    ],
  });
  const file = join(folder, 'program.mjs');
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  program = (await import(pathToFileURL(file).href)) as Program;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('a new format is a file, its row in the table and its name: the rest of the program knows it', () => {
  const { PATTERN_RULE, NAME_RULE, LOCK_RULE, formats } = program;
  expect(formats.map(({ name }) => name)).toEqual(['toy', 'json', 'yaml']);
  expect(program.formatOf('locales/de.TOY')?.name).toBe('toy');
  expect(program.formatOf('locales/de.toy')?.parse('a').text).toBe('a');
  expect(PATTERN_RULE.fault('locales/{locale}.toy')).toBeUndefined();
  expect(PATTERN_RULE.fault('locales/{locale}.txt')).toBe(
    'it does not end in .toy, .plaything, .json, .yml or .yaml',
  );
  expect(PATTERN_RULE.expected).toContain('.plaything');
  expect(NAME_RULE.fault('app-{locale}.toy')).toBeUndefined();
  expect(new RegExp(NAME_RULE.pattern).test('x.PlayThing')).toBe(true);
  expect(LOCK_RULE.fault('base.toy')).toContain('it looks like a locale file');
  expect(program.twinOf('locales/{locale}.plaything')).toBe(program.twinOf('locales/{locale}.toy'));
  expect(program.LocsyncError.of('FORMAT_UNKNOWN', { path: 'a.txt' }).message).toBe(
    'a.txt is neither .toy nor .plaything nor .json nor .yml nor .yaml',
  );
  expect(program.EXTENSIONS).toEqual(['.toy', '.plaything', '.json', '.yml', '.yaml']);
  const versions = { base: 'a', ours: '! one\na ! two\n# no comment', theirs: 'a' };
  expect(program.commentProblems(program.formatOf('de.toy'), versions, 'a')).toEqual(['! one', '! two']);
  const about = { technology: 'ruby', framework: 'rails' };
  expect(program.conventionOf({ ...about, format: 'Toy' }).pattern).toBe('config/locales/{locale}.toy');
  expect(program.conventionOf({ ...about, format: 'YAML' }).pattern).toBe('config/locales/{locale}.yml');
});
