import { chmodSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import { Person } from '../support/person.js';
import { PROGRAM } from '../support/session.js';
import { blocksOf } from './markdown.js';

const ROOT = resolve(import.meta.dirname, '../..');

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly files: string;
}

it('the pre-commit hook runs the program of the project, and fails for a lost placeholder', async () => {
  const [hook] = load(readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8')) as readonly Hook[];
  if (!hook) throw new Error('.pre-commit-hooks.yaml has no hook');
  expect('config/locales/de.yml').toMatch(new RegExp(hook.files));
  const person = new Person()
    .file('package.json', '{"private":true}')
    .file('.locsyncrc', 'files: ["config/locales/{locale}.yml"]\n')
    .file('config/locales/en.yml', 'en:\n  hello: Hello %{name}\n')
    .file('config/locales/de.yml', 'de:\n  hello: Hallo\n')
    .file('node_modules/.bin/locsync', `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
  chmodSync(join(person.folder, 'node_modules/.bin/locsync'), 0o755);
  (await person.runs(['sh', '-c', hook.entry])).code(1).stdout('%{name}');
  person.file('config/locales/de.yml', 'de:\n  hello: Hallo %{name}\n');
  (await person.runs(['sh', '-c', hook.entry])).code(0);
});

it('docs/ci.md shows the hook that .pre-commit-hooks.yaml has', () => {
  const [hook] = load(readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8')) as readonly Hook[];
  const page = readFileSync(join(ROOT, 'docs/ci.md'), 'utf8');
  const block = blocksOf(page).find(({ body }) => body[0]?.includes('.pre-commit-config.yaml'));
  const { repos } = load(block?.body.join('\n') ?? '') as { repos: readonly { hooks: readonly Hook[] }[] };
  expect(hook).toMatchObject(repos[0]?.hooks[0] ?? { id: 'missing' });
});
