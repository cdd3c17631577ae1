import { defaultConfig } from '../core/config/read.js';
import { LocsyncError } from '../core/errors/index.js';
import type { ServiceLocale } from '../core/locales/locale.js';
import type { LocaleReport } from '../core/report/report-json.js';
import { reportOf, type Report } from '../core/report/report.js';
import type { Host } from '../ports/host.js';
import { readOnly } from '../sync/load/read-only.js';
import type { ServiceOptions } from '../sync/context/project-options.js';
import { findPaths } from '../sync/load/find-paths.js';
import { arrange, type ArrangedFiles } from '../sync/load/load-project.js';
import { openFolder, withConnection, type OpenedFolder } from '../sync/load/connect.js';
import { hintContext } from '../sync/context/hint-context.js';

/** The project's languages, and how many locale files each has here. */
export async function locales(host: Host, options: ServiceOptions): Promise<Report> {
  const runHost = readOnly(host);
  const { found, files } = await openAny(runHost, options);
  return withConnection(runHost, found, options, async ({ connection, service }) => {
    host.onProgress?.({ phase: 'reading' });
    const [listed, paths] = await Promise.all([service.locales(), findPaths(files, found.config.files)]);
    const here = arrange(found, host.cwd, listed, paths);
    return reportOf({
      command: 'locales',
      project: { id: connection.project, baseUrl: connection.baseUrl.origin },
      summary: { locales: listed.length },
      locales: listed.map((locale) => describe(locale, here)),
      warnings: here.warnings,
      hints: hintContext('locales', options, found),
    });
  });
}

/** The folder and its configuration; the default one if options name the service. */
async function openAny(host: Host, options: ServiceOptions): Promise<OpenedFolder> {
  try {
    return await openFolder(host, options);
  } catch (error) {
    const isNone = error instanceof LocsyncError && error.code === 'CONFIG_NOT_FOUND';
    const baseUrl = options.baseUrl ?? host.env['LOCSYNC_BASE_URL'] ?? '';
    const project = options.project ?? host.env['LOCSYNC_PROJECT'] ?? '';
    if (!isNone || baseUrl === '' || project === '') throw error;
    const found = { path: undefined, root: host.cwd, folder: host.cwd, config: defaultConfig() };
    return { found, files: host.files(host.cwd) };
  }
}

/** One language with its code in names of files, or else in those of the first pattern. */
function describe(locale: ServiceLocale, { entries, sets }: ArrangedFiles): LocaleReport {
  const { id, code, country, name } = locale;
  const holders = sets.filter((set) => set.files.has(id));
  const table = (holders[0]?.entry ?? entries[0])?.table;
  const tag = table?.locales.find((entry) => entry.id === id)?.tag ?? code;
  return { id, code, country, name, tag, files: holders.length };
}
