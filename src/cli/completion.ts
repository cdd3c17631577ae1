import { wordList, WORD_LISTS } from '../commands/completion.js';
import { LocsyncError } from '../core/errors/index.js';
import { nearest } from '../core/text/nearest.js';
import type { Host } from '../ports/host.js';
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
  const list = WORD_LISTS.find((candidate) => candidate === name);
  if (list) return (await wordList(host, list, config)).map((word) => `${word}\n`).join('');
  throw LocsyncError.of('SHELL_UNKNOWN', { name, nearest: nearest(name, SHELLS), known: SHELLS });
}
