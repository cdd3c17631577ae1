import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Ran, Session } from './session.js';

/** The commands that an output suggests, in their order, each once. */
export const suggested = (ran: Ran): readonly string[] => [
  ...new Set(Array.from((ran.out + ran.err).matchAll(/`(locsync [^`]*)`/g), ([, command = '']) => command)),
];

/** Runs a command as a person does who pastes it into a shell in this folder of the session. */
export const paste = (
  session: Session,
  command: string,
  cwd = '',
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Ran> => session.run(wordsOf(command, join(session.folder, cwd)), { cwd, env });

/** What a shell in this folder makes of the words after `locsync`. Throws if it says anything. */
function wordsOf(command: string, cwd: string): readonly string[] {
  const script = `locsync() { printf '%s\\0' "$@"; }; eval "$PASTED"`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script], {
    cwd,
    env: { ...process.env, PASTED: command },
    encoding: 'utf8',
  });
  if (status !== 0 || stderr !== '') throw new Error(`${command}: ${status ?? '?'} ${stdout}${stderr}`);
  return stdout.split('\0').slice(0, -1);
}
