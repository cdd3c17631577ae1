import { createHmac } from 'node:crypto';
import { signedText, verifiedText } from '../core/system/signed-text.js';
import { memoryFile, type FileWriter } from './files/memory-file.js';
import type { MemoryFile } from '../ports/memory-file.js';

/**
 * A file in `.locsync/` that only this user can have written. One that came with a repository, or
 * that was changed since, counts as absent.
 */
export function signedFile(
  root: string,
  own: { readonly name: string; readonly limit: number },
  writer: FileWriter,
  key: Buffer,
): Pick<MemoryFile, 'read' | 'write'> {
  const file = memoryFile(root, own, writer);
  const macOf = (text: string): string => createHmac('sha256', key).update(text).digest('hex');
  return {
    read: () => verifiedText(file.read() ?? '', macOf),
    write: (text) => file.write(text === '' ? '' : signedText(text, macOf)),
  };
}
