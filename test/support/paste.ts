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
): Promise<Ran> =>
  session.run([], {
    cwd,
    env: { ...env, PASTED: command },
    shell: `NODE="$1" PROGRAM="$2" sh -c 'locsync() { "$NODE" "$PROGRAM" "$@"; }; eval "$PASTED"'`,
  });
