import type { Env } from '../core/env.js';
import type { Invocation } from '../options/read.js';

/** These commands say all faults of their connection at once, flags and configuration together. */
const CONNECTING: ReadonlySet<Invocation['command']> = new Set([
  'init',
  'login',
  'locales',
  'status',
  'diff',
  'push',
  'pull',
  'resolve',
  'doctor',
  'config',
]);

/**
 * Throws for a flag whose value no run would take, though this command needs no service. Variables
 * do not matter to such a command.
 */
export async function refuseUnusableFlags({ command, options }: Invocation, env: Env): Promise<void> {
  const { baseUrl, project, concurrency, timeout, retries } = options;
  const given = [baseUrl, project, concurrency, timeout, retries].some((value) => value !== undefined);
  if (!given || CONNECTING.has(command)) return;
  const [{ assertUsable }, { defaultConfig }] = await Promise.all([
    import('../core/config/connection.js'),
    import('../core/config/read.js'),
  ]);
  const { LOCSYNC_ALLOW_INSECURE } = env;
  assertUsable({ config: defaultConfig(), env: { LOCSYNC_ALLOW_INSECURE }, flags: options });
}
