import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const SRC = join(ROOT, 'src');

/** Which layers a layer may import besides itself. A layer is a folder of src/, or a file that lies in it directly. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  core: [],
  formats: ['core'],
  plan: ['core', 'formats'],
  sync: ['core', 'formats', 'plan', 'ports'],
  ports: ['core'],
  reporters: ['core'],
  http: ['core', 'ports'],
  adapters: ['core', 'ports', 'http', 'cache-folder.ts'],
  server: ['core', 'formats'],
  commands: ['core', 'formats', 'plan', 'sync', 'ports', 'server'],
  cli: ['core', 'ports', 'reporters', 'sync', 'commands'],
  library: ['core', 'ports', 'adapters', 'sync', 'commands', 'version.ts'],
  'main.ts': ['core', 'ports', 'adapters', 'cli', 'version.ts'],
  'compile-cache.ts': ['cache-folder.ts'],
  'cache-folder.ts': [],
  'index.ts': ['core', 'ports', 'library'],
  'version.ts': [],
};

/** Packages by the layers that may import them. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  commander: ['cli'],
  chalk: ['reporters'],
  undici: ['http'],
  cosmiconfig: ['adapters'],
  'fast-glob': ['adapters'],
  'js-yaml': ['formats', 'adapters'],
  'node-sqlite3-wasm': ['server'],
  // A parser like our own ones: text in, tree out.
  '@formatjs': ['core'],
  '@clack': ['adapters'],
};

const PURE = ['core', 'formats', 'plan', 'reporters'];

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? sources(path) : path.endsWith('.ts') ? [path] : [];
  });
}

interface Import {
  readonly file: string;
  readonly layer: string;
  readonly target: string;
}

const layerOf = (path: string): string => relative(SRC, path).split(/[\\/]/)[0] ?? '';

const files = sources(SRC).filter((path) => !path.endsWith('.d.ts'));
const imports: Import[] = files.flatMap((path) =>
  Array.from(
    readFileSync(path, 'utf8').matchAll(
      /^(?:import|export)\b[^;]*?\bfrom '([^']+)'|\bimport\('([^']+)'\)/gms,
    ),
    (match) => ({ file: relative(ROOT, path), layer: layerOf(path), target: match[1] ?? match[2] ?? '' }),
  ),
);

describe('imports point one way', () => {
  it('finds the imports that it judges', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(imports.length).toBeGreaterThan(500);
    expect([...new Set(imports.map((one) => one.layer))].filter((layer) => !(layer in ALLOWED))).toEqual([]);
  });

  it('between layers', () => {
    const wrong = imports.filter(({ file, layer, target }) => {
      if (!target.startsWith('.')) return false;
      const other = layerOf(resolve(ROOT, dirname(file), target)).replace(/\.js$/, '.ts');
      return other !== layer && !ALLOWED[layer]?.includes(other);
    });
    expect(wrong).toEqual([]);
  });

  it('to packages', () => {
    const wrong = imports.filter(({ layer, target }) => {
      if (target.startsWith('.') || target.startsWith('node:')) return false;
      const name = target.split('/')[0] ?? '';
      return !PACKAGES[name]?.includes(layer);
    });
    expect(wrong).toEqual([]);
  });

  it('and pure layers import nothing of Node', () => {
    expect(imports.filter(({ layer, target }) => PURE.includes(layer) && target.startsWith('node:'))).toEqual(
      [],
    );
  });
});

describe('effects live at the border', () => {
  const code = files.map((path) => ({
    path: relative(ROOT, path),
    text: readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$|'(?:[^'\\\n]|\\.)*'/gm, ''),
  }));

  it('only src/main.ts says process', () => {
    expect(
      code
        .filter(({ path, text }) => path !== 'src/main.ts' && /\bprocess\./.test(text))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it('and what one file asks of this process changes nothing', () => {
    const asking = files.flatMap((path) =>
      Array.from(readFileSync(path, 'utf8').matchAll(/^import (.*) from 'node:process';$/gm), (match) => [
        relative(ROOT, path),
        match[1],
      ]),
    );
    expect(asking).toEqual([
      ['src/adapters/machine.ts', '{ kill, pid, platform, versions }'],
      ['src/adapters/machine.ts', '* as asked'],
    ]);
    const machine = readFileSync(join(SRC, 'adapters/machine.ts'), 'utf8');
    expect(machine.match(/\basked\b(?! from)[^;,]*/g)).toEqual(['asked.geteuid?.()']);
  });

  it('undici is loaded only when a request is made', () => {
    const statically = files.filter((path) =>
      /^import (?!type\b)[^;]*from 'undici'/m.test(readFileSync(path, 'utf8')),
    );
    expect(statically.map((path) => relative(ROOT, path))).toEqual([]);
  });
});
