import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A fingerprint of a file from its inode, size and times, without reading it. A replaced file has
 * another inode; a written file has another change time, which no program can set. Undefined if the
 * file does not exist or is not accessible.
 */
export async function statFingerprint(root: string, path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(join(root, path), { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(' ');
  } catch {
    return undefined;
  }
}
