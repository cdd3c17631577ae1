import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../../../src/core/config/json.js';
import { readSettings } from '../../../../src/core/config/read.js';

const readConfig = (...args: Parameters<typeof readSettings>) => readSettings(...args).config;

const text = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const validate = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { uri: true } }).compile(
  JSON.parse(text('schema/locsyncrc.schema.json')) as object,
);

/** Whether the program takes it, as JSON. */
function isTaken(config: unknown): boolean {
  try {
    readConfig(readJson(JSON.stringify(config)), { file: '.locsyncrc', allowInsecure: false });
    return true;
  } catch {
    return false;
  }
}

// Editors show what the schema says, the program does what its own check says: an editor must never
// mark what the program takes.
describe('schema/locsyncrc.schema.json', () => {
  it('takes .locsyncrc.example, and a reference to itself', () => {
    expect(validate(load(text('.locsyncrc.example'))), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ $schema: './node_modules/locsync/schema/locsyncrc.schema.json' })).toBe(true);
    expect(isTaken({ $schema: './node_modules/locsync/schema/locsyncrc.schema.json' })).toBe(true);
  });

  it.each([
    { files: ['a/{locale}.json', { path: 'b/{locale}.yml', name: 'basename', ignore: ['x/**'] }] },
    { baseUrl: 'https://x.test/api/', project: 'pro_1', sourceLocale: 'pt-BR' },
    { baseUrl: 'http://127.0.0.1:8080', localeMap: { 'zh-Hant': 'zh-TW' }, ignore: [] },
    {
      concurrency: 64,
      timeout: 1.5,
      retries: 0,
      lock: 'i18n/locsync.lock',
      name: '{dir}/{locale}/{basename}',
    },
    ...['path', 'basename', '{path}', 'x-{basename}', '{locale}.json', 'a.YAML', '{dir}/{locale}.yml'].map(
      (name) => ({
        name,
      }),
    ),
    {},
  ])('takes what the program takes: %j', (config) => {
    expect(isTaken(config)).toBe(true);
    expect(validate(config), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each([
    { token: 'x' },
    { files: 'a/{locale}.json' },
    { files: [] },
    { files: [{ name: 'basename' }] },
    { files: [{ path: 'a/{locale}.json', lock: 'x' }] },
    { concurrency: 0 },
    { concurrency: 1.5 },
    { retries: '4' },
    { timeout: 0 },
    { baseUrl: 'ftp://x.test' },
    { localeMap: { en: 5 } },
    { sourceLocale: '' },
    { name: '{locale}' },
    { files: [{ path: 'a/{locale}.json', name: '{basename}.txt' }] },
    [],
  ])('marks what the program refuses: %j', (config) => {
    expect(isTaken(config)).toBe(false);
    expect(validate(config)).toBe(false);
  });
});
