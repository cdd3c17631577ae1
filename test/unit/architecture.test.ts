import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const SRC = join(ROOT, 'src');

/**
 * Which layers a layer may import besides itself. A layer is a folder of src/, or a file that is in
 * it directly.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  core: [],
  options: ['core'],
  formats: ['core'],
  plan: ['core', 'formats'],
  sync: ['core', 'formats', 'plan', 'ports', 'options'],
  ports: ['core'],
  reporters: ['core'],
  http: ['core', 'ports'],
  adapters: ['core', 'ports', 'http', 'cache-folder.ts'],
  server: ['core', 'formats'],
  // In a browser: it knows the server only by what it asks (core/page/wire.ts).
  page: ['core'],
  commands: ['core', 'formats', 'plan', 'sync', 'ports', 'server', 'options'],
  cli: ['core', 'ports', 'reporters', 'sync', 'commands', 'options'],
  library: ['core', 'ports', 'adapters', 'sync', 'commands', 'options', 'server', 'version.ts'],
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
  'fast-string-width': ['reporters'],
  undici: ['http'],
  cosmiconfig: ['adapters'],
  'fast-glob': ['adapters'],
  'js-yaml': ['formats', 'adapters'],
  'node-sqlite3-wasm': ['server'],
  // A parser like our own ones: text in, tree out.
  '@formatjs': ['core'],
  '@clack': ['adapters'],
  preact: ['page'],
  '@preact': ['page'],
  diff: ['core', 'reporters'],
};

const PURE = ['core', 'options', 'formats', 'plan', 'reporters', 'page'];

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? sources(path) : /\.tsx?$/.test(path) ? [path] : [];
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

/** Files that are in no group. */
const TOP = '(the folder itself)';

/** What a push and a pull import. */
const BOTH_WAYS = [
  'compare',
  'files',
  'base-update',
  'local-state',
  'restrictions',
  'file-errors',
  'context',
  'report',
];

/** The folders in which each group may import only the groups named for it. */
const ORDER: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  core: {
    util: [],
    text: ['util'],
    json: [],
    keys: [],
    locales: [],
    system: [],
    merge: ['keys', 'text', 'util'],
    lock: ['keys', 'merge', 'text', 'util'],
    records: ['json', 'keys', 'locales', 'lock', 'merge', 'util'],
    errors: ['lock', 'merge', 'text', TOP],
    align: ['keys', 'locales', 'merge', 'text', 'util'],
    check: ['errors', 'keys', 'util'],
    page: [],
    report: ['errors', 'text', 'util'],
    patterns: ['errors', 'locales', 'text', 'util'],
    config: ['check', 'errors', 'json', 'locales', 'patterns', 'report', 'text', TOP],
    files: ['config', 'errors', 'keys', 'locales', 'lock', 'merge', 'patterns', 'text', 'util', TOP],
    propose: ['config', 'files', 'locales', 'patterns', 'util', TOP],
  },
  sync: {
    // What the steps hand to each other.
    files: [],
    'file-errors': ['files'],
    'local-state': ['files', 'file-errors'],
    context: ['files', 'local-state'],
    report: ['files', 'context'],
    'git-history': ['files'],
    // The steps of every run.
    load: ['files', 'git-history', 'local-state', 'file-errors', 'context'],
    compare: ['files', 'load', 'local-state', 'context', 'report'],
    restrictions: ['files', 'context', 'report'],
    'base-update': ['compare', 'files', 'context'],
    push: BOTH_WAYS,
    pull: BOTH_WAYS,
    // What other commands do.
    undo: ['files', 'load', 'base-update', 'local-state', 'file-errors', 'context'],
    resolve: ['files', 'git-history', 'base-update', 'local-state', 'file-errors', 'pull', 'report'],
    offline: ['compare', 'files', 'load', 'context'],
    rename: ['files', 'offline', 'local-state'],
  },
  'sync/push': {
    'service-before': [],
    'fresh-reads': [],
    state: ['fresh-reads', 'service-before'],
    plan: ['state', 'fresh-reads', 'service-before'],
    'lost-by-upload': ['state', 'fresh-reads', 'service-before'],
    upload: ['lost-by-upload', 'state', 'plan', 'fresh-reads'],
    outcome: ['state'],
    'read-back': ['lost-by-upload', 'state', 'outcome', 'plan', 'fresh-reads', 'upload'],
  },
  'sync/compare': {
    read: [],
    'other-languages': ['read'],
    'in-sync': ['read'],
    'earlier-losses': ['other-languages'],
  },
  server: {
    store: [],
    http: ['store'],
    import: ['http', 'store', 'behave', TOP],
    behave: ['http', 'import', 'store', TOP],
    page: ['behave', 'http', 'import', 'store', TOP],
  },
  'adapters/service': {
    'all-languages': [TOP],
    upload: [TOP],
  },
  reporters: {
    human: [TOP],
    // The same words in both.
    markdown: ['human', TOP],
  },
  'formats/yaml': {
    parse: [],
    style: ['parse'],
    edit: ['style', 'parse'],
    verify: ['style', 'parse'],
  },
};

