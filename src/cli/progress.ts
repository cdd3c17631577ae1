import type { OnProgress, ProgressStep } from '../core/report/progress.js';
import type { Host } from '../ports/host.js';
import type { PrintOptions } from './print.js';

/** A run that takes no longer, in milliseconds, shows nothing. */
const SHORT_MS = { drawn: 500, written: 5_000 };
/** How often the newest step is shown. */
const PACE_MS = { drawn: 100, written: 5_000 };

/**
 * A host that shows the progress of a long run: as one line that changes if both streams are a
 * terminal, and otherwise only with `--verbose`, as a line on stderr every few seconds. A script
 * that reads stderr finds nothing there but diagnostics, however slow the service is. No timer
 * runs before the first step. `done` removes the line; call it before anything is printed.
 */
export function withProgress(
  host: Host,
  options: PrintOptions,
): { readonly host: Host; readonly done: () => void } {
  const { terminal, clock } = host;
  const kind = isDrawn(host, options) ? 'drawn' : 'written';
  if (options.quiet === true || (kind === 'written' && options.verbose !== true))
    return { host, done: () => undefined };
  const over = new AbortController();
  let latest: ProgressStep | undefined;
  let last = '';

  const show = (step: ProgressStep): void => {
    if (kind === 'drawn') {
      terminal.status?.(progressText(step, terminal.err.columns - 1));
      return;
    }
    const text = progressText(step);
    if (text !== last) terminal.err.write(`${text}\n`);
    last = text;
  };
  const tick = async (): Promise<void> => {
    await clock.sleep(SHORT_MS[kind], over.signal);
    for (;;) {
      if (latest) show(latest);
      await clock.sleep(PACE_MS[kind], over.signal);
    }
  };
  const onProgress: OnProgress = (step) => {
    // The only way out of the ticking is the end of the run.
    if (latest === undefined) tick().catch(() => undefined);
    latest = step;
  };
  return {
    host: { ...host, onProgress },
    done: () => {
      over.abort();
      if (kind === 'drawn') terminal.status?.(undefined);
    },
  };
}

/** CI services may have terminals, but their log is a file. `--debug` has lines already. */
function isDrawn({ terminal, env }: Host, options: PrintOptions): boolean {
  if (terminal.status === undefined || !terminal.out.isTerminal) return false;
  const { CI: ci = '' } = env;
  return (ci === '' || ci === 'false') && env['TERM'] !== 'dumb' && options.debug !== true;
}

/** One step as people read it: `comparing 120/300`, at most this many columns of a terminal. */
export function progressText({ phase, count }: ProgressStep, columns = Infinity): string {
  const text = count === undefined ? phase : `${phase} ${count.done}/${count.total}`;
  return text.slice(0, Math.max(0, columns));
}
