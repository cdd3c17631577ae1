import { printable } from '../core/text/printable.js';
import type { Report } from '../core/report/report.js';
import type { WatchNews } from '../core/report/watch.js';
import { problemLines } from './human-problems.js';
import { count, workRows } from './human-tables.js';
import { inkFor } from './ink.js';
import type { Printed, Screen } from './reporter.js';

/** What a watch tells, line by line, each with the time of day: what was done on stdout, errors and warnings on stderr. */
export function watchText(news: WatchNews, screen: Screen): Printed {
  const ink = inkFor(screen);
  switch (news.kind) {
    case 'watching':
      return said(
        screen,
        ink.faint(`Watching ${count(news.files, 'locale file')} for changes. Ctrl+C stops.`),
      );
    case 'polling':
      return said(
        screen,
        ink.faint(
          `Asking the service every ${news.seconds === 1 ? 'second' : `${news.seconds} seconds`}. Ctrl+C stops.`,
        ),
      );
    case 'stopped':
      return said(screen, ink.faint('Stopped.'));
    case 'round': {
      const time = ink.faint(timeOf(news.at));
      const well = news.well && !screen.quiet ? `${time}  ${ink.good('all is well again')}\n` : '';
      return {
        out: screen.quiet ? '' : rowLines(news.report, screen, time),
        err: beside(problemLines(news.report, narrower(screen), ink), time) + well,
      };
    }
  }
}

/** 09:05:00 and two blanks. */
const MARGIN = 10;

const narrower = (screen: Screen): Screen => ({ ...screen, columns: Math.max(20, screen.columns - MARGIN) });

/** A block of lines with the time in front of the first, and as much room in front of the others. */
const beside = (block: string, time: string): string =>
  block === '' ? '' : `${time}  ${block.trimEnd().replaceAll('\n', `\n${' '.repeat(MARGIN)}`)}\n`;

const said = ({ quiet }: Screen, line: string): Printed => ({ out: quiet ? '' : `${line}\n`, err: '' });

function rowLines(report: Report, screen: Screen, time: string): string {
  return workRows(report, inkFor(screen))
    .map(([state, path, extent]) => {
      const paint = state.paint ?? String;
      return `${time}  ${paint(state.text)}  ${printable(path.text)}  ${(extent.paint ?? String)(extent.text)}\n`;
    })
    .join('');
}

/** The time of day where the program runs: 09:05:00. */
const timeOf = (ms: number): string => new Date(ms).toTimeString().slice(0, 8);
