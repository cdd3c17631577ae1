import { effectiveSettings } from '../core/config/effective.js';
import { assertUsable } from '../core/config/connection.js';
import type { SettingReport } from '../core/report/examined.js';
import { reportOf, type Report } from '../core/report/report.js';
import type { Host } from '../ports/host.js';
import type { FoundConfig } from '../ports/settings.js';
import { openFolder } from '../sync/load/connect.js';
import { placeIn } from '../sync/load/config-place.js';
import type { ServiceOptions } from '../sync/context/project-options.js';

/** The settings that a run would use, each with its origin. Throws the configuration's errors. */
export async function config(host: Host, options: ServiceOptions): Promise<Report> {
  const { found } = await openFolder(host, options);
  const settings = await settingsOf(host, found, options);
  assertUsable({ config: found.config, env: host.env, flags: options });
  return reportOf({ command: 'config', settings });
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
