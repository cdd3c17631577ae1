import type { ConnectionFlags } from '../core/config/connection.js';
import type { LoadOptions } from './options.js';

/** Options as the flags that they are in the program. */
export function connectionFlags(
  options: Pick<LoadOptions, 'baseUrl' | 'project' | 'concurrency' | 'timeout' | 'retries'>,
): ConnectionFlags {
  const text = (value: string | URL | number | undefined): string | undefined =>
    value === undefined ? undefined : String(value);
  return {
    spelled: 'options',
    baseUrl: text(options.baseUrl),
    project: options.project,
    concurrency: text(options.concurrency),
    timeout: text(options.timeout),
    retries: text(options.retries),
  };
}
