import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { hasPython } from '../support/person.js';

const ROOT = resolve(import.meta.dirname, '../..');

it.skipIf(!hasPython)('docs/demo.svg is what the demo prints, drawn again', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/picture.mjs'), '--check'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
