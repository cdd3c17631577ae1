import type { Findings } from '../../../core/errors/findings.js';
import type { BoundSet } from '../../../core/files/bound-set.js';
import { isMultilingual, sectionOf } from '../../../core/files/file-set.js';
import type { Locale } from '../../../core/locales/locale.js';
import type { LocaleLeaves } from '../../../plan/locale-root.js';
import { Interrupted } from '../../../ports/host.js';
import type { SourceFile } from '../../../ports/service.js';
import type { Project } from '../../context/project.js';
import { readModel, readDocument } from '../../files/read-file.js';
import { sourceLeaves } from '../../files/source-leaves.js';
import { ifReadable } from '../../files/unless-failed.js';
import { earlierLosses, type EarlierOfUncompared } from './uncompared-losses.js';
import { uncomparedHere, uncomparedThere } from '../other-languages/uncompared-texts.js';

/**
 * What uploads of earlier runs have lost of languages that the configuration leaves out: no run
 * compares them. Asks the service only for languages with a remembered upload.
 */
export async function leftOutLosses(project: Project): Promise<readonly EarlierOfUncompared[]> {
  const { uploads } = project;
  const asked = project.sets.flatMap((bound) => {
    const { set, sourceFile } = bound;
    if (!sourceFile) return [];
    const { table, reach } = set.entry;
    const isRemembered = (locale: Locale): boolean => uploads.record.has(sectionOf(set, locale));
    return table.locales
      .filter((locale) => !reach.syncs(locale) && isRemembered(locale))
      .map((locale) => lossesOf(project, bound, sourceFile, locale));
  });
  return (await Promise.all(asked)).filter((earlier) => earlier !== undefined);
}

/**
 * Reports these losses at the end of a run that has changed something. An interruption is an error
 * of the run already, and the next run asks again.
 */
export async function nameLeftOut(
  project: Project,
  report: { take(findings: Findings): void },
): Promise<void> {
  try {
    for (const earlier of await leftOutLosses(project)) {
      report.take(earlier);
      earlier.forget(true);
    }
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  }
}

/** Undefined if the service does not answer: the next run asks again. */
async function lossesOf(
  project: Project,
  bound: BoundSet<SourceFile>,
  sourceFile: SourceFile,
  locale: Locale,
): Promise<EarlierOfUncompared | undefined> {
  const set = { bound, known: await sourcesHere(project, bound) };
  const texts = await ifReadable(() => project.service.texts(sourceFile, locale, project.locales));
  if (!texts) return undefined;
  const sides = {
    here: await uncomparedHere(project, bound, locale),
    there: uncomparedThere(set, locale, texts),
  };
  return earlierLosses(project, set, locale, sides);
}

/** The source texts on disk; none of a file that is missing or cannot be read. */
async function sourcesHere(project: Project, bound: BoundSet<SourceFile>): Promise<LocaleLeaves> {
  const [path] = bound.set.files.values();
  const isOwn = isMultilingual(bound.set) && path !== undefined;
  const own = isOwn ? await readDocument(project.files, path) : undefined;
  const model = await ifReadable(() => readModel(project, { bound }));
  return sourceLeaves(own, model, { bound });
}
