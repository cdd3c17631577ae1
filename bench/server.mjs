// The service as the bench needs it, in a process of its own: every answer is ready before it is
// asked for and comes after a fixed time, so that what is measured is the client.
// `node server.mjs <options as JSON>` prints its port; `/bench` tells what it has sent,
// `/bench/reset` makes it forget what it was sent.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

const {
  sets,
  locales,
  keys,
  latencyMs = 0,
  etags = false,
  held = true,
  languages = 'all',
} = JSON.parse(process.argv[2]);

const PROJECT = '/api/v1/projects/pro_1';
const LOCALES = locales.map((code, at) => ({ api_id: `loc_${at + 1}`, name: code, code, country: '' }));
const text = (set, key, code) => `${code} text ${key} of file ${set}, as long as such texts usually are`;

const files = new Map();
const fixed = new Map();
const counts = { requests: 0, unchanged: 0 };
// What closed connections have written; the open ones are asked.
let written = 0;
const sockets = new Set();

begin();

function begin() {
  files.clear();
  fixed.clear();
  for (let set = 0; set < (held ? sets : 0); set++) fill(set, `locales/set-${set}/${locales[0]}.json`);
  ready('', { api_id: 'pro_1', name: 'Bench', technology: '', framework: '', format: 'json' });
  ready('/locales', LOCALES);
  list();
}

function fill(set, name) {
  const texts = new Map();
  for (const { api_id, code } of LOCALES) {
    const of = {};
    for (let key = 0; key < keys; key++) of[`key_${key}`] = text(set, key, code);
    texts.set(api_id, of);
  }
  hold({ id: `fil_${files.size + 1}`, name, texts });
}

function hold(file) {
  files.set(file.id, file);
  for (const { api_id, code } of LOCALES) publish(file, api_id, code);
}

function publish({ id, name, texts }, locale, code) {
  const of = texts.get(locale) ?? {};
  ready(`/source_files/${id}?locale_id=${locale}`, { api_id: id, name, keys, content: { [code]: of } });
}

/** The answer about a source file without `locale_id`. */
function inAllLanguages(path) {
  const file = files.get(/\/source_files\/(fil_\d+)$/.exec(path)?.[1]);
  if (!file || languages !== 'all') return undefined;
  const content = Object.fromEntries(LOCALES.map(({ api_id, code }) => [code, file.texts.get(api_id) ?? {}]));
  ready(`/source_files/${file.id}`, { api_id: file.id, name: file.name, keys, content });
  return fixed.get(path);
}

function list() {
  ready(
    '/source_files',
    [...files.values()].map(({ id, name }) => ({ api_id: id, name, keys })),
  );
}

function ready(path, value) {
  const body = Buffer.from(JSON.stringify(value));
  fixed.set(PROJECT + path, {
    body,
    etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`,
  });
}

/**
 * Keeps an upload as the service does: by its name with the locale taken out, one language at a
 * time.
 */
function upload({ filename, content }) {
  const [, set, code] = /^locales\/set-(\d+)\/(.+)\.json$/.exec(filename) ?? [];
  const locale = LOCALES.find((one) => one.code === code);
  let file = [...files.values()].find(({ name }) => name.startsWith(`locales/set-${set}/`));
  const known = file !== undefined;
  if (!file) file = { id: `fil_${files.size + 1}`, name: filename, texts: new Map() };
  file.texts.set(locale.api_id, JSON.parse(content));
  fixed.delete(`${PROJECT}/source_files/${file.id}`);
  if (known) publish(file, locale.api_id, code);
  else {
    hold(file);
    list();
  }
  const last_version = { id: 'fiv_1', number: known ? 2 : 1, upload: 'api' };
  return { api_id: file.id, name: file.name, project_id: 'pro_1', last_version };
}

const server = createServer((request, response) => {
  if (request.url.startsWith('/bench')) {
    if (request.url === '/bench/reset') begin();
    const bytes = [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, written);
    response.end(JSON.stringify({ ...counts, bytes }));
    return;
  }
  counts.requests += 1;
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (latencyMs === 0) answer(request, response, chunks);
    else setTimeout(answer, latencyMs, request, response, chunks);
  });
});

function answer(request, response, chunks) {
  if (request.method === 'POST') {
    const body = JSON.parse(Buffer.concat(chunks));
    const value = request.url.endsWith('/events') ? { api_id: 'evt_1', kind: body.kind } : upload(body);
    return send(response, 200, Buffer.from(JSON.stringify(value)));
  }
  const found = fixed.get(request.url) ?? inAllLanguages(request.url);
  if (!found) return send(response, 404, Buffer.from('{"error":"not found"}'));
  if (!etags) return send(response, 200, found.body);
  response.setHeader('etag', found.etag);
  if (request.headers['if-none-match'] !== found.etag) return send(response, 200, found.body);
  counts.unchanged += 1;
  send(response, 304, Buffer.alloc(0));
}

function send(response, status, body) {
  if (status !== 304) {
    response.setHeader('content-type', 'application/json');
    response.setHeader('content-length', body.length);
  }
  response.writeHead(status);
  response.end(body);
}

server.on('connection', (socket) => {
  sockets.add(socket);
  socket.on('close', () => {
    sockets.delete(socket);
    written += socket.bytesWritten;
  });
});
// A connection that is closed while idle would cost a retry in the middle of a measurement.
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
