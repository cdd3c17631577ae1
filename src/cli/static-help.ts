const NARROW = 80;

/**
 * The version or a help screen, if the command line asks for nothing else and the build has it for
 * this width. Undefined for everything else, which {@link readArguments} answers. So `--help`
 * starts without commander and the options' table.
 */
export async function staticText(
  argv: readonly string[],
  version: string,
  columns: number,
): Promise<string | undefined> {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) return `${version}\n`;
  const name = subjectOf(argv);
  if (name === undefined) return undefined;
  const { HELP_SCREENS } = await import('./prebuilt-help.js');
  const screen = Object.hasOwn(HELP_SCREENS, name) ? HELP_SCREENS[name] : undefined;
  if (screen === undefined) return undefined;
  return columns >= screen.columns ? screen.wide : columns === NARROW ? screen.narrow : undefined;
}

/** The command whose help is asked for, '' for the program's; undefined for anything else. */
function subjectOf([first, second, ...more]: readonly string[]): string | undefined {
  if (second === undefined) return isHelp(first) || first === 'help' ? '' : undefined;
  const name = isHelp(second) ? first : first === 'help' ? second : undefined;
  if (more.length > 0 || !/^[a-z-]+$/.test(name ?? '')) return undefined;
  // The screen without a command: `options --help` asks for a command of that name.
  return name === 'options' && first === 'help' ? 'help options' : name;
}

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';
