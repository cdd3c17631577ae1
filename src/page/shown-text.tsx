import type { JSX } from 'preact';

const RIGHT_TO_LEFT =
  /^(?:ar|arc|ckb|dv|fa|he|iw|ks|nqo|ps|sd|syr|ug|ur|yi)(?:[-_]|$)|[-_](?:Arab|Hebr|Thaa|Nkoo)/i;

/** What an element needs to hold a text of this language. */
export function languageAttributes(code: string): { readonly lang: string; readonly dir: 'ltr' | 'rtl' } {
  return { lang: code.replaceAll(/[_@]/g, '-'), dir: RIGHT_TO_LEFT.test(code) ? 'rtl' : 'ltr' };
}

// Characters that are not seen but matter, and placeholders that have to stay.
const MARKED =
  /([\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff])|(\n)|(\u00a0|\t)|(%\{[^{}]*\}|\{\{[^{}]*\}\}|\{[\w.$-]+\}|%(?:\d+\$)?[sd@]|<\/?[A-Za-z][^<>]*>)/g;
const MOST_MARKS = 2_000;
/** A text of fewer characters fits, also on a narrow screen. */
const LONG = 300;

interface ShownTextProps {
  readonly text: string;
  readonly code: string;
  readonly class?: string;
}

/** A text as it is, its placeholders and invisible characters marked. Never HTML. */
export function ShownText({ text, code, class: name = '' }: ShownTextProps): JSX.Element {
  const parts = marked(text);
  // What is so long that it scrolls must be reached from the keyboard.
  const isLong = text.length > LONG || parts.length > LONG / 20;
  return (
    <div class={`text ${name}`} {...(isLong ? { tabIndex: 0 } : {})} {...languageAttributes(code)}>
      {parts}
    </div>
  );
}

export function marked(text: string): readonly (string | JSX.Element)[] {
  const parts: (string | JSX.Element)[] = [];
  let from = 0;
  for (const match of text.matchAll(MARKED)) {
    if (parts.length > MOST_MARKS) break;
    const [whole, hidden, line, blank, placeholder] = match;
    parts.push(text.slice(from, match.index));
    from = match.index + whole.length;
    if (hidden !== undefined) parts.push(<span class="mark">{codePoint(hidden)}</span>);
    else if (line !== undefined) parts.push(<span class="faint">↵</span>, '\n');
    else if (blank !== undefined) parts.push(<span class="faint">{blank === '\t' ? '→\t' : '⍽'}</span>);
    else parts.push(<span class="slot">{placeholder}</span>);
  }
  parts.push(text.slice(from));
  return parts;
}

const MOST_NAMED = 5;

/** `U+202E, U+200B`: what a text field does not show of its text; '' for nothing. */
export function hiddenIn(text: string): string {
  const found = new Set<string>();
  for (const [, hidden] of text.matchAll(MARKED)) {
    if (hidden !== undefined && hidden !== '\r') found.add(codePoint(hidden));
    if (found.size === MOST_NAMED) break;
  }
  return [...found].join(', ');
}

// Characters of a name that cannot be seen, or that reorder it.
const HIDDEN = /[\p{Cc}\p{Cs}\u2028\u2029\ufff9-\ufffb]|\p{Default_Ignorable_Code_Point}|(?! )\p{Zs}/gu;

/** The name of a file, a key or a project where only a string fits. */
export const visibleName = (name: string): string => name.replaceAll(HIDDEN, codePoint);

/** A name of somebody else's: its invisible characters are seen, and it reorders only itself. */
export function ShownName({
  name,
  class: of,
}: {
  readonly name: string;
  readonly class?: string;
}): JSX.Element {
  const parts: (string | JSX.Element)[] = [];
  let from = 0;
  for (const { index, 0: hidden } of name.matchAll(HIDDEN)) {
    parts.push(name.slice(from, index), <span class="mark">{codePoint(hidden)}</span>);
    from = index + hidden.length;
  }
  return <bdi class={of}>{[...parts, name.slice(from)]}</bdi>;
}

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
