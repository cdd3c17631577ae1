import { LocsyncError } from '../core/errors/index.js';
import { EXIT, type ExitCode } from '../core/errors/exit.js';
import type { Host } from '../ports/host.js';
import type { Report } from '../core/report/report.js';
import { errorReport } from './error-report.js';
import { scanArguments } from './scan-arguments.js';
import { refuseUnusableFlags } from './connection-flags.js';
import { invoke } from './invoke.js';
import { print, type PrintOptions } from './print.js';
import { withProgress } from './progress.js';
import type { Invocation } from '../options/read.js';
import type { OptionsOf } from '../options/types.js';
import { programHelp, readArguments } from './program.js';

/**
 * Runs one command line (without node and script) and returns its exit code. The only place that
 * prints an error: commands throw them or put them in their report. Never throws.
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
    refuseContradictions(invocation.options);
    await refuseUnusableFlags(invocation, host.env);
    if (host.cwd === '') throw LocsyncError.of('CWD_UNREADABLE', { reason: 'it is gone' });
    const runHost = await commandHost(invocation.options.cwd, host);
    if ((invocation.command === 'push' || invocation.command === 'pull') && invocation.options.watch) {
      const { watchCommand } = await import('./watch.js');
      return await watchCommand(invocation, runHost);
    }
    const { options } = invocation;
    const { host: reporting, done } = withProgress(runHost, options);
    const shown = new Set<Report>();
    const show = (report: Report): Promise<boolean> => {
      shown.add(report);
      done();
      return print(report, options, host);
    };
    const report = await invoke(invocation, { ...reporting, show }).finally(done);
    if (!report) return EXIT.ok;
    if (!shown.has(report)) await show(report);
    return report.exitCode;
  } catch (error) {
    const { command, options } = invocation ?? scanArguments(argv);
    const report = errorReport(error, command, invocation);
    await print(report, options, host);
    if (report.errors[0]?.code === 'COMMAND_MISSING')
      err.write(`\n${programHelp(host.version, err.columns)}`);
    if (report.exitCode === EXIT.defect && error instanceof Error && argv.includes('--debug'))
      err.write(`${error.stack ?? ''}\n`);
    return report.exitCode;
  }
}

/** The host, seen from the folder of `--cwd`. Throws CWD_NO_FOLDER. */
async function commandHost(path: string | undefined, host: Host): Promise<Host> {
  if (path === undefined) return host;
  const runHost = host.in(path);
  // The system finds something after the slash only if a folder is in front of it.
  const marks = await runHost.files(runHost.cwd).statFingerprints(['.', './']);
  if (!marks.has('./')) throw LocsyncError.of('CWD_NO_FOLDER', { path, isFile: marks.has('.') });
  return runHost;
}

function refuseContradictions(
  options: PrintOptions & Partial<OptionsOf<'pull'> & Pick<OptionsOf<'resolve'>, 'local' | 'service'>>,
): void {
  const refuse = (first: string, second: string): never => {
    throw LocsyncError.of('OPTIONS_EXCLUDE', { one: first, other: second });
  };
  const { reporter } = options;
  if (options.local && options.service) refuse('--local', '--service');
  if (options.plan !== undefined && options.dryRun) refuse('--plan', '--dry-run');
  if (options.plan !== undefined && options.watch) refuse('--plan', '--watch');
  if (options.quiet && options.verbose) refuse('--quiet', '--verbose');
  if (options.interval !== undefined && !options.watch)
    throw LocsyncError.of('OPTION_NEEDS', { option: '--interval', needs: '--watch' });
  if (options.json && reporter !== undefined && reporter !== 'json') refuse('--json', '--reporter');
  // A list of test cases, or a summary, has no place for the file that --print promises.
  if (options.print && (reporter === 'junit' || reporter === 'markdown'))
    refuse('--print', `--reporter ${reporter}`);
}
