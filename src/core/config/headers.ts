import { LocsyncError } from '../errors/index.js';
import { printable } from '../text/printable.js';

/** A header that is added to each request. */
export interface Header {
  readonly name: string;
  readonly value: string;
}

export const HEADERS_VARIABLE = 'LOCSYNC_HEADERS';

// RFC 9110, section 5.6.2.
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\u0020-\u007e]+$/;

/** Headers that the program or HTTP itself sets. */
const OWN = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'if-none-match',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

/**
 * The headers of `LOCSYNC_HEADERS`: lines `Name: value`. Throws HEADERS_INVALID, which names the
 * line and never holds any of a value.
 */
export function readHeaders(text: string): readonly Header[] {
  const headers: Header[] = [];
  const names = new Set<string>();
  for (const [i, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === '') continue;
    const refuse = (reason: string): never => {
      throw LocsyncError.of('HEADERS_INVALID', { line: i + 1, reason });
    };
    const colon = line.indexOf(':');
    // What is before a colon may be a value too, if somebody forgot the name.
    if (colon < 0) refuse('it has no colon');
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).trim();
    const folded = name.toLowerCase();
    if (!NAME.test(name)) refuse('what is before its colon is not the name of a header');
    if (OWN.has(folded) || folded.startsWith('proxy-'))
      refuse(`${printable(name, 60)} is not for you to set: locsync or HTTP sets it`);
    if (value === '') refuse('it has no value');
    if (!VALUE.test(value)) refuse('its value holds a character that no header may hold');
    if (names.has(folded)) refuse('an earlier line has the same name');
    names.add(folded);
    headers.push({ name, value });
  }
  return headers;
}
