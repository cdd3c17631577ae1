import { getOrMake } from '../../core/util/collections.js';
import type { FilesEntry } from '../../core/files/file-set.js';
import { isPseudo } from '../../core/files/reach.js';
import type { LeftOutReport } from '../../core/report/report-json.js';
import type { Report } from '../../core/report/report.js';
import type { Project } from '../context/project.js';

/** What the configuration leaves out of a run, each setting once, and these locales. */
export function leftOutOf(project: Project, below: readonly LeftOutReport[]): Pick<Report, 'leftOut'> {
  const entries = [...new Set(project.allSets.map(({ set }) => set.entry))];
  const groups = new Map<string, { readonly report: LeftOutReport; readonly files: string[] }>();
  for (const entry of entries)
    for (const report of leftOutOfEntry(entry)) {
      const group = getOrMake(groups, JSON.stringify(report), () => ({ report, files: [] }));
      group.files.push(entry.settings.path);
    }
  const settings = [...groups.values()].map(({ report, files }) =>
    files.length === entries.length ? report : { ...report, files },
  );
  const leftOut = [...settings, ...below];
  return leftOut.length > 0 ? { leftOut } : {};
}

function leftOutOfEntry({ settings, table, reach }: FilesEntry): LeftOutReport[] {
  const out = table.locales.filter((locale) => !reach.syncs(locale) && !isPseudo(locale));
  const codes = (of: typeof out): string[] => of.map(({ code }) => code);
  const excluded = codes(out.filter(({ id }) => reach.excludes(id)));
  const unlisted = codes(out.filter(({ id }) => !reach.excludes(id)));
  const synced = table.locales.filter((locale) => reach.syncs(locale));
  const down = codes(synced.filter((locale) => !reach.goesUp(locale)));
  const up = codes(synced.filter((locale) => !reach.comesDown(locale)));
  const keys = settings.ignoreKeys;
  return [
    ...(unlisted.length > 0 ? [{ setting: 'locales', locales: unlisted } as const] : []),
    ...(excluded.length > 0 ? [{ setting: 'excludeLocales', locales: excluded } as const] : []),
    ...(down.length > 0 ? [{ setting: 'pullOnly', locales: down } as const] : []),
    ...(up.length > 0 ? [{ setting: 'pushOnly', locales: up } as const] : []),
    ...(keys.length > 0 ? [{ setting: 'ignoreKeys', keys } as const] : []),
  ];
}
