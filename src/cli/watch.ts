import type { Trigger } from '../commands/watch/watch.js';
import { LocsyncError } from '../core/errors/index.js';
import type { ExitCode } from '../core/errors/exit.js';
import type { WatchEvent } from '../core/report/watch.js';
import type { Host } from '../ports/host.js';
import { errorReport } from './error-report.js';
import { invoke, onPaths } from './invoke.js';
import { print, outputFor } from './print.js';
import { withProgress } from './progress.js';
import type { Invocation } from '../options/read.js';

const DEFAULT_INTERVAL = 60;

/** A command that has `--watch`. */
export type WatchInvocation = Extract<Invocation, { readonly command: 'push' | 'pull' }>;

/**
 * Runs `push --watch` or `pull --watch` until a signal ends it; returns the exit code. A watch
 * reports events as they happen: the options that promise one document are refused.
 */
export async function watchCommand(invocation: WatchInvocation, host: Host): Promise<ExitCode> {
  const { command, options } = invocation;
  refuseDocuments(invocation);
  const [{ watch }, { watchText }] = await Promise.all([
    import('../commands/watch/watch.js'),
    import('../reporters/watch.js'),
  ]);
  const trigger = await triggerFor(invocation, host);
  const onEvent = (event: WatchEvent): void => {
    const { out, err } = watchText(event, outputFor(options, host));
    host.terminal.err.write(err);
    host.terminal.out.write(out);
  };
  const round = async (host: Host) => {
    const progress = withProgress(host, options);
    try {
      const report = await invoke(invocation, progress.host);
      if (!report) throw new Error(`no report of ${command}`);
      return report;
    } catch (error) {
      return errorReport(error, command, invocation);
    } finally {
      progress.done();
    }
  };
  const ended = await watch(host, { round, trigger, onEvent, debug: options.debug });
  if (ended.report) await print(ended.report, { ...options, reporter: 'human' }, host);
  return ended.exitCode;
}

async function triggerFor({ command, options, args }: WatchInvocation, host: Host): Promise<Trigger> {
  if (command === 'pull') {
    const { interval: seconds = DEFAULT_INTERVAL } = options;
    return {
      waiting: () => ({ kind: 'polling', seconds }),
      // Counted from the end of the round before: two rounds never overlap.
      due: () => host.clock.sleep(seconds * 1000, host.signal),
    };
  }
  const { whenFilesChange } = await import('../commands/watch/changes.js');
  return whenFilesChange(host, onPaths(options, args));
}

function refuseDocuments({ command, options }: WatchInvocation): void {
  const { reporter } = options;
  if (options.json) throw LocsyncError.of('WATCH_DOCUMENT', { option: '--json' });
  if (reporter !== undefined && reporter !== 'human')
    throw LocsyncError.of('WATCH_DOCUMENT', { option: `--reporter ${reporter}` });
  // Each change would upload everything again.
  if (command === 'push' && options.all)
    throw LocsyncError.of('OPTIONS_EXCLUDE', { one: '--watch', other: '--all' });
}
