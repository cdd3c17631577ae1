import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What the disk says of a file without reading it: number, size and times, to the nanosecond. Whoever replaces a file gives it another number,
 * whoever writes into it another time of change, which no program can set. Undefined for what is not there or cannot be looked at.
 */
export async function statFingerprint(root: string, path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(join(root, path), { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(' ');
  } catch {
    return undefined;
  }
}
