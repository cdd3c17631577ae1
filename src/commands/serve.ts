import type { RunningService, ServeOptions } from '../service/start.js';
import type { Host } from '../ports/host.js';

export interface ServeCommandOptions {
  readonly service: Omit<ServeOptions, 'processes' | 'log'>;
  /** Print one line of JSON once it listens. */
  readonly json: boolean;
  /** Log each request on stderr. */
  readonly verbose: boolean;
}

/** Runs the embedded service until the host's signal; returns once it is closed. Throws the catalogue's errors of the service. */
export async function serve(host: Host, options: ServeCommandOptions): Promise<void> {
  const { out, err } = host.terminal;
  const { startService } = await import('../service/start.js');
  const running = await startService({
    ...options.service,
    processes: host.processes,
    log: (line) => {
      if (options.verbose) err.write(`${line}\n`);
    },
  });
  try {
    if (options.json) out.write(`${jsonLine(running)}\n`, true);
    else out.write(greeting(running, options.service.token !== undefined));
    await new Promise<void>((resolve) => {
      if (host.signal.aborted) resolve();
      else host.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  } finally {
    await running.close();
  }
}

function jsonLine({ url, project, token }: RunningService): string {
  return JSON.stringify({ url, project: project.id, token });
}

/** How to go on. A token that somebody gave is not repeated: they have it, and where LOCSYNC_TOKEN holds it too, only `***` would be printed. */
function greeting({ url, project, token, locales }: RunningService, given: boolean): string {
  const codes = locales.map((locale) => locale.code).join(', ');
  return `The embedded service listens on ${url}

  project  ${project.id}  ${project.name}
  locales  ${codes}

In another terminal${given ? ', with LOCSYNC_TOKEN set to the token that you gave' : ''}:

  export LOCSYNC_BASE_URL=${url}
  export LOCSYNC_PROJECT=${project.id}${given ? '' : `\n  export LOCSYNC_TOKEN=${token}`}

Ctrl+C stops it; what it has acknowledged stays in its database.
`;
}
