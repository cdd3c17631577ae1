/** An option as data, for commander, the help, completion and the types (types.ts). */
export interface OptionSpec {
  /** As commander reads it: `-q, --quiet`, `--locale <code…>`. */
  readonly flags: string;
  readonly description: string;
  /** May be given several times. */
  readonly repeatable?: boolean;
  /** What the option means without a value, which then has to follow after `=`. */
  readonly bare?: string;
  readonly choices?: readonly string[];
  /** The value is a number within these bounds. */
  readonly number?: { readonly min: number; readonly max: number; readonly integer: boolean };
  /** An empty value is one: git gives empty labels. */
  readonly mayBeEmpty?: boolean;
  /** It makes a run act on more keys than wait for it: its report counts what the run plans. */
  readonly widens?: boolean;
  /** The library has no such option. */
  readonly notInLibrary?: boolean;
}

/** How a report can be printed. */
export const REPORTERS = ['human', 'json', 'github', 'junit', 'markdown'] as const;

/** Options that every command takes. */
export const GLOBAL_OPTIONS = [
  { flags: '--config <path>', description: 'read this configuration file (default: .locsyncrc, also above)' },
  { flags: '--cwd <dir>', description: 'run as if started in this folder (default: .)' },
  { flags: '--project <id>', description: "the project's API ID" },
  { flags: '--base-url <url>', description: 'where the service is' },
  { flags: '--json', description: 'print one JSON document on stdout' },
  {
    flags: '--reporter <name>',
    description: 'how to print (default: human, in GitHub Actions github)',
    choices: REPORTERS,
  },
  { flags: '--quiet', description: 'print only errors and lost texts' },
  { flags: '--verbose', description: 'print all files, all warnings and progress' },
  { flags: '--debug', description: 'print each request, and the stack of a bug' },
  { flags: '--no-color', description: 'print without colour' },
  { flags: '--no-cache', description: 'use and keep no answers of the service between two runs' },
  { flags: '--concurrency <n>', description: 'requests in flight at most (1 to 64, default: 8)' },
  { flags: '--timeout <seconds>', description: 'for one request, to its last byte (default: 30)' },
  { flags: '--retries <n>', description: 'attempts after the first (default: 4)' },
] as const satisfies readonly OptionSpec[];
