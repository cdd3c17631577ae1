// The types of the library: a declaration file for the entry and for each file that its own
// declarations name, no others.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'src');

/**
 * Writes the declarations of `src/index.ts` below a folder. Throws if a type cannot be declared.
 */
export function writeDeclarations(folder) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const entry = join(source, 'index.ts');
  const program = ts.createProgram([entry], {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    // The linters check the types: to check them here as well would take as long as all the rest.
    noCheck: true,
    stripInternal: true,
    rootDir: source,
    outDir: folder,
  });
  const done = new Set();
  const queue = [entry];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (done.has(path)) continue;
    done.add(path);
    const file = program.getSourceFile(path);
    if (!file) throw new Error(`no source for the declarations of ${relative(root, path)}`);
    const { diagnostics } = program.emit(file, (name, text) => write(name, text, queue), undefined, true);
    if (diagnostics.length > 0)
      throw new Error(
        ts.formatDiagnostics(diagnostics, {
          getCanonicalFileName: String,
          getCurrentDirectory: () => root,
          getNewLine: () => '\n',
        }),
      );
  }

  function write(name, text, found) {
    mkdirSync(dirname(name), { recursive: true });
    writeFileSync(name, text);
    const from = join(source, relative(folder, dirname(name)));
    for (const { fileName } of ts.preProcessFile(text).importedFiles)
      if (fileName.startsWith('.')) found.push(resolve(from, fileName.replace(/\.js$/, '.ts')));
  }
}
