const NARROW = 80;

/**
 * What a command line prints that asks for nothing but the version or a help screen, where the build has it ready for this width; undefined for
 * everything else, which is for {@link readArguments} to answer. So `--help` starts without commander and the options' table.
 */
export async function preparedText(
  argv: readonly string[],
  version: string,
  columns: number,
): Promise<string | undefined> {
  const asked = argv.at(-1);
  if (argv.length === 1 && asked === '--version') return `${version}\n`;
  if (argv.length > 2 || asked !== '--help') return undefined;
  const { SCREENS } = await import('./screens.js');
  const name = argv.length === 1 ? '' : (argv[0] ?? '');
  const screen = Object.hasOwn(SCREENS, name) ? SCREENS[name] : undefined;
  if (screen === undefined) return undefined;
  return columns >= screen.columns ? screen.wide : columns === NARROW ? screen.narrow : undefined;
}
