import type { LocaleTable } from '../../core/files/locale-table.js';
import type { ProposedPattern } from '../../core/propose/propose.js';
import { probableMap, type UnknownCodes } from '../../core/propose/unknown-codes.js';
import { printable } from '../../core/text/printable.js';
import type { Host } from '../../ports/host.js';
import { askFor, type Validate } from '../prompts.js';
import type { SourceLocaleChoice } from './detect.js';
import { quantity } from '../../core/text/wording.js';

/** The source locale that a person names; Enter takes the proposed one. */
export async function askSource(host: Host, { tags, proposed, find }: SourceLocaleChoice): Promise<string> {
  const fault: Validate = (answer) =>
    answer === '' || find(answer) !== undefined ? undefined : `one of ${printable(tags.join(', '), 60)}`;
  const question = `Source language (the one your developers write) [${printable(proposed)}]`;
  return find(await askFor(host, question, fault)) ?? proposed;
}

/** More codes than these, and a file is quicker written by hand. */
const MOST_CODES = 40;

/** What a person says of codes that the project lacks; undefined if that is nothing. */
export async function askCodes(
  host: Host,
  { pattern, codes, files }: UnknownCodes,
  table: LocaleTable,
): Promise<ReadonlyMap<string, string> | undefined> {
  if (codes.length > MOST_CODES) return undefined;
  const projectCodes = table.locales.map(({ code }) => code);
  host.terminal.err.write(
    `${files} files match ${printable(pattern)}, but their codes are not the project's.\nWhich locale is each? (${printable(projectCodes.join(', '), 200)}; - for none)\n`,
  );
  const probable = new Map([...probableMap(codes, table)].map(([code, name]) => [name, code]));
  const map = new Map<string, string>();
  for (const name of codes) {
    const proposed = probable.get(name);
    const fault: Validate = (answer) =>
      answer === '-' || (answer === '' && proposed !== undefined) || table.find(answer) !== undefined
        ? undefined
        : 'one of the locales above, or -';
    const answer = await askFor(
      host,
      `${printable(name)}${proposed === undefined ? '' : ` [${printable(proposed)}]`}`,
      fault,
    );
    const code = answer === '' ? proposed : table.find(answer)?.code;
    if (code !== undefined && !map.has(code)) map.set(code, name);
  }
  return map.size === 0 ? undefined : map;
}

/** The patterns that a person wants, by their numbers; Enter takes all. */
export async function askPatterns(
  host: Host,
  patterns: readonly ProposedPattern[],
): Promise<readonly ProposedPattern[]> {
  if (patterns.length < 2) return patterns;
  const listed = patterns.map(
    ({ path, files }, i) => `  ${i + 1}. ${printable(path)} (${quantity(files.length, 'file')})`,
  );
  host.terminal.err.write(`${listed.join('\n')}\n`);
  const numbersOf = (answer: string): readonly number[] => answer.split(/[ ,]+/).map(Number);
  const fault: Validate = (answer) =>
    answer === '' || numbersOf(answer).every((number) => patterns[number - 1] !== undefined)
      ? undefined
      : `numbers from 1 to ${patterns.length}, with commas between them`;
  const answer = await askFor(host, 'Which of these patterns? Numbers, or Enter for all', fault);
  if (answer === '') return patterns;
  const wanted = new Set(numbersOf(answer));
  return patterns.filter((_, i) => wanted.has(i + 1));
}
