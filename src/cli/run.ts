import { LocsyncError } from '../core/errors/index.js';
import { EXIT, type ExitCode } from '../core/exit.js';
import type { Host } from '../ports/host.js';
import { failed } from './failed.js';
import { invoke } from './invoke.js';
import { print } from './print.js';
import { withProgress } from './progress.js';
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
    const here = typeof cwd === 'string' ? host.in(cwd) : host;
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
  if (values['interval'] !== undefined && !flag(values, 'watch'))
    throw LocsyncError.of('OPTION_NEEDS', { option: '--interval', needs: '--watch' });
  if (flag(values, 'json') && values['reporter'] !== undefined && values['reporter'] !== 'json')
    throw LocsyncError.of('OPTIONS_EXCLUDE', { one: '--json', other: '--reporter' });
}
