import type { OptionsOf } from '../../options/types.js';
import type { Host } from '../../ports/host.js';
import type { ServeOptions } from '../../server/start.js';

/** What `locsync serve` reads of its options. */
export type ServeCommandOptions = Omit<OptionsOf<'serve'>, 'config' | 'cwd' | 'baseUrl'>;

/** The options of the embedded service that are given on the command line, with their defaults. */
export const serviceOptions = (
  host: Host,
  options: ServeCommandOptions,
): Omit<ServeOptions, 'processes' | 'log'> => ({
  ...options,
  port: options.port ?? 0,
  host: options.host ?? '127.0.0.1',
  db: host.resolve(options.db ?? '.locsync/service.db'),
  latencyMs: options.latency,
});
