import type { ReportedCommand } from '../core/report/report-json.js';
import type { Report } from '../core/report/report.js';
import { changeLines } from './human/changes.js';
import { checkLines } from './human/check.js';
import { examinedLines, settingLines } from './human/examined.js';
import { resolvedLine, resolvedLines } from './human/resolve.js';
import { statusLines } from './human/status.js';
import { closingLine, localeTable, workLines } from './human/tables.js';
import { undoneLine, undoneLines } from './human/undo.js';
import type { Screen } from './ink.js';
import {
  belowList,
  changeTables,
  checkTable,
  examinedTable,
  fileTable,
  languageTable,
  missingList,
  progressTable,
  resolvedTable,
  settingsTable,
  staleList,
  statusLine,
  undoneTable,
} from './markdown/tables.js';
import { sentence } from './markdown/text.js';
import { wrap } from './wrap.js';

/** How the result of a command is shown. */
interface View {
  readonly lines: (report: Report, screen: Screen) => string;
  /** In Markdown: blocks, of which those without text are left out. */
  readonly markdown: (report: Report) => readonly string[];
}

/** A command that compares no files; a configuration is printed as it is written. */
const NOTES: View = {
  lines: (report, { columns }) => noteLines(report, report.configuration ? undefined : columns),
  markdown: ({ notes = [] }) => notes.map((note) => `${note.split('\n').map(sentence).join('  \n')}\n`),
};

/** What these print is read by programs. */
const UNBROKEN: View = { ...NOTES, lines: (report) => noteLines(report, undefined) };

const TRANSFER: View = {
  lines: workLines,
  markdown: (report) => [
    `${closingLine(report)}\n`,
    progressTable(report),
    belowList(report),
    fileTable(report),
  ],
};

export const VIEWS: Readonly<Record<ReportedCommand, View>> = {
  status: {
    lines: statusLines,
    markdown: (report) => [
      `${statusLine(report)}\n`,
      progressTable(report),
      belowList(report),
      fileTable(report),
      missingList(report),
      staleList(report),
    ],
  },
  diff: {
    lines: changeLines,
    markdown: (report) => [progressTable(report), ...changeTables(report), staleList(report)],
  },
  push: TRANSFER,
  pull: TRANSFER,
  resolve: {
    lines: resolvedLines,
    markdown: (report) => [`${resolvedLine(report)}\n`, resolvedTable(report)],
  },
  undo: {
    lines: undoneLines,
    markdown: (report) => [`${undoneLine(report)}\n`, undoneTable(report)],
  },
  check: { lines: checkLines, markdown: (report) => [checkTable(report)] },
  locales: { lines: localeTable, markdown: (report) => [languageTable(report)] },
  doctor: { lines: examinedLines, markdown: (report) => [examinedTable(report)] },
  config: { lines: settingLines, markdown: (report) => [settingsTable(report)] },
  '': { ...NOTES, lines: examinedLines },
  apply: NOTES,
  init: NOTES,
  login: NOTES,
  logout: NOTES,
  accept: NOTES,
  mv: NOTES,
  rm: NOTES,
  pseudo: NOTES,
  'git-setup': NOTES,
  'merge-driver': UNBROKEN,
  serve: UNBROKEN,
  completion: UNBROKEN,
};

/** A note may hold several lines. */
function noteLines({ notes = [] }: Report, columns: number | undefined): string {
  const lines = notes.flatMap((note) => note.split('\n'));
  const indentOf = (line: string): number => line.length - line.trimStart().length + 2;
  return lines.map((line) => `${wrap(line, columns, indentOf(line))}\n`).join('');
}
