import { printable } from '../../core/text/printable.js';
import type { FileReport, FileState } from '../../core/report/file-report.js';
import type { Report } from '../../core/report/report.js';
import { stateCell, outcomeLines } from './tables.js';
import type { Screen } from '../ink.js';
import type { Cell } from '../table.js';
import { quantity } from '../../core/text/wording.js';

/** What undo did (or would do) with a file, as a word. */
export function undoneWord(state: FileState, { dryRun }: Report): string {
  const words: Partial<Record<FileState, readonly [did: string, would: string]>> = {
    'to-pull': ['restored', 'would restore'],
    'only-there': ['removed', 'would remove'],
  };
  const [did = state, would = state] = words[state] ?? [];
  return dryRun === true ? would : did;
}

/** What undo did (or would do), in one sentence. */
export function undoneLine({ summary, files, dryRun, exitCode }: Report): string {
  const { restored = 0, removed = 0 } = summary;
  if (files.length === 0) return exitCode === 0 ? 'Nothing to undo.' : 'Did not undo anything.';
  const [restore, remove, open] =
    dryRun === true ? ['restore', 'remove', 'open'] : ['restored', 'removed', 'opened'];
  const conflicts = files.reduce((sum, { keys }) => sum + keys.conflicts, 0);
  const parts = [
    ...(restored > 0 ? [`${restore} ${quantity(restored, 'file')}`] : []),
    ...(removed > 0 ? [`${remove} ${quantity(removed, 'file')} that the run had made`] : []),
    ...(conflicts > 0 ? [`${open} ${quantity(conflicts, 'conflict')} again`] : []),
  ];
  if (parts.length === 0) return dryRun === true ? 'Would not undo anything.' : 'Did not undo anything.';
  const did = parts.join(' and ');
  return dryRun === true ? `Would ${did}.` : `${did.charAt(0).toUpperCase()}${did.slice(1)}.`;
}

const keysCell = ({ toPull, conflicts }: FileReport['keys']): string =>
  conflicts > 0 ? quantity(conflicts, 'conflict') : toPull > 0 ? quantity(toPull, 'key') : '';

/** What undo did (or would do) with each file, and a closing line. */
export function undoneLines(report: Report, screen: Screen): string {
  const { ink } = screen;
  const rows = report.files.map((file): Cell[] => [
    { ...stateCell(file.state, ink), text: undoneWord(file.state, report) },
    { text: printable(file.path) },
    { text: keysCell(file.keys), paint: ink.faint },
  ]);
  return outcomeLines('KEYS', rows, undoneLine(report), screen);
}
