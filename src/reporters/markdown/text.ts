import { largest } from '../../core/util/collections.js';
import { printable } from '../../core/text/printable.js';

/** What Markdown, or the service that shows it, could read as a mark. */
const MARKS = /[\\`*_{}[\]<>()#+.!|~:$%&^=-]/g;

/**
 * Text between our words: no mark of Markdown takes effect, and nobody is mentioned. GitHub and
 * GitLab look for `@name` and `#12` in what is shown, where a backslash is gone: a comment after
 * the first character parts the two.
 */
const escapeMarkdown = (text: string): string =>
  text.replace(MARKS, '\\$&').replaceAll(/@|\\#/g, '$&<!-- -->');

/**
 * A sentence: what is between backticks is code, the rest is plain. Backticks of a text that is
 * named in it can exchange the two, and change nothing else.
 */
export function sentence(text: string): string {
  const parts = printable(text, Infinity).split('`');
  const isOpen = parts.length % 2 === 0;
  return parts
    .map((part, i) => {
      if (i % 2 === 0) return escapeMarkdown(part);
      if (isOpen && i === parts.length - 1) return `\\\`${escapeMarkdown(part)}`;
      return part === '' ? '\\`\\`' : code(part);
    })
    .join('');
}

/** A path, a code or a key, in which nothing has an effect, but for `|` in a table. */
export function code(text: string): string {
  const shown = printable(text);
  if (shown.trim() === '' || /[|\\]/.test(shown)) return escapeMarkdown(shown);
  const runs = shown.match(/`+/g) ?? [];
  const fence = '`'.repeat(largest(runs.map(({ length }) => length)) + 1);
  return runs.length === 0 ? `${fence}${shown}${fence}` : `${fence} ${shown} ${fence}`;
}

/** A text of a translation in a cell of a table. */
export const quotedText = (text: string | null): string =>
  text === null ? '' : escapeMarkdown(printable(text));

export interface MarkdownColumn {
  readonly title: string;
  readonly align: 'left' | 'right';
}

/** Rows of escaped cells under titles; '' if there are none. */
export function markdownTable(head: readonly MarkdownColumn[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const rule = head.map(({ align }) => (align === 'right' ? '--:' : '---'));
  return `${line(head.map(({ title }) => title))}${line(rule)}${rows.map(line).join('')}`;
}
