// Bundles the page of the embedded service (src/page) into a few files for a browser, which only
// `serve` reads.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/** What a browser has to load at most, compressed. */
const MOST_BYTES = 60_000;

/** Writes the page into a folder, and returns what was bundled. */
export async function buildPage(root, folder) {
  const source = join(root, 'src/page');
  const bundle = await rolldown({
    input: { page: join(source, 'main.tsx') },
    platform: 'browser',
    tsconfig: join(source, 'tsconfig.json'),
    transform: { target: 'es2022' },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  });
  await bundle.close();
  mkdirSync(folder, { recursive: true });
  const css = readFileSync(join(source, 'page.css'), 'utf8').replace(/\s*\n\s*/g, '\n');
  writeFileSync(join(folder, 'page.css'), css);
  for (const name of ['index.html', 'icon.svg'])
    writeFileSync(join(folder, name), readFileSync(join(source, name)));
  const bytes = [...output.map(({ code }) => code), css].reduce(
    (sum, text) => sum + gzipSync(text).length,
    0,
  );
  if (bytes > MOST_BYTES) throw new Error(`the page has ${bytes} bytes compressed, more than ${MOST_BYTES}`);
  return output;
}
