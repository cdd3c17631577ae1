import { cpSync, existsSync, readdirSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { posts, Session } from '../support/session.js';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');
const present = existsSync(CORPUS);
if (!present)
  process.stderr.write(`the corpus of real projects is not at ${CORPUS}: these tests are skipped\n`);

const PROJECTS = [
  { name: 'openstreetmap__openstreetmap-website', folder: 'config/locales', extension: '.yml', source: 'en' },
  { name: 'excalidraw__excalidraw', folder: 'packages/excalidraw/locales', extension: '.json', source: 'en' },
  { name: 'mattermost__desktop', folder: 'i18n', extension: '.json', source: 'en' },
] as const;

describe.skipIf(!present)('real projects: pushed whole, then in sync to the byte', () => {
  it.each(PROJECTS)('$name', { timeout: 240_000 }, async ({ name, folder, extension, source }) => {
    const files = readdirSync(join(CORPUS, name, folder)).filter((file) => extname(file) === extension);
    const codes = files.map((file) => basename(file, extension)).filter((code) => code !== source);
    const s = await Session.start({
      config: { files: [`${folder}/{locale}${extension}`], sourceLocale: source },
      service: { locales: [source, ...codes] },
    });
    cpSync(join(CORPUS, name, folder), join(s.folder, folder), { recursive: true });
    const ours = (): Record<string, string> =>
      Object.fromEntries([...s.picture()].filter(([path]) => path.startsWith(`${folder}/`)));
    const before = ours();

    const push = (await s.run('push --json')).code(0);
    // A file without a single text has nothing to upload: translators have only begun.
    const filled = push.json.files.filter(({ keys }) => keys.translated > 0);
    expect(push.json.files).toHaveLength(files.length);
    expect(filled.every(({ state }) => state === 'pushed')).toBe(true);
    expect(posts(s.service)).toEqual({ events: 1, uploads: filled.length });
    const status = (await s.run('status --check')).code(0);
    const pull = (await s.run('pull')).code(0).says('Nothing to pull.');
    const again = (await s.run('push')).code(0).says('Nothing to push.');
    expect(posts(s.service)).toEqual({ events: 1, uploads: filled.length });
    expect(ours()).toEqual(before);

    // Without the base too: a fresh clone of somebody who does not commit it.
    s.remove('locsync.lock');
    (await s.run('pull')).code(0);
    expect(ours()).toEqual(before);
    const times = { push, status, pull, again };
    const said = Object.entries(times).map(([what, { ms }]) => `${what} ${ms} ms`);
    process.stderr.write(
      `${name}: ${files.length} files, ${push.json.summary.keys} keys: ${said.join(', ')}\n`,
    );
  });
});
