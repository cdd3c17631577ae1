import { printable } from '../core/text/printable.js';
import type { LeftOutReport, Report } from '../core/report/report.js';

/** What each setting does with what it names. */
const LEAVES: Record<LeftOutReport['setting'], string> = {
  locales: 'Not synced',
  excludeLocales: 'Not synced',
  pullOnly: 'Never pushed',
  pushOnly: 'Never pulled',
  ignoreKeys: 'Keys neither pushed nor pulled',
};

/** What the configuration leaves out, one line a setting. */
export const leftOutLines = ({ leftOut = [] }: Report): string =>
  leftOut.map((one) => `${leftOutLine(one)}\n`).join('');

function leftOutLine({ setting, locales = [], keys = [], files }: LeftOutReport): string {
  const of = files === undefined ? '' : ` of ${files.join(', ')}`;
  const reason = setting === 'locales' ? 'not in `locales`' : `\`${setting}\``;
  return printable(`${LEAVES[setting]}${of}: ${[...locales, ...keys].join(', ')} (${reason})`);
}
