import { largest } from '../../core/util/collections.js';
import { printable } from '../../core/text/printable.js';
import { valueLines, type ExaminedReport, type SettingReport } from '../../core/report/examined.js';
import type { Report } from '../../core/report/report.js';
import type { Ink, Screen } from '../ink.js';
import { table, widthOf, type Cell, type Column } from '../table.js';
import { wrap } from '../wrap.js';
import { quantity } from '../../core/text/wording.js';

const SETTING_COLUMNS: readonly Column[] = [
  { title: 'KEY', align: 'left' },
  { title: 'VALUE', align: 'left' },
  { title: 'FROM', align: 'left' },
];

/**
 * The settings with their origins: `config`. A value is never cut: one that is too long for its
 * column is on a line of its own, below its key.
 */
export function settingLines({ settings = [] }: Report, { columns = Infinity, ink }: Screen): string {
  const keys = largest(settings.map(({ key }) => widthOf(key)));
  const origins = largest(settings.map((setting) => widthOf(originText(setting))));
  const room = columns - keys - origins - 2 * '  '.length;
  const blocks = settings.map((setting) => {
    const { key, value, origin } = setting;
    const values = valueLines(value);
    const faint = origin === 'default' ? { paint: ink.faint } : {};
    const isLong = values.some((text) => widthOf(text) > room);
    const [first = '', ...more] = isLong ? [] : values;
    const rows: Cell[][] = [
      [
        { text: key, ...faint },
        { text: first, ...faint },
        { text: originText(setting), paint: ink.faint },
      ],
      ...more.map((text): Cell[] => [{ text: '' }, { text }, { text: '' }]),
    ];
    return { rows, below: isLong ? values.map((text) => `  ${text}\n`) : [] };
  });
  const printed = table(
    SETTING_COLUMNS,
    blocks.flatMap(({ rows }) => rows),
    undefined,
    ink.faint,
  );
  const [titles = '', ...lines] = printed.split('\n');
  const body = blocks.map(({ rows, below }) =>
    [...lines.splice(0, rows.length).map((line) => `${line}\n`), ...below].join(''),
  );
  return `${titles}\n${body.join('')}`;
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
export function examinedLines({ examined = [] }: Report, { columns, ink }: Screen): string {
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
  const end = faults === 0 ? ink.good('Nothing is wrong.') : ink.bad(`${quantity(faults, 'fault')}.`);
  return `${blocks.join('')}\n${end}\n`;
}
