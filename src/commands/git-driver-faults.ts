import { LocsyncError } from '../core/errors/index.js';
import { compilePattern } from '../core/patterns/compile.js';
import { MERGE_DRIVER } from '../core/patterns/git-attributes.js';
import type { Host } from '../ports/host.js';
import type { FoundConfig } from '../ports/settings.js';
import { findPaths } from '../sync/load/find-paths.js';

/**
 * Why git would not run the merge driver although it is set up: each is a warning. `top` is the top
 * folder of the repository.
 */
export async function driverFaults(
  host: Host,
  found: FoundConfig,
  top: string,
): Promise<readonly LocsyncError[]> {
  const faults = [await missingProgram(host, found.root, top), await otherMerge(host, found)];
  return faults.filter((fault) => fault !== undefined);
}

/** How many paths git is asked about at once: a command line is limited. */
const PATHS_AT_ONCE = 500;

/** The files that another rule of git takes away from the driver: the last rule that fits wins. */
async function otherMerge(host: Host, { root, config }: FoundConfig): Promise<LocsyncError | undefined> {
  const lists = await findPaths(host.files(root), config.files);
  const locales = config.files.flatMap(({ path }, i) => {
    const pattern = compilePattern(path);
    return (lists[i] ?? []).filter((each) => pattern.match(each) !== undefined);
  });
  const paths = [...new Set([...locales, config.lock])];
  const others: { path: string; merge: string }[] = [];
  for (let from = 0; from < paths.length; from += PATHS_AT_ONCE) {
    const some = paths.slice(from, from + PATHS_AT_ONCE);
    const { out } = await host.git(root, ['check-attr', '-z', 'merge', '--', ...some]);
    // For each path: the path, the name of the attribute, its value.
    const fields = out.split('\0');
    some.forEach((path, i) => {
      const merge = fields[3 * i + 2];
      if (merge !== undefined && merge !== MERGE_DRIVER) others.push({ path, merge });
    });
  }
  const [first] = others;
  return first && LocsyncError.of('GIT_OTHER_MERGE', { ...first, count: others.length });
}

/** What is wrong with the `locsync` that git finds, asked in the way in which git runs drivers. */
async function missingProgram(host: Host, root: string, top: string): Promise<LocsyncError | undefined> {
  const find = async (command: string): Promise<string | undefined> => {
    const result = await host.git(root, ['-c', `alias.find-locsync=!${command}`, 'find-locsync']);
    return result.exit === 0 ? result.out.trim() : undefined;
  };
  const first = await find('command -v locsync');
  if (first === undefined) return LocsyncError.of('GIT_NO_PROGRAM', { where: 'nowhere', path: '' });
  const isNpms = first.includes(NPM_FOLDER);
  const path = isNpms ? await find(WITHOUT_NPM) : first;
  if (path === undefined) {
    const where = first.startsWith(`${top}/`) ? 'repository' : 'package';
    return LocsyncError.of('GIT_NO_PROGRAM', { where, path: first });
  }
  if (path.startsWith(`${top}/`)) return LocsyncError.of('GIT_NO_PROGRAM', { where: 'repository', path });
  return undefined;
}

/** npm and npx put such folders in front of PATH while they run a program. */
const NPM_FOLDER = '/node_modules/.bin/';
const WITHOUT_NPM =
  "PATH=$(printf %s \"$PATH\" | tr : '\\n' | grep -v '/node_modules/\\.bin/*$' | paste -s -d : -) && command -v locsync";
