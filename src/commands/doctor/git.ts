import { LocsyncError } from '../../core/errors/index.js';
import { MERGE_DRIVER } from '../../core/patterns/git-attributes.js';
import type { Host } from '../../ports/host.js';
import type { FoundConfig } from '../../ports/settings.js';
import { driverFaults } from '../git-driver-faults.js';
import { MERGE_COMMAND } from '../git-setup.js';
import type { Examination } from './examination.js';

/** What of the project git has, and whether it merges locale files with locsync. */
export async function examineGit(host: Host, found: FoundConfig, seen: Examination): Promise<void> {
  const { root, config } = found;
  const top = await seen.attempt('git', () => host.git(root, ['rev-parse', '--show-toplevel']));
  if (top === undefined) return;
  if (top.exit !== 0) {
    seen.note('git', ['this folder is not in a git repository']);
    return;
  }
  const answers = async (...args: readonly string[]): Promise<boolean> =>
    (await host.git(root, args)).exit === 0;
  const version = (await host.git(root, ['--version'])).out.trim();
  const isTracked = await answers('ls-files', '--error-unmatch', '--', config.lock);
  const isThere = (await host.files(root).statFingerprints([config.lock])).has(config.lock);
  if (!isTracked && (await answers('check-ignore', '--quiet', '--', config.lock)))
    seen.fault('git', LocsyncError.of('LOCK_IGNORED', { path: config.lock }));
  else if (!isTracked && isThere)
    seen.note(
      'git',
      [`${config.lock} is not committed yet`],
      `commit it with the locale files: \`git add ${config.lock}\``,
    );
  if (await answers('ls-files', '--error-unmatch', '--', '.locsync'))
    seen.fault('git', LocsyncError.of('OWN_FOLDER_TRACKED', {}));
  const driver = await host.git(root, ['config', '--local', '--get', `merge.${MERGE_DRIVER}.driver`]);
  if (driver.out.trimEnd() !== MERGE_COMMAND) {
    const how =
      driver.exit === 0
        ? 'it merges locale files with another command than `locsync git-setup` sets'
        : 'it merges locale files by lines in this clone';
    seen.note('git', [`${version}; ${how}`], 'let locsync merge them key by key: `locsync git-setup`');
    return;
  }
  const faults = await driverFaults(host, found, top.out.trim());
  for (const fault of faults) seen.fault('git', fault);
  if (faults.length === 0) seen.ok('git', `${version}; locsync merges the locale files`);
}
