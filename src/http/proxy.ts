import { isExcluded, isThisMachine } from './no-proxy.js';
import type { Env } from '../core/env.js';

/** The proxy of one origin. The address may hold a password: print `host` only. */
export interface Proxy {
  readonly url: string;
  readonly host: string;
}

/**
 * The proxy that the environment names for this origin's scheme, lower case before upper as in
 * curl. Undefined if none is set, if NO_PROXY excludes the origin, and for this machine: a proxy
 * would send the token to its own machine.
 *
 * `{ invalid }` names the variable whose value is not an http or https address; the value may hold
 * a password and is never shown.
 */
export function proxyFor(origin: URL, env: Env): Proxy | { readonly invalid: string } | undefined {
  if (isThisMachine(origin)) return undefined;
  if (isExcluded(env['no_proxy'] ?? env['NO_PROXY'] ?? '', origin)) return undefined;
  const names = origin.protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  const name = names.find((candidate) => (env[candidate] ?? '').trim() !== '');
  if (name === undefined) return undefined;
  const value = (env[name] ?? '').trim();
  const address = value.includes('://') ? value : `http://${value}`;
  if (!URL.canParse(address)) return { invalid: name };
  const url = new URL(address);
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.host === '') return { invalid: name };
  if (decode(url.username) === undefined || decode(url.password) === undefined) return { invalid: name };
  return { url: url.href, host: url.host };
}

/**
 * The decoded name or password; undefined for invalid percent-encoding. The value is returned
 * because a bundler removes a call whose value is unused.
 */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
