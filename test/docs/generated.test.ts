import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FILE_SETTINGS, SETTINGS } from '../../src/core/config/definition.js';
import { catalogue } from '../../src/core/errors/index.js';
import { BEHAVIOURS } from '../../src/server/behave/table.js';
import { configurationPage, errorsPage, servePage } from './generated.js';
import { SAMPLES } from './error-samples.js';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8').replaceAll('\r\n', '\n');

describe('what the documentation takes from the program; `node scripts/docs.mjs` writes it anew', () => {
  it('docs/errors.md is what the catalogue says', () => {
    expect(read('docs/errors.md')).toBe(errorsPage());
  });

  it('docs/configuration.md has the tables of the definition', () => {
    const page = read('docs/configuration.md');
    expect(page).toBe(configurationPage(page));
    for (const key of [...Object.keys(SETTINGS), ...Object.keys(FILE_SETTINGS)])
      expect(page).toContain(`\n| \`${key}\` |`);
  });
});

it('docs/serve.md has the table of behaviours', () => {
  const page = read('docs/serve.md');
  expect(page).toBe(servePage(page));
  for (const name of Object.keys(BEHAVIOURS)) expect(page).toMatch(new RegExp(`\\n\\| \`${name}[\`=\\[]`));
});

describe('the catalogue, read as an editor', () => {
  const entries = Object.keys(SAMPLES).map((code) => {
    const section = errorsPage().split(`### ${code}\n`)[1]?.split('\n```')[1] ?? '';
    const [, message = '', ...hints] = section.split('\n');
    return { code, message: message.replace(/^(error|warning): /, ''), hint: hints.join('\n').trim() };
  });

  it('has one sample for each code', () => {
    expect(Object.keys(SAMPLES).sort()).toEqual(Object.keys(catalogue).sort());
  });

  it.each(entries)('$code is one plain sentence', ({ message, hint }) => {
    expect(message).not.toBe('');
    for (const text of [message, hint])
      expect(text).not.toMatch(/undefined|\[object|\.$|\bplease note\b|\binvalid\b| {3}|\boops\b/i);
  });

  // Their sentence says itself what is expected, or there is nothing to do.
  const complete = [
    'OPTION_VALUE',
    'OPTION_NEEDS',
    'BAD_VALUE',
    'SERVE_OPTION',
    'CALL_OPTION_VALUE',
    'FILE_WARNING',
  ];
  it.each(entries.filter(({ code }) => !complete.includes(code)))(
    '$code says what to do next',
    ({ hint }) => {
      expect(hint).not.toBe('');
    },
  );
});
