import type { Findings } from '../core/errors/findings.js';
import { FORMAT_LABELS } from '../core/formats.js';
import { LocsyncError } from '../core/errors/index.js';
import { exitOf } from '../core/errors/exit.js';
import { keyName } from '../core/keys/key.js';
import { isLock, lockOwner, mergeLocks } from '../core/lock/merge-locks.js';
import { problemOf } from '../core/report/problem.js';
import { reportOf, type Report } from '../core/report/report.js';
import { markedLine } from '../core/text/conflict-markers.js';
import type { MarkerStyle } from '../core/text/mark-conflicts.js';
import { formatOf } from '../formats/index.js';
import type { OptionsOf } from '../options/types.js';
import type { LineMerge } from '../plan/git-merge/line-merge.js';
import { mergeFile } from '../plan/git-merge/merge-file.js';
import type { GitVersions } from '../plan/git-merge/read-versions.js';
import type { FileText, Files } from '../ports/files.js';
import type { Host } from '../ports/host.js';
import { given } from '../core/util/collections.js';
import { fileAt } from './file-at.js';

/** What git gives a driver: three files to read, of which `ours` gets the merge. */
interface MergeFiles {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** The path of the file in the repository: for its format, and for messages. */
  readonly path: string;
}

/** What a merge came to: the text for `ours`, if it gets one, and what to say. */
interface Outcome extends Findings {
  readonly text: string | undefined;
  readonly conflicts: number;
}

/**
 * Merges three versions of a locale file or of the lock, as git calls it: the merge goes into
 * `ours`. Exit 1 if there are conflicts. Reads no configuration: in the middle of a merge it may
 * have conflicts itself.
 */
export async function mergeDriver(
  host: Host,
  options: OptionsOf<'merge-driver'>,
  [base = '', ours = '', theirs = '', path = '']: readonly string[],
): Promise<Report> {
  const files = { base, ours, theirs, path };
  const style = {
    size: options.markerSize ?? 7,
    ours: label(options.oursLabel, 'ours'),
    theirs: label(options.theirsLabel, 'theirs'),
  };
  const { text, conflicts, errors, warnings } = await outcomeOf(host, files, style);
  const place = { path, ...given({ line: text === undefined ? text : markedLine(text) }) };
  return {
    ...reportOf({ command: 'merge-driver', summary: { files: 1, conflicts } }),
    errors: errors.map((error) => ({ ...problemOf(error), ...place })),
    warnings: warnings.map((warning) => ({ ...problemOf(warning), path })),
    exitCode: exitOf(errors),
  };
}

// git before 2.44 does not know these placeholders, and leaves them as they are.
const label = (given: string | undefined, otherwise: string): string =>
  given === undefined || /^%[XY]$/.test(given) ? otherwise : given.replace(/[\u0000-\u001f\u007f]+/g, ' ');

async function outcomeOf(host: Host, files: MergeFiles, style: MarkerStyle): Promise<Outcome> {
  let target: { readonly files: Files; readonly name: string; readonly read: FileText };
  let versions: GitVersions;
  try {
    const ours = fileAt(host, files.ours);
    target = { ...ours, read: await textOf(ours) };
    versions = {
      base: (await textOf(fileAt(host, files.base))).text,
      ours: target.read.text,
      theirs: (await textOf(fileAt(host, files.theirs))).text,
    };
  } catch (error) {
    if (!(error instanceof LocsyncError) || NOT_TO_MERGE.has(error.code)) throw error;
    return byLines(host, files, style, error.message);
  }
  const outcome = lockOutcome(versions) ?? (await fileOutcome(host, files, versions, style));
  if ('reason' in outcome) return byLines(host, files, style, outcome.reason);
  if (outcome.text !== undefined)
    await target.files.write(target.name, outcome.text, target.read.contentHash);
  return outcome;
}

/** Faults of the files with which git may not write them either. */
const NOT_TO_MERGE: ReadonlySet<string> = new Set([
  'MERGE_FILE_MISSING',
  'LINK_LEAVES_PROJECT',
  'FILE_NOT_REGULAR',
  'FILE_PARENT',
  'FILE_UNREADABLE',
]);

