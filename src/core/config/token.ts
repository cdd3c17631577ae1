import { LocsyncError } from '../errors/index.js';
import { withoutLineEnds } from '../text/lines.js';

// Printable ASCII without the space. RFC 6750, section 2.1 allows less (b64token); services give
// what they like, and a header takes these.
const ILLEGAL = /[^\u0021-\u007e]/;
// `${{ secrets.X }}`, `${TOKEN}`, `$TOKEN`, `%TOKEN%`, `{{ token }}`
const UNEXPANDED =
  /^(?:\$\{.*\}|\$\(.*\)|\$[A-Za-z_][A-Za-z0-9_]*|%[A-Za-z_][A-Za-z0-9_]*%|\{\{.*\}\}|<[^<>]*>)$/s;

/**
 * A token without the line end that `echo` and secret stores append. Throws the catalogue's errors
 * for what cannot be one; `from` is where it came from, and no message holds any of it.
 */
export function validateToken(text: string, from: string): string {
  const token = withoutLineEnds(text);
  if (token.trim() === '') throw LocsyncError.of('TOKEN_EMPTY', { from });
  if (/^bearer(?:\s|$)/i.test(token)) throw LocsyncError.of('TOKEN_BEARER', { from });
  if (UNEXPANDED.test(token)) throw LocsyncError.of('TOKEN_UNEXPANDED', { from });
  const illegal = token.search(ILLEGAL);
  if (illegal >= 0) throw LocsyncError.of('TOKEN_ILLEGAL', { from, position: illegal + 1 });
  return token;
}
