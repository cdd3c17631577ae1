import type { Occasion } from '../commands/watch/watch.js';
import { LocsyncError } from '../core/errors/index.js';
import type { ExitCode } from '../core/errors/exit.js';
import type { WatchNews } from '../core/report/watch.js';
import type { Host } from '../ports/host.js';
import { failed } from './error-report.js';
import { invoke } from './invoke.js';
import { print, screenFor } from './print.js';
import type { Invocation } from './program.js';
import { withProgress } from './progress.js';
import { flag, numberOf, projectOptions, type OptionValues } from './values.js';

const INTERVAL = { min: 1, max: 86_400, whole: true };
const DEFAULT_INTERVAL = 60;

/**
 * Runs `push --watch` or `pull --watch` until a signal ends it; returns the exit code. A watch tells people what happens as it happens: the options
 * that promise one document are refused.
 */
export async function watchCommand(invocation: Invocation, host: Host): Promise<ExitCode> {
  const { command, values } = invocation;
  refuse(values);
  const seconds = numberOf(values, 'interval', '--interval', INTERVAL) ?? DEFAULT_INTERVAL;
  const [{ watch }, { watchText }] = await Promise.all([
    import('../commands/watch/watch.js'),
    import('../reporters/watch.js'),
  ]);
  const occasion = await occasionFor(invocation, host, seconds);
  const tell = (news: WatchNews): void => {
    const { out, err } = watchText(news, screenFor(values, host));
    host.terminal.err.write(err);
    host.terminal.out.write(out);
  };
  const round = async (world: Host) => {
    const progress = withProgress(world, values);
    try {
      const report = await invoke(invocation, progress.world);
      if (!report) throw new Error(`no report of ${command}`);
      return report;
    } catch (error) {
      return failed(error, command);
    } finally {
      progress.done();
    }
  };
  const ended = await watch(host, { round, occasion, tell, debug: flag(values, 'debug') });
  if (ended.report) await print(ended.report, { ...values, reporter: 'human' }, host);
  return ended.exitCode;
}

async function occasionFor(
  { command, values, args }: Invocation,
  host: Host,
  seconds: number,
): Promise<Occasion> {
  if (command === 'pull') {
    const { everyInterval } = await import('../commands/watch/interval.js');
    return everyInterval(host, seconds);
  }
  const { whenFilesChange } = await import('../commands/watch/changes.js');
  return whenFilesChange(host, projectOptions(values, args));
}

function refuse(values: OptionValues): void {
  const { reporter } = values;
  if (flag(values, 'json')) throw LocsyncError.of('WATCH_DOCUMENT', { option: '--json' });
  if (typeof reporter === 'string' && reporter !== 'human')
    throw LocsyncError.of('WATCH_DOCUMENT', { option: `--reporter ${reporter}` });
  // Each change would upload everything again.
  if (flag(values, 'all')) throw LocsyncError.of('OPTIONS_EXCLUDE', { one: '--watch', other: '--all' });
}
