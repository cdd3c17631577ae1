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
// What stands first where somebody left the scheme out.
const HOST_FIRST = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+|localhost)(:[0-9]+)?(\/|$)/i;
// What no URL holds unescaped (RFC 3986, section 2). Most often it is a variable, and none is expanded in a file of the repository.
const ILLEGAL = /[\u0000-\u0020\u007f-\uffff<>"{}|\\^`$]/;

/**
 * Whether a URL leads to this machine: `localhost`, 127.0.0.0/8 or [::1] exactly (RFC 6761, section 6.3), never a name that
 * only begins or ends so. The URL parser has brought other spellings of an address to this form.
 */
export function isLoopback(url: URL): boolean {
  return (
    url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(url.hostname)
  );
}

/** The base URL of the service from one setting, or the reason why it cannot be one (contract.md, section 3). Opens no connection. */
export function readBaseUrl(text: string, options: BaseUrlOptions): URL | LocsyncError {
  const { name, place } = options;
  const bad = (reason: string, remedy?: string): LocsyncError =>
    LocsyncError.of('BAD_VALUE', { name, expected: BASE_URL_EXPECTED, reason, remedy }, { place });

  // First of all, since what stands before the @ must not be quoted by any other message.
  if (/^(?:[a-z][a-z0-9+.-]*:)?[\\/]*[^\\/?#]*@/i.test(text))
    return LocsyncError.of('BASE_URL_CREDENTIALS', { name }, { place });
  if (text === '') return bad('it is empty');
  if (ILLEGAL.test(text)) return bad('invalid URL: it holds a character that a URL cannot hold', VARIABLES);
  if (!SCHEME.test(text)) {
    const host = HOST_FIRST.exec(text)?.[1];
    if (host === undefined) return bad('only https is spoken, or http on a loopback host');
    const scheme = host.toLowerCase() === 'localhost' || host.startsWith('127.') ? 'http' : 'https';
    return bad('the scheme is missing', `did you mean ${scheme}://${text}?`);
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
