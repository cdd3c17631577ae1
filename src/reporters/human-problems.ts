import { placeText } from '../core/errors/index.js';
import type { Problem, Report } from '../core/report.js';
import type { Ink } from './ink.js';
import type { Screen } from './reporter.js';
import { wrap } from './wrap.js';

/** Errors, then warnings, each with its place and what to do next. Quiet leaves the warnings out. */
export function problemLines(report: Report, screen: Screen, ink: Ink): string {
  const columns = screen.isTerminal ? screen.columns : undefined;
  const warnings = screen.quiet ? [] : report.warnings;
  return [
    ...report.errors.map((problem) => lines(problem, 'error', ink.bad, ink, columns)),
    ...warnings.map((problem) => lines(problem, 'warning', ink.todo, ink, columns)),
  ].join('');
}

function lines(
  problem: Problem,
  label: string,
  paint: Ink[keyof Ink],
  ink: Ink,
  columns: number | undefined,
): string {
  const { path, line, column, message, hint } = problem;
  const place = {
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
  const where = path === undefined ? '' : `${placeText({ path, ...place })}: `;
  const text = wrap(`${label}: ${where}${message}`, columns, 2).slice(label.length);
  const todo = hint === undefined ? '' : `${ink.faint(wrap(`  ${hint}`, columns, 2))}\n`;
  return `${paint(label)}${text}\n${todo}`;
}
