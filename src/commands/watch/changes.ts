import { LocsyncError, errorsOf } from '../../core/errors/index.js';
import { EXIT } from '../../core/errors/exit.js';
import type { FilePattern } from '../../core/config/types.js';
import { compilePattern } from '../../core/patterns/compile.js';
import type { Report } from '../../core/report/report.js';
import type { Files } from '../../ports/files.js';
import type { Host } from '../../ports/host.js';
import type { FoundConfig } from '../../ports/settings.js';
import type { ProjectOptions } from '../../sync/context/project-options.js';
import { findPaths } from '../../sync/load/find-paths.js';
import { openFolder, type OpenedFolder } from '../../sync/load/connect.js';
import type { Trigger } from './watch.js';

/** How long to wait between two looks at the files, at least and at most, in milliseconds. */
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
/** Looking may take a fortieth of the time: a slow tree is looked at less often. */
const IDLE_SHARE = 40;
/** Files are at rest after so long; constant writes delay a round at most by the second. */
const REST_MS = 300;
const LONGEST_UNREST_MS = 10_000;
/** After a failure the service is asked again after so long, doubled up to the second. */
const RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;

type Marks = ReadonlyMap<string, string>;

/**
 * `push --watch`: a round when locale files or the configuration change, some time after the last
 * change, and again while the service fails. The files are looked at every second (names, sizes,
 * times; none is read) rather than left to the system's events, which come neither from network
 * disks nor into most containers, and which Linux gives for a limited number of folders. What a
 * round does is decided by the texts alone. Throws the configuration's errors.
 */
export async function whenFilesChange(host: Host, options: ProjectOptions): Promise<Trigger> {
  let opened = await openFolder(host, options);
  let seen = await look(opened);
  let retryMs = RETRY_MS;

  /** The marks once they stay the same. */
  const waitUntilAtRest = async (marks: Marks): Promise<Marks> => {
    const began = host.clock.now();
    for (let last = marks; ;) {
      await host.clock.sleep(REST_MS, host.signal);
      const current = await look(opened);
      if (isSame(last, current) || host.clock.now() - began > LONGEST_UNREST_MS) return current;
      last = current;
    }
  };

  return {
    waiting: () => ({
      kind: 'watching',
      files: Math.max(0, seen.size - (opened.found.path === undefined ? 0 : 1)),
    }),
    due: async (last) => {
      const retryAt = isPassing(last) ? host.clock.now() + retryMs : Infinity;
      retryMs = isPassing(last) ? Math.min(retryMs * 2, LONGEST_RETRY_MS) : RETRY_MS;
      // The configuration may have changed with the round; one that cannot be read now was
      // reported, and its file is still watched.
      opened = (await reopen(host, options)) ?? opened;
      for (let tookMs = 0; ;) {
        const pause = Math.min(Math.max(PAUSE_MS, tookMs * IDLE_SHARE), LONGEST_PAUSE_MS);
        const now = host.clock.now();
        await host.clock.sleep(Math.max(0, Math.min(pause, retryAt - now)), host.signal);
        const began = host.clock.now();
        const marks = await look(opened);
        tookMs = host.clock.now() - began;
        if (!isSame(seen, marks)) {
          seen = await waitUntilAtRest(marks);
          return;
        }
        if (host.clock.now() >= retryAt) return;
      }
    },
  };
}

/**
 * The stat fingerprints of all files that the patterns find, and of the configuration. A folder
 * that cannot be searched now is reported by the next round.
 */
async function look({
  found,
  files,
}: {
  readonly found: FoundConfig;
  readonly files: Files;
}): Promise<Marks> {
  const { config, path } = found;
  const lists = await findPaths(files, config.files).catch((error: unknown) => {
    if (error instanceof LocsyncError) return findReadable(files, config.files);
    throw error;
  });
  const own = path?.split(/[\\/]/).at(-1);
  return files.statFingerprints([...new Set([...lists.flat(), ...(own === undefined ? [] : [own])])]);
}

/** The files of each pattern that can be searched for now. */
const findReadable = (
  files: Files,
  patterns: readonly FilePattern[],
): Promise<readonly (readonly string[])[]> =>
  Promise.all(
    patterns.map((pattern) =>
      files.glob([compilePattern(pattern.path).glob], { ignore: pattern.ignore }).catch((error: unknown) => {
        if (error instanceof LocsyncError) return [];
        throw error;
      }),
    ),
  );

async function reopen(host: Host, options: ProjectOptions): Promise<OpenedFolder | undefined> {
  try {
    return await openFolder(host, options);
  } catch (error) {
    if (errorsOf(error).length > 0) return undefined;
    throw error;
  }
}

/** Whether time may heal it: service or network failed, or another run held the run lock. */
const isPassing = (report: Report): boolean => report.exitCode === EXIT.remote;

const isSame = (left: Marks, right: Marks): boolean =>
  left.size === right.size && [...left].every(([path, mark]) => right.get(path) === mark);
