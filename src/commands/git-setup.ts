import { LocsyncError } from '../core/errors/index.js';
import { compilePattern } from '../core/patterns/compile.js';
import {
  attributeLines,
  MERGE_DRIVER,
  withAttributes,
  withoutAttributes,
} from '../core/patterns/git-attributes.js';
import { printable } from '../core/text/printable.js';
import { reportOf, type Report } from '../core/report/report.js';
import type { OptionsOf } from '../options/types.js';
import type { GitResult, Host } from '../ports/host.js';
import { suggestIn, type Suggest } from '../core/errors/suggest.js';
import { openFolder } from '../sync/load/connect.js';
import { refuseNoFiles } from '../sync/load/config-place.js';
import { hintContext } from '../sync/context/hint-context.js';
import { driverFaults } from './git-driver-faults.js';

/** What git calls the driver in its messages. */
const MERGE_NAME = 'locsync: merges locale files key by key';

/**
 * What git runs for each file, in its shell, at the top of the work tree. It names the program and
 * no path: a branch could bring a program of that path along. If the program is missing or fails,
 * git's own merge takes its place, so that no side is lost. Exit codes above 128 end git's merge.
 */
export const MERGE_COMMAND =
  'locsync merge-driver --reporter=human --marker-size=%L --ours-label=%X --theirs-label=%Y' +
  ' -- %O %A %B %P || { s=$?; test $s -eq 1 && exit 1; test $s -gt 128 && exit $s;' +
  ' git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B || exit 1; }';

const ATTRIBUTES = '.gitattributes';
const SECTION = `merge.${MERGE_DRIVER}`;

/**
 * Hands the locale files and the lock to the merge driver: attributes, which are committed, and the
 * configuration of this clone, which names `locsync` and no path. Writes only what differs.
 */
export async function gitSetup(host: Host, options: OptionsOf<'git-setup'>): Promise<Report> {
  const { found, files } = await openFolder(host, options);
  const { config, root } = found;
  if (!options.undo) refuseNoFiles(found, host.cwd);
  const top = await host.git(root, ['rev-parse', '--show-toplevel']);
  if (top.exit !== 0) throw LocsyncError.of('GIT_NO_REPOSITORY', { reason: firstLine(top) });

  const before = await files.read(ATTRIBUTES);
  const lines = attributeLines(
    config.files.map(({ path }) => compilePattern(path)),
    config.lock,
  );
  const text = before?.text ?? '';
  const after = options.undo ? withoutAttributes(text) : withAttributes(text, lines);
  if (before && after === '') await files.remove(ATTRIBUTES, before.contentHash);
  else if (after !== text) await files.write(ATTRIBUTES, after, before?.contentHash);
  const repository = top.out.trim();
  const users = options.undo ? await otherUsers(host, repository) : [];
  const changes = !options.undo
    ? await setDriver(host, root)
    : users.length === 0 && (await removeDriver(host, root));
  const faults = options.undo ? [] : await driverFaults(host, found, repository);
  const changed = after !== text || changes;
  const hints = hintContext('git-setup', { cwd: options.cwd, config: options.config }, found);
  return reportOf({
    command: 'git-setup',
    warnings: faults,
    hints,
    notes: options.undo ? undoNotes(changed, users) : notesOf(changed, lines, suggestIn(hints)),
  });
}

/** Attributes of other projects in the repository that name the driver: they still need it. */
async function otherUsers(host: Host, repository: string): Promise<readonly string[]> {
  const word = `merge=${MERGE_DRIVER}`;
  const where = ['--', `:(glob)**/${ATTRIBUTES}`];
  const found = await host.git(repository, ['grep', '--untracked', '-z', '-l', '-F', word, ...where]);
  return found.exit === 0 ? found.out.split('\0').filter((path) => path !== '') : [];
}

function undoNotes(changed: boolean, users: readonly string[]): readonly string[] {
  const [user] = users;
  const done =
    user === undefined
      ? `${ATTRIBUTES} and the configuration of this clone no longer name the merge driver.`
      : `${ATTRIBUTES} no longer names the merge driver.`;
  return [
    changed ? done : 'The merge driver was not set up here.',
    ...(user === undefined ? [] : [`The configuration of this clone keeps it for ${printable(user)}.`]),
  ];
}

const notesOf = (changed: boolean, lines: readonly string[], suggest: Suggest): readonly string[] => [
  `git merges these with locsync${changed ? '' : ', as before'}:`,
  ...lines.map((line) => `  ${line}`),
  `Commit ${ATTRIBUTES}. Every clone runs ${suggest('git-setup')} once.`,
];

/** Sets the driver in the configuration of this clone; whether that changed something. */
async function setDriver(host: Host, root: string): Promise<boolean> {
  let changed = false;
  for (const [name, value] of [
    ['name', MERGE_NAME],
    ['driver', MERGE_COMMAND],
  ] as const) {
    const key = `${SECTION}.${name}`;
    const current = await host.git(root, ['config', '--local', '--get', key]);
    if (current.exit === 0 && current.out.replace(/\n$/, '') === value) continue;
    await configure(host, root, ['--replace-all', key, value]);
    changed = true;
  }
  return changed;
}

async function removeDriver(host: Host, root: string): Promise<boolean> {
  const current = await host.git(root, ['config', '--local', '--get-regexp', `^${SECTION}\\.`]);
  if (current.exit !== 0) return false;
  await configure(host, root, ['--remove-section', SECTION]);
  return true;
}

async function configure(host: Host, root: string, args: readonly string[]): Promise<void> {
  const result = await host.git(root, ['config', '--local', ...args]);
  if (result.exit !== 0) throw LocsyncError.of('GIT_CONFIG_FAILED', { reason: firstLine(result) });
}

const firstLine = ({ err, exit }: GitResult): string =>
  /^(?:(?:fatal|error): )?(.+)/.exec(err)?.[1] ?? `exit code ${exit}`;
