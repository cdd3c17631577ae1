import { LocsyncError } from '../../core/errors/index.js';
import { localRow, type FileReport } from '../../core/report/file-report.js';
import type { LeftReport } from '../../core/report/report-json.js';
import { reportOf, type Report } from '../../core/report/report.js';
import type { HintContext } from '../../core/errors/suggest.js';
import { quantity } from '../../core/text/wording.js';
import { printable } from '../../core/text/printable.js';
import type { FileChanges } from './files.js';
import type { KeyChanges } from './keys.js';

export type RenameCommand = 'mv' | 'rm';

/** What a report says of its run. */
export interface RenameRun {
  readonly command: RenameCommand;
  readonly dryRun: boolean;
  readonly hints: HintContext;
}

/** The outcome of a key; with `--dry-run`, the expected one. */
export function keyReport(
  run: RenameRun,
  { from, to, name }: { readonly from: string; readonly to: string | undefined; readonly name: string },
  { rows, left, changes }: KeyChanges,
  warnings: readonly LocsyncError[],
): Report {
  const files = rows.map(({ path, locale, keys, toPush }): FileReport => {
    const moved = keys.flatMap(([old, next]) => (next === undefined ? [] : [{ from: old, to: next }]));
    const removed = keys.flatMap(([old, next]) => (next === undefined ? [old] : []));
    const row = localRow(path, locale, toPush === 0 ? 'in-sync' : 'to-push', { toPush });
    return { ...row, ...(to === undefined ? { removed } : { moved }) };
  });
  const count = rows.reduce((sum, { keys }) => sum + keys.length, 0);
  const lines = rows.map(({ path, locale, keys }) => {
    const names = keys.map(([old, next]) => (next === undefined ? old : `${old} -> ${next}`));
    return `${printable(path)} (${printable(locale)}): ${printable(names.join(', '))}`;
  });
  const isNothing = changes.length === 0;
  const what = `${quantity(count, 'text')} in ${quantity(changes.length, 'file')}`;
  const closing = isNothing ? nothingLine(run.command, from) : doneLine(run, from, to, what);
  const leftThere: LeftReport[] = left.length === 0 ? [] : [{ name, keys: left }];
  const toPush = rows.reduce((sum, row) => sum + row.toPush, 0);
  const next = to === undefined || isNothing ? [] : [afterMove(toPush)];
  return report(run, { files, count, lines: [...lines, closing, ...next], left: leftThere, warnings });
}

/** What the next push does with a key that has another name now. */
const afterMove = (toPush: number): string =>
  toPush > 0
    ? 'The next `locsync push` uploads the new key in every locale.'
    : 'The next `locsync push` does not upload the new key: `ignoreKeys` names it.';

/** The outcome of the files of a set; with `--dry-run`, the expected one. */
export function fileReport(
  run: RenameRun,
  { rows, left }: FileChanges,
  warnings: readonly LocsyncError[],
): Report {
  const files = rows.map(({ path, locale, to }): FileReport => ({
    ...localRow(path, locale, to === undefined ? 'in-sync' : 'to-push'),
    ...(to === undefined ? {} : { moved: [{ from: path, to }] }),
  }));
  const lines = rows.map(({ path, to }) => printable(to === undefined ? path : `${path} -> ${to}`));
  const verb = run.command === 'mv' ? ['Moved', 'Would move'] : ['Removed', 'Would remove'];
  const closing =
    rows.length === 0
      ? 'Nothing to do: the files are where they should be.'
      : `${verb[run.dryRun ? 1 : 0] ?? ''} ${quantity(rows.length, 'file')}.`;
  const leftThere: LeftReport[] = left === undefined ? [] : [{ name: left, keys: [] }];
  return report(run, { files, count: rows.length, lines: [...lines, closing], left: leftThere, warnings });
}

function report(
  { command, dryRun, hints }: RenameRun,
  {
    files,
    count,
    lines,
    left,
    warnings,
  }: {
    readonly files: readonly FileReport[];
    readonly count: number;
    readonly lines: readonly string[];
    readonly left: readonly LeftReport[];
    readonly warnings: readonly LocsyncError[];
  },
): Report {
  const isKept = !warnings.some(({ code }) => code === 'UNDO_NOT_KEPT');
  const undo =
    dryRun || files.length === 0
      ? []
      : [
          isKept
            ? '`locsync undo` takes it back. Commit the files and the lock.'
            : 'Commit the files and the lock.',
        ];
  const list = left.flatMap(({ name, keys }) =>
    keys.length === 0
      ? [`  the source file ${printable(name)}`]
      : keys.map((key) => `  ${printable(key)} in ${printable(name)}`),
  );
  const notes = [
    ...lines,
    ...undo,
    ...(list.length === 0 ? [] : ['Left to delete on the service:', ...list]),
  ];
  return reportOf({
    command,
    dryRun,
    summary: command === 'mv' ? { moved: count } : { removed: count },
    files,
    notes,
    left,
    warnings,
    hints,
    differs: left.length > 0,
  });
}

function doneLine(
  { command, dryRun }: RenameRun,
  from: string,
  to: string | undefined,
  what: string,
): string {
  const named = to === undefined ? printable(from) : `${printable(from)} to ${printable(to)}`;
  const verb = command === 'mv' ? (dryRun ? 'Would rename' : 'Renamed') : dryRun ? 'Would remove' : 'Removed';
  return `${verb} ${named}: ${what}.`;
}

const nothingLine = (command: RenameCommand, from: string): string =>
  `No file here has ${printable(from)} any more: nothing to ${command === 'mv' ? 'rename' : 'remove'}.`;

/** What a pull may bring back, as the lock cannot say that it is gone on purpose. */
export const notRemembered = (
  { unremembered }: Pick<KeyChanges, 'unremembered'>,
  lock: string,
): LocsyncError[] =>
  unremembered.length === 0 ? [] : [LocsyncError.of('NOT_REMEMBERED', { names: unremembered, lock })];
