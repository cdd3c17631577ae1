// Bundles the program into dist/: one chunk a command, every dependency inside, so that the package needs none.
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const dist = join(root, 'dist');
rmSync(dist, { recursive: true, force: true });

const bundle = await rolldown({
  input: { main: join(root, 'src/main.ts') },
  platform: 'node',
  // cosmiconfig asks for TypeScript only to load configuration files that locsync never lets it load.
  external: ['typescript'],
  transform: {
    define: { LOCSYNC_VERSION: JSON.stringify(version), __dirname: 'import.meta.dirname' },
    target: 'node20.19',
  },
  onwarn: (warning, warn) => (warning.code === 'EVAL' ? undefined : warn(warning)),
});
const { output } = await bundle.write({
  dir: dist,
  format: 'esm',
  // Names are kept: the stack of a defect must tell something.
  minify: { compress: true, mangle: false, codegen: true },
  entryFileNames: '[name].js',
  chunkFileNames: 'chunk-[name]-[hash].js',
});
await bundle.close();

// SQLite's own file lies beside the chunk that loads it.
const wasm = 'node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm';
copyFileSync(join(root, 'node_modules', wasm), join(dist, 'node-sqlite3-wasm.wasm'));

writeFileSync(join(root, 'THIRD-PARTY-LICENSES.txt'), licences(output));

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
  return [...packages]
    .sort()
    .map(licence)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function licence(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `${name} ${version} (${license})\n\n${text}\n`;
}
