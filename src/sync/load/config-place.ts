import { isAbsolute, relative, sep } from 'node:path';
import { LocsyncError, type Place } from '../../core/errors/index.js';
import type { FoundConfig } from '../../ports/settings.js';

/** The path of the configuration relative to the working folder, for messages. */
export function placeIn({ path }: FoundConfig, cwd: string): { readonly place?: Place } {
  if (path === undefined) return {};
  const way = relative(cwd, path).split(sep).join('/');
  return { place: { path: isAbsolute(way) || way.startsWith('../../../') ? path : way } };
}

/** Throws FILES_MISSING if the configuration names no files. */
export function refuseNoFiles(found: FoundConfig, cwd: string): void {
  if (found.config.files.length === 0) throw LocsyncError.of('FILES_MISSING', {}, placeIn(found, cwd));
}
