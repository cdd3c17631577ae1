import { printable } from './printable.js';

/**
 * A text as a shell reads it as one word: a hint that people copy may hold text from a repository.
 * Characters that mean nothing to any shell stay as they are, everything else gets single quotes.
 * What a message could not show as it is, and a backtick, which ends a command in a message, is
 * written in octal.
 */
export function shellWord(text: string): string {
  // A shell such as zsh expands `=word`.
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(text)) return text;
  const quoted = `'${text.replaceAll("'", "'\\''")}'`;
  const isShown = !text.includes('`') && printable(quoted, Infinity) === quoted;
  return isShown ? quoted : `"$(printf '${inOctal(text)}')"`;
}

/** A text as the format of `printf`: nothing in it means anything to a shell or a terminal. */
function inOctal(text: string): string {
  const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;
  return text.replace(/[^\w./]/gu, (character) =>
    Array.from(new TextEncoder().encode(character), octal).join(''),
  );
}
