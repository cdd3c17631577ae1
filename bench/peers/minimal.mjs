// The least that any client in Node must do for a first pull and for a push of new files: the same
// requests with undici, a hash of each text as the base of later runs, and the same files written,
// each flushed before it replaces the old one, and each folder flushed once.
import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Agent, request, setGlobalDispatcher } from 'undici';

const PROJECT = `${process.env.ORIGIN}/api/v1/projects/pro_1`;
setGlobalDispatcher(new Agent({ connections: 16 }));

const send = async (path, options) => {
  const { body } = await request(PROJECT + path, {
    ...options,
    headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
  });
  return JSON.parse(await body.text());
};
const ask = (path) => send(path);
const post = (path, body) => send(path, { method: 'POST', body: JSON.stringify(body) });

const [locales, files] = await Promise.all([ask('/locales'), ask('/source_files')]);
const folders = new Set();
/** For each locale file, a hash of each of its texts. */
const base = {};
await (process.argv[2] === 'push' ? push() : pull());
write('locsync.lock', base);
for (const folder of folders) flushed(folder, 'r');

async function pull() {
  await Promise.all(
    files.map(async ({ api_id: id, name }) => {
      const { content } = await ask(`/source_files/${id}`);
      for (const [code, texts] of Object.entries(content)) {
        const path = join('locales', code, name.split('/').at(-1));
        base[path] = hashed(texts);
        write(path, nested(texts));
      }
    }),
  );
}

/** The languages of a file in turn: while one is sent, what the service has of the next is read. */
async function push() {
  const { api_id: event } = await post('/events', { kind: 'api_upload' });
  const source = locales[0].code;
  await Promise.all(
    readdirSync(join('locales', source)).map(async (name) => {
      let id;
      let before;
      const sent = {};
      for (const [place, { code }] of locales.entries()) {
        const filename = `locales/${code}/${name}`;
        const content = readFileSync(filename, 'utf8');
        sent[code] = flat(JSON.parse(content));
        const known = await before;
        for (const [key, text] of Object.entries(known?.content[code] ?? {}))
          if (sent[code][key] !== text) throw new Error(`${filename} has another ${key}`);
        const upload = post('/source_files', { event_id: event, filename, content });
        const next = locales[place + 1];
        if (id !== undefined && next) before = ask(`/source_files/${id}?locale_id=${next.api_id}`);
        id ??= (await upload).api_id;
        if (place === 0 && next) before = ask(`/source_files/${id}?locale_id=${next.api_id}`);
        await upload;
      }
      const { content } = await ask(`/source_files/${id}`);
      for (const [code, texts] of Object.entries(sent))
        for (const [key, text] of Object.entries(texts))
          if (content[code][key] !== text) throw new Error(`${name} in ${code} lacks ${key}`);
      for (const [code, texts] of Object.entries(sent)) base[`locales/${code}/${name}`] = hashed(texts);
    }),
  );
}

function nested(texts) {
  const tree = {};
  for (const [key, text] of Object.entries(texts)) {
    const [group, name] = key.split('.');
    (tree[group] ??= {})[name] = text;
  }
  return tree;
}

function flat(tree) {
  const texts = {};
  for (const [group, members] of Object.entries(tree))
    for (const [key, text] of Object.entries(members)) texts[`${group}.${key}`] = text;
  return texts;
}

function hashed(texts) {
  const hashes = {};
  for (const [key, text] of Object.entries(texts))
    hashes[key] = createHash('sha256').update(text).digest('base64url').slice(0, 11);
  return hashes;
}

function write(path, value) {
  const folder = dirname(path);
  if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
  folders.add(folder);
  flushed(`${path}.new`, 'w', `${JSON.stringify(value, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}

function flushed(path, flags, text) {
  const file = openSync(path, flags);
  if (text !== undefined) writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
}
