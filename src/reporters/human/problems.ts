import { placeText } from '../../core/errors/index.js';
import { type Problem, namesLostTexts } from '../../core/report/problem.js';
import type { Report } from '../../core/report/report.js';
import type { Ink, Screen } from '../ink.js';
import { wrap } from '../wrap.js';
import { getOrMake, given } from '../../core/util/collections.js';

/** More warnings with one cause are not shown: forty languages may be lacking. */
const FEW = 3;

/**
 * Errors, then warnings, each with its place and what to do next. Quiet leaves the warnings out; of
 * many alike only verbose shows all. Warnings that name lost texts are always shown.
 */
export function problemLines(report: Report, { columns, ink, quiet, verbose }: Screen): string {
  const warnings = quiet ? report.warnings.filter(namesLostTexts) : report.warnings;
  return [
    ...report.errors.map((problem) => lines(problem, 'error', ink.bad, ink, columns)),
    ...alike(warnings).flatMap((group) => {
      if (verbose || group.length <= FEW || group.some(namesLostTexts))
        return group.map((problem) => lines(problem, 'warning', ink.todo, ink, columns));
      return [
        ...group.slice(0, FEW).map((problem) => sentence(problem, 'warning', ink.todo, columns)),
        hintLine(`and ${group.length - FEW} more like these: \`--verbose\` shows them`, ink, columns),
        hintLine(group[0]?.hint, ink, columns),
      ];
    }),
  ].join('');
}

function lines(
  problem: Problem,
  label: string,
  paint: Ink[keyof Ink],
  ink: Ink,
  columns: number | undefined,
): string {
  return sentence(problem, label, paint, columns) + hintLine(problem.hint, ink, columns);
}

function sentence(
  problem: Problem,
  label: string,
  paint: Ink[keyof Ink],
  columns: number | undefined,
): string {
  const place = placeOf(problem);
  const where = place === undefined ? '' : `${place}: `;
  const text = wrap(`${label}: ${where}${problem.message}`, columns, 2).slice(label.length);
  return `${paint(label)}${text}\n`;
}

/** `config/locales/de.yml:3:5`; undefined for a problem that is about no file. */
export const placeOf = ({ path, line, column }: Problem): string | undefined =>
  path === undefined ? undefined : placeText({ path, ...given({ line, column }) });

/** A hint; of several ways each is a line, and what does not fit in it is moved in further. */
function hintLine(hint: string | undefined, ink: Ink, columns: number | undefined): string {
  const ways = hint?.split('\n') ?? [];
  const indent = ways.length > 1 ? 4 : 2;
  return ways.map((way) => `${ink.faint(wrap(`  ${way}`, columns, indent))}\n`).join('');
}

/** The problems of one code and one hint together, in the order of the first of each. */
function alike(problems: readonly Problem[]): readonly (readonly Problem[])[] {
  const groups = new Map<string, Problem[]>();
  for (const problem of problems)
    getOrMake(groups, `${problem.code} ${problem.hint ?? ''}`, () => []).push(problem);
  return [...groups.values()];
}
