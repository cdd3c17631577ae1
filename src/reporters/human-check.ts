import { largest } from '../core/text/lists.js';
import { printable } from '../core/text/printable.js';
import type { Problem } from '../core/report/problem.js';
import type { Report } from '../core/report/report.js';
import { count } from './human-tables.js';
import type { Ink } from './ink.js';
import type { OutputOptions } from './reporter.js';
import { wrap } from './wrap.js';

/** What `check` found, file by file with line and column, and how much it compared. */
export function checkLines(report: Report, screen: OutputOptions, ink: Ink): string {
  const columns = screen.isTerminal ? screen.columns : undefined;
  const byPath = new Map<string, Problem[]>();
  for (const problem of report.errors) {
    if (problem.key === undefined) continue;
    const path = problem.path ?? '';
    const problems = byPath.get(path);
    if (problems) problems.push(problem);
    else byPath.set(path, [problem]);
  }
  const blocks = [...byPath].map(([path, problems]) => {
    const places = problems.map(({ line, column }) => (line === undefined ? '' : `${line}:${column ?? 1}`));
    const width = largest(places.map((place) => place.length));
    const lines = problems.map(({ message }, i) => {
      const place = (places[i] ?? '').padStart(width);
      const line = wrap(`  ${place}  ${message}`, columns, width + 4);
      return `  ${ink.faint(place)}${line.slice(width + 2)}\n`;
    });
    return `${ink.strong(printable(path))}\n${lines.join('')}\n`;
  });
  const { texts = 0, problems = 0 } = report.summary;
  const compared = `Compared ${count(texts, 'text')} in ${count(report.files.length, 'file')}`;
  const end =
    problems === 0
      ? ink.good(`${compared}: nothing is wrong.`)
      : `${compared}: ${ink.bad(count(problems, 'problem'))} in ${count(byPath.size, 'file')}.`;
  return `${blocks.join('')}${end}\n`;
}
