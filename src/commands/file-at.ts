import { basename, dirname } from 'node:path';
import type { Files } from '../ports/files.js';
import type { Host } from '../ports/host.js';

/** A file anywhere on this machine: its folder is opened as that of a project is. */
export function fileAt(host: Host, path: string): { readonly files: Files; readonly name: string } {
  const whole = host.resolve(path);
  return { files: host.files(dirname(whole)), name: basename(whole) };
}
