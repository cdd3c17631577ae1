import { isAbsolute, relative, sep } from 'node:path';
import type { Place } from '../../core/errors/index.js';
import type { FoundConfig } from '../../ports/settings.js';

/** Where the configuration stands, as people see it from their working folder. */
export function placeIn({ path }: FoundConfig, cwd: string): { readonly place?: Place } {
  if (path === undefined) return {};
  const way = relative(cwd, path).split(sep).join('/');
  return { place: { path: isAbsolute(way) || way.startsWith('../../../') ? path : way } };
}
