import type { Report } from '../core/report/report.js';
import type { Host } from '../ports/host.js';
import type { ReporterName } from '../reporters/index.js';
import type { Screen } from '../reporters/reporter.js';
import { flag, type OptionValues } from './values.js';

/** Prints a report with the reporter that these options and this environment ask for. */
export async function print(report: Report, values: OptionValues, host: Host): Promise<void> {
  const { reporters } = await import('../reporters/index.js');
  const { out, err } = host.terminal;
  const printed = reporters[reporterFor(values, host)](report, screenFor(values, host));
  // What `init --print` promises is no remark on the run, which --quiet would leave out.
  const hushed = flag(values, 'print') && flag(values, 'quiet') && printed.out === '';
  out.write(hushed ? (report.configuration?.text ?? '') : printed.out);
  err.write(printed.err);
  const { GITHUB_STEP_SUMMARY: summaryFile } = host.env;
  if (printed.summary !== undefined && summaryFile !== undefined && summaryFile !== '')
    await host.append(summaryFile, printed.summary);
}

/** How what is printed will be seen. */
export function screenFor(values: OptionValues, { terminal: { out } }: Host): Screen {
  return {
    color: out.color && values['color'] !== false,
    columns: out.columns,
    isTerminal: out.isTerminal,
    quiet: flag(values, 'quiet'),
    verbose: flag(values, 'verbose'),
  };
}

function reporterFor(values: OptionValues, host: Host): ReporterName {
  if (flag(values, 'json')) return 'json';
  const { reporter } = values;
  if (reporter === 'human' || reporter === 'json' || reporter === 'github' || reporter === 'junit')
    return reporter;
  // `init --print` writes a configuration to stdout, where annotations would become a part of it.
  return host.env['GITHUB_ACTIONS'] === 'true' && !flag(values, 'print') ? 'github' : 'human';
}
