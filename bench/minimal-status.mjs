// The least that any client in Node must do for a `status` of JSON files: the same requests with
// undici, each file and each answer hashed and parsed, and each text compared with its other side.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request, setGlobalDispatcher } from 'undici';

const { LOCSYNC_BASE_URL, LOCSYNC_PROJECT, LOCSYNC_TOKEN } = process.env;
const PROJECT = `${LOCSYNC_BASE_URL}/api/v1/projects/${LOCSYNC_PROJECT}`;
const IN_FLIGHT = 16;
setGlobalDispatcher(new Agent({ connections: IN_FLIGHT }));

const hashed = (bytes) => createHash('sha256').update(bytes).digest('base64url');
const hashes = [];
const ask = async (path) => {
  const { body } = await request(PROJECT + path, { headers: { authorization: `Bearer ${LOCSYNC_TOKEN}` } });
  const bytes = Buffer.from(await body.arrayBuffer());
  hashes.push(hashed(bytes));
  return JSON.parse(bytes.toString());
};

const [, files] = await Promise.all([ask('/locales'), ask('/source_files')]);
const summary = { files: 0, keys: 0, toPush: 0 };
const left = [...files];
const work = async () => {
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    const { content } = await ask(`/source_files/${file.api_id}`);
    for (const [code, texts] of Object.entries(content))
      compare(file.name.replace('/en.', `/${code}.`), texts);
  }
};
await Promise.all(Array.from({ length: IN_FLIGHT }, work));
process.stdout.write(JSON.stringify({ summary }));

function compare(path, texts) {
  const bytes = readFileSync(path);
  hashes.push(hashed(bytes));
  summary.files += 1;
  for (const [group, members] of Object.entries(JSON.parse(bytes.toString())))
    for (const [key, text] of Object.entries(members)) {
      summary.keys += 1;
      if (texts[`${group}.${key}`] !== text) summary.toPush += 1;
    }
}
