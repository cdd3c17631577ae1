/** Exit codes. The help and the documentation print this table. */
export const EXIT = {
  ok: 0,
  differences: 1,
  usage: 2,
  auth: 3,
  remote: 4,
  local: 5,
  defect: 70,
  sigint: 130,
  sigterm: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The code of a run in which all of these occurred: the highest of 1 to 5; 0 for none. */
export function worstExit(codes: Iterable<ExitCode>): ExitCode {
  let worst: ExitCode = EXIT.ok;
  for (const code of codes) if (code > worst) worst = code;
  return worst;
}

/** The exit code of a run with these errors; `differs`: the command answers with 1. */
export const exitOf = (errors: readonly { readonly exit: ExitCode }[], differs = false): ExitCode =>
  worstExit([...errors.map(({ exit }) => exit), differs ? EXIT.differences : EXIT.ok]);
