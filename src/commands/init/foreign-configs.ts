// Other people's code, and what is made from our own. Folders that begin with a dot are left out
// anyway.
export const FOREIGN: readonly string[] = [
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
