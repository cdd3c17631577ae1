import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** The folders that a list of this name in a file holds. */
function listIn(file: string, name: string): readonly string[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const [, list = ''] = new RegExp(`const ${name} = \\[([^\\]]*)\\]`).exec(source) ?? [];
  return Array.from(list.matchAll(/'([^']+)'/g), ([, folder = '']) => folder);
}

it('what npm test leaves out, npm run test:all runs', () => {
  const left = listIn('vitest.config.ts', 'SWEEPS');
  expect(left).toContain('kill');
  const more = listIn('scripts/test-all.mjs', 'MORE');
  expect(left.filter((folder) => !more.includes(folder))).toEqual([]);
});
