import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readYaml } from '../../src/adapters/config/yaml.js';
import { FILE_SETTINGS, SETTINGS } from '../../src/core/config/definition.js';
import type { ConfigNode } from '../../src/core/config/tree.js';
import { readSettings } from '../../src/core/config/read.js';
import { localeTable } from '../../src/core/files/locale-table.js';
import { compilePattern } from '../../src/core/patterns/compile.js';
import { blocksOf } from './markdown.js';

const readConfig = (...args: Parameters<typeof readSettings>) => readSettings(...args).config;

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const page = read('docs/configuration.md');
const TABLE = localeTable(
  ['en', 'de', 'pt-BR'].map((code, id) => ({ id: `loc_${id}`, name: code, code, country: '' })),
  new Map(),
);

/** The configuration of a YAML text; throws what the program would report. */
async function configOf(text: string) {
  const root = await readYaml(text);
  if (root === undefined) throw new Error('it is empty');
  return readConfig(root, { file: '.locsyncrc', allowInsecure: false });
}

const keysOf = (node: ConfigNode | undefined): string[] =>
  node?.kind === 'mapping' ? node.entries.map(({ key }) => key) : [];

describe('the configurations that the pages show', () => {
  const shown = ['README.md', 'docs/configuration.md'].flatMap((path) =>
    blocksOf(read(path))
      .filter(({ info, body }) => info === 'yaml' && body.some((line) => line.startsWith('files:')))
      .map(({ body }) => ({ path, text: body.join('\n') })),
  );

  it('are many', () => {
    expect(shown.length).toBeGreaterThanOrEqual(9);
  });

  it.each(shown)('$path: $text', async ({ text }) => {
    expect((await configOf(text)).files.length).toBeGreaterThan(0);
  });

  it('the patterns of the table find what is beside them', () => {
    const rows = Array.from(page.matchAll(/^\| `([^`]*\{locale\}[^`]*\.(?:json|ya?ml))` \| (.*) \|$/gm));
    expect(rows.length).toBeGreaterThanOrEqual(7);
    for (const [, pattern = '', cell = ''] of rows)
      for (const [, path = ''] of cell.matchAll(/`([^`]+)`/g))
        expect(compilePattern(pattern).match(path, TABLE.spellings)?.known, `${pattern} ${path}`).toBe(true);
  });
});

describe('.locsyncrc.example', () => {
  it('shows every key, and is valid as it is', async () => {
    const text = read('.locsyncrc.example');
    const root = await readYaml(text);
    expect(keysOf(root).sort()).toEqual(Object.keys(SETTINGS).sort());
    const files =
      root?.kind === 'mapping' ? root.entries.find(({ key }) => key === 'files')?.value : undefined;
    const entries = files?.kind === 'list' ? files.items.flatMap(keysOf) : [];
    expect(entries.sort()).toEqual(Object.keys(FILE_SETTINGS).sort());
    await expect(configOf(text)).resolves.toMatchObject({ project: 'pro_123' });
  });
});
