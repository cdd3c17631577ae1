import { documentOf, type Report } from '../core/report/report.js';
import type { ReportDocument } from '../core/report/report-json.js';
import { LocsyncError } from '../core/errors/index.js';

import { checkedLocales, defaultOptions } from '../options/read.js';
import type { CommandName } from '../options/table.js';
import type { OptionsOf } from '../options/types.js';
import type { Host } from '../ports/host.js';
import type { HandleInternals } from './handle.js';
import type { RunOptions } from './options.js';

/** The options of a command as the program gives them to it. */
type GivenCommandOptions<Command extends CommandName> = OptionsOf<Command> & {
  readonly locale: readonly string[];
  readonly paths: readonly string[];
};

/**
 * Runs a command with the options of a call, those that the call leaves out being what they are on
 * a command line. Rejects with LOCALE_MALFORMED, PATH_EMPTY and what the command throws.
 */
export function runCommand<Command extends CommandName>(
  command: Command,
  inside: HandleInternals,
  options: RunOptions,
  run: (host: Host, given: GivenCommandOptions<Command>) => Promise<Report>,
): Promise<ReportDocument> {
  const { locale, paths = [], signal, ...own } = options;
  // A variable that is empty must not mean the whole project.
  if (paths.includes('')) throw LocsyncError.of('PATH_EMPTY', {});
  const named = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  // The option table is what the type is made of.
  const given: object = {
    ...defaultOptions(command),
    ...named,
    ...inside.flags,
    locale: checkedLocales(locale),
    paths,
  };
  return inside.run(signal, async (host) =>
    documentOf(await run(host, given as GivenCommandOptions<Command>)),
  );
}
