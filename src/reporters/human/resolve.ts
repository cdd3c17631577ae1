import { printable } from '../../core/text/printable.js';
import type { FileReport } from '../../core/report/file-report.js';
import type { Report } from '../../core/report/report.js';
import { stateCell, outcomeLines } from './tables.js';
import type { Screen } from '../ink.js';
import type { Cell } from '../table.js';
import { quantity } from '../../core/text/wording.js';

/** The outcome of the conflicts of a file, as a word. */
export function resolvedWord({ state, keys }: FileReport, { dryRun }: Report): string {
  if (state === 'failed' || state === 'skipped') return state;
  if (keys.conflicts > 0) return 'conflict';
  return dryRun === true ? 'would resolve' : 'resolved';
}

/** The conflicts of a file by outcome. */
export function resolvedParts({ keys }: FileReport): string {
  const parts = [
    ...(keys.toPush > 0 ? [`${keys.toPush} to push`] : []),
    ...(keys.toPull > 0 ? [`${keys.toPull} from the service`] : []),
    ...(keys.conflicts > 0 ? [`${keys.conflicts} left`] : []),
  ];
  return parts.join(', ');
}

/** What resolve did (or would do), in sentences. */
export function resolvedLine({ files, summary, dryRun }: Report): string {
  const { resolved = 0, conflicts = 0, toPush = 0 } = summary;
  if (files.length === 0) return 'Nothing to resolve.';
  const did = dryRun === true ? 'Would resolve' : 'Resolved';
  const left =
    conflicts > 0 ? ` ${quantity(conflicts, 'conflict')} ${conflicts === 1 ? 'is' : 'are'} left.` : '';
  const next = toPush > 0 && dryRun !== true ? ' The next `locsync push` sends your texts.' : '';
  return `${resolved > 0 ? `${did} ${quantity(resolved, 'conflict')}.` : dryRun === true ? '' : 'Resolved nothing.'}${left}${next}`.trim();
}

/** What resolve did (or would do) with each file, and a closing line. */
export function resolvedLines(report: Report, screen: Screen): string {
  const { ink } = screen;
  const rows = report.files.map((file): Cell[] => [
    {
      ...stateCell(file.keys.conflicts > 0 ? 'conflict' : file.state, ink),
      text: resolvedWord(file, report),
    },
    { text: printable(file.path) },
    { text: resolvedParts(file), paint: ink.faint },
  ]);
  return outcomeLines('CONFLICTS', rows, resolvedLine(report), screen);
}
