import type { ServeOptions } from '../../server/start.js';

/** What `locsync serve` was asked for. */
export interface ServeCommandOptions {
  readonly service: Omit<ServeOptions, 'processes' | 'log'>;
  /** Take the token from standard input, to its end. */
  readonly tokenStdin: boolean;
  /** Print one line of JSON once it listens. */
  readonly json: boolean;
  /** Log each request on stderr. */
  readonly verbose: boolean;
}
