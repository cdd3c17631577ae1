import { diffWordsWithSpace } from 'diff';
import { nfc } from '../core/text/normal-form.js';
import { printable } from '../core/text/printable.js';
import type { Ink } from './ink.js';
import { wrap } from './wrap.js';

/** The most characters of a text that are shown: those around the first difference. */
const LONGEST = 2_000;
const BEFORE = 80;
/** More words than this differ: marking each would not help. */
const MOST_EDITS = 60;

// Around the words that differ, until the lines are broken; no text that is printed holds them.
const [OPEN, CLOSE] = ['\u0001', '\u0002'];

export interface LabelledText {
  readonly label: string;
  readonly text: string | null;
}

/**
 * Two texts of one key below each other, each with its label, line breaks as line breaks, and the
 * words in bold that only one of them has. After them `before`, an earlier text of both, without
 * marks. A text of null is left out. The lines are moved in by
 * four spaces, and end with a line break.
 */
export function twoTexts(
  left: LabelledText,
  right: LabelledText,
  ink: Ink,
  columns: number | undefined,
  before: LabelledText = { label: '', text: null },
): string {
  const [first, second] =
    left.text === null || right.text === null
      ? [left, right].map(({ text }) => (text === null ? undefined : cutBefore(text, 0)))
      : markDifferences(left.text, right.text);
  const width = Math.max(left.label.length, right.label.length, before.label.length);
  const labelledLine = ({ label }: LabelledText, text: string | undefined): string =>
    text === undefined ? '' : labelledText(label.padEnd(width), text, ink, columns);
  const earlier = before.text === null ? undefined : cutBefore(before.text, 0);
  return labelledLine(left, first) + labelledLine(right, second) + labelledLine(before, earlier);
}

/** Both texts with marks around the words that only one has. */
function markDifferences(left: string, right: string): readonly [string, string] {
  const from = Math.max(0, firstDifference(left, right) - BEFORE);
  const isAlike = looksTheSame(left, right);
  const show = (text: string): string => (isAlike ? revealed(cutBefore(text, from)) : cutBefore(text, from));
  const texts = [show(left), show(right)] as const;
  const parts = diffWordsWithSpace(...texts, { maxEditLength: MOST_EDITS });
  if (parts === undefined) return texts;
  // If nothing is the same, marks say nothing.
  if (parts.every(({ added, removed, value }) => added || removed || value.trim() === '')) return texts;
  const side = (other: 'added' | 'removed'): string =>
    parts
      .filter((part) => !part[other])
      .map(({ value, added, removed }) => (added || removed ? OPEN + value + CLOSE : value))
      .join('');
  return [side('added'), side('removed')];
}

/** At most {@link LONGEST} characters, and none that a terminal obeys. */
function cutBefore(text: string, from: number): string {
  if (text.length <= LONGEST) return printableText(text);
  const [start, end] = [wholeCharacter(text, from), wholeCharacter(text, from + LONGEST)];
  return `${start > 0 ? '…' : ''}${printableText(text.slice(start, end))}${end < text.length ? '…' : ''}`;
}

/** Each line made safe for a terminal; the line breaks stay. */
const printableText = (text: string): string =>
  text
    .split('\n')
    .map((line) => printable(line, LONGEST))
    .join('\n');

/** Spaces and tabs at the end of lines, and letters of another normal form, cannot be seen. */
const looksTheSame = (left: string, right: string): boolean =>
  nfc(left.split('\n').map(withoutEnd).join('\n')) === nfc(right.split('\n').map(withoutEnd).join('\n'));

/** Shows as `\u{…}` what cannot be seen. */
const revealed = (text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const seen = withoutEnd(line);
      return escape(seen, /[^\0-\x7f]/gu) + escape(line.slice(seen.length), /[ \t]/g);
    })
    .join('\n');

const escape = (text: string, which: RegExp): string =>
  text.replace(which, (c) => `\\u{${c.codePointAt(0)?.toString(16) ?? ''}}`);

/** A line without the spaces and tabs at its end. */
function withoutEnd(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end--;
  return line.slice(0, end);
}

/** Not in the middle of a surrogate pair. */
const wholeCharacter = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;

function firstDifference(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  let at = 0;
  while (at < length && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  return at;
}

function labelledText(label: string, text: string, ink: Ink, columns: number | undefined): string {
  const indent = label.length + 6;
  let isOpen = false;
  const paint = (line: string): string =>
    line
      .split(/([\u0001\u0002])/)
      .map((part) => {
        if (part === OPEN || part === CLOSE) {
          isOpen = part === OPEN;
          return '';
        }
        return isOpen ? strongWords(part, ink) : part;
      })
      .join('');
  return text
    .split('\n')
    .map((line, at) =>
      wrap(`${at === 0 ? `    ${label}  ` : line === '' ? '' : ' '.repeat(indent)}${line}`, columns, indent),
    )
    .join('\n')
    .split('\n')
    .map((line) => `${paint(line)}\n`)
    .join('');
}

/** The spaces that move a line in are not part of the text. */
function strongWords(part: string, ink: Ink): string {
  const words = part.trim();
  if (words === '') return part;
  const start = part.length - part.trimStart().length;
  return part.slice(0, start) + ink.strong(words) + part.slice(start + words.length);
}
