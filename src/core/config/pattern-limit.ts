import { compilePattern } from '../patterns/compile.js';
import { ignoreGlob, withoutDot } from './path-rules.js';
import { reportBadValue, type ConfigContext, type Schema } from './schema.js';
import { type ConfigNode, valueAt } from './tree.js';
import { pathOf } from './validators.js';

// Measured: 2,000 patterns with 50 globs each take 2 s, 2,000 of both a minute. Patterns of 64
// alternatives each, 2,000 of them, take 85 s.
const MOST_ALTERNATIVES = 4_000;
const MOST_PAIRS = 100_000;

/**
 * The whole file, refusing so many patterns that the search for files takes minutes: what they cost
 * multiplies with the globs that are left out, and with the alternatives of each.
 */
export function fewEnoughPatterns<T>(file: Schema<T>): Schema<T> {
  return {
    ...file,
    read: (node, key, reading) => {
      const before = reading.faults.length;
      const values = file.read(node, key, reading);
      // What is wrong in itself is not counted.
      if (reading.faults.length === before) checkVolume(node, reading);
      return values;
    },
  };
}

function checkVolume(node: ConfigNode, reading: ConfigContext): void {
  const general = globsIn(node, 'ignore', reading);
  let [alternatives, pairs] = [0, 0];
  for (const [i, item] of itemsOf(node, 'files').entries()) {
    const count = alternativesOf(pathOf(item) ?? '');
    alternatives += count;
    pairs += count * (general + globsIn(item, `files[${i}].ignore`, reading));
    const expected =
      alternatives > MOST_ALTERNATIVES
        ? `a list of at most ${MOST_ALTERNATIVES} patterns, each {a,b} written out`
        : pairs > MOST_PAIRS
          ? `shorter: its patterns, each times the globs left out of it, are at most ${MOST_PAIRS}`
          : undefined;
    if (expected === undefined) continue;
    reportBadValue(item, 'files', expected, 'this one is too many', reading);
    return;
  }
}

/** How many globs a setting leaves out, each `{a,b}` written out. Reports too many of them. */
function globsIn(node: ConfigNode, name: string, reading: ConfigContext): number {
  let count = 0;
  for (const item of itemsOf(node, 'ignore')) {
    count += item.kind === 'text' ? alternativesOf(ignoreGlob(item.text)) : 0;
    if (count <= MOST_ALTERNATIVES) continue;
    const expected = `a list of at most ${MOST_ALTERNATIVES} globs, each {a,b} written out`;
    reportBadValue(item, name, expected, 'this one is too many', reading);
    break;
  }
  return count;
}

const alternativesOf = (pattern: string): number =>
  pattern.includes('{') ? compilePattern(withoutDot(pattern)).alternatives.length : 1;

/** The items of the list that a mapping has under this key. */
function itemsOf(node: ConfigNode, key: string): readonly ConfigNode[] {
  const value = valueAt(node, key);
  return value?.kind === 'list' ? value.items : [];
}
