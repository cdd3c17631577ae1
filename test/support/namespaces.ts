import { spawnSync } from 'node:child_process';

const works = (args: readonly string[]): boolean => spawnSync('unshare', [...args, 'true']).status === 0;
const FORMS = [
  ['-pf', '--mount-proc'],
  // For anybody but root, on systems that let users make namespaces.
  ['-Ur', '-pf', '--mount-proc'],
];
const form = process.platform === 'linux' ? FORMS.find(works) : undefined;

/**
 * The command that runs another one in a process namespace of its own, as a container does;
 * undefined if this machine does not let us.
 */
export const inContainer: readonly string[] | undefined = form && ['unshare', ...form];
