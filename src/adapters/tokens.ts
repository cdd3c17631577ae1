import { isLoopback } from '../core/config/base-url.js';
import { LocsyncError } from '../core/errors/index.js';
import { readToken } from '../core/token.js';
import type { Tokens } from '../ports/tokens.js';
import { changeCredentials, credentialsPath, readCredentials, type Credentials } from './credentials.js';

export interface TokensOptions {
  /** The user's folder for settings, see {@link configHomeOf}; undefined where there is none, which is no fault until something is to be stored. */
  readonly configHome: string | undefined;
  readonly platform: NodeJS.Platform;
}

const VARIABLE = 'LOCSYNC_TOKEN';
const STORE = 'the stored token';

/**
 * Tokens from `LOCSYNC_TOKEN` and from the user's credentials file, each only for an origin that its owner named (contract.md, section 3):
 * a stored one for the origin that it was stored for, the variable's for an origin that a flag or the environment named, that `login`
 * approved, or that is this machine. Nothing is read before a token is asked for.
 */
export function createTokens(options: TokensOptions): Tokens {
  const path = options.configHome === undefined ? undefined : credentialsPath(options.configHome);
  const checkMode = options.platform !== 'win32';
  const stored = (): Promise<Credentials> =>
    path === undefined ? Promise.resolve(new Map()) : readCredentials(path, checkMode);

  return {
    for: async (url, named, env) => {
      const variable = env[VARIABLE];
      if (variable === undefined) {
        const token = (await stored()).get(url.origin);
        if (token === undefined) throw LocsyncError.of('TOKEN_MISSING', { origin: url.origin });
        return readToken(token, STORE);
      }
      const token = readToken(variable, VARIABLE);
      if (named !== 'config' || isLoopback(url) || (await stored()).has(url.origin)) return token;
      throw LocsyncError.of('TOKEN_NOT_BOUND', { origin: url.origin, url: url.href });
    },
    accept: (text, from) =>
      new Promise((resolve) => {
        resolve(readToken(text, from));
      }),
    store: async (url, token) => {
      const checked = readToken(token, 'the token');
      if (path === undefined) throw LocsyncError.of('CREDENTIALS_NO_HOME', {});
      await changeCredentials(path, checkMode, (credentials) => {
        credentials.set(url.origin, checked);
        return true;
      });
    },
    remove: async (url) => {
      if (path === undefined || !(await stored()).has(url.origin)) return false;
      return changeCredentials(path, checkMode, (credentials) => credentials.delete(url.origin));
    },
  };
}
