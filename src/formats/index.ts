import type { Format } from './format.js';
import { json } from './json.js';
import { yaml } from './yaml.js';

/** Every format, in the order in which they are looked up. */
export const formats: readonly Format[] = [json, yaml];

/** The format of a file of this name, by its extension in any case; undefined if it is none of ours. */
export function formatOf(path: string): Format | undefined {
  const lower = path.toLowerCase();
  return formats.find((format) => format.extensions.some((extension) => lower.endsWith(extension)));
}
