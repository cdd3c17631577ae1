import { ifAvailable } from '../files/unless-failed.js';
import type { BoundSet } from '../../core/files/bound-set.js';
import { EXIT } from '../../core/errors/exit.js';
import { LocsyncError } from '../../core/errors/index.js';
import { wasSynced } from '../../core/lock/lock-file.js';
import { hasEntries } from '../../core/lock/lock.js';
import type { ContentHash } from '../../ports/files.js';
import type { Host } from '../../ports/host.js';
import type { SourceFile } from '../../ports/service.js';
import type { Project } from '../context/project.js';
import { sectionOf } from '../../core/files/file-set.js';

/** Beside the run lock, in the folder that ignores itself from git. */
const FILE = '.locsync/sources.json';
const LONGEST_ID = 200;
const MOST = 100_000;

/** By a set's template the id of the source file that it was last seen with. */
interface KnownSources {
  readonly ids: ReadonlyMap<string, string>;
  readonly contentHash: ContentHash | undefined;
}

/**
 * Remembers the ids of the source files that the list holds, and of those that this run has `made`.
 * A set that the list lacks keeps its id. Only {@link reloadIfIncomplete} uses it, so the run
 * ignores errors of this file.
 */
export async function rememberSources(
  project: Project,
  made: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const listed = project.allSets.flatMap(({ set, sourceFile }) =>
    sourceFile === undefined ? [] : [[set.template as string, sourceFile.id] as const],
  );
  const current = [...listed, ...made];
  const { ids, contentHash } = await knownSources(project);
  if (current.every(([template, id]) => ids.get(template) === id)) return;
  const templates = new Set<string>(project.allSets.map(({ set }) => set.template));
  const old = [...ids].filter(([template]) => templates.has(template));
  const sources = Object.fromEntries(new Map([...old, ...current]));
  const { origin, project: id } = project.owner;
  const text = `${JSON.stringify({ origin, project: id, sources })}\n`;
  await ifAvailable(() => project.files.write(FILE, text, contentHash));
}

/**
 * The ids that an earlier run has seen in this project; none if there is no such file, or it is
 * another project's.
 */
async function knownSources({ files, owner }: Project): Promise<KnownSources> {
  const found = await ifAvailable(() => files.read(FILE));
  if (!found) return { ids: new Map(), contentHash: undefined };
  const value = parseOrNothing(found.text);
  return { ids: isOwn(value, owner) ? idsIn(value.sources) : new Map(), contentHash: found.contentHash };
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isOwn = (value: unknown, { origin, project }: Project['owner']): value is { sources?: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  'origin' in value &&
  value.origin === origin &&
  'project' in value &&
  value.project === project;

function idsIn(sources: unknown): ReadonlyMap<string, string> {
  if (typeof sources !== 'object' || sources === null) return new Map();
  const entries = Object.entries(sources).slice(0, MOST);
  return new Map(
    entries.flatMap(([template, id]: [string, unknown]) =>
      typeof id === 'string' && id.length > 0 && id.length <= LONGEST_ID ? [[template, id] as const] : [],
    ),
  );
}

/** Whether a set was synced before, and has no source file now. */
function isGone(project: Project, { set, sourceFile }: BoundSet<SourceFile>): boolean {
  if (sourceFile !== undefined) return false;
  const { table } = set.entry;
  return table.locales.some((locale) => {
    return set.files.has(locale.id) && hasEntries(project.stored.lock, sectionOf(set, locale));
  });
}

/**
 * Whether push would make the source file of a set anew: with `--force` any that is gone, without
 * it only one whose keys were all removed on purpose, since no other text tells that it was there.
 */
function isMadeAnew(project: Project, bound: BoundSet<SourceFile>, force: boolean): boolean {
  const { set } = bound;
  const { lock } = project.stored;
  const known = (): boolean =>
    set.entry.table.locales.some((locale) => wasSynced(lock, sectionOf(set, locale)));
  return isGone(project, bound) && (force || !known());
}

/** Milliseconds until the list is read again: what it lacks may be missing for a moment. */
const SECOND_LOOK_MS = 1_000;

/**
 * The project as push may use it. A source file that the list lacks, and that push would make anew,
 * is looked for twice more, in the list and under the id that it had: nothing is overwritten
 * unseen.
 */
export async function reloadIfIncomplete(
  host: Host,
  project: Project,
  reload: () => Promise<Project>,
  force: boolean,
): Promise<Project> {
  if (!project.sets.some((bound) => isMadeAnew(project, bound, force))) return project;
  await host.clock.sleep(SECOND_LOOK_MS, host.signal);
  const again = await reload();
  const { ids } = await knownSources(again);
  const unlisted = new Map<BoundSet<SourceFile>, string>();
  // Under another name it is another source file now.
  const listed = new Set(
    [...again.allSets.flatMap(({ sourceFile }) => sourceFile ?? []), ...again.unmatched].map(
      (source) => source.id,
    ),
  );
  for (const bound of again.sets) {
    const id = ids.get(bound.set.template);
    if (id === undefined || listed.has(id) || !isMadeAnew(again, bound, force)) continue;
    if (await mayBeThere(again, bound, id)) unlisted.set(bound, id);
  }
  return { ...again, unlisted };
}

/** What a service may answer for a source file that it has no more, besides 404 and 410. */
const REFUSALS: ReadonlySet<string> = new Set(['SOURCE_FILE_NOT_FOUND', 'SERVICE_STATUS']);

/**
 * Whether the service may still have a source file that its list lacks: it answers for it, or no
 * answer came. Throws what ends the run, such as TOKEN_REJECTED.
 */
async function mayBeThere(project: Project, { set }: BoundSet<SourceFile>, id: string): Promise<boolean> {
  const [locale] = set.entry.table.locales;
  if (!locale) return false;
  try {
    await project.service.texts({ id, name: set.template, keys: 0 }, locale, project.locales);
    return true;
  } catch (error) {
    if (!(error instanceof LocsyncError) || error.exit === EXIT.auth) throw error;
    return !REFUSALS.has(error.code);
  }
}
