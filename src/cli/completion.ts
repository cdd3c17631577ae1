import { join, relative, sep } from 'node:path';
import { LocsyncError } from '../core/errors/index.js';
import { nearest } from '../core/text/nearest.js';
import { compilePattern } from '../core/patterns/compile.js';
import { unsafeTag } from '../core/patterns/paths.js';
import type { Files } from '../ports/files.js';
import type { Host } from '../ports/host.js';
import { findPaths } from '../sync/load/find-paths.js';
import { bash } from './completion/bash.js';
import { fish } from './completion/fish.js';
import { powershell } from './completion/powershell.js';
import { zsh } from './completion/zsh.js';
import { SHELLS } from '../options/table.js';

const SCRIPTS = { bash, zsh, fish, powershell } as const satisfies Record<
  (typeof SHELLS)[number],
  () => string
>;

/**
 * The script for a shell; or, for `locales` and `paths`, the words that such a script asks for.
 * Throws SHELL_UNKNOWN, and for words the errors of the configuration.
 */
export async function completion(host: Host, name: string, config: string | undefined): Promise<string> {
  const shell = SHELLS.find((candidate) => candidate === name);
  if (shell) return SCRIPTS[shell]();
  if (name === 'locales' || name === 'paths')
    return (await wordList(host, name, config)).map((word) => `${word}\n`).join('');
  throw LocsyncError.of('SHELL_UNKNOWN', { name, nearest: nearest(name, SHELLS), known: SHELLS });
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * The locales or the locale files of this folder, sorted, by the names of files and by the lock:
 * the service is not asked. Throws the errors of the configuration.
 */
async function wordList(
  host: Host,
  list: 'locales' | 'paths',
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
