// Builds what the bench measures from src/ into a temporary folder: the inside of the formats is
// not an export of the package.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

// One line for each module that a row of the bench calls.
const ENTRY = `
export { parseEvents } from 'js-yaml';
export { formats } from './src/formats/index.ts';
export { editTreeOf } from './src/formats/edit-tree.ts';
export { OrderIndex } from './src/formats/order.ts';
export { writeEdits as writeJson } from './src/formats/json/edit.ts';
export { writeEdits as writeYaml } from './src/formats/yaml/edit/write.ts';
export { compareLanguage } from './src/plan/comparison.ts';
export { planPull } from './src/plan/pull.ts';
export { planPush } from './src/plan/push.ts';
export { leavesUnder } from './src/plan/locale-root.ts';
`;

/** The modules of src/ that {@link ENTRY} names, bundled as they are shipped. */
export async function library() {
  const folder = mkdtempSync(join(tmpdir(), 'locsync-bench-'));
  try {
    const entry = 'bench-entry';
    const bundle = await rolldown({
      input: entry,
      cwd: root,
      platform: 'node',
      plugins: [
        {
          name: 'entry',
          resolveId: (id) => (id === entry ? join(root, 'bench-entry.ts') : undefined),
          load: (id) => (id === join(root, 'bench-entry.ts') ? ENTRY : undefined),
        },
      ],
    });
    await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'library.mjs' });
    await bundle.close();
    return await import(pathToFileURL(join(folder, 'library.mjs')).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