async function textOf({ files, name }: ReturnType<typeof fileAt>): Promise<FileText> {
  const read = await files.read(name);
  if (read === undefined) throw LocsyncError.of('MERGE_FILE_MISSING', { path: name });
  return read;
}

/** The merge of three locks; undefined if they are not locks, or not of one project. */
function lockOutcome({ base, ours, theirs }: GitVersions): Outcome | undefined {
  if (lockOwner(ours) === undefined || lockOwner(theirs) === undefined) return undefined;
  const merged = mergeLocks(base, ours, theirs);
  if (merged === undefined) return undefined;
  const { text, unknown } = merged;
  const warnings = unknown === 0 ? [] : [LocsyncError.of('MERGE_LOCK_UNKNOWN', { count: unknown })];
  return { text, conflicts: 0, errors: [], warnings };
}

async function fileOutcome(
  host: Host,
  files: MergeFiles,
  versions: GitVersions,
  style: MarkerStyle,
): Promise<Outcome | { readonly reason: string }> {
  const format = formatOf(files.path);
  if (isLock(versions.ours)) return { reason: 'the locks cannot be read' };
  if (format === undefined) return { reason: `it is neither ${FORMAT_LABELS.join(' nor ')}` };
  const merge = mergeFile(format, versions, await lineMerge(host, files), style);
  switch (merge.kind) {
    case 'by-lines':
      return { reason: merge.reason };
    case 'marked': {
      const error = LocsyncError.of('MERGE_ALL_MARKED', { reason: merge.reason });
      return { text: merge.text, conflicts: 1, errors: [error], warnings: [] };
    }
    case 'merged': {
      const { text, conflicts, lostComments: lost } = merge;
      const keys = conflicts.map(keyName);
      return {
        text,
        conflicts: conflicts.length,
        errors: keys.length === 0 ? [] : [LocsyncError.of('MERGE_CONFLICT', { keys })],
        warnings: lost.length === 0 ? [] : [LocsyncError.of('MERGE_COMMENTS', { comments: lost })],
      };
    }
  }
}

/** What git would make of the files. Without git there is only the merge by keys. */
async function lineMerge(host: Host, files: MergeFiles): Promise<LineMerge> {
  const run = async (...options: readonly string[]): Promise<string | undefined> => {
    const result = await mergeLines(host, files, ['-p', '--quiet', ...options]);
    return result.exit === 0 ? result.out : undefined;
  };
  try {
    const clean = await run();
    if (clean !== undefined) return { clean };
    const [ours, theirs] = await Promise.all([run('--ours'), run('--theirs')]);
    return { clean, ours, theirs };
  } catch (error) {
    if (error instanceof LocsyncError && error.code === 'GIT_UNAVAILABLE') return { clean: undefined };
    throw error;
  }
}

const mergeLines = (
  host: Host,
  { base, ours, theirs }: MergeFiles,
  options: readonly string[],
): ReturnType<Host['git']> =>
  host.git(host.cwd, ['merge-file', ...options, ...[ours, base, theirs].map((path) => host.resolve(path))]);

/** git's own merge, into `ours`. It leaves a binary file as it is, and shows a conflict. */
async function byLines(
  host: Host,
  files: MergeFiles,
  { size, ours, theirs }: MarkerStyle,
  reason: string,
): Promise<Outcome> {
  const labels = ['-L', ours, '-L', 'base', '-L', theirs];
  const { exit } = await mergeLines(host, files, ['--quiet', `--marker-size=${size}`, ...labels]);
  if (exit === 0) {
    const warnings = [LocsyncError.of('MERGE_BY_LINES', { reason })];
    return { text: undefined, conflicts: 0, errors: [], warnings };
  }
  const errors = [LocsyncError.of('MERGE_LINES_CONFLICT', { reason })];
  return { text: undefined, conflicts: Math.min(exit, 127), errors, warnings: [] };
}
