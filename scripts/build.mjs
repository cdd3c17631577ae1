// Bundles the program into dist/: one chunk a command, every dependency inside, so that the package
// needs none. `--no-types` leaves out the declarations, which take most of the time.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { writeDeclarations } from './declarations.mjs';
import { assertAllUsed, lean } from './lean.mjs';
import { buildPage } from './page.mjs';
import { renderScreens } from './screens.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const dist = join(root, 'dist');
rmSync(dist, { recursive: true, force: true });

const standIns = new Set();
const bundle = await rolldown({
  input: {
    main: join(root, 'src/main.ts'),
    index: join(root, 'src/index.ts'),
    compiled: join(root, 'src/compile-cache.ts'),
    'cache-folder': join(root, 'src/cache-folder.ts'),
  },
  platform: 'node',
  plugins: [lean(root, standIns)],
  transform: {
    define: {
      LOCSYNC_VERSION: JSON.stringify(version),
      LOCSYNC_SCREENS: JSON.stringify(await renderScreens(version)),
    },
    target: 'node20.19',
  },
  // What is imported late in one place and early in another is not a fault: the groups below say
  // what is loaded together.
  onwarn: (warning, warn) =>
    ['EVAL', 'INEFFECTIVE_DYNAMIC_IMPORT'].includes(warning.code) ? undefined : warn(warning),
});
const { output } = await bundle.write({
  dir: dist,
  // Node's loader of ES modules alone costs a tenth of its start.
  format: 'cjs',
  // Functions and classes keep their names: the stack of a bug must tell something.
  minify: { compress: true, mangle: { toplevel: false, keepNames: true }, codegen: true },
  entryFileNames: '[name].js',
  chunkFileNames: 'chunk-[name]-[hash].js',
  // What every command on a project loads is in one file: ten small ones take longer to find than
  // it takes to read.
  codeSplitting: {
    groups: [
      // bin/locsync.js loads this before it knows where compiled code is kept: alone, or it would
      // compile the whole program for it, and then load the program a second time.
      { name: 'folder', priority: 4, test: /src.cache-folder\.ts$/ },
      {
        name: 'start',
        priority: 3,
        test: /src.(version|core.errors.exit|ports.host|adapters.(tokens.secrets|terminal.terminal))\.ts$/,
      },
      {
        name: 'cli',
        priority: 1,
        test: /src.(cli.(?!completion|static-help|prebuilt-help|watch)|reporters.(human|table|ink|wrap|index|report|progress))|node_modules.(commander|chalk|fast-string)/,
      },
      {
        name: 'project',
        priority: 2,
        test: /src.(core.(?!check|propose|report.watch)|sync.(?!push|pull|strict)|plan|formats|http|adapters.(?!terminal|tokens.secrets)|commands.status\b)|node_modules.(js-yaml|cosmiconfig|env-paths|undici|fast-glob|@nodelib|micromatch|picomatch|braces|fill-range|to-regex-range|is-number|is-glob|is-extglob|glob-parent|merge2|fastq|reusify|queue-microtask|run-parallel).|lean-(undici|loaders|client|form|socks)/,
      },
    ],
  },
});
await bundle.close();
assertAllUsed(standIns);
// `import()` fails in code that V8 has kept from an earlier run (src/compile-cache.ts).
const importing = output.find(({ code }) => /\bimport\(["'`]/.test(code ?? ''));
if (importing) throw new Error(`${importing.fileName} loads something with import()`);
// Node reads a file of ASCII only in half the time.
for (const { fileName, code } of output)
  if (code !== undefined) writeFileSync(join(dist, fileName), ascii(code));
writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ type: 'commonjs' })}\n`);
// A mutant (scripts/mutants.mjs) is only run.
if (!process.argv.includes('--no-types')) writeDeclarations(join(dist, 'types'));

// SQLite's own file is beside the chunk that loads it, compressed (scripts/lean.mjs).
const wasm = readFileSync(join(root, 'node_modules/node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm'));
writeFileSync(join(dist, 'node-sqlite3-wasm.wasm.gz'), gzipSync(wasm, { level: 9 }));

const page = await buildPage(root, join(dist, 'page'));
writeFileSync(join(root, 'THIRD-PARTY-LICENSES.txt'), licences([...output, ...page]));

/** The licence texts of every package whose code is in the bundle. */
function licences(chunks) {
  const packages = new Set();
  for (const chunk of chunks) {
    for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
      const at = id.lastIndexOf('node_modules/');
      if (at < 0) continue;
      const [scope, name] = id.slice(at + 'node_modules/'.length).split('/');
      packages.add(join(id.slice(0, at), 'node_modules', scope.startsWith('@') ? join(scope, name) : scope));
    }
  }
  return [...[...packages].sort().map(licence), ...compiledIn()].join(`\n${'-'.repeat(80)}\n\n`);
}

function licence(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `${name} ${version} (${license})\n\n${text}\n`;
}

/** What is compiled into the WebAssembly of these packages, which say nothing of it. */
function compiledIn() {
  const mit = readFileSync(join(root, 'scripts/notices/mit.txt'), 'utf8');
  return [
    `llhttp (MIT), compiled into undici\n\nCopyright Fedor Indutny, 2018.\n\n${mit}`,
    `Emscripten (MIT), compiled into node-sqlite3-wasm\n\nCopyright (c) 2010-2014 Emscripten authors, see AUTHORS file.\n\n${mit}`,
    `musl (MIT), compiled into node-sqlite3-wasm\n\nCopyright (c) 2005-2020 Rich Felker, et al.\n\n${mit}`,
    'SQLite, compiled into node-sqlite3-wasm\n\nIts authors have dedicated it to the public domain: https://sqlite.org/copyright.html\n',
  ];
}

/**
 * A program with everything that is not an ASCII written as `\\u` and four digits, as strings,
 * patterns and names may have it.
 */
function ascii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
