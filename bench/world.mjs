// A project in a temporary folder, and the service that it belongs to in a process of its own.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { locsync, NODE } from './child.mjs';

const TOKEN = 'a-token-of-the-bench';

/**
 * `sets` file sets in `locales`, each file with `keys` keys; answers come after `latencyMs`. See
 * server.mjs.
 */
export async function startWorld({ concurrency = 16, ...options }) {
  const folder = mkdtempSync(join(tmpdir(), 'locsync-bench-'));
  const server = spawn(
    NODE,
    [fileURLToPath(new URL('server.mjs', import.meta.url)), JSON.stringify(options)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const port = await new Promise((resolve, reject) => {
    server.stdout.once('data', (chunk) => resolve(Number(chunk)));
    server.once('exit', () => reject(new Error('the server of the bench did not start')));
  });
  const url = `http://127.0.0.1:${port}`;
  const configuration = {
    baseUrl: url,
    project: 'pro_1',
    sourceLocale: options.locales[0],
    files: ['locales/*/{locale}.json'],
    concurrency,
  };
  writeFileSync(join(folder, '.locsyncrc'), JSON.stringify(configuration));
  const ask = async (path) => (await fetch(`${url}${path}`)).json();
  return {
    folder,
    concurrency,
    /** The addresses of all texts. */
    urls: Array.from({ length: options.sets }, (_, set) =>
      options.locales.map(
        (_, at) => `${url}/api/v1/projects/pro_1/source_files/fil_${set + 1}?locale_id=loc_${at + 1}`,
      ),
    ).flat(),
    run: (...args) => locsync(args, { cwd: folder, env: { LOCSYNC_TOKEN: TOKEN, LOCSYNC_BASE_URL: url } }),
    /** What the service has answered so far: requests, those with 304, bytes. */
    counts: () => ask('/bench'),
    /** Makes the service forget what it was sent. */
    reset: () => ask('/bench/reset'),
    /**
     * Writes every locale file of the source locale with texts of this edition, which the service
     * does not have.
     */
    edit(edition) {
      for (let set = 0; set < options.sets; set++) {
        const texts = {};
        for (let key = 0; key < options.keys; key++)
          texts[`key_${key}`] = `edition ${edition} of ${key} in ${set}`;
        mkdirSync(join(folder, `locales/set-${set}`), { recursive: true });
        writeFileSync(
          join(folder, `locales/set-${set}/${options.locales[0]}.json`),
          `${JSON.stringify(texts, null, 2)}\n`,
        );
      }
    },
    /** Removes what a run leaves behind between two runs. */
    forget(path) {
      rmSync(join(folder, path), { recursive: true, force: true });
    },
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A world that is made when a row first asks for it, and made ready once by `prepare`. Its `stop`
 * is put into `stops`.
 */
export function whenWanted(stops, options, prepare = () => undefined) {
  let world;
  return () =>
    (world ??= startWorld(options).then(async (started) => {
      stops.push(started.stop);
      await prepare(started);
      return started;
    }));
}
