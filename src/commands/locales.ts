import { isMultilingual } from '../core/file-set.js';
import { exitOf, problemOf, type LocaleReport, type Report } from '../core/report.js';
import type { Host } from '../ports/host.js';
import type { ProjectOptions } from './options.js';
import { connect, loadProject, openFolder, type Project } from './project.js';

/** The project's languages, and how many locale files each has here. */
export async function locales(host: Host, options: ProjectOptions): Promise<Report> {
  const opened = await openFolder(host, options);
  const connected = await connect(host, opened.found, { ...options, dryRun: true });
  try {
    const project = await loadProject(opened, connected, host, options, { files: false });
    return {
      command: 'locales',
      project: { id: project.connection.project, baseUrl: project.owner.origin },
      summary: { locales: project.locales.length },
      files: [],
      locales: project.locales
        .map((locale) => describe(project, locale.id))
        .filter((one) => one !== undefined),
      errors: [],
      warnings: project.warnings.map(problemOf),
      exitCode: exitOf([], false),
    };
  } finally {
    await connected.service.close();
  }
}

/** One language with the code of the first pattern that names files by it. */
function describe(project: Project, id: string): LocaleReport | undefined {
  const locale = project.locales.find((one) => one.id === id);
  if (!locale) return undefined;
  const tables = project.allSets.map(({ set }) => set.selection.table);
  const tag = tables.flatMap((table) => table.locales).find((one) => one.id === id)?.tag ?? locale.code;
  const files = project.allSets.filter(
    ({ set }) => set.files.has(id) && (isMultilingual(set) || set.files.get(id) !== undefined),
  );
  return { id, code: locale.code, country: locale.country, name: locale.name, tag, files: files.length };
}
