import { endingOf, type FormatName } from '../core/formats.js';
import type { Format } from './format.js';
import { json } from './json.js';
import { yaml } from './yaml.js';

const byName: Readonly<Record<FormatName, Format>> = { json, yaml };

/** Every format, in the order of the table in core. */
export const formats: readonly Format[] = Object.values(byName);

/** The format of a file of this name, by its extension in any case; undefined for other files. */
export function formatOf(path: string): Format | undefined {
  const extension = endingOf(path)?.ending.toLowerCase();
  return formats.find(({ extensions }) => extension !== undefined && extensions.includes(extension));
}
