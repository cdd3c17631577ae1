import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/** A program that runs the service in a process of its own, since Node 20 reads no TypeScript. */
export interface ServiceProgram {
  /**
   * The script to start with `node <script> <db> [locales]`: it prints one JSON line with url,
   * project and token, and closes on SIGTERM.
   */
  readonly script: string;
  remove(): void;
}

/** Bundles the service of this tree into a temporary folder. */
export async function bundleService(): Promise<ServiceProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'locsync-bundle-'));
  chmodSync(folder, 0o755); // One test runs the program as another user.
  const entry = join(folder, 'entry.ts');
  const root = resolve(import.meta.dirname, '../..');
  writeFileSync(entry, ENTRY.replaceAll('ROOT', root.replaceAll('\\', '/')));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const build = await rolldown({ input: entry, platform: 'node', external: ['node-sqlite3-wasm'] });
  const script = join(folder, 'serve.mjs');
  // One file: the service loads the rules of the page's checks late.
  await build.write({ file: script, format: 'esm', codeSplitting: false });
  await build.close();
  return { script, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const ENTRY = `
import { processInfo } from 'ROOT/src/adapters/process-info.ts';
import { startService } from 'ROOT/src/server/start.ts';
const [, , db, locales = 'en,de', latency = '0'] = process.argv;
try {
  const service = await startService({
    port: 0, host: '127.0.0.1', db, locales: locales.split(','), token: 'secret', project: 'pro_7',
    latencyMs: Number(latency), processes: processInfo.processes, log: (line) => console.error(line),
  });
  process.once('SIGTERM', () => service.close().then(() => console.log('closed')));
  console.log(JSON.stringify({ url: service.url, project: service.project.id, token: service.token }));
} catch (error) {
  console.log(JSON.stringify({ code: error.code, message: error.message, hint: error.hint }));
  process.exitCode = error.exit ?? 70;
}
`;
