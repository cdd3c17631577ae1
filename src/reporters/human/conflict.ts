import { printable } from '../../core/text/printable.js';
import type { ConflictCard } from '../../core/report/conflict-card.js';
import type { Ink } from '../ink.js';
import { wrap } from '../wrap.js';

/** A conflict with all its texts, for a screen of this many columns. */
export function conflictCard(card: ConflictCard, columns: number, ink: Ink): string {
  const { path, locale, key, number, of, here, there, before, source } = card;
  const line = (label: string, text: string, faint = false): string =>
    text
      .split('\n')
      .map((part, i) =>
        wrap(`  ${(i === 0 ? label : '').padEnd(9)}${printable(part, Infinity)}`, columns, 11),
      )
      .map((wrapped) => `${faint ? ink.faint(wrapped) : wrapped}\n`)
      .join('');
  const side = (label: string, text: string | undefined): string =>
    text === undefined ? line(label, '(no such key)', true) : line(label, shownText(text), text === '');
  return [
    `\n${wrap(`${ink.strong(`${printable(path)} (${printable(locale)})`)}  ${number} of ${of}`, columns, 2)}\n`,
    `${wrap(`  ${ink.bad(printable(key, Infinity))}`, columns, 2)}\n`,
    side('here', here),
    side('service', there),
    before === undefined
      ? line('before', '(they have never agreed)', true)
      : before === null
        ? line('before', '(not known: neither side nor git has that text)', true)
        : line('before', shownText(before)),
    ...(source === undefined ? [] : [line('source', shownText(source))]),
  ].join('');
}

const shownText = (text: string): string => (text === '' ? '(empty)' : text);
