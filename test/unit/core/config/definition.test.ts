import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readYaml } from '../../../../src/adapters/config/yaml.js';
import { DEFAULTS, FILE_SETTINGS, SETTINGS } from '../../../../src/core/config/definition.js';
import { readJson } from '../../../../src/core/config/json.js';
import { configSchema, settingsTable } from '../../../../src/core/config/print.js';
import { readSettings } from '../../../../src/core/config/read.js';

const readConfig = (...args: Parameters<typeof readSettings>) => readSettings(...args).config;

/** Settings that a configuration holds for each entry of `files` alone. */
const OF_FILES = new Set(['name', 'minTranslated']);

const OPTIONS = { file: 'test', allowInsecure: false };
const schemaText = `${JSON.stringify(configSchema(), undefined, 2)}\n`;

describe('the definition of the configuration', () => {
  // `npx vitest run test/unit/core/config -u` writes the schema anew.
  it('is what the JSON Schema in the package says', async () => {
    await expect(schemaText).toMatchFileSnapshot('../../../../schema/locsyncrc.schema.json');
  });

  it('is what .locsyncrc.example shows: every key once, and nothing that is refused', async () => {
    const root = await readYaml(
      readFileSync(new URL('../../../../.locsyncrc.example', import.meta.url), 'utf8'),
    );
    if (root?.kind !== 'mapping') throw new Error('no mapping');
    expect(root.entries.map(({ key }) => key)).toEqual(Object.keys(SETTINGS));
    const files = root.entries.find(({ key }) => key === 'files')?.value;
    const entry = files?.kind === 'list' ? files.items.find((item) => item.kind === 'mapping') : undefined;
    expect(entry?.kind === 'mapping' && entry.entries.map(({ key }) => key)).toEqual(
      Object.keys(FILE_SETTINGS),
    );
    const config = readConfig(root, OPTIONS);
    expect(config).toMatchObject(
      Object.fromEntries(Object.entries(DEFAULTS).filter(([key]) => !OF_FILES.has(key))),
    );
    expect(config.files.map(({ path, name }) => [path, name])).toEqual([
      ['config/locales/{locale}.yml', 'path'],
      ['src/i18n/{locale}/**/*.json', 'path'],
      ['legacy/messages.{locale}.yaml', 'basename'],
    ]);
  });

  it('prints its defaults as the check applies them', () => {
    for (const [key, setting] of Object.entries(SETTINGS)) {
      if (!('fallback' in setting)) continue;
      const config = readConfig(readJson(JSON.stringify({ files: ['a.json'] })), OPTIONS);
      const [file] = config.files;
      const applied = { ...config, name: file?.name, minTranslated: file?.minTranslated };
      expect(applied[key as keyof typeof applied], key).toBe(setting.fallback);
    }
  });

  it('prints a table with a row for each key', () => {
    for (const [of, settings] of [
      ['file', SETTINGS],
      ['entry', FILE_SETTINGS],
    ] as const) {
      const rows = settingsTable(of).trimEnd().split('\n');
      expect(rows.slice(2).map((row) => /^\| `(\w+)` \|/.exec(row)?.[1])).toEqual(Object.keys(settings));
      for (const row of rows.slice(2)) expect(row.match(/(?<!\\)\|/g)).toHaveLength(5);
    }
  });

  it('lets $schema be in the file, for editors', () => {
    expect(readConfig(readJson('{"$schema":"./schema.json","project":"p"}'), OPTIONS).project).toBe('p');
  });

  it('has a schema that takes every good spelling that the check takes', () => {
    const patterns = {
      sourceLocale: ['en', 'pt-BR', 'zh_Hant', 'sr@latin', 'b+zh+Hant', 'en.utf8'],
      project: ['pro_1', 'a', '1e3', 'A_b-c-d'],
      baseUrl: ['https://x.test', 'http://127.0.0.1:8/a/', 'HTTPS://X.test', 'https://x.test/@a'],
    };
    for (const [key, values] of Object.entries(patterns)) {
      const { pattern } = SETTINGS[key as keyof typeof patterns].shape.schema;
      for (const value of values) {
        expect(() => readConfig(readJson(JSON.stringify({ [key]: value })), OPTIONS), value).not.toThrow();
        expect(value).toMatch(new RegExp(String(pattern), 'u'));
      }
    }
  });
});
