import type { Report } from '../core/report/report.js';
import type { Host } from '../ports/host.js';
import type { GlobalOptions } from '../options/types.js';
import type { ReporterName } from '../reporters/index.js';
import type { OutputOptions } from '../reporters/reporter.js';

/** The options that say how a report is printed; `print` is that of `init`. */
export type PrintOptions = Partial<
  Pick<GlobalOptions, 'json' | 'reporter' | 'quiet' | 'verbose' | 'debug' | 'color'> & {
    readonly print: boolean;
  }
>;

/** Prints a report as options and environment ask. Whether its messages could be written. */
export async function print(report: Report, options: PrintOptions, host: Host): Promise<boolean> {
  const { reporters, jsonParts } = await import('../reporters/index.js');
  const { out, err } = host.terminal;
  const reporter = reporterFor(options, host);
  if (reporter === 'json') {
    for (const part of jsonParts(report)) out.write(part);
    return out.arrived();
  }
  const printed = reporters[reporter](report, outputFor(options, host));
  // What `init --print` promises is not a remark on the run, which --quiet would leave out.
  const hushed = options.print === true && options.quiet === true && printed.out === '';
  const shown = hushed ? (report.configuration?.text ?? '') : printed.out;
  if (report.command === 'diff' && options.json !== true && out.page !== undefined) out.page(shown);
  else out.write(shown);
  err.write(printed.err);
  const { GITHUB_STEP_SUMMARY: summaryFile } = host.env;
  if (printed.summary !== undefined && summaryFile !== undefined && summaryFile !== '')
    await host.append(summaryFile, printed.summary);
  const hasErr = printed.err === '' || (await err.arrived());
  return hasErr && (reporter === 'human' || (await out.arrived()));
}

/** How what is printed will be seen. */
export function outputFor(options: PrintOptions, { terminal: { out } }: Host): OutputOptions {
  return {
    color: out.color && options.color !== false,
    columns: out.columns,
    isTerminal: out.isTerminal,
    quiet: options.quiet === true,
    verbose: options.verbose === true,
  };
}

function reporterFor(options: PrintOptions, host: Host): ReporterName {
  if (options.json === true) return 'json';
  if (options.reporter !== undefined) return options.reporter;
  // `init --print` writes a configuration to stdout, where annotations would become a part of it.
  return host.env['GITHUB_ACTIONS'] === 'true' && options.print !== true ? 'github' : 'human';
}
