import { resolveOrigin } from '../core/config/connection.js';
import { LocsyncError } from '../core/errors/index.js';
import { reportOf, type Report } from '../core/report/report.js';
import type { Host } from '../ports/host.js';
import { configOrDefault } from './login.js';
import type { ServiceOptions } from '../sync/context/project-options.js';

/** Removes the stored token of one origin, if any. Throws the errors of settings and store. */
export async function logout(host: Host, options: ServiceOptions): Promise<Report> {
  const config = await configOrDefault(host, options.config);
  const { baseUrl } = resolveOrigin({ config, env: host.env, flags: options });
  const removed = await host.tokens.remove(baseUrl);
  const inVariable = host.env['LOCSYNC_TOKEN'] !== undefined;
  return reportOf({
    command: 'logout',
    project: { baseUrl: baseUrl.origin },
    summary: { removed: removed ? 1 : 0 },
    warnings: inVariable ? [LocsyncError.of('TOKEN_VARIABLE_STAYS', {})] : [],
    notes: [
      removed
        ? `The token for ${baseUrl.origin} is removed. It stays valid on the service.`
        : `No token was stored for ${baseUrl.origin}.`,
    ],
  });
}
