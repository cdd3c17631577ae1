import type { Env } from '../ports/env.js';

/** The proxy of one origin: where it is, and what NO_PROXY says. The address may hold a password: print `host` only. */
export interface Proxy {
  readonly url: string;
  readonly host: string;
  readonly noProxy: string;
}

/**
 * The proxy that the environment names for this origin's scheme, lower case before upper as curl does it; undefined where none is set.
 * `{ invalid }` names the variable whose value is no http or https address (never the value: it may hold a password).
 */
export function proxyFor(origin: URL, env: Env): Proxy | { readonly invalid: string } | undefined {
  const names = origin.protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  const name = names.find((candidate) => (env[candidate] ?? '').trim() !== '');
  if (name === undefined) return undefined;
  const value = (env[name] ?? '').trim();
  const address = value.includes('://') ? value : `http://${value}`;
  if (!URL.canParse(address)) return { invalid: name };
  const url = new URL(address);
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.host === '') return { invalid: name };
  if (decoded(url.username) === undefined || decoded(url.password) === undefined) return { invalid: name };
  return { url: url.href, host: url.host, noProxy: env['no_proxy'] ?? env['NO_PROXY'] ?? '' };
}

/**
 * The name or password as it will be sent; undefined where its percent signs are those of no encoding. The value is given back although nobody needs
 * it: a bundler takes a call away whose value is not used.
 */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
