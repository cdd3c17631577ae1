import { largest } from '../core/util/collections.js';
import stringWidth from 'fast-string-width';

/** One cell: the text that is measured, and how it is coloured once it is in its column. */
export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** The column that shrinks if the table is wider than the screen. */
  readonly shrinks?: boolean;
  /** The column that is left out if the table would be too wide even so. */
  readonly yields?: boolean;
}

/** A path that is cut further says nothing. */
const SHORTEST = 10;

/** How many columns of a terminal a text takes. */
export const widthOf = (text: string): number => (/^[ -~]*$/.test(text) ? text.length : stringWidth(text));

/** A text cut in its middle, so that a path's folder and its file stay readable. */
function cutMiddle(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  const tail = Math.ceil((columns - 1) * 0.6);
  const end = fittingCharacters(characters.toReversed(), tail).reverse().join('');
  return `${fittingCharacters(characters, columns - 1 - tail).join('')}…${end}`;
}

/** The first of these characters, as many as fit into this many columns. */
function fittingCharacters(characters: readonly string[], columns: number): string[] {
  let left = columns;
  const count = characters.findIndex((character) => (left -= widthOf(character)) < 0);
  return characters.slice(0, count < 0 ? characters.length : count);
}

type Rows = readonly (readonly Cell[])[];

const widthsOf = (head: readonly Column[], rows: Rows): number[] =>
  head.map((column, i) =>
    largest(
      rows.map((row) => widthOf(row[i]?.text ?? '')),
      widthOf(column.title),
    ),
  );

const totalOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width + 2, -2);

/** Whether these rows are wider than the screen, so that {@link table} would cut a text. */
export const isTooWide = (head: readonly Column[], rows: Rows, columns: number | undefined): boolean =>
  columns !== undefined && totalOf(widthsOf(head, rows)) > columns;

/** Whether two rows name the same once a column is cut, and did not before. */
function looksAlike(head: readonly Column[], rows: Rows, at: number, width: number): boolean {
  const locale = head.findIndex(({ title }) => title === 'LOCALE');
  const rowKey = (row: readonly Cell[], text: string): string => `${row[locale]?.text ?? ''}\0${text}`;
  const whole = new Set(rows.map((row) => rowKey(row, row[at]?.text ?? '')));
  const cut = new Set(rows.map((row) => rowKey(row, cutMiddle(row[at]?.text ?? '', width))));
  return cut.size < whole.size;
}

/** The rows with one column's text on a line of its own, and the others below it. */
function stackRows(
  head: readonly Column[],
  rows: Rows,
  own: number,
  columns: number,
  paintTitle: (text: string) => string,
): string {
  const others = rows.map((row) => row.toSpliced(own, 1));
  const [titles = '', ...lines] = table(head.toSpliced(own, 1), others, columns - 2, paintTitle).split('\n');
  const stack = rows.map((row, i) => {
    const { text = '', paint } = row[own] ?? {};
    const shown = cutMiddle(text, columns);
    return `${paint ? paint(shown) : shown}\n  ${lines[i] ?? ''}\n`;
  });
  return `  ${titles}\n${stack.join('')}`;
}

/**
 * Rows under titles, columns two spaces apart, at most `columns` wide if that is given. If two
 * paths would look alike once they are cut, each is on a line of its own. Lines have no spaces at
 * their end.
 */
export function table(
  head: readonly Column[],
  rows: Rows,
  columns: number | undefined,
  paintTitle: (text: string) => string,
): string {
  const widths = widthsOf(head, rows);
  const shrinking = head.findIndex((column) => column.shrinks);
  const total = totalOf(widths);
  if (columns !== undefined && shrinking >= 0 && total > columns) {
    const left = (widths[shrinking] ?? 0) - (total - columns);
    const yielding = head.findIndex((column) => column.yields);
    if (left < SHORTEST && yielding >= 0) {
      const kept = rows.map((row) => row.toSpliced(yielding, 1));
      return table(head.toSpliced(yielding, 1), kept, columns, paintTitle);
    }
    widths[shrinking] = Math.max(SHORTEST, left);
    if (looksAlike(head, rows, shrinking, widths[shrinking]))
      return stackRows(head, rows, shrinking, columns, paintTitle);
  }
  const line = (cells: readonly Cell[]): string =>
    cells
      .map((cell, i) => {
        const width = widths[i] ?? 0;
        const text = cutMiddle(cell.text, width);
        const gap = ' '.repeat(Math.max(0, width - widthOf(text)));
        const painted = cell.paint ? cell.paint(text) : text;
        const last = i === cells.length - 1;
        return head[i]?.align === 'right' ? gap + painted : last ? painted : painted + gap;
      })
      .join('  ')
      .trimEnd();
  const titles = head.map((column) => ({ text: column.title, paint: paintTitle }));
  return [line(titles), ...rows.map(line)].map((text) => `${text}\n`).join('');
}
