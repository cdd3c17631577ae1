import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { posts, Session } from './session.js';

/** Locale files of one folder: a name is the prefix, the locale's code and the suffix. */
export interface LocaleFolder {
  readonly name: string;
  /** Where the files are now. */
  readonly from: string;
  /** Where the project has them. */
  readonly folder: string;
  readonly prefix?: string;
  readonly suffix: string;
  readonly source: string;
}

/**
 * Pushes a project whole and expects that both sides are in sync to the byte, with a base and
 * without.
 */
export async function pushWhole({
  name,
  from,
  folder,
  prefix = '',
  suffix,
  source,
}: LocaleFolder): Promise<void> {
  const codeIn = (file: string): string => file.slice(prefix.length, -suffix.length);
  const files = readdirSync(from).filter((file) => file.endsWith(suffix));
  const codes = files.map((file) => codeIn(file)).filter((code) => code !== source);
  const s = await Session.start({
    config: { files: [`${folder}/${prefix}{locale}${suffix}`], sourceLocale: source },
    service: { locales: [source, ...codes] },
  });
  cpSync(from, join(s.folder, folder), { recursive: true });
  const ours = (): Record<string, string> =>
    Object.fromEntries([...s.snapshot()].filter(([path]) => path.startsWith(`${folder}/`)));
  const before = ours();

  const push = (await s.run('push --json')).code(0);
  // A file without a single text has nothing to upload: translators have only begun.
  const filled = push.json.files.filter(({ keys }) => keys.translated > 0);
  expect(push.json.files).toHaveLength(files.length);
  expect(filled.every(({ state }) => state === 'pushed')).toBe(true);
  expect(posts(s.service)).toEqual({ events: 1, uploads: filled.length });
  const status = (await s.run('status --check')).code(0);
  const pull = (await s.run('pull')).code(0).stdout('Nothing to pull.');
  const again = (await s.run('push')).code(0).stdout('Nothing to push.');
  expect(posts(s.service)).toEqual({ events: 1, uploads: filled.length });
  expect(ours()).toEqual(before);

  // Without the base too: a fresh clone of a person who does not commit it.
  s.remove('locsync.lock');
  (await s.run('pull')).code(0);
  expect(ours()).toEqual(before);
  const times = { push, status, pull, again };
  const said = Object.entries(times).map(([what, { ms }]) => `${what} ${ms} ms`);
  process.stderr.write(
    `${name}: ${files.length} files, ${push.json.summary.keys} keys: ${said.join(', ')}\n`,
  );
}
