import { isLoopback } from '../../core/config/base-url.js';
import { HEADERS_VARIABLE, readHeaders } from '../../core/config/headers.js';
import { LocsyncError } from '../../core/errors/index.js';
import { validateToken } from '../../core/config/token.js';
import type { Tokens } from '../../ports/tokens.js';
import { changeCredentials, credentialsPath, readCredentials, type Credentials } from './credentials.js';
import { hashOf } from '../local-service.js';

export interface TokensOptions {
  /** {@link configHomeOf}; without one, storing a token is an error. */
  readonly configHome: string | undefined;
  /** The user whose files are trusted; undefined on systems without owners. */
  readonly uid: number | undefined;
}

const VARIABLE = 'LOCSYNC_TOKEN';
const STORE = 'the stored token';
const SERVICE = 'the token of the embedded service';

/**
 * Tokens from `LOCSYNC_TOKEN`, from the embedded service and from the user's credentials file, each
 * only for an origin that its owner named.
 *
 * A stored token is for the origin that it was stored for. That of the variable is for an origin
 * that a flag or the environment named or `login` approved. The embedded service's own is for its
 * own address. This machine is no exception, since any user of it may listen there. Nothing is read
 * before a token is needed.
 */
export function createTokens(options: TokensOptions): Tokens {
  const path = options.configHome === undefined ? undefined : credentialsPath(options.configHome);
  const readStored = (): Promise<Credentials> =>
    path === undefined ? Promise.resolve(new Map()) : readCredentials(path, options);

  const find: Tokens['find'] = async (url, named, env, local) => {
    const variable = env[VARIABLE];
    const byPerson = named === 'flag' || named === 'environment';
    if (variable !== undefined && byPerson)
      return { token: validateToken(variable, VARIABLE), source: VARIABLE };
    if (local?.url === url.origin) {
      if (local.token !== undefined) return { token: validateToken(local.token, SERVICE), source: SERVICE };
      // Given in LOCSYNC_TOKEN there as well: the service learns nothing new from the same token.
      const same = variable === undefined ? undefined : validateToken(variable, VARIABLE);
      if (same !== undefined && hashOf(same) === local.tokenHash) return { token: same, source: VARIABLE };
    }
    const origin = { origin: url.origin, url: url.href, serves: isLoopback(url) };
    if (variable === undefined) {
      const token = (await readStored()).get(url.origin);
      if (token !== undefined) return { token: validateToken(token, STORE), source: STORE };
      throw LocsyncError.of('TOKEN_MISSING', {
        ...origin,
        url: byPerson ? undefined : url.href,
        serves: origin.serves && local === undefined,
      });
    }
    const token = validateToken(variable, VARIABLE);
    if ((await readStored()).has(url.origin)) return { token, source: VARIABLE };
    throw LocsyncError.of('TOKEN_NOT_BOUND', origin);
  };

  return {
    find,
    for: async (...origin) => (await find(...origin)).token,
    headers: async (url, named, env) => {
      const headers = readHeaders(env[HEADERS_VARIABLE] ?? '');
      const mayGo =
        headers.length > 0 &&
        (named === 'flag' || named === 'environment' || (await readStored()).has(url.origin));
      return mayGo ? headers : [];
    },
    accept: (text, from) =>
      new Promise((resolve) => {
        resolve(validateToken(text, from));
      }),
    store: async (url, token) => {
      const checked = validateToken(token, 'the token');
      if (path === undefined) throw LocsyncError.of('CREDENTIALS_NO_HOME', {});
      await changeCredentials(path, options, (credentials) => {
        credentials.set(url.origin, checked);
        return true;
      });
      return path;
    },
    remove: async (url) => {
      if (path === undefined || !(await readStored()).has(url.origin)) return false;
      return changeCredentials(path, options, (credentials) => credentials.delete(url.origin));
    },
  };
}
