import { LocsyncError } from '../core/errors/index.js';
import { EXIT, type ExitCode } from '../core/errors/exit.js';
import type { Host } from '../ports/host.js';
import { failed } from './error-report.js';
import { glance } from './scan-arguments.js';
import { invoke } from './invoke.js';
import { print } from './print.js';
import { withProgress } from './progress.js';
import { programHelp, readArguments, type Invocation } from './program.js';
import { flag, text, type OptionValues } from './values.js';

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
    const here = await worldOf(invocation.values, host);
    if (flag(invocation.values, 'watch')) {
      const { watchCommand } = await import('./watch.js');
      return await watchCommand(invocation, here);
    }
    const { world, done } = withProgress(here, invocation.values);
    const report = await invoke(invocation, world).finally(done);
    if (!report) return EXIT.ok;
    await print(report, invocation.values, host);
    return report.exitCode;
  } catch (error) {
    const { command, values } = invocation ?? glance(argv);
    const report = failed(error, command);
    await print(report, values, host);
    if (report.errors[0]?.code === 'COMMAND_MISSING')
      err.write(`\n${programHelp(host.version, err.columns)}`);
    if (report.exitCode === EXIT.defect && error instanceof Error && argv.includes('--debug'))
      err.write(`${error.stack ?? ''}\n`);
    return report.exitCode;
  }
}

/** The world as seen from the folder of `--cwd`. Throws OPTION_WITHOUT_VALUE and CWD_NO_FOLDER. */
async function worldOf(values: OptionValues, host: Host): Promise<Host> {
  const path = text(values, 'cwd', '--cwd');
  if (path === undefined) return host;
  const here = host.in(path);
  // The system finds something behind the slash only where a folder stands in front of it.
  const marks = await here.files(here.cwd).statFingerprints(['.', './']);
  if (!marks.has('./')) throw LocsyncError.of('CWD_NO_FOLDER', { path, isFile: marks.has('.') });
  return here;
}

function checkSwitches(values: OptionValues): void {
  const both = (one: string, first: string, other: string, second: string): void => {
    if (flag(values, one) && flag(values, other))
      throw LocsyncError.of('OPTIONS_EXCLUDE', { one: first, other: second });
  };
  both('quiet', '--quiet', 'verbose', '--verbose');
  if (values['interval'] !== undefined && !flag(values, 'watch'))
    throw LocsyncError.of('OPTION_NEEDS', { option: '--interval', needs: '--watch' });
  if (flag(values, 'json') && values['reporter'] !== undefined && values['reporter'] !== 'json')
    throw LocsyncError.of('OPTIONS_EXCLUDE', { one: '--json', other: '--reporter' });
  // A list of test cases has no place for the file that --print promises.
  if (flag(values, 'print') && values['reporter'] === 'junit')
    throw LocsyncError.of('OPTIONS_EXCLUDE', { one: '--print', other: '--reporter junit' });
}
