import { largest, getOrMake } from '../../core/util/collections.js';
import { RULE_NAMES, type CheckRule } from '../../core/check/rules.js';
import type { ErrorCode } from '../../core/errors/index.js';
import { digits, quantity, itOrThem } from '../../core/text/wording.js';
import { printable } from '../../core/text/printable.js';
import type { Problem } from '../../core/report/problem.js';
import type { Report } from '../../core/report/report.js';
import type { Screen } from '../ink.js';
import { wrap } from '../wrap.js';

/** How many warnings of one rule are shown; only `--verbose` shows more. */
const SHOWN = 10;

const CODES: Readonly<Record<CheckRule, ErrorCode>> = {
  placeholders: 'CHECK_PLACEHOLDERS',
  tags: 'CHECK_TAGS',
  syntax: 'CHECK_SYNTAX',
  plural: 'CHECK_PLURAL',
  blanks: 'CHECK_BLANKS',
  orphans: 'CHECK_ORPHAN',
  stale: 'CHECK_STALE',
};

/**
 * What `check` found, file by file with line and column, and how much it compared. All errors, and
 * the first warnings of each rule; the rest are counted.
 */
export function checkLines(report: Report, { columns, ink, verbose }: Screen): string {
  const byPath = new Map<string, Problem[]>();
  const slight = new Set(report.warnings);
  for (const problem of [...report.errors, ...report.warnings]) {
    if (problem.key !== undefined) getOrMake(byPath, problem.path ?? '', () => []).push(problem);
  }
  const rest = verbose ? [] : restByRule(report.warnings);
  const hidden = new Set(rest.flatMap((group) => group.problems));
  const blocks = [...byPath].map(([path, problems]) => {
    const listed = problems.filter((problem) => !hidden.has(problem));
    if (listed.length === 0) return '';
    const places = listed.map(({ line, column }) => (line === undefined ? '' : `${line}:${column ?? 1}`));
    const width = largest(places.map((place) => place.length));
    const lines = listed.map((problem, i) => {
      const place = (places[i] ?? '').padStart(width);
      const message = slight.has(problem) ? `warning: ${problem.message}` : problem.message;
      const line = wrap(`  ${place}  ${message}`, columns, width + 4);
      return `  ${ink.faint(place)}${line.slice(width + 2)}\n`;
    });
    return `${ink.strong(printable(path))}  ${ink.faint(quantity(problems.length, 'problem'))}\n${lines.join('')}\n`;
  });
  const { texts = 0, problems = 0, baselined = 0, outdated = 0 } = report.summary;
  if (report.notes !== undefined) return report.notes.map((note) => `${note}\n`).join('');
  const warnings = report.warnings.filter(({ key }) => key !== undefined).length;
  const rules = RULE_NAMES.flatMap((rule) => {
    const found = report.summary[rule] ?? 0;
    return found > 0 ? [`${digits(found)} ${rule}`] : [];
  });
  const compared = comparedText(report);
  const verdict = `${compared}: ${withoutProblems(report)}.`;
  const isGood = texts > 0 && report.errors.length === 0;
  const end =
    problems > 0
      ? `${compared}: ${ink.bad(quantity(problems, 'problem'))} in ${quantity(byPath.size, 'file')}.`
      : isGood
        ? ink.good(verdict)
        : verdict;
  const details = [
    ...rest.map(restLine),
    ...(problems > 0
      ? [
          `By rule: ${rules.join(', ')}. ${quantity(problems - warnings, 'error')}, ${quantity(warnings, 'warning')}.`,
        ]
      : []),
    ...(baselined > 0 ? [`${digits(baselined)} more in the baseline (.locsync-check.json).`] : []),
    ...(outdated > 0
      ? [
          `${quantity(outdated, 'finding')} of the baseline no longer ${outdated === 1 ? 'applies' : 'apply'}: --update-baseline drops ${itOrThem(outdated)}.`,
        ]
      : []),
  ].map((line) => `${ink.faint(wrap(line, columns, 0))}\n`);
  return `${blocks.join('')}${end}\n${details.join('')}`;
}

/** What a check without problems says of the texts that it has compared. */
export function withoutProblems({ summary: { texts = 0 }, errors }: Report): string {
  if (texts === 0) return 'nothing is known of them';
  return errors.length > 0 ? 'nothing is wrong in them, but see the errors' : 'nothing is wrong';
}

/** How much `check` has compared. */
export const comparedText = ({ summary: { texts = 0 }, files }: Report): string =>
  `Compared ${quantity(texts, 'text')} in ${quantity(new Set(files.map(({ path }) => path)).size, 'file')}`;

interface UnlistedProblems {
  readonly rule: CheckRule;
  readonly problems: readonly Problem[];
}

/** By rule the warnings after the first ones; a single one more is shown as well. */
function restByRule(warnings: readonly Problem[]): UnlistedProblems[] {
  return RULE_NAMES.flatMap((rule) => {
    const ofRule = warnings.filter(({ code, key }) => key !== undefined && code === CODES[rule]);
    return ofRule.length > SHOWN + 1 ? [{ rule, problems: ofRule.slice(SHOWN) }] : [];
  });
}

function restLine({ rule, problems }: UnlistedProblems): string {
  const files = new Set(problems.map(({ path }) => path)).size;
  return `${quantity(problems.length, `more ${rule} warning`)} in ${quantity(files, 'file')}: \`--verbose\` shows them.`;
}
