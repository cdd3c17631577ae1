import { printable } from '../core/text/printable.js';
import { valueLines } from '../core/report/setting-text.js';
import type { ExaminedReport, SettingReport } from '../core/report/examined.js';
import type { Report } from '../core/report/report.js';
import type { Ink } from './ink.js';
import type { OutputOptions } from './reporter.js';
import { table, type Cell, type Column } from './table.js';
import { wrap } from './wrap.js';

/** The settings with their origins: `config`. */
export function settingLines({ settings = [] }: Report, screen: OutputOptions, ink: Ink): string {
  const head: Column[] = [
    { title: 'KEY', align: 'left' },
    { title: 'VALUE', align: 'left', shrinks: true },
    { title: 'FROM', align: 'left' },
  ];
  const rows = settings.flatMap((setting): Cell[][] => {
    const [first = '', ...more] = valueLines(setting.value);
    const faint = setting.origin === 'default' ? { paint: ink.faint } : {};
    return [
      [
        { text: setting.key, ...faint },
        { text: first, ...faint },
        { text: originText(setting), paint: ink.faint },
      ],
      ...more.map((text): Cell[] => [{ text: '' }, { text }, { text: '' }]),
    ];
  });
  return table(head, rows, screen.isTerminal ? screen.columns : undefined, ink.faint);
}

export const originText = ({ origin, value }: SettingReport): string =>
  value === null ? '' : printable(origin);

const MARKS: Record<ExaminedReport['state'], { readonly word: string; readonly paint: keyof Ink }> = {
  ok: { word: 'ok', paint: 'good' },
  note: { word: 'note', paint: 'todo' },
  fault: { word: 'FAULT', paint: 'bad' },
  skipped: { word: '-', paint: 'faint' },
};

/** What doctor has found, each fault with its cure. */
export function examinedLines({ examined = [] }: Report, screen: OutputOptions, ink: Ink): string {
  const columns = screen.isTerminal ? screen.columns : undefined;
  const indent = 22;
  const blocks = examined.map(({ subject, state, found, hint }) => {
    const { word, paint } = MARKS[state];
    const [first = '', ...more] = found;
    const head = `${word.padEnd(5)}  ${subject.padEnd(13)}  `;
    const firstLine = wrap(`${head}${printable(first)}`, columns, indent).slice(5);
    const rest = more.map((line) => wrap(`${' '.repeat(indent)}${printable(line)}`, columns, indent + 2));
    const cures = (hint?.split('\n') ?? []).map((way) =>
      ink.faint(wrap(`${' '.repeat(indent)}${way}`, columns, indent + 2)),
    );
    return [`${ink[paint](head.slice(0, 5))}${firstLine}`, ...rest, ...cures]
      .map((line) => `${line}\n`)
      .join('');
  });
  const faults = examined.filter(({ state }) => state === 'fault').length;
  const end =
    faults === 0
      ? ink.good('Nothing is wrong.')
      : ink.bad(`${faults === 1 ? '1 fault' : `${faults} faults`}.`);
  return `${blocks.join('')}\n${end}\n`;
}
