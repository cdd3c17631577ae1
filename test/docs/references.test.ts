import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { COMMANDS, HELP_COMMAND, type CommandSpec } from '../../src/options/table.js';
import { GLOBAL_OPTIONS } from '../../src/options/global-options.js';
import { blocksOf } from './markdown.js';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const commands: readonly CommandSpec[] = [...COMMANDS, HELP_COMMAND];
const flagsOf = (options: CommandSpec['options']): string[] =>
  options.map(({ flags }) => /--[a-z-]+/.exec(flags)?.[0] ?? flags);
const GLOBAL = [...flagsOf(GLOBAL_OPTIONS), '--help', '--version'];

/** What is in code on a page: its blocks, and what is in single backticks. */
function codeOf(page: string): string[] {
  const blocks = blocksOf(page).filter(({ info }) => info !== 'text' && info !== '');
  const prose = page.replaceAll(/^ *```[^]*?^ *```$/gm, '');
  return [
    ...blocks.flatMap(({ body }) => body),
    ...Array.from(prose.matchAll(/`([^`\n]+)`/g), ([, text]) => text ?? ''),
  ];
}

/** The command lines of locsync in code, without what a shell does with them. */
const linesOf = (page: string): string[] =>
  codeOf(page).flatMap((text) =>
    Array.from(
      text.matchAll(/(?<![\w=/.@])locsync(?:@[\w.-]+)? ([a-z][a-z-]*(?: [^|&;>)`]*)?)/g),
      ([, line]) => line?.trim() ?? '',
    ),
  );

describe.each(PAGES)('%s', (path) => {
  const page = read(path);

  it('names only commands and options that there are', () => {
    for (const line of linesOf(page)) {
      const [name = '', ...rest] = line.split(' ');
      const command = commands.find((one) => one.name === name);
      expect(command, `locsync ${line}`).toBeDefined();
      if (command === undefined) continue;
      for (const flag of rest.join(' ').match(/(?<=^| )--[a-z-]+/g) ?? [])
        expect([...flagsOf(command.options), ...GLOBAL], `locsync ${line}`).toContain(flag);
    }
  });

  it('names this version', () => {
    for (const [, named] of page.matchAll(/\blocsync(?:@|-)v?(\d+\.\d+\.\d+)/g)) expect(named).toBe(version);
  });

  it('has links that lead somewhere', () => {
    const prose = page.replaceAll(/```[^]*?```/g, '');
    for (const [, target = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      const full = file === '' ? join(ROOT, path) : join(ROOT, dirname(path), file);
      expect(existsSync(full), target).toBe(true);
      if (anchor === undefined) continue;
      const anchors = Array.from(readFileSync(full, 'utf8').matchAll(/^#+ (.*)$/gm), ([, title]) =>
        (title ?? '')
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      );
      expect(anchors, target).toContain(anchor);
    }
  });

  it('has YAML and JSON that can be read', () => {
    for (const { info, body } of blocksOf(page)) {
      if (info === 'yaml') expect(() => load(body.join('\n')), body.join('\n')).not.toThrow();
      if (info === 'json') expect(() => JSON.parse(body.join('\n')) as unknown).not.toThrow();
    }
  });
});

describe('workflows', () => {
  const action = load(read('action.yml')) as { inputs: Readonly<Record<string, unknown>> };
  const snippets = blocksOf(read('docs/ci.md'))
    .filter(({ info }) => info === 'yaml')
    .map(({ body }) => [body[0] ?? '', load(body.join('\n'))] as const);

  /** Every mapping in a document, however deep. */
  function* mappings(value: unknown): Generator<Readonly<Record<string, unknown>>> {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) yield value as Readonly<Record<string, unknown>>;
    for (const below of Object.values(value)) yield* mappings(below);
  }

  it('are there for GitHub and GitLab', () => {
    const names = snippets.map(([first]) => first).join('\n');
    expect(names).toContain('.gitlab-ci.yml');
    expect(snippets.length).toBeGreaterThanOrEqual(5);
  });

  it.each(snippets)('%s: the action gets only inputs that it has, and no token', (_, document) => {
    for (const step of mappings(document)) {
      const uses = step['uses'];
      if (typeof uses !== 'string' || !uses.startsWith('locsync/')) continue;
      const inputs = Object.keys(step['with'] ?? {});
      expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(inputs));
      expect(uses).toBe(`locsync/locsync@v${version}`);
      expect(Object.keys(step['env'] ?? {})).toContain('LOCSYNC_TOKEN');
    }
  });

  it.each(snippets.filter(([first]) => first.includes('.github/')))(
    '%s: no script has an expression in its text, and permissions are named',
    (first, document) => {
      for (const step of mappings(document)) expect(JSON.stringify(step['run'] ?? '')).not.toContain('${{');
      const [top] = mappings(document);
      if (!first.includes('offline')) expect(top).toHaveProperty('permissions');
    },
  );
});

describe('the README', () => {
  const readme = read('README.md');
  const row = (name: string): string =>
    readme
      .split('\n')
      .find((line) => line.startsWith('| `') && (line.split('|')[1] ?? '').includes(`\`${name}`)) ?? '';

  it.each(commands.filter(({ name }) => name !== 'serve'))(
    'has $name with every option',
    ({ name, options }) => {
      for (const flag of flagsOf(options)) expect(row(name)).toContain(`\`${flag}\``);
      const own = (row(name).split('|').at(-2) ?? '').match(/--[a-z-]+/g) ?? [];
      expect(own.toSorted()).toEqual(flagsOf(options).toSorted());
    },
  );

  it('has every option that all commands take', () => {
    const line = readme.split('\n').find((one) => one.startsWith('For all:')) ?? '';
    for (const flag of GLOBAL) expect(line).toContain(`\`${flag}`);
  });

  it('has every exit code', () => {
    for (const code of ['0', '1', '2', '3', '4', '5', '70', '130, 143'])
      expect(readme).toMatch(new RegExp(`^\\| ${code} \\|`, 'm'));
  });
});
