import type { Files } from '../../ports/files.js';

/** Whether a path, or a folder on the way to it, is a symbolic link. */
export const leadsByLink = (files: Pick<Files, 'isLink'>, path: string): boolean =>
  path.split('/').some((_, i, parts) => files.isLink(parts.slice(0, i + 1).join('/')));
