import { digits } from '../../core/text/wording.js';
import { printable } from '../../core/text/printable.js';
import type { LeftOutReport } from '../../core/report/report-json.js';
import type { Report } from '../../core/report/report.js';

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
  const of = files === undefined ? '' : ` of ${files.join(', ')}`;
  if (setting === 'minTranslated') {
    const { translated = 0, total = 0, percent = 0 } = rest;
    const share = total === 0 ? 0 : Math.floor((translated / total) * 100);
    const counted = `${digits(translated)} of ${digits(total)} keys`;
    return printable(
      `Not pulled${of}: ${locales.join(', ')}, of which ${share}% is translated on the service (${counted}), less than ${percent}%`,
    );
  }
  const reason = setting === 'locales' ? 'not in `locales`' : `\`${setting}\``;
  return printable(`${LEAVES[setting]}${of}: ${[...locales, ...keys].join(', ')} (${reason})`);
}
