import { userKey } from '../user-key.js';
import type { Env } from '../../core/env.js';
import type { Connection } from '../../ports/service.js';

/**
 * The key that proves that a cache file was written for this project, origin and token: nobody else
 * can make such a file, or test tokens on one. Undefined if the user has no secret; `make` creates
 * it.
 */
export const responseCacheKey = (
  { baseUrl, project, token }: Connection,
  env: Env,
  make: boolean,
): Buffer | undefined => userKey([2, baseUrl.origin, baseUrl.pathname, project, token], env, make);
