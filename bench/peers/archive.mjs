// The archives that two of the services export.
import { zipSync } from 'fflate';
import { fileText } from './texts.mjs';

/** A zip file of all locale files; `nameOf` gives the name of one. */
export function archive({ sets, keys, codes }, nameOf) {
  const files = {};
  for (const code of codes)
    for (let set = 0; set < sets; set++) files[nameOf(code, set)] = Buffer.from(fileText(code, set, keys));
  return Buffer.from(zipSync(files));
}
