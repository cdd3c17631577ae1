import { digits } from '../../core/text/wording.js';
import { printable } from '../../core/text/printable.js';
import type { KeyCounts, PlannedKey } from '../../core/report/file-report.js';
import type { Report } from '../../core/report/report.js';
import type { Ink, Screen } from '../ink.js';
import { wrap } from '../wrap.js';

/** "2 changed, 1 added, 5 removed"; undefined if others are sent too (`push --all`). */
export function kindsText({ added, changed, removed }: KeyCounts, n: number): string | undefined {
  if (n === 0 || added + changed + removed !== n) return undefined;
  const kinds = [
    [changed, 'changed'],
    [added, 'added'],
    [removed, 'removed'],
  ] as const;
  return kinds.flatMap(([count, kind]) => (count > 0 ? [`${digits(count)} ${kind}`] : [])).join(', ');
}

const MARKS = { added: '+', changed: '~', removed: '-' } as const satisfies Record<
  PlannedKey['kind'],
  string
>;
const PAINTS = { added: 'good', changed: 'todo', removed: 'bad' } as const satisfies Record<
  PlannedKey['kind'],
  keyof Ink
>;

/** Each key that push or pull would carry over, file by file: `--dry-run --verbose`. */
export function plannedLines(report: Report, { columns, ink }: Screen): string {
  const line = ({ key, kind, from, to }: PlannedKey): string => {
    const texts = [from, to].filter((text) => text !== null && text !== '');
    const shown = texts.map((text) => `"${printable(text ?? '')}"`).join(' -> ');
    const text = wrap(`  ${MARKS[kind]} ${printable(key)}  ${shown}`, columns, 6);
    return `  ${ink[PAINTS[kind]](MARKS[kind])}${text.slice(3)}\n`;
  };
  return report.files
    .filter(({ planned = [] }) => planned.length > 0)
    .map(({ path, locale, planned = [] }) => {
      const title = ink.strong(`${printable(path)} (${printable(locale)})`);
      return `${title}\n${planned.map(line).join('')}\n`;
    })
    .join('');
}
