// The least that any client in Node must do for a first pull: the same requests with undici, the
// same files written, each flushed before it replaces the old one, and each folder flushed once.
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Agent, request, setGlobalDispatcher } from 'undici';

const PROJECT = `${process.env.ORIGIN}/api/v1/projects/pro_1`;
setGlobalDispatcher(new Agent({ connections: 16 }));

const ask = async (path) => {
  const { body } = await request(PROJECT + path, { headers: { authorization: 'Bearer x' } });
  return JSON.parse(await body.text());
};

const [, files] = await Promise.all([ask('/locales'), ask('/source_files')]);
const folders = new Set();
await Promise.all(
  files.map(async ({ api_id: id, name }) => {
    const { content } = await ask(`/source_files/${id}`);
    for (const [code, texts] of Object.entries(content))
      write(join('locales', code, name.split('/').at(-1)), texts);
  }),
);
for (const folder of folders) flushed(folder, 'r');

function write(path, texts) {
  const tree = {};
  for (const [key, text] of Object.entries(texts)) {
    const [group, name] = key.split('.');
    (tree[group] ??= {})[name] = text;
  }
  const folder = dirname(path);
  if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
  folders.add(folder);
  flushed(`${path}.new`, 'w', `${JSON.stringify(tree, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}

function flushed(path, flags, text) {
  const file = openSync(path, flags);
  if (text !== undefined) writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
}
