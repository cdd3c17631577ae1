import { join, relative, sep } from 'node:path';
import { compilePattern } from '../core/patterns/compile.js';
import { unsafeTag } from '../core/patterns/paths.js';
import type { Files } from '../ports/files.js';
import type { Host } from '../ports/host.js';
import { findPaths } from '../sync/load/find-paths.js';

/** The words that a completion script asks for. */
export const WORD_LISTS = ['locales', 'paths'] as const;
export type WordList = (typeof WORD_LISTS)[number];

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * The locales or the locale files of this folder, sorted, one line each: known from the names of
 * the files and from the lock, without a question to the service. Throws the errors of the
 * configuration.
 */
export async function wordList(
  host: Host,
  list: WordList,
  config: string | undefined,
): Promise<readonly string[]> {
  const { config: settings, root } = await host.settings.load(host.cwd, config);
  const files = host.files(root);
  const synced = await localesOfLock(files, settings.lock);
  const codes = new Set([settings.sourceLocale, ...synced]);
  const paths = new Set<string>();
  const found = await findPaths(files, settings.files);
  for (const [i, { path: source }] of settings.files.entries()) {
    const pattern = compilePattern(source);
    for (const path of found[i] ?? []) {
      const match = pattern.match(path, [...codes]);
      if (!match) continue;
      paths.add(relative(host.cwd, join(root, path)).split(sep).join('/'));
      if (match.locale !== undefined) codes.add(match.locale);
    }
  }
  // A line each: a name that breaks lines would be two words.
  return [...(list === 'locales' ? codes : paths)].filter((word) => !CONTROL.test(word)).sort();
}

// `    "config/locales.yml#de": {`, as locsync writes it.
const SECTION = /^ {4}"(?:[^"\\]|\\.)*#([^"#\\]+)": \{$/gm;

async function localesOfLock(files: Files, path: string): Promise<readonly string[]> {
  const file = await files.read(path);
  const codes = [...(file?.text ?? '').matchAll(SECTION)].map(([, code = '']) => code);
  return codes.filter((code) => unsafeTag(code) === undefined);
}
