// What @tolgee/cli asks for: an archive of all files, and one import of all files.
import { createHash } from 'node:crypto';
import { archive } from './archive.mjs';

export function tolgee({ sets, keys, codes }) {
  const body = archive({ sets, keys, codes }, (code, set) => `${code}/ns${set}.json`);
  const exported = {
    body,
    type: 'application/zip',
    etag: `"${createHash('sha256').update(body).digest('hex')}"`,
  };
  return ({ url: { pathname } }) => {
    if (pathname === '/v2/projects/1/export') return exported;
    if (pathname === '/v2/projects/1/single-step-import') return { unresolvedConflicts: [] };
    return undefined;
  };
}
