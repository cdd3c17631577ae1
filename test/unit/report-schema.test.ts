import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { NO_KEYS } from '../../src/core/report/file-report.js';
import { COMMANDS } from '../../src/options/table.js';
import { schemaFault } from '../support/document.js';

const ROOT = resolve(import.meta.dirname, '../..');
const GOOD = {
  schemaVersion: 1,
  command: 'push',
  ok: false,
  exitCode: 1,
  dryRun: true,
  project: { id: 'pro_1', baseUrl: 'https://x.test' },
  summary: { files: 1, uploads: 0 },
  files: [
    {
      path: 'a/de.yml',
      locale: 'de',
      sourceFile: null,
      state: 'conflict',
      keys: { ...NO_KEYS, total: 1, translated: 1, conflicts: 1 },
      changes: [{ key: 'a', kind: 'conflict', here: 'A', there: null, base: 'other' }],
    },
  ],
  errors: [{ code: 'CONFLICT', message: 'one', path: 'a/de.yml', hint: 'two' }],
  warnings: [],
};

describe('schema/report.schema.json', () => {
  it('is what the types say, or `node scripts/report-schema.mjs` writes it anew', () => {
    const script = join(ROOT, 'scripts/report-schema.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('knows every command', () => {
    const schema = JSON.parse(readFileSync(join(ROOT, 'schema/report.schema.json'), 'utf8')) as {
      properties: { command: { enum: string[] } };
    };
    const names = ['', ...COMMANDS.map(({ name }) => name)];
    expect(schema.properties.command.enum.toSorted()).toEqual(names.toSorted());
  });

  it('takes a document and refuses one with anything more, less or else', () => {
    expect(schemaFault(GOOD)).toBeUndefined();
    const [file] = GOOD.files;
    const [error] = GOOD.errors;
    const less = { ...GOOD, warnings: undefined };
    for (const bad of [
      less,
      { ...GOOD, more: 1 },
      { ...GOOD, exitCode: 6 },
      { ...GOOD, command: 'pusch' },
      { ...GOOD, summary: { file: 1 } },
      { ...GOOD, project: { id: 7 } },
      { ...GOOD, files: [{ ...file, state: 'odd' }] },
      { ...GOOD, files: [{ ...file, keys: { total: 1 } }] },
      { ...GOOD, files: [{ ...file, changes: [{ key: 'a' }] }] },
      { ...GOOD, errors: [{ ...error, code: 'NO_SUCH_CODE' }] },
      { ...GOOD, errors: [{ ...error, line: '3' }] },
    ])
      expect(schemaFault(bad), JSON.stringify(bad)).toBeDefined();
  });

  it('lets a reader validate documents of later versions, which have more keys', () => {
    const schema = JSON.parse(readFileSync(join(ROOT, 'schema/report.schema.json'), 'utf8')) as object;
    const takes = new Ajv2020({ allowUnionTypes: true }).compile(schema);
    const [file] = GOOD.files;
    expect(takes({ ...GOOD, more: 1, files: [{ ...file, more: 1 }] })).toBe(true);
    expect(takes({ ...GOOD, schemaVersion: 2 })).toBe(false);
  });
});
