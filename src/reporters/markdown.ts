import { type Problem, namesLostTexts } from '../core/report/problem.js';
import type { Report } from '../core/report/report.js';
import { placeOf } from './human/problems.js';
import { code, sentence } from './markdown/text.js';
import { hasResult, type Printed } from './reporter.js';
import { VIEWS } from './views.js';

const MOST_PROBLEMS = 30;

/** The summary as a document for a comment on a pull request or a job summary. */
export function markdown(report: Report): Printed {
  return { out: markdownSummary(report), err: '' };
}

/** A table by locale, what differs, problems. By its first line a script finds the comment. */
export function markdownSummary(report: Report): string {
  const title = `<!-- locsync -->\n### locsync${report.command === '' ? '' : ` ${report.command}`}\n`;
  const body = hasResult(report) ? VIEWS[report.command].markdown(report) : [];
  const parts = [title, ...body, problemList(report)];
  return parts.filter((part) => part !== '').join('\n');
}

/** Errors, then warnings; those that name lost texts are all shown, and whole. */
function problemList({ errors, warnings }: Report): string {
  const line = (label: string, problem: Problem): string => {
    const { message, hint } = problem;
    const place = placeOf(problem);
    const where = place === undefined ? '' : `${code(place)}: `;
    const next =
      hint === undefined
        ? ''
        : hint
            .split('\n')
            .map((way) => `  \n  ${sentence(way)}`)
            .join('');
    return `- **${label}** ${where}${sentence(message)}${next}\n`;
  };
  const list = (label: string, problems: readonly Problem[]): string => {
    const shown = problems.filter((problem, i) => i < MOST_PROBLEMS || namesLostTexts(problem));
    const rest = problems.length - shown.length;
    const more = rest > 0 ? `- and ${rest} more\n` : '';
    return shown.map((problem) => line(label, problem)).join('') + more;
  };
  return list('error', errors) + list('warning', warnings);
}
