import { printable } from '../core/text/printable.js';
import type { Report } from '../core/report/report.js';
import type { WatchEvent } from '../core/report/watch.js';
import { problemLines } from './human/problems.js';
import { workRows } from './human/tables.js';
import { inkFor, screenOf } from './ink.js';
import type { Printed, OutputOptions } from './reporter.js';
import { quantity } from '../core/text/wording.js';

/** What a watch prints, with the time: what was done on stdout, the rest on stderr. */
export function watchText(event: WatchEvent, output: OutputOptions): Printed {
  const ink = inkFor(output);
  switch (event.kind) {
    case 'watching':
      return printedLine(
        output,
        ink.faint(`Watching ${quantity(event.files, 'locale file')} for changes. Ctrl+C stops.`),
      );
    case 'polling':
      return printedLine(
        output,
        ink.faint(
          `Asking the service every ${event.seconds === 1 ? 'second' : `${event.seconds} seconds`}. Ctrl+C stops.`,
        ),
      );
    case 'stopped':
      return printedLine(output, ink.faint('Stopped.'));
    case 'round': {
      const time = ink.faint(timeOf(event.at));
      const well = event.well && !output.quiet ? `${time}  ${ink.good('OK again')}\n` : '';
      return {
        out: output.quiet ? '' : rowLines(event.report, output, time),
        err: besideTime(problemLines(event.report, screenOf(narrower(output))), time) + well,
      };
    }
  }
}

/** 09:05:00 and two spaces. */
const MARGIN = 10;

const narrower = (output: OutputOptions): OutputOptions => ({
  ...output,
  columns: Math.max(20, output.columns - MARGIN),
});

/** Lines with the time in front of the first, and as much room in front of the others. */
const besideTime = (block: string, time: string): string =>
  block === '' ? '' : `${time}  ${block.trimEnd().replaceAll('\n', `\n${' '.repeat(MARGIN)}`)}\n`;

const printedLine = ({ quiet }: OutputOptions, line: string): Printed => ({
  out: quiet ? '' : `${line}\n`,
  err: '',
});

function rowLines(report: Report, output: OutputOptions, time: string): string {
  return workRows(report, inkFor(output))
    .map(([state, path, extent]) => {
      const paint = state.paint ?? String;
      return `${time}  ${paint(state.text)}  ${printable(path.text)}  ${(extent.paint ?? String)(extent.text)}\n`;
    })
    .join('');
}

/** The time of day where the program runs: 09:05:00. */
const timeOf = (ms: number): string => new Date(ms).toTimeString().slice(0, 8);
