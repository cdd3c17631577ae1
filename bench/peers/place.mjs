// A project of one tool, with the stand-in for its service in a process of its own.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { get as plainGet } from 'node:http';
import { get as secureGet } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE } from '../child.mjs';
import { measured } from './measured.mjs';
import { CODES, fileText, pathOf } from './texts.mjs';

const SERVICE = fileURLToPath(new URL('service.mjs', import.meta.url));

/** Starts the service of `tool` and sets the tool up in a folder of its own. */
export async function placeFor(tool, shape) {
  const folder = mkdtempSync(join(tmpdir(), 'locsync-peer-'));
  const tls = tool.tls ? certificate(folder) : undefined;
  const service = spawn(NODE, [SERVICE, JSON.stringify({ tool: tool.service ?? tool.name, tls, ...shape })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(service.stdout, 'data');
  const origin = `${tls ? 'https' : 'http'}://localhost:${String(port).trim()}`;
  const control = (path) => askJson(origin + path);
  tool.setUp(folder, origin);
  return {
    /** Makes the service answer after `latencyMs`; `held`: it has all texts, or none. */
    serve: ({ latencyMs, held, edition }) =>
      control(
        `/bench/set?latency=${latencyMs}${held === undefined ? '' : `&held=${held}`}${edition ? `&edition=${edition}` : ''}`,
      ),
    /**
     * Takes away the locale files, and what the tool remembers of the project. They are not deleted
     * yet: ext4 searches for half a minute past each file that was, which costs 0.7 ms a new file.
     */
    forget() {
      const aside = mkdtempSync(join(folder, 'forgotten-'));
      for (const name of ['locales', 'locsync.lock', '.locsync'])
        if (existsSync(join(folder, name))) renameSync(join(folder, name), join(aside, name));
      mkdirSync(join(folder, 'home'), { recursive: true });
      mkdirSync(join(folder, 'locales'));
      if (tool.keepsSources) this.write(['en']);
    },
    /** Removes what the tool remembers of any earlier run, as after its installation. */
    forgetUser: () => rmSync(join(folder, 'home'), { recursive: true, force: true }),
    /** Writes the locale files of these languages. */
    write(codes = CODES.slice(0, shape.locales)) {
      for (const code of codes)
        for (let set = 0; set < shape.sets; set++) {
          const path = join(folder, pathOf(code, set));
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, fileText(code, set, shape.keys));
        }
    },
    /** Whether every locale file is there. */
    isComplete: () =>
      CODES.slice(0, shape.locales).every((code) =>
        Array.from({ length: shape.sets }, (_, set) => existsSync(join(folder, pathOf(code, set)))).every(
          Boolean,
        ),
      ),
    /** Runs the tool, and resolves with what that cost. */
    async run(commands) {
      const before = await control('/bench');
      const env = { HOME: join(folder, 'home'), ...tool.env(origin) };
      const cost = await measured(
        commands.map((args) => [NODE, ...tool.node, tool.script, ...args]),
        { cwd: folder, env },
      );
      const after = await control('/bench');
      return { ...cost, requests: after.requests - before.requests, bytes: after.bytes - before.bytes };
    },
    close() {
      service.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A key and a self-signed certificate. */
function certificate(folder) {
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost'];
  execFileSync('openssl', ['req', '-x509', ...made, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

async function askJson(url) {
  const get = url.startsWith('https:') ? secureGet : plainGet;
  const [response] = await once(get(url, { rejectUnauthorized: false, agent: false }), 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return JSON.parse(text);
}
