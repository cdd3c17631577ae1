/** A text without the line ends that `echo` and secret stores leave after it. */
export function withoutLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return text.slice(0, end);
}

/** The line end of a text of some program: CRLF if it has one, else LF. */
export const newlineIn = (text: string): '\n' | '\r\n' => (text.includes('\r\n') ? '\r\n' : '\n');
