import { EXIT } from './exit.js';
import { entry } from './entry.js';
import { printable } from '../text/printable.js';

/** Faults that only `doctor` looks for. */
export const doctorErrors = {
  PATTERN_WITHOUT_FILES: entry<{ pattern: string }>({
    exit: EXIT.differences,
    text: ({ pattern }) => `the pattern ${printable(pattern)} finds no file here`,
    hint: (_, run) => `correct the pattern, or run ${run('pull')} if the service has the files`,
  }),
  LOCK_IGNORED: entry<{ path: string }>({
    exit: EXIT.differences,
    text: ({ path }) => `git ignores ${printable(path)}, so other clones do not know what was synced`,
    hint: ({ path }) => `add "!${printable(path)}" to .gitignore, and commit the file`,
  }),
  OWN_FOLDER_TRACKED: entry({
    exit: EXIT.differences,
    text: () => 'git tracks files in .locsync, which are about this machine alone',
    hint: () => 'run `git rm -r --cached .locsync`, and commit that',
  }),
} as const;