describe('no file imports itself by way of others', () => {
  const known = new Set(files);
  const edges = new Map<string, string[]>(files.map((path) => [path, []]));
  for (const { file, target } of imports) {
    const path = resolve(ROOT, dirname(file), target);
    const other = [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].find((one) => known.has(one));
    if (target.startsWith('.') && other !== undefined) edges.get(join(ROOT, file))?.push(other);
  }

  it('types included', () => {
    const cycles = cyclesOf(edges).map((cycle) => cycle.map((path) => relative(SRC, path)));
    expect(cycles).toEqual([]);
  });

  it('and the check finds a cycle, a long one too', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', ['d2']],
      ['d2', []],
      ['e', ['a']],
    ]);
    expect(cyclesOf(graph).map((cycle) => cycle.sort())).toEqual([['a', 'b', 'c']]);
  });

  it.each(Object.entries(ORDER))('and %s has an order', (folder, allowed) => {
    const groupOf = (path: string): string | undefined => {
      const parts = relative(join(SRC, folder), path).split(/[\\/]/);
      return parts.length > 1 && parts[0] !== '..' ? parts[0] : undefined;
    };
    const upward: string[] = [];
    for (const [path, others] of edges) {
      const group = groupOf(path);
      if (group === undefined) continue;
      // A file of a group imports from its folder only what the table names: nothing on top of it.
      for (const other of others) {
        if (!other.startsWith(join(SRC, folder) + sep)) continue;
        const otherGroup = groupOf(other) ?? TOP;
        if (otherGroup !== group && !allowed[group]?.includes(otherGroup))
          upward.push(`${relative(SRC, path)} -> ${relative(SRC, other)}`);
      }
    }
    expect(upward).toEqual([]);
    expect([...new Set(files.map(groupOf))].filter((group) => group !== undefined).sort()).toEqual(
      Object.keys(allowed).sort(),
    );
  });
});

/** The strongly connected components of more than one file (Tarjan). */
function cyclesOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    let low = index;
    stack.push(file);
    for (const other of edges.get(file) ?? []) {
      if (!order.has(other)) low = Math.min(low, visit(other));
      else if (stack.includes(other)) low = Math.min(low, order.get(other) ?? low);
    }
    if (low === index) {
      const cycle = stack.splice(stack.indexOf(file));
      if (cycle.length > 1) cycles.push(cycle);
    }
    return low;
  };
  for (const file of edges.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

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

  it('and what a few files ask of this process changes nothing', () => {
    const asking = files.flatMap((path) =>
      Array.from(readFileSync(path, 'utf8').matchAll(/^import (.*) from 'node:process';$/gm), (match) => [
        relative(ROOT, path),
        match[1],
      ]),
    );
    expect(asking.toSorted()).toEqual([
      ['src/adapters/long-work.ts', '{ cpuUsage }'],
      ['src/adapters/process-info.ts', '* as asked'],
      ['src/adapters/process-info.ts', '{ kill, pid, platform, versions }'],
      ['src/library/start-service.ts', '{ env }'],
      ['src/server/saved-token.ts', '* as asked'],
    ]);
    const machine = readFileSync(join(SRC, 'adapters/process-info.ts'), 'utf8');
    expect(machine.match(/\basked\b(?! from)[^;,]*/g)).toEqual(['asked.geteuid?.()']);
  });

  it('undici is loaded only when a request is made', () => {
    const statically = files.filter((path) =>
      /^import (?!type\b)[^;]*from 'undici'/m.test(readFileSync(path, 'utf8')),
    );
    expect(statically.map((path) => relative(ROOT, path))).toEqual([]);
  });
});
