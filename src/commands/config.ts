import { effectiveSettings } from '../core/config/effective.js';
import { resolveConnection } from '../core/config/connection.js';
import type { SettingReport } from '../core/report/examined.js';
import { type Report, emptyReport } from '../core/report/report.js';
import type { Host } from '../ports/host.js';
import type { FoundConfig } from '../ports/settings.js';
import { openFolder } from '../sync/load/connect.js';
import { placeIn } from '../sync/load/config-place.js';
import type { ServiceOptions } from '../sync/context/project-options.js';
import { errorsOf } from '../core/errors/index.js';

/** The settings that a run would use, each with its origin. Throws the configuration's errors. */
export async function config(host: Host, options: ServiceOptions): Promise<Report> {
  const { found } = await openFolder(host, options);
  const settings = await settingsOf(host, found, options);
  assertUsable(host, found, options);
  return {
    ...emptyReport('config'),
    settings,
  };
}

/** Every setting of this run with its origin. */
export async function settingsOf(
  host: Host,
  found: FoundConfig,
  flags: ServiceOptions,
): Promise<readonly SettingReport[]> {
  const local = await host.localServices.find(found.root);
  const file = placeIn(found, host.cwd).place?.path ?? '';
  return effectiveSettings({ values: found.values ?? {}, file, env: host.env, flags, local });
}

/** Throws for values of flags and variables that no run would take. */
function assertUsable(host: Host, { config: read }: FoundConfig, flags: ServiceOptions): void {
  try {
    resolveConnection({ config: read, env: host.env, flags });
  } catch (error) {
    const errors = errorsOf(error);
    // That something is missing is shown as such.
    const wrong = errors.filter(({ code }) => !MISSING.has(code));
    if (errors.length > 0 && wrong.length === 0) return;
    throw wrong.length === 1 ? wrong[0] : error;
  }
}

const MISSING: ReadonlySet<string> = new Set(['BASE_URL_MISSING', 'PROJECT_MISSING']);
