// The texts that are measured: generated, so that everyone measures the same, and the big files of
// the corpus if it is beside the project.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const WORDS =
  'save your changes before you leave this page or all that was written since the last copy is lost'.split(
    ' ',
  );

const message = (n) =>
  Array.from({ length: 3 + (n % 9) }, (_, at) => WORDS[(n * 7 + at * 5) % WORDS.length]).join(' ');

/**
 * `size` keys in sections of 20, as Rails has them: plain, single and double quotes, some
 * placeholders, a block here and there.
 */
export function railsYaml(size) {
  const lines = ['# Made by the bench.', 'de:'];
  for (let n = 0; n < size; n++) {
    if (n % 20 === 0) lines.push('', `  section_${n / 20}:`);
    const text = message(n);
    if (n % 50 === 7) lines.push(`    key_${n}: |-`, `      ${text}`, `      ${message(n + 1)}`);
    else if (n % 5 === 1) lines.push(`    key_${n}: "%{count} ${text}"`);
    else if (n % 5 === 2) lines.push(`    key_${n}: 'it''s ${text}'`);
    else lines.push(`    key_${n}: ${text}`);
  }
  return `${lines.join('\n')}\n`;
}

/** The same keys as nested JSON. */
export function nestedJson(size) {
  const de = {};
  for (let n = 0; n < size; n++) {
    (de[`section_${Math.floor(n / 20)}`] ??= {})[`key_${n}`] =
      n % 5 === 1 ? `{{count}} ${message(n)} "so"\n` : message(n);
  }
  return `${JSON.stringify({ de }, null, 2)}\n`;
}

/** A file of the corpus; undefined if that is not here. */
export function corpusText(path) {
  const url = new URL(`../../shared/corpus/${path}`, import.meta.url);
  return existsSync(fileURLToPath(url)) ? readFileSync(url, 'utf8') : undefined;
}
