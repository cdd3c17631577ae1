import { EXIT, type ExitCode } from '../../core/errors/exit.js';
import type { Report } from '../../core/report/report.js';
import { changesSince, NOTHING_REPORTED, type WatchEvent } from '../../core/report/watch.js';
import { Interrupted, type Host } from '../../ports/host.js';

/** What makes the next round due. */
export interface Trigger {
  /** The event that is reported after the first round. */
  readonly waiting: () => WatchEvent;
  /** Resolves when the next round is due; rejects with the host's {@link Interrupted}. */
  readonly due: (last: Report) => Promise<void>;
}

export interface WatchOptions {
  /** One ordinary run of the command on this host; an error that ends it is in its report. */
  readonly round: (host: Host) => Promise<Report>;
  readonly trigger: Trigger;
  readonly onEvent: (event: WatchEvent) => void;
  /** Requests are traced: what the service layer says is wanted each time. */
  readonly debug: boolean;
}

/**
 * Runs a command again and again, until a signal ends it. Each round is the ordinary command with
 * its own run lock; between two rounds nothing is held. Returns the exit code, and the report of
 * the round that ended it, which has not been printed: one that a signal cut short, one that met a
 * bug, or a first one that could not begin (usage, configuration, token).
 */
export async function watch(
  host: Host,
  { round, trigger, onEvent, debug }: WatchOptions,
): Promise<{ readonly exitCode: ExitCode; readonly report?: Report }> {
  let reported = NOTHING_REPORTED;
  for (let first = true; ; first = false) {
    const report = await round(reported.failed && !debug ? mute(host) : host);
    if (ends(report.exitCode, first)) return { exitCode: report.exitCode, report };
    const next = changesSince(reported, report);
    reported = next.reported;
    if (next.changes) onEvent({ kind: 'round', at: host.clock.date(), ...next.changes });
    if (first) onEvent(trigger.waiting());
    try {
      await trigger.due(report);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      onEvent({ kind: 'stopped' });
      return { exitCode: error.exit };
    }
  }
}

/** A mistake at the start ends the watch; later, what is broken may be repaired. */
function ends(exit: ExitCode, first: boolean): boolean {
  if (exit === EXIT.sigint || exit === EXIT.sigterm || exit === EXIT.defect) return true;
  return first && (exit === EXIT.usage || exit === EXIT.auth);
}

/** This host without notices: after a failed round, each further one would repeat them. */
function mute(host: Host): Host {
  const { terminal } = host;
  const err = { ...terminal.err, write: () => undefined };
  return { ...host, terminal: { ...terminal, err } };
}
