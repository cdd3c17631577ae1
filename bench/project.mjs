// The projects of `projects.mjs`: their texts, their folder, and their service, a process of its
// own whose answers are ready at once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { argv, env, execPath, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';

const PROJECT = '/api/v1/projects/pro_1';
export const LOCALES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt-BR',
  'pl',
  'nl',
  'sv',
  'da',
  'fi',
  'cs',
  'uk',
  'ru',
  'tr',
  'ja',
  'ko',
  'ar',
  'he',
  'vi',
];
const GROUP = 20;

/** Key and text of a file: groups of twenty keys, texts as long as those of real projects. */
const keyOf = (n) => [`group_${Math.floor(n / GROUP)}`, `key_${n}`];
const textOf = (n, code, set, edition) => `${code} text number ${n} of file ${set}, edition ${edition}`;

/** A locale file. */
export function localText(format, { code, keys, set, edition }) {
  if (format === 'json') {
    const tree = {};
    for (let n = 0; n < keys; n++) {
      const [group, key] = keyOf(n);
      (tree[group] ??= {})[key] = textOf(n, code, set, edition);
    }
    return `${JSON.stringify(tree, undefined, 2)}\n`;
  }
  const lines = [`${code}:`];
  for (let n = 0; n < keys; n++) {
    const [group, key] = keyOf(n);
    if (n % GROUP === 0) lines.push(`  ${group}:`);
    lines.push(`    ${key}: ${textOf(n, code, set, edition)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** What the service answers of it. */
export function remoteTexts({ code, keys, set, edition }) {
  const texts = {};
  for (let n = 0; n < keys; n++) texts[keyOf(n).join('.')] = textOf(n, code, set, edition);
  return texts;
}

/**
 * The service: `sets` source files of `keys` keys. An upload makes the file's texts those of the
 * next edition.
 */
function serve({ sets, keys, locales, format }) {
  const editions = new Map();
  const versions = new Map();
  const codes = LOCALES.slice(0, locales);
  const nameOf = (set) => `l/${set}/en.${format === 'json' ? 'json' : 'yml'}`;
  const answer = (url, method, body) => {
    const { pathname, searchParams } = new URL(url, 'http://h');
    const rest = pathname.replace(PROJECT, '');
    if (rest === '') return { api_id: 'pro_1', name: 'Bench', technology: '', framework: '', format };
    if (rest === '/locales')
      return codes.map((code) => ({ api_id: `loc_${code}`, name: code, code, country: '' }));
    if (rest === '/events') return { api_id: 'evt_1', kind: 'api_upload' };
    if (rest === '/source_files' && method === 'GET')
      return Array.from({ length: sets }, (_, set) => ({
        api_id: `fil_${set + 1}`,
        name: nameOf(set),
        keys,
      }));
    if (rest === '/source_files') {
      const { filename } = JSON.parse(body);
      const [, set, code] = /^l\/(\d+)\/(.+)\.\w+$/.exec(filename);
      editions.set(`${set} ${code}`, 2);
      versions.set(set, (versions.get(set) ?? 0) + 1);
      const last_version = { id: 'fiv_1', number: versions.get(set), upload: 'api' };
      return { api_id: `fil_${Number(set) + 1}`, name: nameOf(set), project_id: 'pro_1', last_version };
    }
    const id = rest.slice('/source_files/'.length);
    const set = Number(id.slice('fil_'.length)) - 1;
    const asked = searchParams.get('locale_id')?.slice('loc_'.length);
    const textsOf = (code) => {
      const edition = editions.get(`${set} ${code}`) ?? 1;
      return remoteTexts({ code, keys, set, edition });
    };
    return {
      api_id: id,
      name: nameOf(set),
      keys,
      // Without `locale_id` the answer holds all languages.
      content: Object.fromEntries((asked ? [asked] : codes).map((code) => [code, textsOf(code)])),
    };
  };
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.from(
        JSON.stringify(answer(request.url, request.method, Buffer.concat(chunks).toString())),
      );
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
        .end(body);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => stdout.write(`${server.address().port}\n`));
}

/**
 * A project on disk and its service; `run` resolves with what a command of the built program cost
 * its own process.
 */
export async function project(shape, program) {
  const folder = mkdtempSync(join(tmpdir(), 'locsync-project-'));
  const service = spawn(execPath, [fileURLToPath(import.meta.url), JSON.stringify(shape)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(service.stdout, 'data');
  const extension = shape.format === 'json' ? 'json' : 'yml';
  const write = (edition, codes = LOCALES.slice(0, shape.locales)) => {
    for (let set = 0; set < shape.sets; set++)
      for (const code of codes) {
        const at = join(folder, 'l', String(set), `${code}.${extension}`);
        mkdirSync(dirname(at), { recursive: true });
        writeFileSync(at, localText(shape.format, { code, keys: shape.keys, set, edition }));
      }
  };
  mkdirSync(join(folder, '.git'));
  writeFileSync(
    join(folder, '.locsyncrc'),
    JSON.stringify({ files: [`l/*/{locale}.${extension}`], concurrency: 16 }),
  );
  const probe = join(folder, 'probe.cjs');
  // Written to a file: what the program prints stays its own.
  writeFileSync(
    probe,
    `process.on('exit', () => require('node:fs').writeFileSync(process.env.PROBE, JSON.stringify({ ...process.cpuUsage(), rss: process.resourceUsage().maxRSS })));`,
  );
  const run = (command, ...flags) => runProgram([...flags, program, ...command.split(' '), '--json']);
  const runProgram = async (args) => {
    const out = join(folder, 'probe.json');
    const child = spawn(execPath, ['--require', probe, ...args], {
      cwd: folder,
      env: {
        PATH: env.PATH,
        HOME: folder,
        PROBE: out,
        LOCSYNC_BASE_URL: `http://127.0.0.1:${String(port).trim()}`,
        LOCSYNC_PROJECT: 'pro_1',
        LOCSYNC_TOKEN: 'loc_bench',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [said, complained] = [child.stdout, child.stderr].map(async (stream) => {
      let text = '';
      for await (const chunk of stream.setEncoding('utf8')) text += chunk;
      return text;
    });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${await complained}`);
    const { user, system, rss } = JSON.parse(readFileSync(out, 'utf8'));
    return { cpu: (user + system) / 1000, mb: rss / 1024, summary: JSON.parse(await said).summary };
  };
  const close = () => {
    service.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, write, run, runScript: (script) => runProgram([script]), close };
}

if (argv[1] === fileURLToPath(import.meta.url)) serve(JSON.parse(argv[2]));
