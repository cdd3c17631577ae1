import { LocsyncError, LocsyncErrors } from '../core/errors/index.js';
import { EXIT, worstExit, type ExitCode } from '../core/exit.js';
import { problemOf, type Report } from '../core/report.js';
import { Interrupted, type Host } from '../ports/host.js';
import type { ReporterName } from '../reporters/index.js';
import { invoke } from './invoke.js';
import { programHelp, readArguments, type Invocation } from './program.js';
import { flag, type Values } from './values.js';

/**
 * Runs one command line (without node and script) and returns its exit code. The only place that prints an error: commands throw them or put
 * them in their report. Never throws.
 */
export async function run(argv: readonly string[], host: Host): Promise<ExitCode> {
  const { out, err } = host.terminal;
  let invocation: Invocation | undefined;
  try {
    const asked = readArguments(argv, host.version, out.columns);
    if ('print' in asked) {
      out.write(asked.print);
      return EXIT.ok;
    }
    invocation = asked.run;
    checkSwitches(invocation.values);
    if (host.cwd === '') throw LocsyncError.of('CWD_UNREADABLE', { reason: 'it is gone' });
    const { cwd } = invocation.values;
    const report = await invoke(invocation, typeof cwd === 'string' ? host.in(cwd) : host);
    if (!report) return EXIT.ok;
    await print(report, invocation.values, host);
    return report.exitCode;
  } catch (error) {
    const report = failed(error, invocation?.command ?? '');
    await print(report, invocation?.values ?? given(argv), host);
    if (report.errors[0]?.code === 'COMMAND_MISSING')
      err.write(`\n${programHelp(host.version, err.columns)}`);
    if (report.exitCode === EXIT.defect && error instanceof Error && argv.includes('--debug'))
      err.write(`${error.stack ?? ''}\n`);
    return report.exitCode;
  }
}

/** The switches that matter for printing an error of a command line that could not be read. */
const given = (argv: readonly string[]): Values => ({
  json: argv.includes('--json'),
  color: !argv.includes('--no-color'),
});

function checkSwitches(values: Values): void {
  const both = (one: string, first: string, other: string, second: string): void => {
    if (flag(values, one) && flag(values, other))
      throw LocsyncError.of('OPTIONS_EXCLUDE', { one: first, other: second });
  };
  both('quiet', '--quiet', 'verbose', '--verbose');
  if (flag(values, 'json') && values['reporter'] !== undefined && values['reporter'] !== 'json')
    throw LocsyncError.of('OPTIONS_EXCLUDE', { one: '--json', other: '--reporter' });
}

/** The report of a run that ended with an error before it had one. What is not in the catalogue is a defect. */
function failed(error: unknown, command: string): Report {
  const errors = catalogued(error);
  return {
    command,
    project: {},
    summary: {},
    files: [],
    errors: errors.map(problemOf),
    warnings: [],
    exitCode: errors.length === 1 && errors[0] ? errors[0].exit : worstExit(errors.map((one) => one.exit)),
  };
}

function catalogued(error: unknown): readonly LocsyncError[] {
  if (error instanceof LocsyncErrors) return error.errors;
  if (error instanceof LocsyncError) return [error];
  if (error instanceof Interrupted)
    return [LocsyncError.of(error.exit === EXIT.sigint ? 'INTERRUPTED' : 'TERMINATED', {})];
  return [
    LocsyncError.of(
      'DEFECT',
      { reason: error instanceof Error ? error.message : String(error) },
      { cause: error },
    ),
  ];
}

async function print(report: Report, values: Values, host: Host): Promise<void> {
  const { reporters } = await import('../reporters/index.js');
  const { out, err } = host.terminal;
  const printed = reporters[reporterFor(values, host)](report, {
    color: out.color && values['color'] !== false,
    columns: out.columns,
    isTerminal: out.isTerminal,
    quiet: flag(values, 'quiet'),
    verbose: flag(values, 'verbose'),
  });
  out.write(printed.out);
  err.write(printed.err);
  const { GITHUB_STEP_SUMMARY: summaryFile } = host.env;
  if (printed.summary !== undefined && summaryFile !== undefined && summaryFile !== '')
    await host.append(summaryFile, printed.summary);
}

function reporterFor(values: Values, host: Host): ReporterName {
  if (flag(values, 'json')) return 'json';
  const { reporter } = values;
  if (reporter === 'human' || reporter === 'json' || reporter === 'github' || reporter === 'junit')
    return reporter;
  return host.env['GITHUB_ACTIONS'] === 'true' ? 'github' : 'human';
}
