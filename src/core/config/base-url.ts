import { LocsyncError, type Place } from '../errors/index.js';

export interface BaseUrlOptions {
  /** What is blamed: a key, a flag or a variable. */
  readonly name: string;
  readonly place?: Place | undefined;
  /** `LOCSYNC_ALLOW_INSECURE=1` in the environment. */
  readonly allowInsecure: boolean;
}

export const BASE_URL_EXPECTED =
  'an https URL such as https://example.com (plain http on a loopback host only)';

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
// How a URL without a scheme begins.
const HOST_FIRST = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+|localhost)(:[0-9]+)?(\/|$)/i;
// What no URL holds unescaped (RFC 3986, section 2). Most often it is a variable, and none is
// expanded in a file of the repository.
const ILLEGAL = /[\u0000-\u0020\u007f-\uffff<>"{}|\\^`$]/;

/**
 * Whether a URL leads to this machine: `localhost`, 127.0.0.0/8 or [::1] exactly (RFC 6761, section
 * 6.3), never a name that only begins or ends so. The URL parser has brought other spellings of an
 * address to this form.
 */
export function isLoopback(url: URL): boolean {
  return (
    url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(url.hostname)
  );
}

/**
 * The base URL of the service from one setting, or the reason why it cannot be one
 * (docs/configuration.md). Opens no connection.
 */
export function readBaseUrl(text: string, options: BaseUrlOptions): URL | LocsyncError {
  const { name, place } = options;
  const bad = (reason: string, remedy?: string): LocsyncError =>
    LocsyncError.of('BAD_VALUE', { name, expected: BASE_URL_EXPECTED, reason, remedy }, { place });

  // First of all, since what is before the @ must not be quoted by any other message.
  if (/^(?:[a-z][a-z0-9+.-]*:)?[\\/]*[^\\/?#]*@/i.test(text))
    return LocsyncError.of('BASE_URL_CREDENTIALS', { name }, { place });
  if (text === '') return bad('it is empty');
  const illegal = text.search(ILLEGAL);
  if (illegal >= 0) {
    const { what, remedy } = describe(text, illegal);
    return bad(`invalid URL: it holds ${what} at position ${illegal + 1}, which a URL cannot hold`, remedy);
  }
  if (!SCHEME.test(text)) {
    const host = HOST_FIRST.exec(text)?.[1];
    if (host === undefined) return bad('only https is spoken, or http on a loopback host');
    const scheme = host.toLowerCase() === 'localhost' || host.startsWith('127.') ? 'http' : 'https';
    // What comes after the path may hold a token.
    return bad('the scheme is missing', `did you mean ${scheme}://${text.split(/[?#]/, 1)[0] ?? ''}?`);
  }
  if (!URL.canParse(text)) return bad('invalid URL');

  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return bad('only https is spoken, or http on a loopback host');
  if (text.includes('?') || text.includes('#')) return bad('a query or a fragment has no place in it');
  if (url.protocol === 'http:' && !isLoopback(url) && !options.allowInsecure)
    return LocsyncError.of('BASE_URL_PLAIN_HTTP', { name, host: url.host }, { place });
  return url;
}

const VARIABLES =
  'variables are not expanded here; set LOCSYNC_BASE_URL in the environment where the URL varies';
const TYPE_AGAIN = 'type it again, without what was copied along';

const NAMES: ReadonlyMap<string, string> = new Map([
  ['\n', 'a line end'],
  ['\r', 'a line end (CR)'],
  ['\t', 'a tab'],
  [' ', 'a space'],
]);

/** A character that no URL can hold, for a person who may not see it, and what to do about it. */
function describe(
  text: string,
  position: number,
): { readonly what: string; readonly remedy: string | undefined } {
  const point = text.codePointAt(position) ?? 0;
  const character = String.fromCodePoint(point);
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  const name = NAMES.get(character);
  if (name !== undefined) return { what: name, remedy: TYPE_AGAIN };
  if (character === '\\') return { what: 'a backslash', remedy: 'write it with "/"' };
  if ('${}'.includes(character)) return { what: `"${character}"`, remedy: VARIABLES };
  if (point < 0x7f) return { what: `"${character}"`, remedy: TYPE_AGAIN };
  if (/\p{L}/u.test(character))
    return {
      what: `the letter "${character}" (${code}), which is not ASCII,`,
      remedy:
        'type the letter again if it only looks like one of a to z; write a name in another script in its "xn--" form',
    };
  return { what: `the character ${code}`, remedy: TYPE_AGAIN };
}
