/** The help of one command, as commander lays it out for two widths. */
export interface HelpScreen {
  /** For 80 columns, which is also what a pipe gets. */
  readonly narrow: string;
  /** With no line broken, for every width from `columns` on. */
  readonly wide: string;
  readonly columns: number;
}

declare const LOCSYNC_SCREENS: Readonly<Record<string, HelpScreen>> | undefined;

/**
 * The help screens by command, '' being the program's own, `help options` the options of all. The
 * build renders them with the code that renders every other width (scripts/screens.mjs); the
 * sources by themselves have none.
 */
export const HELP_SCREENS: Readonly<Record<string, HelpScreen>> =
  typeof LOCSYNC_SCREENS === 'object' ? LOCSYNC_SCREENS : {};
