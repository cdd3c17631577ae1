import { digits } from '../core/text/wording.js';
import { printable } from '../core/text/printable.js';
import type { LeftOutReport } from '../core/report/report-json.js';
import type { Report } from '../core/report/report.js';

/** What each setting does with what it names. */
const LEAVES: Record<Exclude<LeftOutReport['setting'], 'minTranslated'>, string> = {
  locales: 'Not synced',
  excludeLocales: 'Not synced',
  pullOnly: 'Never pushed',
  pushOnly: 'Never pulled',
  ignoreKeys: 'Keys neither pushed nor pulled',
};

/** What the configuration leaves out, one line a setting. */
export const leftOutLines = ({ leftOut = [] }: Report): string =>
  leftOut.map((entry) => `${leftOutLine(entry)}\n`).join('');

/** The locales that pull left alone since too little of them is translated, one line each. */
export const belowLines = ({ leftOut = [] }: Report): readonly string[] =>
  leftOut.filter(({ setting }) => setting === 'minTranslated').map(leftOutLine);

function leftOutLine({ setting, locales = [], keys = [], files, ...rest }: LeftOutReport): string {
  if (setting === 'minTranslated') return belowLine(locales, files, rest);
  const of = files === undefined ? '' : ` of ${files.join(', ')}`;
  const reason = setting === 'locales' ? 'not in `locales`' : `\`${setting}\``;
  return printable(`${LEAVES[setting]}${of}: ${[...locales, ...keys].join(', ')} (${reason})`);
}

function belowLine(
  locales: readonly string[],
  files: readonly string[] | undefined,
  { translated = 0, total = 0, percent = 0 }: Pick<LeftOutReport, 'translated' | 'total' | 'percent'>,
): string {
  const of = files === undefined ? '' : ` of ${files.join(', ')}`;
  const share = total === 0 ? 0 : Math.floor((translated / total) * 100);
  const counted = `${digits(translated)} of ${digits(total)} keys`;
  return printable(
    `Not pulled${of}: ${locales.join(', ')}, of which ${share}% is translated on the service (${counted}), less than ${percent}%`,
  );
}
