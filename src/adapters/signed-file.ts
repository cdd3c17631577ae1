import { createHmac, timingSafeEqual } from 'node:crypto';
import { memoryFile } from './files/memory-file.js';
import type { MemoryFile } from '../ports/memory-file.js';

// The end of the file: the HMAC-SHA-256 of all before it.
const TRAILER = /\n([0-9a-f]{64})\n$/;
const TRAILER_LENGTH = 66;

/**
 * A memory in `.locsync/` of which only what this user has written is read: a file that came with a
 * repository, or that was changed since, counts as none.
 */
export function signedFile(
  root: string,
  own: { readonly name: string; readonly limit: number },
  pid: number,
  key: Buffer,
): Pick<MemoryFile, 'read' | 'write'> {
  const file = memoryFile(root, own, pid);
  const macOf = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    read: () => {
      const text = file.read();
      const [, mac] = TRAILER.exec(text?.slice(-TRAILER_LENGTH) ?? '') ?? [];
      if (text === undefined || mac === undefined) return undefined;
      const body = text.slice(0, -TRAILER_LENGTH);
      return timingSafeEqual(macOf(body), Buffer.from(mac, 'hex')) ? body : undefined;
    },
    write: (text) => file.write(text === '' ? '' : `${text}\n${macOf(text).toString('hex')}\n`),
  };
}
