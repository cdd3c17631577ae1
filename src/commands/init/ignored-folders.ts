/**
 * Globs of folders in which `init` and `doctor` look for no locale files: other people's code, and
 * what is made from a project's own. Folders that begin with a dot are left out anyway.
 */
export const IGNORED_FOLDERS: readonly string[] = [
  'node_modules',
  'bower_components',
  'jspm_packages',
  'vendor',
  'Pods',
  'venv',
  'dist',
  'build',
  'out',
  'target',
  'coverage',
  'tmp',
  'log',
].map((folder) => `**/${folder}/**`);
