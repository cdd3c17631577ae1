// The help screens, rendered by src/cli/program.ts at build time: `locsync --help` prints them
// without loading what made them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const NARROW = 80;
const WIDEST = 10_000;

/** The screens by command, '' being the program's own, as src/cli/prebuilt-help.ts has them. */
export async function renderScreens(version) {
  const folder = mkdtempSync(join(tmpdir(), 'locsync-screens-'));
  try {
    const bundle = await rolldown({
      input: { program: join(root, 'src/cli/program.ts'), options: join(root, 'src/options/table.ts') },
      platform: 'node',
    });
    await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' });
    await bundle.close();
    const { readArguments } = await import(pathToFileURL(join(folder, 'program.mjs')).href);
    const { COMMANDS } = await import(pathToFileURL(join(folder, 'options.mjs')).href);
    const screen = (argv) => {
      const at = (columns) => readArguments(argv, version, columns).print;
      const wide = at(WIDEST);
      return { narrow: at(NARROW), wide, columns: Math.max(...wide.split('\n').map((line) => line.length)) };
    };
    return Object.fromEntries([
      ['', screen(['--help'])],
      ['help options', screen(['help', 'options'])],
      ...COMMANDS.map(({ name }) => [name, screen([name, '--help'])]),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
